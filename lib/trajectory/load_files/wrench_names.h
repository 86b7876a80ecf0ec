#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "../loads/external_wrench.h"

namespace invdyn {

/// What the columns of a wrench follow.
enum class WrenchKind {
  plain,     ///< `fx`, `nz` (also `mz`, `tz`), `px`; of a link: `fx_foot`
  computed,  ///< `wrench_fx_foot@world`: written by torque, about the link's origin
  ground,    ///< of OpenSim: `ground_force_vx`, `1_ground_force_px`, `ground_torque_r_x`
};

/// What one column of a wrench holds, by its name.
struct WrenchName {
  WrenchKind kind;
  Eigen::Index part;  ///< 0 to 2: force, N; 3 to 5: moment, N m; 6 to 8: point, m
  std::string link;   ///< plain, computed; empty: not named
  ExternalWrench::Frame frame = ExternalWrench::Frame::link;  ///< computed
  std::string
      group;      ///< ground: what tells the plate or foot: `1_` before the name, `r` in it, else `ground_`
  double si = 1;  ///< one of the column's unit, in SI units
};

/// None: the column is of no wrench.
std::optional<WrenchName> wrench_name(const std::string& column);

/// Says which units are known, if it is a component with another one, such as `fx [lb]`; empty: it is not.
std::string unknown_unit_text(const std::string& column);

}  // namespace invdyn
