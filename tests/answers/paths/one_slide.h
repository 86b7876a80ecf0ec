#pragma once

#include "answers/paths/path_fit.h"
#include "answers/paths/path_motions.h"
#include "support/random_robot.h"

namespace invdyn::test {

/// A mass of 2 kg on a prismatic joint, along z; gravity along z is -down.
struct Slide {
  explicit Slide(double down = 0, const Drive& drive = {}) : robot(robot_of(description(down, drive))) {}
  static RobotDescription description(double down, const Drive& drive = {}) {
    RobotDescription slide;
    slide.name = "slide";
    slide.gravity = {0, 0, -down};
    slide.joints.resize(1);
    auto& one = slide.joints[0];
    one.joint.name = "x";
    one.joint.type = JointType::prismatic;
    one.joint.drive = drive;
    one.parent_link = "base";
    one.link.name = "l";
    one.link.mass_properties = {.mass = 2, .com = {0, 0, 0}};
    slide.place = slide.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
    return slide;
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
