#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "catalogue.h"
#include "drive_demands.h"
#include "joint_rating.h"

namespace invdyn {

/// The limits of a motor with its gear.
enum class DriveLimit {
  motor_speed,
  motor_peak,
  motor_curve,
  motor_rms,
  motor_thermal,
  inertia_ratio,
  gear_speed,
  gear_peak,
  gear_average
};
inline constexpr std::size_t drive_limit_count = 9;
std::string_view name_of(DriveLimit limit);
std::string_view unit_of(DriveLimit limit, bool is_revolute);

struct DriveCheck {
  DriveLimit limit = DriveLimit::motor_speed;
  Demand demand;
  std::optional<double> time = {};  ///< s, of the worst sample; none: it is of the whole cycle
  std::size_t motion = 0;           ///< of that sample
};

/// A motor of the catalogue with one of its gears, tried on a joint.
struct TriedDrive {
  std::size_t motor = 0;  ///< index into Catalogue::motors
  double ratio = 1;
  std::vector<DriveCheck> checks;  ///< of the limits that the catalogue gives
  double inertia_ratio = 0;        ///< load over rotor, both at the shaft; infinite without rotor inertia

  const DriveCheck& worst() const;
  bool passes() const { return !worst().demand.broken; }
};

struct DriveChoice {
  std::optional<TriedDrive> chosen;
  std::vector<TriedDrive> refused;  ///< all smaller motors, and the ratios of the chosen one that fail
};

TriedDrive tried(const DriveDemands& demands, std::size_t joint, const Drive& drive,
                 const DynamicsSettings& settings, const CatalogueMotor& motor, double ratio);

/// For each joint the smallest motor that passes with one of its gears; of these gears, the one with the
/// largest smallest margin.
std::vector<DriveChoice> chosen_drives(const Robot& robot, const DynamicsSettings& settings,
                                       const Catalogue& catalogue, const DriveDemands& demands);

/// The chosen motors, as those of a motors' file. Their rotor inertia includes the gear.
Motors motors_of(const Catalogue& catalogue, const std::vector<DriveChoice>& choices);

}  // namespace invdyn
