// The loader of Choreonoid itself (src/Body/StdBodyLoader.cpp, src/Util/StdSceneReader.cpp) and its Body File
// Reference Manual say what the keys mean; where the two say nothing or a forgotten key would pass for a
// number, this reader refuses.

#include "body_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "../nearest_name.h"
#include "../number.h"
#include "../wording.h"
#include "bodies.h"
#include "body_values.h"
#include "unused_parts.h"
#include "yaml_node.h"

namespace invdyn {
namespace {

using Part = RobotDescription::Part;

// What aliases can make of a small file has no end; no robot has this.
constexpr int deepest = 100;
constexpr int most_elements = 100'000;
const std::vector<std::string> keys_of_joints{
    "jointType",          "jointId",   "jointAxis",         "jointRange", "maxJointVelocity", "rotorInertia",
    "jointVelocityRange", "gearRatio", "jointDisplacement", "jointAngle"};

// A link as it stands in the file.
struct BodyLink {
  enum class Motion { fixed, free, turns, slides };
  std::string name;
  YamlNode node;  // the whole of it
  Motion motion = Motion::fixed;
  std::optional<YamlNode> parent;
  std::optional<int> id;
  RobotDescription::JointAndLink described;
  std::map<Part, YamlNode> values;  // by what an error of the Robot can be about
};

class BodyReader {
 public:
  BodyReader(const std::string& file, const RobotReading& reading, const Warn& warn)
      : file_(file), reading_(reading), warn_(warn), unused_(file) {}

  RobotFile read(const std::string& text);

 private:
  void read_header(YamlMapping& top);
  void read_links(const YamlNode& links);
  void read_node_in_links(const YamlNode& node, std::string type);
  void read_link(YamlMapping mapping);
  void add_imports(YamlMapping& mapping);
  void read_joint(YamlMapping& mapping, BodyLink& link);
  void read_limits(YamlMapping& mapping, BodyLink& link);
  MassProperties mass_properties_of_link(YamlMapping& mapping, BodyLink& link);
  void read_elements(const YamlNode& elements, const Eigen::Isometry3d& T_link_here, bool scaled, int depth);
  void read_element(YamlMapping mapping, const std::string& type, const Eigen::Isometry3d& T_link_parent,
                    bool scaled, int depth);
  void note_what_is_left(const YamlMapping& mapping);
  std::size_t root_index(YamlMapping& top) const;
  void check_fixed_names() const;
  void check_ids() const;
  void warn_of_points(const std::string& base) const;
  RobotDescription description(std::size_t root, const std::string& name);

  MassProperties body_of(YamlMapping& mapping, const YamlNode* mass_missing_from);

  const std::string& file_;
  const RobotReading& reading_;
  const Warn& warn_;
  UnusedParts unused_;
  BodyAngles angles_;
  std::vector<BodyLink> links_;
  std::vector<YamlNode> imported_;
  std::vector<MassProperties> bodies_;  // of the elements of one link
  std::vector<std::string> points_;     // links of mass without inertia
  int elements_ = 0;
};

void BodyReader::read_header(YamlMapping& top) {
  const YamlNode format = top.at("format");
  if (format.text() != "ChoreonoidBody") format.fail("ChoreonoidBody");
  if (const auto version = top.find("formatVersion")) {
    const double number = version->number("");
    if (number < 1 || number > 2) version->fail("a version of the format from 1 to 2");
  }
  if (const auto unit = top.find("angleUnit")) angles_.degrees = unit->choice({"degree", "radian"}) == 0;
  if (const auto loops = top.find("extraJoints"); loops && !(loops->is_list() && loops->elements().empty()))
    loops->fail("none, as they close loops and a robot is a tree here; take them out to compute without");
}

MassProperties BodyReader::body_of(YamlMapping& mapping, const YamlNode* mass_missing_from) {
  MassProperties body;
  const auto mass = mapping.find("mass"), com = mapping.find("centerOfMass"),
             inertia = mapping.find("inertia");
  if (mass) body.mass = mass->number("kg");
  if (com) body.com = com->vector3("m");
  if (inertia) body.inertia = body_inertia(*inertia);
  if (!mass && (com || inertia) && mass_missing_from)
    throw Error((com ? com : inertia)->place(),
                (com ? com : inertia)->what() + " stands without a mass: expected the key mass beside it");
  return body;
}

void BodyReader::read_elements(const YamlNode& elements, const Eigen::Isometry3d& T_link_here, bool scaled,
                               int depth) {
  if (depth > deepest) throw Error(elements.place(), "elements stand in each other more than 100 deep");
  const auto read = [&](YamlMapping mapping, const std::string& type) {
    if (const auto own = mapping.find("type"); own && !type.empty() && own->text() != type)
      own->fail(type + ", the key that it stands under");
    read_element(mapping, type.empty() ? mapping.at("type").text() : type, T_link_here, scaled, depth);
  };
  if (elements.is_list()) {
    for (const YamlNode& element : elements.elements()) read(YamlMapping(element), "");
    return;
  }
  YamlMapping mapping(elements);
  if (mapping.find("type")) {
    read(mapping, "");
    return;
  }
  for (const YamlMapping::Entry& entry : mapping.entries()) read(YamlMapping(entry.value), entry.key);
}

void BodyReader::read_element(YamlMapping mapping, const std::string& type,
                              const Eigen::Isometry3d& T_link_parent, bool scaled, int depth) {
  if (++elements_ > most_elements)
    throw Error(mapping.node().place(), "more than 100000 elements: expected fewer");
  const int line = mapping.node().line();
  mapping.call("a " + type);
  Eigen::Isometry3d T_link_here = T_link_parent;
  if (type == "RigidBody" || type == "Transform" || type == "Group") {
    if (type != "Group") T_link_here = T_link_parent * body_pose(mapping, angles_);
    if (const auto scale = mapping.find("scale")) scaled = true;
    if (type == "RigidBody") {
      if (scaled)
        throw Error(mapping.node().place(),
                    "a RigidBody stands under a scale: expected none, as a scaled body has no known inertia");
      const MassProperties body = body_of(mapping, &mapping.node());
      if (body.mass < 0) mapping.at("mass").fail("0 or more (kg)");
      bodies_.push_back(moved(body, T_link_here));
    }
    mapping.find("name");
  } else {
    unused_.add(line, type, ": shapes, lights, sensors and other devices play no part in the dynamics");
    if (type == "Shape" || type == "Resource" || type == "Skip") return;
    T_link_here = T_link_parent * body_pose(mapping, angles_);  // what stands in a sensor may have mass
  }
  if (const auto inner = mapping.find("elements")) read_elements(*inner, T_link_here, scaled, depth + 1);
}

MassProperties BodyReader::mass_properties_of_link(YamlMapping& mapping, BodyLink& link) {
  bodies_.clear();
  if (const auto elements = mapping.find("elements"))
    read_elements(*elements, Eigen::Isometry3d::Identity(), false, 0);
  const bool alone = bodies_.empty();
  MassProperties sum = body_of(mapping, alone ? &link.node : nullptr);
  if (alone && sum.mass != 0 && !mapping.find("inertia")) points_.push_back(link.name);
  for (const MassProperties& body : bodies_)
    sum = sum.mass == 0 && sum.inertia.isZero(0) ? body : composed(sum, body);
  if (sum.mass != 0) return sum;
  if (!sum.inertia.isZero(0))
    unused_.add((mapping.find("inertia") ? *mapping.find("inertia") : link.node).line(), "inertia",
                ": the link has no mass, and the format takes none of its inertia then");
  return {};
}

void BodyReader::read_limits(YamlMapping& mapping, BodyLink& link) {
  const bool turns = link.motion == BodyLink::Motion::turns;
  const double unit = turns ? angles_.unit() : 1;
  const std::string name = turns ? angles_.name() : "m";
  Limits& limits = link.described.joint.limits;
  const auto limit = [&](const YamlNode& node) -> std::optional<double> {
    if (node.is_word() && node.text() == "unlimited") return std::nullopt;
    if (!node.is_word() || !parse_finite(node.text()))
      node.fail("a finite number (" + name + "), or unlimited");
    return node.number(name) * unit;
  };
  if (const auto range = mapping.find("jointRange")) {
    link.values.emplace(Part::position_limits, *range);
    if (range->is_list()) {
      const std::vector<YamlNode> both = range->elements();
      if (both.size() != 2) range->fail("[lower, upper], or one number for both directions (" + name + ")");
      limits.lower = limit(both[0]);
      limits.upper = limit(both[1]);
    } else {
      limits.upper = limit(*range);
      if (limits.upper) limits.lower = -*limits.upper;
    }
  }
  const auto largest = mapping.find("maxJointVelocity");
  const auto range = mapping.find("jointVelocityRange");
  if (largest) {
    limits.velocity = largest->number(name + "/s") * unit;
  }
  if (range) {
    const Eigen::VectorXd both = range->numbers(2, name + "/s");
    if (both[0] > 0 || both[1] < 0) range->fail("[0 or less, 0 or more] (" + name + "/s)");
    if (largest) unused_.add(largest->line(), "maxJointVelocity", ": jointVelocityRange stands beside it");
    if (both[0] != -both[1])
      unused_.add(range->line(), "jointVelocityRange, larger side",
                  ": of two directions, the smaller velocity is the limit");
    limits.velocity = std::min(-both[0], both[1]) * unit;
  }
  if (range || largest) link.values.emplace(Part::velocity_limit, range ? *range : *largest);
}

void BodyReader::read_joint(YamlMapping& mapping, BodyLink& link) {
  using Motion = BodyLink::Motion;
  Joint& joint = link.described.joint;
  joint.name = link.name;
  if (const auto name = mapping.find("jointName")) {
    joint.name = name->text();
    link.values.emplace(Part::name, *name);
  }
  const auto type = mapping.find("jointType");
  if (type) {
    constexpr Motion motions[] = {Motion::turns, Motion::slides, Motion::slides, Motion::fixed,
                                  Motion::free,  Motion::fixed,  Motion::fixed};
    const std::size_t word = type->choice({"revolute", "prismatic", "slide", "fixed", "free",
                                           "pseudoContinuousTrack", "pseudo_continuous_track"});
    link.motion = motions[word];
    if (word >= 5)
      unused_.add(type->line(), "jointType " + type->text(), ": the link is fixed; its track does not run");
  }
  if (const auto id = mapping.find("jointId")) {
    const double number = id->number("");
    if (number != std::floor(number) || std::abs(number) > 1e6) id->fail("a whole number from 0");
    if (number >= 0) {
      link.id = static_cast<int>(number);
      for (const BodyLink& other : links_)
        if (other.id == link.id)
          id->fail("an id of its own; link " + in_quotes(other.name) + " has this one already");
    }
  }
  if (const auto axis = mapping.find("jointAxis")) {
    joint.axis = body_axis(*axis);
    link.values.emplace(Part::axis, *axis);
  }
  read_limits(mapping, link);
  if (const auto inertia = mapping.find("rotorInertia")) {
    joint.drive.rotor_inertia = inertia->number("kg m^2");
    link.values.emplace(Part::rotor_inertia, *inertia);
  }
  if (const auto ratio = mapping.find("gearRatio")) {
    joint.drive.gear_ratio = ratio->number("motor speed over joint speed");
    link.values.emplace(Part::gear_ratio, *ratio);
  }
  for (const char* key : {"jointAngle", "jointDisplacement"})
    if (const auto start = mapping.find(key))
      unused_.add(start->line(), key, ": where a simulation begins; positions come from the trajectory");

  if (link.motion == Motion::turns || link.motion == Motion::slides) {
    joint.type = link.motion == Motion::slides              ? JointType::prismatic
                 : joint.limits.lower || joint.limits.upper ? JointType::revolute
                                                            : JointType::continuous;
    return;
  }
  for (const std::string& key : keys_of_joints)
    if (const auto value = key == "jointType" ? std::nullopt : mapping.find(key))
      unused_.add(value->line(), key, ": the joint is fixed");
  joint.axis = Eigen::Vector3d::UnitZ();
  joint.limits = {};
  joint.drive = {};
}

// `import: *anchor`, or a list of them, puts the keys that stand there here too, the last ones first; YAML's
// own merge key does likewise.
void BodyReader::add_imports(YamlMapping& mapping) {
  for (const char* key : {"import", "<<"}) {
    const auto node = mapping.find(key);
    if (!node) continue;
    const std::vector<YamlNode> nodes = node->is_list() ? node->elements() : std::vector{*node};
    for (auto each = nodes.rbegin(); each != nodes.rend(); ++each) {
      mapping.add(YamlMapping(*each));
      imported_.push_back(*each);
    }
  }
}

void BodyReader::note_what_is_left(const YamlMapping& mapping) {
  static const std::vector<std::string> known = [] {
    std::vector<std::string> keys = keys_of_joints;
    for (const char* key : {"name", "parent", "jointName", "translation", "rotation", "mass", "centerOfMass",
                            "inertia", "elements"})
      keys.emplace_back(key);
    for (const std::string& key : std::vector(keys)) keys.push_back(snake_case(key));
    return keys;
  }();
  for (const YamlMapping::Entry& entry : mapping.entries())
    if (!entry.asked_for) unused_.add(entry.value.line(), entry.key, did_you_mean(entry.key, known));
}

void BodyReader::read_link(YamlMapping mapping) {
  add_imports(mapping);
  const YamlNode name = mapping.at("name");
  BodyLink link{
      .name = name.text(), .node = mapping.node(), .parent = {}, .id = {}, .described = {}, .values = {}};
  const std::string owner = "link " + in_quotes(link.name);
  mapping.call(owner);
  link.values.emplace(Part::link_name, *mapping.find("name"));
  if (const auto parent = mapping.find("parent")) {
    link.parent.emplace(*parent);
    link.values.emplace(Part::parent, *parent);
  }
  for (const BodyLink& other : links_)
    if (other.name == link.name)
      mapping.at("name").fail("a name of its own; the link in line " + std::to_string(other.node.line()) +
                              " has this one already");
  read_joint(mapping, link);
  link.described.joint.T_parent_joint = body_pose(mapping, angles_);
  link.described.link.name = link.name;
  link.described.link.mass_properties = mass_properties_of_link(mapping, link);
  for (const auto& [part, key] : {std::pair{Part::mass, "mass"}, {Part::inertia, "inertia"}})
    if (const auto value = mapping.find(key)) link.values.emplace(part, *value);
  note_what_is_left(mapping);
  links_.push_back(link);
}

void BodyReader::read_node_in_links(const YamlNode& node, std::string type) {
  YamlMapping mapping(node);
  if (const auto own = mapping.find("type")) {
    if (!type.empty() && own->text() != type) own->fail(type + ", the key that it stands under");
    type = own->text();
  }
  if (type == "Skip")
    unused_.add(node.line(), "Skip", "");
  else if (type == "SubBody")
    throw Error(node.place(), "a SubBody is a file of its own: expected its links to stand here");
  else if (type == "ContinuousTrack")
    throw Error(node.place(), "a ContinuousTrack closes a loop: expected a tree of links of type Link");
  else if (!type.empty() && type != "Link")
    throw Error(node.place(),
                "type is " + in_quotes(type) + ": expected Link" + did_you_mean(type, {"Link"}));
  else
    read_link(mapping);
}

void BodyReader::read_links(const YamlNode& links) {
  if (links.is_list()) {
    for (const YamlNode& node : links.elements()) read_node_in_links(node, "");
  } else {
    const YamlMapping by_name(links);  // which the loop does not keep alive
    for (const YamlMapping::Entry& entry : by_name.entries()) read_node_in_links(entry.value, entry.key);
  }
  if (links_.empty()) throw Error(links.place(), "there is no link: expected at least two");
}

std::size_t BodyReader::root_index(YamlMapping& top) const {
  const auto node = top.find("rootLink");
  if (!node) return 0;
  std::vector<std::string> names;
  for (const BodyLink& link : links_) {
    if (link.name == node->text()) return names.size();
    names.push_back(link.name);
  }
  node->fail("the name of a link" + did_you_mean(node->text(), names));
}

void BodyReader::check_fixed_names() const {
  std::vector<std::string> free;
  for (const BodyLink& link : links_)
    if (link.motion == BodyLink::Motion::free) free.push_back(link.described.joint.name);
  for (const std::string& name : reading_.fixed)
    if (std::find(free.begin(), free.end(), name) == free.end())
      throw UsageError("--fix", "names " + in_quotes(name) + ": expected a floating or planar joint of " +
                                    file_ + (free.empty() ? ", which has none" : ", one of " + joined(free)) +
                                    did_you_mean(name, free));
}

// Choreonoid gives an id that no link has a column all the same, with nothing in it.
void BodyReader::check_ids() const {
  std::vector<bool> taken;
  for (const BodyLink& link : links_) {
    if (!link.id) continue;
    const auto id = static_cast<std::size_t>(*link.id);
    if (id >= taken.size()) taken.resize(id + 1, false);
    taken[id] = true;
  }
  const auto gap = std::find(taken.begin(), taken.end(), false);
  if (gap != taken.end())
    warn_(file_ + ": no link has jointId " + std::to_string(gap - taken.begin()) +
          ": joints keep the order of their ids, without a place for ids that are left out");
}

RobotDescription BodyReader::description(std::size_t root, const std::string& name) {
  RobotDescription description;
  description.name = name;
  const BodyLink& base = links_[root];
  if (base.parent) base.parent->fail("none, as this is the root link");
  if (base.motion == BodyLink::Motion::turns || base.motion == BodyLink::Motion::slides)
    throw Error(base.node.place(),
                "link " + in_quotes(base.name) +
                    " is the root and has a joint that moves: expected it fixed or free, as "
                    "it hangs on nothing");
  if (base.motion == BodyLink::Motion::free)
    unused_.add(base.node.line(), "jointType free", ": the root link stands fixed where it is placed");
  description.base_link = base.name;
  description.base_mass_properties = base.described.link.mass_properties;
  description.T_world_base = base.described.joint.T_parent_joint;

  // The joints that move take each other's places until those with an id stand by their ids and before the
  // rest.
  std::vector<std::size_t> order, moving;
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (i != root) order.push_back(i);
  for (const std::size_t i : order)
    if (links_[i].described.joint.moves()) moving.push_back(i);
  std::stable_sort(moving.begin(), moving.end(), [&](std::size_t a, std::size_t b) {
    constexpr int last = std::numeric_limits<int>::max();
    return links_[a].id.value_or(last) < links_[b].id.value_or(last);
  });
  auto next = moving.begin();
  for (std::size_t& i : order)
    if (links_[i].described.joint.moves()) i = *next++;

  for (const std::size_t i : order) {
    BodyLink& link = links_[i];
    const std::string owner = "link " + in_quotes(link.name);
    if (!link.parent)
      throw Error(link.node.place(), owner +
                                         " has no parent: expected the name of the link that it hangs on; " +
                                         "without one is the root alone, " + in_quotes(base.name));
    if (link.motion == BodyLink::Motion::free && std::find(reading_.fixed.begin(), reading_.fixed.end(),
                                                           link.described.joint.name) == reading_.fixed.end())
      throw Error(link.node.place(), owner +
                                         " has a free joint and is not the root: expected a joint of at most "
                                         "one degree of freedom; --fix " +
                                         link.described.joint.name + " takes it as fixed");
    link.described.parent_link = link.parent->text();
    description.joints.push_back(link.described);
  }
  const auto link_of = [this, order, root](std::size_t joint) -> const BodyLink& {
    return links_[joint == RobotDescription::base ? root : order[joint]];
  };
  description.place = [link_of](std::size_t joint, Part part) {
    const BodyLink& link = link_of(joint);
    const auto found = link.values.find(part);
    return found == link.values.end() ? link.node.place() + ": link " + in_quotes(link.name)
                                      : found->second.place() + ": " + found->second.what();
  };
  description.value = [link_of](std::size_t joint, Part part) {
    const auto& values = link_of(joint).values;
    const auto found = values.find(part);
    return found == values.end() ? std::string("not possible") : found->second.value();
  };
  return description;
}

// No torque depends on the inertia of the base, which stands still.
void BodyReader::warn_of_points(const std::string& base) const {
  std::vector<std::string> names;
  for (const std::string& link : points_)
    if (link != base) names.push_back(in_quotes(link));
  if (!names.empty())
    warn_(file_ + ": " + counted(names.size(), "link") + " with mass and without inertia, " + joined(names) +
          ": taken for points of mass");
}

RobotFile BodyReader::read(const std::string& text) {
  const YAML::Node document = parse_yaml(text, file_);
  YamlMapping top(YamlNode(document, file_, 1, "the file"));
  read_header(top);
  const YamlNode links = top.at("links");
  read_links(links);
  const std::size_t slash = file_.rfind('/');
  std::string name = file_.substr(slash == std::string::npos ? 0 : slash + 1);
  if (name.ends_with(".body")) name.erase(name.size() - 5);
  if (const auto given = top.find("name")) name = given->text();
  check_fixed_names();
  check_ids();
  const RobotDescription found = description(root_index(top), name);
  warn_of_points(found.base_link);
  for (const YamlMapping::Entry& entry : top.entries())
    if (!entry.asked_for && std::none_of(imported_.begin(), imported_.end(),
                                         [&](const YamlNode& node) { return node.is(entry.value); }))
      unused_.add(entry.value.line(), entry.key, "");
  const Robot robot(found, warn_);
  if (robot.dof() == 0) throw Error(links.place(), "no joint moves: expected at least one that does");
  return {RobotFormat::body, robot, unused_.lines()};
}

}  // namespace

RobotFile read_body_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn) {
  return BodyReader(file, reading, warn).read(text);
}

}  // namespace invdyn
