#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "../../ground/base/error.h"

namespace invdyn {

/// The two Denavit-Hartenberg forms: standard (dh) and modified (mdh).
enum class DhForm { standard, modified };

/// Chains of arms have fewer joints.
inline constexpr std::size_t max_table_joints = 1000;

/// How a table of Denavit-Hartenberg parameters is to be read.
struct DhTableSettings {
  DhForm form = DhForm::standard;
  /// The unit of all angles; none: the names of the columns state it, `alpha_deg` or `alpha_rad`.
  std::optional<bool> degrees = {};
};

/// A robot description in JSON made from a CSV table with a row for each joint. Its columns are a, alpha, d,
/// theta, and any of joint, type, offset, mass, com_x to com_z, ixx to iyz, lower, upper, velocity, effort,
/// gear_ratio, rotor_inertia, damping, coulomb. Names may be as textbooks print them: `θ_i [deg]`, `ai-1
/// (mm)`. `name`: of the robot. `warn` is told if lengths are probably in mm. Throws Error with file and
/// line.
std::string robot_of_dh_table(const std::string& path, const std::string& name,
                              const DhTableSettings& settings, const Warn& warn);

/// A robot description in JSON as a template of this many revolute joints.
std::string dh_template(DhForm form, std::size_t joints);

}  // namespace invdyn
