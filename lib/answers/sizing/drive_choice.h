#pragma once

#include <optional>
#include <span>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "catalogue.h"
#include "drive_demands.h"
#include "recorded_motion.h"

namespace invdyn {

/// A motor of the catalogue with one of its gears, tried on a joint.
struct TriedDrive {
  std::size_t motor = 0;  ///< index into Catalogue::motors
  double ratio = 1;
  std::vector<LimitCheck> checks;  ///< of the limits that the catalogue gives
  double inertia_ratio = 0;        ///< load over rotor, both at the shaft; infinite without rotor inertia

  const LimitCheck& worst() const { return *worst_of(checks); }
  bool passes() const { return !any_broken(checks); }
};

struct DriveChoice {
  std::optional<TriedDrive> chosen;
  std::vector<TriedDrive> refused;  ///< all smaller motors, and the ratios of the chosen one that fail

  /// The chosen one, or that of the refused ones whose margin is largest; null: none was tried.
  const TriedDrive* nearest() const;
};

TriedDrive tried(const DriveDemands& demands, std::size_t joint, const Drive& drive,
                 const DynamicsSettings& settings, const Motor& motor, double ratio);

/// For each joint the smallest motor that passes with one of its gears; of these gears, the one with the
/// largest smallest margin.
std::vector<DriveChoice> chosen_drives(const Robot& robot, const DynamicsSettings& settings,
                                       const Catalogue& catalogue, const DriveDemands& demands);

/// Whether a motor has limits of heat, inertia ratio or gear, which check_limits() does not check.
bool has_drive_limits(const Ratings& ratings);
/// Checks them. `robot` has the drives of the motors, as it has in `demands`.
void add_drive_checks(const Robot& robot, const DynamicsSettings& settings, const Ratings& ratings,
                      const DriveDemands& demands, std::vector<LimitCheck>& checks);

/// All limits of motions that follow each other, `speed` times as fast.
std::vector<LimitCheck> checks_of_cycle(const Robot& robot, const Ratings& ratings,
                                        const TrajectoryTorques& dynamics,
                                        std::span<const RecordedMotion> motions, double speed);

/// The motors, as those of a motors' file: the chosen ones, or the nearest.
Motors chosen_motors(const Catalogue& catalogue, const std::vector<DriveChoice>& choices);
Motors nearest_motors(const Catalogue& catalogue, const std::vector<DriveChoice>& choices);

}  // namespace invdyn
