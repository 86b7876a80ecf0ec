#pragma once

#include <string>
#include <vector>

#include "drive_choice.h"
#include "sweep.h"

namespace invdyn {

/// The answer of a sizing: what people read first.
struct Verdict {
  bool fits = true;      ///< no limit is broken, and each joint has a motor of the catalogue, if there is one
  bool checked = false;  ///< there is a limit
  std::string text;
};

/// `shoulder (M40), motor RMS 0.351 of 0.32 N m`
std::string limit_text(const Ratings& ratings, const LimitCheck& check);
/// `1.642 s instead of 1 s`: what keeps the broken limits. Without motions, the speed is not changed.
std::string smallest_change(const Robot& robot, const Ratings& ratings, const TrajectoryTorques& dynamics,
                            std::span<const RecordedMotion> motions, const std::vector<LimitCheck>& checks);

/// `change`: of smallest_change(), only used where a limit is broken.
Verdict verdict_of(const Ratings& ratings, const std::vector<LimitCheck>& checks, const std::string& change);
/// The same for motors of a catalogue, with the price and mass of all. `change`: with the nearest motors.
Verdict verdict_of_choice(const Ratings& ratings, const Catalogue& catalogue,
                          const std::vector<DriveChoice>& choices, const std::vector<LimitCheck>& checks,
                          const std::string& change);
/// The values of a sweep that fit.
std::string sweep_verdict(const std::vector<SweepPoint>& points);

}  // namespace invdyn
