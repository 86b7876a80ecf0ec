#include "mjcf_settings.h"

#include <cctype>
#include <numbers>

#include "../../ground/base/error.h"
#include "mjcf_element.h"

namespace invdyn {
namespace {

void read_compiler(const XmlNode& node, MjcfSettings& settings) {
  const MjcfElement compiler(node);
  settings.degrees = compiler.choice("angle", {"radian", "degree"}, settings.degrees) == 1;
  settings.limits_by_range = compiler.flag("autolimits", settings.limits_by_range);
  settings.min_mass = compiler.number_or("boundmass", "kg", settings.min_mass);
  settings.min_inertia = compiler.number_or("boundinertia", "kg m^2", settings.min_inertia);
  settings.total_mass = compiler.number_or("settotalmass", "kg", settings.total_mass);
  settings.balance_inertia = compiler.flag("balanceinertia", settings.balance_inertia);
  settings.exact_mesh_inertia = compiler.flag("exactmeshinertia", settings.exact_mesh_inertia);
  settings.fit_by_bounding_box = compiler.flag("fitaabb", settings.fit_by_bounding_box);
  settings.strip_path = compiler.flag("strippath", settings.strip_path);
  settings.discard_visual = compiler.flag("discardvisual", settings.discard_visual);
  settings.mesh_folder = compiler.text_or("assetdir", settings.mesh_folder);
  settings.mesh_folder = compiler.text_or("meshdir", settings.mesh_folder);
  settings.inertia_from_geoms = static_cast<MjcfSettings::InertiaFromGeoms>(compiler.choice(
      "inertiafromgeom", {"false", "true", "auto"}, static_cast<std::size_t>(settings.inertia_from_geoms)));
  const Eigen::Vector2d groups = compiler.numbers_or(
      "inertiagrouprange", "groups of geoms", Eigen::Vector2d(settings.first_group, settings.last_group));
  if (groups.minCoeff() < 0 || groups.maxCoeff() > 5)
    compiler.fail("inertiagrouprange", "groups from 0 to 5");
  settings.first_group = static_cast<int>(groups[0]);
  settings.last_group = static_cast<int>(groups[1]);
  settings.euler_sequence = compiler.text_or("eulerseq", settings.euler_sequence);
  if (settings.euler_sequence.size() != 3 ||
      settings.euler_sequence.find_first_not_of("xyzXYZ") != std::string::npos)
    compiler.fail("eulerseq", "three of x, y, z, X, Y, Z");
  settings.global_coordinates =
      compiler.choice("coordinate", {"local", "global"}, settings.global_coordinates) == 1;
}

void read_option(MjcfFiles& files, const XmlNode& node, MjcfSettings& settings) {
  const MjcfElement option(node);
  settings.gravity = option.numbers_or("gravity", "m/s^2", settings.gravity);
  for (const char* attribute : {"density", "viscosity"})
    if (option.number_or(attribute, "of the medium", 0) != 0)
      settings.left_out.push_back(option.place(attribute) +
                                  ": the medium's forces are not computed: torques are those in a vacuum");
  for (const XmlNode& flags : files.elements(node, "flag")) {
    const MjcfElement flag(flags);
    const auto is_on = [&flag](const char* attribute) {
      return flag.choice(attribute, {"disable", "enable"}, 1) == 1;
    };
    if (!is_on("gravity")) settings.gravity.setZero();
    const bool passive = is_on("passive");
    settings.with_springs = passive && is_on("spring");
    settings.with_damping = passive && is_on("damper");
    settings.with_gravity_compensation = settings.with_springs || settings.with_damping;
    const bool constraint = is_on("constraint");
    settings.with_friction_loss = is_on("frictionloss") && constraint;
  }
}

}  // namespace

double MjcfSettings::angle_unit() const {
  return degrees ? std::numbers::pi / 180 : 1;
}

MjcfSettings read_mjcf_settings(MjcfFiles& files) {
  MjcfSettings settings;
  for (const XmlNode& node : files.elements(files.root(), "compiler")) read_compiler(node, settings);
  for (const XmlNode& node : files.elements(files.root(), "option")) read_option(files, node, settings);
  return settings;
}

}  // namespace invdyn
