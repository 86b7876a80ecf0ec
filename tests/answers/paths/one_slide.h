#pragma once

#include "answers/paths/path_fit.h"
#include "answers/paths/path_motions.h"
#include "answers/sizing/one_joint.h"
#include "support/random_robot.h"

namespace invdyn::test {

/// A mass of 2 kg on a prismatic joint, along z; gravity along z is -down.
struct Slide {
  explicit Slide(double down = 0, const Drive& drive = {}) : robot(robot_of(description(down, drive))) {}
  static RobotDescription description(double down, const Drive& drive = {}) {
    return one_joint(JointType::prismatic, {0, 0, 0}, {0, 0, -down}, drive);
  }

  /// Of a path through these positions.
  PathFit fit(const Limits& limits, const std::vector<double>& positions,
              const std::optional<Motor>& motor = {}, const PathFitRequest& request = {}) const {
    std::vector<std::vector<double>> rows;
    std::vector<double> t;
    for (const double q : positions) {
      rows.push_back({q});
      t.push_back(static_cast<double>(t.size()));
    }
    return fit_rows(limits, block_of(rows, t), motor, request);
  }
  PathFit fit_rows(const Limits& limits, const Block& rows, const std::optional<Motor>& motor = {},
                   const PathFitRequest& request = {}) const {
    RecordedMotion motion;
    motion.take(rows);
    const Motors motors{motor};
    const Robot driven = with_motors(robot, motors);
    ratings = ratings_of(driven, motors, {});
    ratings[0].limits = limits;
    return fastest_fit(ratings, motion, TrajectoryTorques(driven), request);
  }
  double time(const Limits& limits, const std::optional<Motor>& motor = {},
              const PathFitRequest& request = {}) const {
    return fit(limits, {1, 1 + distance}, motor, request).loads->duration();
  }

  static constexpr double mass = 2, distance = 1.5;
  Robot robot;
  mutable Ratings ratings;
};

inline Limits effort(double maximum) {
  Limits limits;
  limits.effort = maximum;
  return limits;
}

}  // namespace invdyn::test
