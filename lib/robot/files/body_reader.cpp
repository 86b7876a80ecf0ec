// The loader of Choreonoid itself (src/Body/StdBodyLoader.cpp, src/Util/StdSceneReader.cpp) and its Body File
// Reference Manual define the keys. This reader refuses a file where both say nothing, or where a forgotten
// key would be taken for a number.

#include "body_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/unused_parts.h"
#include "../../ground/document/yaml_node.h"
#include "../model/bodies.h"
#include "body_joint.h"
#include "body_link.h"
#include "body_mass.h"
#include "body_values.h"
#include "sub_body.h"

namespace invdyn {
namespace {

using Part = RobotDescription::Part;
using Motion = BodyLink::Motion;

// Aliases can expand a small file to endless keys; no robot has so many.
constexpr std::size_t max_keys = 500'000;
constexpr std::size_t max_links = 10'001;  // the base, and one for each joint that a Robot may have
constexpr std::size_t max_told = 20;
constexpr const char* keys_of_torques[] = {"mass",         "centerOfMass", "inertia",          "elements",
                                           "rotorInertia", "gearRatio",    "jointAxisInertia", "jointType",
                                           "jointAxis",    "translation",  "rotation"};

// `"a", "b" and 3 others`.
std::string first_of(const std::vector<std::string>& names) {
  std::vector<std::string> first;
  for (std::size_t i = 0; i < std::min(names.size(), max_told); ++i) first.push_back(in_quotes(names[i]));
  return joined(first) + (names.size() > max_told ? " and " + counted(names.size() - max_told, "other") : "");
}

class BodyReader {
 public:
  BodyReader(const std::string& file, const RobotReading& reading, const Warn& warn, SubBodyFiles& files)
      : file_(file), reading_(reading), warn_(warn), files_(files), unused_(file) {}

  RobotFile read(const std::string& text);

 private:
  std::size_t read_tree(const std::string& text);
  void read_header(YamlMapping& top);
  void read_links(const YamlNode& links);
  void read_node_in_links(const YamlNode& node, std::string type);
  void read_link(YamlMapping mapping);
  void read_sub_body(YamlMapping mapping);
  void place_sub_body(YamlMapping& mapping, BodyLink& root);
  void add_link(const BodyLink& link, const YamlNode& named_by);
  void add_imports(YamlMapping& mapping);
  void note_repeated(const YamlMapping& mapping);
  void note_what_is_left(const YamlMapping& mapping);
  std::size_t root_index(YamlMapping& top) const;
  void check_fixed_names() const;
  void check_ids() const;
  void assume_masses(std::size_t root);
  void warn_of_assumed(const Robot& robot) const;
  std::vector<std::size_t> order_of_links(std::size_t root) const;
  RobotDescription description(std::size_t root);

  const std::string& file_;
  const RobotReading& reading_;
  const Warn& warn_;
  SubBodyFiles& files_;
  UnusedParts unused_;
  std::vector<std::string> unused_of_sub_bodies_;
  std::vector<std::string> fixed_;                  // free joints
  std::map<std::string, std::string> suggestions_;  // for unknown keys
  BodyAngles angles_;
  std::string name_;
  std::vector<BodyLink> links_;
  std::unordered_map<std::string, std::size_t> index_of_name_;
  std::unordered_set<int> imported_;  // positions
  std::set<int> lines_of_repeated_keys_;
  std::size_t keys_ = 0;
  bool warned_of_import_ = false;
  BodyMass mass_{angles_, unused_, warn_, [this](const YamlMapping& mapping) { note_repeated(mapping); }};
};

void BodyReader::read_header(YamlMapping& top) {
  const YamlNode format = top.at("format");
  if (format.text() != "ChoreonoidBody") format.fail("ChoreonoidBody");
  if (const auto version = top.find("formatVersion")) {
    const double number = version->number("");
    if (number < 1 || number > 2) version->fail("version 1 to 2 of the format");
  }
  if (const auto unit = top.find("angleUnit")) angles_.degrees = unit->choice({"degree", "radian"}) == 0;
  if (const auto loops = top.find("extraJoints"); loops && !(loops->is_list() && loops->elements().empty()))
    warn_(loops->place() + ": extraJoints close loops: not used, only the tree is computed");
}

// `import: *anchor`, or a list of them, adds the keys found there, the last ones first.
void BodyReader::add_imports(YamlMapping& mapping) {
  const auto node = mapping.find("import");
  if (!node) return;
  const std::vector<YamlNode> nodes = node->is_list() ? node->elements() : std::vector{*node};
  for (auto each = nodes.rbegin(); each != nodes.rend(); ++each) {
    YamlMapping imported(*each);
    for (const char* key : keys_of_torques)
      if (!warned_of_import_ && imported.find(key) && !mapping.has(key)) {
        warn_(node->place() + ": the imported key " + std::string(key) +
              " is used; Choreonoid keeps imported keys as information only");
        warned_of_import_ = true;
      }
    mapping.add(imported);
    imported_.insert(each->position());
  }
}

// To be called after a mapping has been read: a key in both spellings is detected only when it is looked up.
void BodyReader::note_repeated(const YamlMapping& mapping) {
  keys_ += mapping.entries().size();
  if (keys_ > max_keys)
    throw Error(mapping.node().place(),
                "more than " + std::to_string(max_keys) +
                    " keys (if an alias repeats keys, these keys are counted again): expected fewer keys");
  imported_.insert(mapping.merged().begin(), mapping.merged().end());
  for (const YamlMapping::Repeated& repeated : mapping.repeated()) {
    if (lines_of_repeated_keys_.size() == max_told || !lines_of_repeated_keys_.insert(repeated.line).second)
      continue;
    warn_(file_ + ":" + std::to_string(repeated.line) + ": " + in_quotes(repeated.key) +
          " is repeated in line " + std::to_string(repeated.counting) +
          ": the later value is used, as in Choreonoid");
  }
}

void BodyReader::note_what_is_left(const YamlMapping& mapping) {
  static const std::vector<std::string> known = [] {
    std::vector<std::string> keys = body_joint_keys();
    for (const char* key : {"name", "parent", "jointName", "translation", "rotation", "mass", "centerOfMass",
                            "inertia", "elements"})
      keys.emplace_back(key);
    for (const std::string& key : std::vector(keys)) keys.push_back(snake_case(key));
    return keys;
  }();
  note_repeated(mapping);
  for (const YamlMapping::Entry& entry : mapping.entries())
    if (!entry.asked_for) {
      const auto [suggestion, is_new] = suggestions_.try_emplace(entry.key);
      if (is_new) suggestion->second = did_you_mean(entry.key, known);
      unused_.add(entry.value.line(), entry.key, suggestion->second);
    }
}

void BodyReader::add_link(const BodyLink& link, const YamlNode& named_by) {
  if (links_.size() == max_links)
    throw Error(named_by.place(), "is one link too many: expected at most " + std::to_string(max_links));
  const auto [found, is_new] = index_of_name_.try_emplace(link.name, links_.size());
  if (!is_new) {
    const YamlNode& other = links_[found->second].node;
    named_by.fail("a unique name; the link in " +
                  (other.file() == file_ ? "line " + std::to_string(other.line()) : other.place()) +
                  " already has this name");
  }
  links_.push_back(link);
}

void BodyReader::read_link(YamlMapping mapping) {
  add_imports(mapping);
  BodyLink link{.name = mapping.at("name").text(), .node = mapping.node()};
  mapping.call("link " + in_quotes(link.name));
  link.note(Part::link_name, mapping.at("name"));
  link.described.link.name = link.described.joint.name = link.name;
  if (const auto parent = mapping.find("parent")) {
    link.parent.emplace(*parent);
    link.described.parent_link = parent->text();
    link.note(Part::parent, *parent);
  }
  if (const auto name = mapping.find("jointName")) {
    link.has_own_joint_name = true;
    link.described.joint.name = name->text();
    link.note(Part::name, *name);
  }
  read_body_joint(mapping, angles_, link, unused_, warn_);
  link.described.joint.T_parent_joint = body_pose(mapping, angles_);
  link.described.link.mass_properties = mass_.of_link(mapping, link);
  for (const auto& [part, key] : {std::pair{Part::mass, "mass"}, {Part::inertia, "inertia"}})
    if (const auto value = mapping.find(key)) link.note(part, *value);
  note_what_is_left(mapping);
  add_link(link, mapping.at("name"));
}

// The node in this file defines the pose of a sub-body's root and its joint.
void BodyReader::place_sub_body(YamlMapping& mapping, BodyLink& root) {
  root.parent.reset();
  root.described.parent_link.clear();
  root.values.erase(Part::parent);
  if (const auto parent = mapping.find("parent")) {
    root.parent.emplace(*parent);
    root.described.parent_link = parent->text();
    root.note(Part::parent, *parent);
  }
  Eigen::Isometry3d& T = root.described.joint.T_parent_joint;
  T = body_pose(mapping, angles_, T);
  read_body_joint(mapping, angles_, root, unused_, warn_);
}

void BodyReader::read_sub_body(YamlMapping mapping) {
  mapping.call("a SubBody");
  const YamlNode uri = mapping.at("uri");
  const auto text_of = [&mapping](const char* key) {
    const auto node = mapping.find(key);
    return node ? node->text() : std::string();
  };
  const std::string prefix = text_of("prefix"), suffix = text_of("suffix");
  mapping.find("devicePrefix");
  int id_offset = 0;
  if (const auto offset = mapping.find("jointIdOffset")) {
    const double number = offset->number("");
    if (number != std::floor(number) || std::abs(number) > 1e6) offset->fail("a whole number");
    id_offset = static_cast<int>(number);
  }
  const SubBodyFiles::File file = files_.open(uri);
  BodyReader sub(file.name, reading_, warn_, files_);
  const std::size_t root = sub.read_tree(file.text);
  files_.close();

  for (std::size_t i = 0; i < sub.links_.size(); ++i) {
    BodyLink& link = sub.links_[i];
    link.name = prefix + link.name + suffix;
    link.described.link.name = link.name;
    link.described.joint.name =
        link.has_own_joint_name ? prefix + link.described.joint.name + suffix : link.name;
    if (i != root && link.parent) link.described.parent_link = prefix + link.described.parent_link + suffix;
    if (link.id) link.id = *link.id + id_offset;
    if (link.id && *link.id < 0) link.id.reset();
  }
  place_sub_body(mapping, sub.links_[root]);
  for (const char* key : {"mass", "centerOfMass", "inertia", "elements"})
    if (const auto node = mapping.find(key))
      warn_(node->place() + ": " + node->what() +
            ": not used, as in Choreonoid; the sub-body's own file gives the mass");
  note_what_is_left(mapping);
  add_link(sub.links_[root], uri);
  for (std::size_t i = 0; i < sub.links_.size(); ++i)
    if (i != root) add_link(sub.links_[i], uri);
  for (const std::vector<std::string>& lines : {sub.unused_.lines(), sub.unused_of_sub_bodies_})
    unused_of_sub_bodies_.insert(unused_of_sub_bodies_.end(), lines.begin(), lines.end());
}

void BodyReader::read_node_in_links(const YamlNode& node, std::string type) {
  YamlMapping mapping(node);
  if (const auto own = mapping.find("type")) {
    if (!type.empty() && own->text() != type) own->fail(type + ", the same as the key of the element");
    type = own->text();
  }
  if (type == "Skip")
    unused_.add(node.line(), "Skip", "");
  else if (type == "SubBody")
    read_sub_body(mapping);
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
    const YamlMapping by_name(links);  // the loop does not keep it alive
    note_repeated(by_name);
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
    if (link.motion == Motion::free) free.push_back(link.described.joint.name);
  for (const std::string& name : reading_.fixed)
    if (std::find(free.begin(), free.end(), name) == free.end())
      throw UsageError(
          "`fix`", "has the name " + in_quotes(name) +
                       (free.empty() ? ", but " + file_ + " has no floating or planar joint: leave out `fix`"
                                     : ": expected a floating or planar joint of " + file_ + " (" +
                                           joined(free) + ")") +
                       did_you_mean(name, free));
}

// Choreonoid gives an unused id an empty column.
void BodyReader::check_ids() const {
  std::vector<bool> taken;
  std::vector<std::string> twice;
  for (const BodyLink& link : links_) {
    if (!link.id) continue;
    const auto id = static_cast<std::size_t>(*link.id);
    if (id >= taken.size()) taken.resize(id + 1, false);
    if (taken[id]) twice.push_back(link.name);
    taken[id] = true;
  }
  if (!twice.empty())
    warn_(file_ + ": " + counted(twice.size(), "link") + ", " + first_of(twice) +
          (twice.size() > 1 ? ", have" : ", has") +
          " the jointId of an earlier link: joints with the same id keep the order of the file");
  const auto gap = std::find(taken.begin(), taken.end(), false);
  if (gap != taken.end())
    warn_(file_ + ": no link has jointId " + std::to_string(gap - taken.begin()) +
          ": the joints are in the order of their ids, without gaps for missing ids");
}

// Choreonoid takes a link without mass keys as 1 kg. A fixed one is a frame here, such as a tool's.
void BodyReader::assume_masses(std::size_t root) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    BodyLink& link = links_[i];
    if (i == root || link.has_mass_keys) continue;
    if (link.moves()) link.described.link.mass_properties = body_without_keys();
    link.assumed = link.moves() ? "mass and inertia" : "frame";
  }
}

// No torque depends on links that are fixed to the base.
void BodyReader::warn_of_assumed(const Robot& robot) const {
  const std::vector<LinkPlacement> seats = link_seats(robot);
  std::map<std::string, std::vector<std::string>> names;
  for (std::size_t i = 0; i < robot.links().size(); ++i) {
    const BodyLink& link = links_[index_of_name_.at(robot.links()[i].name)];
    if (seats[i].body && !link.assumed.empty()) names[link.assumed].push_back(link.name);
  }
  for (const auto& [what, taken] : {std::pair{"mass and inertia", "1 kg with unit inertia (1 kg m^2)"},
                                    {"mass", "1 kg"},
                                    {"inertia", "unit inertia (1 kg m^2)"}})
    if (const auto found = names.find(what); found != names.end())
      warn_(file_ + ": " + counted(found->second.size(), "link") + " without " + what + ", " +
            first_of(found->second) + ": taken as " + taken + ", as in Choreonoid");
  if (const auto found = names.find("frame"); found != names.end())
    warn_(file_ + ": " + counted(found->second.size(), "fixed link") + " without mass and inertia, " +
          first_of(found->second) + ": taken as a frame without mass; Choreonoid takes 1 kg");
}

// Reorders the moving joints among their places: first joints with an id, by id, then the others.
std::vector<std::size_t> BodyReader::order_of_links(std::size_t root) const {
  std::vector<std::size_t> order, moving;
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (i != root) order.push_back(i);
  for (const std::size_t i : order)
    if (links_[i].moves()) moving.push_back(i);
  std::stable_sort(moving.begin(), moving.end(), [&](std::size_t a, std::size_t b) {
    constexpr int last = std::numeric_limits<int>::max();
    return links_[a].id.value_or(last) < links_[b].id.value_or(last);
  });
  auto next = moving.begin();
  for (std::size_t& i : order)
    if (links_[i].moves()) i = *next++;
  return order;
}

RobotDescription BodyReader::description(std::size_t root) {
  RobotDescription description;
  description.name = name_;
  const BodyLink& base = links_[root];
  if (base.parent) base.parent->fail("none, as this is the root link");
  if (base.moves())
    throw Error(base.node.place(),
                "link " + in_quotes(base.name) +
                    " is the root and has a joint that moves: expected a fixed or free joint, because the "
                    "root has no parent");
  if (base.motion == Motion::free)
    unused_.add(base.node.line(), "jointType free", ": the root link is fixed where it is placed");
  description.base_link = base.name;
  description.base_mass_properties = base.described.link.mass_properties;
  description.T_world_base = base.described.joint.T_parent_joint;

  const std::vector<std::size_t> order = order_of_links(root);
  for (const std::size_t i : order) {
    BodyLink& link = links_[i];
    const std::string owner = "link " + in_quotes(link.name);
    if (!link.parent)
      throw Error(link.node.place(), owner + " has no parent: expected the name of its parent link; " +
                                         "only the root link, " + in_quotes(base.name) + ", has none");
    const std::string& joint = link.described.joint.name;
    const bool is_free = link.motion == Motion::free;
    if (is_free && !reading_.fix_all &&
        std::find(reading_.fixed.begin(), reading_.fixed.end(), joint) == reading_.fixed.end())
      throw Error(link.node.place(),
                  owner +
                      " has a free joint, but is not the root link: expected a revolute, "
                      "prismatic or fixed joint. To read the free joint as fixed, give `fix` " +
                      joint);
    if (is_free) fixed_.push_back(joint);
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

// Returns the index of the root.
std::size_t BodyReader::read_tree(const std::string& text) {
  YamlMapping top(YamlNode(parse_yaml(text, file_), file_, 1, "the file"));
  read_header(top);
  read_links(top.at("links"));
  const std::size_t slash = file_.rfind('/');
  name_ = file_.substr(slash == std::string::npos ? 0 : slash + 1);
  if (name_.ends_with(".body")) name_.erase(name_.size() - 5);
  if (const auto given = top.find("name")) name_ = given->text();
  const std::size_t root = root_index(top);
  note_repeated(top);
  for (const YamlMapping::Entry& entry : top.entries())
    if (!entry.asked_for && !imported_.contains(entry.value.position()))
      unused_.add(entry.value.line(), entry.key, "");
  return root;
}

RobotFile BodyReader::read(const std::string& text) {
  const std::size_t root = read_tree(text);
  check_fixed_names();
  check_ids();
  assume_masses(root);
  RobotDescription found = description(root);
  if (reading_.edit) reading_.edit(found);
  const Robot robot(found, warn_);
  warn_of_assumed(robot);
  std::vector<std::string> unused = unused_.lines();
  unused.insert(unused.end(), unused_of_sub_bodies_.begin(), unused_of_sub_bodies_.end());
  return {robot, unused, {}, {}, {}, {}, fixed_};
}

}  // namespace

RobotFile read_body_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn) {
  SubBodyFiles files(file);
  RobotFile robot = BodyReader(file, reading, warn, files).read(text);
  robot.parts = files.names();
  return robot;
}

}  // namespace invdyn
