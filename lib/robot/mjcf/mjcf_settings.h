#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mjcf_files.h"

namespace invdyn {

/// The settings of <compiler> and <option> that torques depend on, with the defaults of MuJoCo 2.2.2.
struct MjcfSettings {
  bool degrees = true;
  std::string euler_sequence = "xyz";                    ///< a capital letter is a fixed axis
  bool global_coordinates = false;                       ///< poses in a body are in the world's axes
  bool limits_by_range = true;                           ///< autolimits
  double min_mass = 0, min_inertia = 0, total_mass = 0;  ///< 0: as they are
  bool balance_inertia = false, exact_mesh_inertia = false, fit_by_bounding_box = false;
  bool strip_path = false, discard_visual = false;
  std::string mesh_folder;
  enum class InertiaFromGeoms { never, always, where_missing };
  InertiaFromGeoms inertia_from_geoms = InertiaFromGeoms::where_missing;
  int first_group = 0, last_group = 5;  ///< inertiagrouprange

  Eigen::Vector3d gravity{0, 0, -9.81};
  bool with_springs = true, with_damping = true, with_friction_loss = true;
  bool with_gravity_compensation = true;
  std::vector<std::string> left_out;  ///< what changes torques and is not computed, each with its place

  double angle_unit() const;  ///< rad per unit of angle in the file
};

/// Later elements override earlier ones. Throws Error for settings that are not supported.
MjcfSettings read_mjcf_settings(MjcfFiles& files);

}  // namespace invdyn
