#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "answers/identification/evidence.h"
#include "dynamics/core/trajectory_torques.h"
#include "support/random_robot.h"

namespace invdyn::test {

/// A motion of sines in all joints with its torques: the log of a robot, but for its noise.
struct SimulatedLog {
  SimulatedLog(Random& random, const Robot& robot, std::size_t rows, double step = 0.01)
      : block(robot.dof(), rows) {
    block.rows = rows;
    block.last = true;
    block.hold_measured(true);
    for (std::size_t k = 0; k < rows; ++k)
      block.t[static_cast<Eigen::Index>(k)] = static_cast<double>(k) * step;
    for (Eigen::Index j = 0; j < block.q.cols(); ++j) move(random, j);
    measure(robot);
  }

  /// Random rows that are not a motion: every row is in motion.
  static SimulatedLog of_random_rows(Random& random, const Robot& robot, std::size_t rows) {
    SimulatedLog log(random, robot, rows);
    for (Eigen::Index k = 0; k < log.block.q.rows(); ++k) {
      const State state = random_state(random, robot);
      for (Eigen::Index j = 0; j < log.block.q.cols(); ++j) {
        log.block.q(k, j) = static_cast<double>(state.q[j]);
        log.block.dq(k, j) = static_cast<double>(state.dq[j]);
        log.block.ddq(k, j) = static_cast<double>(state.ddq[j]);
      }
    }
    log.measure(robot);
    return log;
  }

  /// Sets the measured torques to those of this robot.
  void measure(const Robot& robot) {
    fill(robot);
    block.measured = block.tau;
  }
  /// Normal noise, in which each row keeps this part of the noise of the row before.
  void add_noise(Random& random, double size, double correlation = 0) {
    for (Eigen::Index j = 0; j < block.measured.cols(); ++j) {
      double noise = 0;
      for (Eigen::Index k = 0; k < block.measured.rows(); ++k) {
        const double fresh = std::sqrt(-2 * std::log(random.uniform(1e-300, 1))) *
                             std::cos(2 * std::numbers::pi * random.uniform(0, 1));
        noise = k == 0 ? fresh : correlation * noise + std::sqrt(1 - correlation * correlation) * fresh;
        block.measured(k, j) += size * noise;
      }
    }
  }
  /// Computes the torques of the robot that is known.
  void fill(const Robot& robot) {
    const TrajectoryTorques dynamics(robot);
    TrajectoryTorques::Workspace workspace(dynamics);
    dynamics.fill_torques(block, workspace);
  }

  Block block;

 private:
  void move(Random& random, Eigen::Index j) {
    block.q.col(j).setConstant(random.uniform(-1, 1));
    block.dq.col(j).setZero();
    block.ddq.col(j).setZero();
    const auto t = block.t.head(block.q.rows());
    for (int harmonic = 1; harmonic <= 5; ++harmonic) {
      const double w = 2 * std::numbers::pi * 0.1 * (harmonic + 0.1 * static_cast<double>(j)),
                   size = random.uniform(0.1, 0.5), phase = random.uniform(0, 6);
      block.q.col(j) += size * (w * t + phase).sin();
      block.dq.col(j) += size * w * (w * t + phase).cos();
      block.ddq.col(j) -= size * w * w * (w * t + phase).sin();
    }
  }
};

/// The equations of a log for a robot that is known and parameters that are not. `chunk`: rows of a block.
inline void collect(Evidence& evidence, SimulatedLog log, const Robot& known, bool is_loaded = false,
                    std::size_t chunk = 100, double average = 0) {
  log.fill(known);
  evidence.begin_log(is_loaded, average);
  for (std::size_t begin = 0; begin < log.block.rows; begin += chunk) {
    const auto from = static_cast<Eigen::Index>(begin);
    const auto count = std::min<Eigen::Index>(static_cast<Eigen::Index>(chunk), log.block.q.rows() - from);
    Block part(log.block.dof, static_cast<std::size_t>(count));
    part.rows = static_cast<std::size_t>(count);
    part.first_row = begin;
    part.hold_measured(true);
    part.t = log.block.t.segment(from, count);
    part.q = log.block.q.middleRows(from, count);
    part.dq = log.block.dq.middleRows(from, count);
    part.ddq = log.block.ddq.middleRows(from, count);
    part.tau = log.block.tau.middleRows(from, count);
    part.measured = log.block.measured.middleRows(from, count);
    evidence.take(part);
  }
  evidence.end_log();
}

/// The same robot with other masses, centres of mass, moments and friction: all of a body that can exist.
inline Robot perturbed(Random& random, const Robot& robot) {
  std::vector<MassProperties> bodies;
  for (const Link& link : robot.links()) {
    MassProperties body = link.mass_properties;
    const double factor = random.uniform(0.7, 1.4);
    body.mass *= factor;
    body.inertia *= factor;
    if (body.mass > 0) body.com += random.vector(0.05);
    bodies.push_back(body);
  }
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) {
    Drive drive = joint.drive;
    drive.joint = {random.uniform(0.1, 2), 0, 0};
    drive.joint.coulomb_positive = random.uniform(0.2, 3);
    drive.joint.coulomb_negative = -drive.joint.coulomb_positive;
    drive.motor = {};
    drive.offset = random.uniform(-1, 1);
    drives.push_back(drive);
  }
  return robot.with_mass_properties(bodies).with_drives(drives);
}

/// With the mass and inertia of each link times a factor about 1 whose standard deviation is `share`.
inline Robot with_wrong_links(const Robot& robot, Random& random, double share) {
  std::vector<MassProperties> bodies;
  for (const Link& link : robot.links()) {
    bodies.push_back(link.mass_properties);
    const double factor = 1 + share * std::sqrt(3) * random.uniform(-1, 1);
    bodies.back().mass *= factor;
    bodies.back().inertia *= factor;
  }
  return robot.with_mass_properties(bodies);
}

}  // namespace invdyn::test
