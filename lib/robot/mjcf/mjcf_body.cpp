#include "mjcf_body.h"

#include <algorithm>
#include <set>

#include "../../ground/base/error.h"

namespace invdyn {
namespace {

constexpr std::size_t max_depth = 1'000;

class BodyReader {
 public:
  BodyReader(MjcfFiles& files, const MjcfDefaults& defaults) : files_(files), defaults_(defaults) {}

  std::vector<MjcfBody> read() {
    for (const XmlNode& world : files_.elements(files_.root(), "worldbody"))
      read_inside(world, std::nullopt, MjcfDefaults::main, 0);
    name_bodies();
    return std::move(bodies_);
  }

 private:
  void read_inside(const XmlNode& node, std::optional<std::size_t> body, std::size_t of_class,
                   std::size_t depth) {
    if (depth > max_depth)
      throw Error(node.place(), "bodies are nested more than " + std::to_string(max_depth) +
                                    " levels deep: expected fewer");
    for (const XmlNode& element : files_.elements(node)) {
      const std::string tag = element.tag();
      if (tag == "body")
        add_body(element, body, of_class, depth);
      else if (tag == "inertial" || tag == "joint" || tag == "freejoint")
        add_part(element, tag, body, of_class);
      else if (tag == "geom" && body)
        add_geom(element, *body, of_class);
      else if (tag == "composite" || tag == "flexcomp" || tag == "frame" || tag == "replicate" ||
               tag == "attach")
        throw Error(element.place(),
                    "makes bodies, and is not supported: expected <body> elements; MuJoCo can save a copy "
                    "that has only <body> elements");
    }
  }

  void add_body(const XmlNode& element, std::optional<std::size_t> parent, std::size_t of_class,
                std::size_t depth) {
    element.use();
    const std::size_t inner = defaults_.named_by(element, "childclass", of_class);
    if (bodies_.size() > max_bodies)
      throw Error(element.place(), "is body number " + std::to_string(max_bodies + 1) +
                                       ": expected at most " + std::to_string(max_bodies) + " bodies");
    bodies_.push_back({element, parent, {}, {}, {}, ""});
    read_inside(element, bodies_.size() - 1, inner, depth + 1);
  }

  // The shape of a geom that collides is read by `contact`, even if a body's inertia does not need it.
  void add_geom(const XmlNode& element, std::size_t body, std::size_t of_class) {
    const MjcfElement& geom = bodies_[body].geoms.emplace_back(defaults_.element(element, of_class));
    const auto is_zero = [&](const char* mask) {  // does not count as use
      const std::optional<XmlNode> holder = geom.holder(mask);
      return holder && holder->value(mask) == "0";
    };
    if (!is_zero("contype") || !is_zero("conaffinity"))
      geom.leave({"type", "size", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "fromto", "contype",
                  "conaffinity"},
                 "only `contact` reads it");
  }

  void add_part(const XmlNode& element, const std::string& tag, std::optional<std::size_t> body,
                std::size_t of_class) {
    element.use();
    if (!body) throw Error(element.place(), "is in the world, which does not move: expected it in a <body>");
    MjcfBody& of = bodies_[*body];
    if (tag == "inertial") {
      if (of.inertial) throw Error(element.place(), "is repeated: expected it once in a body");
      of.inertial = element;
    } else {
      of.joints.push_back(tag == "joint" ? defaults_.element(element, of_class) : MjcfElement(element));
    }
  }

  void name_bodies() {
    std::set<std::string> taken;
    for (const MjcfBody& body : bodies_)
      if (body.node.has("name") && !taken.insert(body.node.text("name")).second)
        body.node.fail("name", "a unique name; another body already has this name");
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      MjcfBody& body = bodies_[i];
      body.name = body.node.has("name") ? body.node.text("name") : "";
      if (!body.name.empty()) continue;
      body.name = "body" + std::to_string(i + 1);
      while (!taken.insert(body.name).second) body.name += "_";
    }
  }

  static constexpr std::size_t max_bodies = 10'000;
  MjcfFiles& files_;
  const MjcfDefaults& defaults_;
  std::vector<MjcfBody> bodies_;
};

// Mass, centre, and moments about the axes of inertia, as MuJoCo keeps them.
struct Inertial {
  double mass = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  PrincipalFrame frame{Eigen::Vector3d::Zero()};
};

Eigen::Matrix3d symmetric(const Eigen::VectorXd& values) {
  Eigen::Matrix3d matrix;
  matrix << values[0], values[3], values[4],  //
      values[3], values[1], values[5],        //
      values[4], values[5], values[2];
  return matrix;
}

Inertial explicit_inertial(const XmlNode& node, const MjcfSettings& settings) {
  const MjcfElement inertial(node);
  Inertial result;
  node.text("pos");  // must be there
  result.centre = inertial.numbers_or("pos", "m", Eigen::Vector3d(0, 0, 0));
  result.mass = node.number("mass", "kg");
  if (node.has("fullinertia")) {
    for (const char* other : {"diaginertia", "quat", "axisangle", "xyaxes", "zaxis", "euler"})
      if (node.has(other)) node.fail(other, "this attribute or fullinertia, not both");
    result.frame = principal_frame(
        symmetric(inertial.numbers_or("fullinertia", "xx yy zz xy xz yz, kg m^2", Eigen::VectorXd::Zero(6))));
  } else {
    result.frame.moments = inertial.numbers_or("diaginertia", "kg m^2", Eigen::Vector3d(0, 0, 0));
    result.frame.axes = mjcf_orientation(inertial, settings);
  }
  return result;
}

// Only boundmass gives mass to a body without inertia. In MuJoCo 2.2.2 its centre is where the body is in its
// parent.
Inertial no_inertial(const MjcfBody& body, const MjcfSettings& settings) {
  const Eigen::Isometry3d T = pose_of(MjcfElement(body.node), settings);
  return {0, T.translation(), {Eigen::Vector3d::Zero(), Eigen::Quaterniond(T.linear())}};
}

// None if no geom counts.
std::optional<Inertial> inertial_of_geoms(const MjcfBody& body, const MjcfSettings& settings,
                                          MjcfMeshes& meshes) {
  std::vector<GeomMass> geoms;
  for (const MjcfElement& geom : body.geoms) {
    const double group = geom.number_or("group", "a number from 0 to 5", 0);
    if (group < settings.first_group || group > settings.last_group) continue;
    if (settings.discard_visual && !collides(geom)) continue;
    geoms.push_back(mass_of_geom(geom, settings, meshes));
  }
  if (geoms.empty()) return std::nullopt;
  Inertial result;
  if (geoms.size() == 1) return Inertial{geoms[0].mass, geoms[0].centre, {geoms[0].moments, geoms[0].axes}};
  for (const GeomMass& geom : geoms) {
    result.mass += geom.mass;
    result.centre += geom.mass * geom.centre;
  }
  if (result.mass < mujoco_min) return Inertial{};
  result.centre /= result.mass;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const GeomMass& geom : geoms) {
    const Eigen::Vector3d p = geom.centre - result.centre;
    inertia += PrincipalFrame{geom.moments, geom.axes}.matrix() +
               geom.mass * (p.dot(p) * Eigen::Matrix3d::Identity() - p * p.transpose());
  }
  result.frame = principal_frame(inertia);
  if (!(result.frame.moments[2] >= 1e-14))
    throw Error(body.node.place() + ": the inertia of its geoms",
                "a principal moment is not above 0: expected geoms with mass and size");
  return result;
}

// boundmass, boundinertia, balanceinertia. Robot judges moments below 0, which MuJoCo refuses.
void keep_bounds(Inertial& inertial, const MjcfBody& body, const MjcfSettings& settings) {
  const std::string place = body.inertial ? body.inertial->place() : body.node.place();
  Eigen::Vector3d& m = inertial.frame.moments;
  if (inertial.mass < 0) throw Error(place, "mass is below 0: expected 0 or more");
  inertial.mass = std::max(inertial.mass, settings.min_mass);
  if (m.minCoeff() < 0) return;
  m = m.cwiseMax(settings.min_inertia);
  const bool is_possible = m[0] + m[1] >= m[2] && m[0] + m[2] >= m[1] && m[1] + m[2] >= m[0];
  if (!is_possible && settings.balance_inertia) m.setConstant((m[0] + m[1] + m[2]) / 3);
}

}  // namespace

MjcfJointKind kind_of_joint(const MjcfElement& joint) {
  if (joint.own().tag() == "freejoint") return MjcfJointKind::free;
  return static_cast<MjcfJointKind>(joint.choice("type", {"free", "ball", "slide", "hinge"},
                                                 static_cast<std::size_t>(MjcfJointKind::hinge)));
}

std::vector<MjcfBody> read_mjcf_bodies(MjcfFiles& files, const MjcfDefaults& defaults) {
  return BodyReader(files, defaults).read();
}

Eigen::Isometry3d pose_of(const MjcfElement& element, const MjcfSettings& settings) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = rotation_matrix(mjcf_orientation(element, settings));
  T.translation() = element.numbers_or("pos", "m", Eigen::Vector3d(0, 0, 0));
  return T;
}

MjcfBodyMass mass_of_body(const MjcfBody& body, const MjcfSettings& settings, MjcfMeshes& meshes) {
  using From = MjcfSettings::InertiaFromGeoms;
  std::optional<Inertial> found;
  if (settings.inertia_from_geoms == From::always ||
      (settings.inertia_from_geoms == From::where_missing && !body.inertial))
    found = inertial_of_geoms(body, settings, meshes);
  if (!found && !body.inertial && settings.global_coordinates) body.node.text("pos");  // must be there
  if (!found)
    found = body.inertial ? explicit_inertial(*body.inertial, settings) : no_inertial(body, settings);
  Inertial& inertial = *found;
  keep_bounds(inertial, body, settings);
  MjcfBodyMass result{{inertial.mass, inertial.centre, inertial.frame.matrix()}};
  result.T_frame_inertial.linear() = rotation_matrix(inertial.frame.axes);
  result.T_frame_inertial.translation() = inertial.centre;
  return result;
}

}  // namespace invdyn
