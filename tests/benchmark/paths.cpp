// The fastest motion along a path of 400 rows, at 10,000 points.

#include "answers/paths/path_fit.h"

#include <cmath>
#include <memory>
#include <numbers>

#include "benchmark/benchmarks.h"
#include "benchmark/micro.h"
#include "ground/output_files/table.h"
#include "robot/files/read.h"

namespace invdyn::bench {
namespace {

// From rest to rest, without a corner, in 4 s.
RecordedMotion smooth_motion(std::size_t joints) {
  constexpr std::size_t rows = 400;
  Block block(joints, rows);
  block.rows = rows;
  for (std::size_t k = 0; k < rows; ++k) {
    const double x = static_cast<double>(k) / (rows - 1);
    const auto row = static_cast<Eigen::Index>(k);
    block.t[row] = 4 * x;
    for (std::size_t j = 0; j < joints; ++j) {
      const double phase = static_cast<double>(j), angle = std::numbers::pi * (1.5 + 0.3 * phase) * x;
      block.q(row, static_cast<Eigen::Index>(j)) = 0.8 * std::sin(angle + phase);
      block.dq(row, static_cast<Eigen::Index>(j)) = std::cos(angle + phase);
    }
  }
  RecordedMotion motion;
  motion.take(block);
  return motion;
}

// Motors that bound the torque by curves, behind gearboxes with losses.
Motors motors_of(const Robot& robot) {
  Motors motors(robot.dof());
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Limits& limits = robot.moving_joint(j).limits;
    Motor& motor = motors[j].emplace();
    motor.gear_ratio = 100;
    motor.efficiency = 0.9;
    const double torque = *limits.effort / 100, speed = *limits.velocity * 100;
    motor.curve = SpeedTorqueCurve({{0.6 * speed, 1.1 * torque}, {speed, 0.5 * torque}});
  }
  return motors;
}

void add(Micro& micro, const std::string& name, bool with_curves) {
  const Robot robot = read_robot("ur5e", [](const std::string&) {});
  const Motors motors = with_curves ? motors_of(robot) : Motors(robot.dof());
  const Robot driven = with_motors(robot, motors);
  const Ratings ratings = ratings_of(driven, motors, {});
  const auto dynamics = std::make_shared<TrajectoryTorques>(driven);
  const RecordedMotion motion = smooth_motion(robot.dof());
  micro.add(name, 1, [=] {
    const PathFit fit = fastest_fit(ratings, motion, *dynamics, {.acceleration = {}, .step = 0.002});
    keep(fit.shares.data());
  });
}

}  // namespace

Findings paths(const Effort& effort) {
  Micro micro(effort);
  add(micro, "limits of speed and torque", false);
  add(micro, "motors with curves and losses", true);
  Table table({{"ur5e"}, {"ms per motion"}});
  for (const auto& [name, times] : micro.run()) {
    Times ms;
    for (const double ns : times.ns) ms.ns.push_back(ns / 1e6);
    table.add_row({name, ms.text()});
  }
  return {{}, "### Fastest motion along a path\n\nOne thread, 400 rows, 10,000 points.\n\n" + fenced(table)};
}

}  // namespace invdyn::bench
