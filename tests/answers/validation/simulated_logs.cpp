#include "answers/validation/simulated_logs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/core/trajectory_torques.h"
#include "robot/files/read.h"

namespace invdyn::test {
namespace {

const char* const arms[] = {"puma560", "panda", "ur5e", "gen3"};

void fill_torques(const Robot& robot, Block& block) {
  const TrajectoryTorques dynamics(robot);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
}

double deviation(const Eigen::ArrayXd& values) {
  return std::sqrt((values - values.mean()).square().mean());
}

double normal(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform(0, 1))) *
         std::cos(random.uniform(0, 2 * std::numbers::pi));
}

template <class Change>
Robot with_changed_drives(const Robot& robot, Change change) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) change(drives.emplace_back(joint.drive));
  return robot.with_drives(drives);
}

void add_sines(Random& random, SimulatedLog& log, Eigen::Index j, double middle) {
  Block& block = log.motion;
  for (int i = 1; i <= 5; ++i) {
    const double w = 2 * std::numbers::pi * 0.1 * i, phase = random.uniform(0, 2 * std::numbers::pi),
                 size = random.uniform(0.1, 0.5) / std::sqrt(i);
    for (Eigen::Index k = 0; k < block.t.size(); ++k) {
      const double angle = w * block.t[k] + phase;
      block.q(k, j) += size * std::sin(angle);
      block.dq(k, j) += size * w * std::cos(angle);
      block.ddq(k, j) -= size * w * w * std::sin(angle);
    }
  }
  block.q.col(j) += middle;
}

void add_steps(Random& random, SimulatedLog& log, Eigen::Index j, double middle) {
  Block& block = log.motion;
  double from = middle, to = middle + random.uniform(-1, 1), begin = random.uniform(0, 1), moves = 1.5;
  for (Eigen::Index k = 0; k < block.t.size(); ++k) {
    if (block.t[k] > begin + moves + 0.5) {
      begin = block.t[k];
      from = to, to = middle + random.uniform(-1, 1), moves = random.uniform(0.8, 2);
    }
    const double s = std::clamp((block.t[k] - begin) / moves, 0.0, 1.0), step = to - from;
    block.q(k, j) = from + step * s * s * s * (10 + s * (-15 + 6 * s));
    block.dq(k, j) = step / moves * 30 * s * s * (1 - s) * (1 - s);
    block.ddq(k, j) = step / (moves * moves) * 60 * s * (1 - s) * (1 - 2 * s);
  }
}

}  // namespace

SimulatedLog simulated_motion(Random& random, const Robot& robot, double rate, double seconds) {
  const auto rows = static_cast<std::size_t>(rate * seconds);
  SimulatedLog log{Block(robot.dof(), rows), 1 / rate};
  Block& block = log.motion;
  block.rows = rows;
  block.last = true;
  for (std::size_t k = 0; k < rows; ++k)
    block.t[static_cast<Eigen::Index>(k)] = static_cast<double>(k) / rate, block.line[k] = k + 2;
  const bool has_steps = random.chance(0.4);
  for (Eigen::Index j = 0; j < block.q.cols(); ++j) {
    const double middle = random.uniform(-1.5, 1.5);
    has_steps ? add_steps(random, log, j, middle) : add_sines(random, log, j, middle);
  }
  block.hold_measured(true);
  return log;
}

Robot robot_with_drives(Random& random) {
  const Robot bare = read_robot(arms[random.below(4)], [](const std::string&) {});
  const Robot light = with_changed_drives(bare, [](Drive& drive) { drive = {}; });
  SimulatedLog log = simulated_motion(random, light, 20, 30);
  fill_torques(light, log.motion);
  // The inertia that a joint moves, by unit accelerations of it alone.
  std::vector<Drive> drives;
  for (const Joint& joint : light.joints()) drives.push_back(joint.drive);
  for (std::size_t j = 0; j < light.dof(); ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    Block one = log.motion;
    one.dq.setZero(), one.ddq.setZero();
    fill_torques(light, one);
    const Eigen::ArrayXd at_rest = one.tau.col(column);
    one.ddq.col(column).setOnes();
    fill_torques(light, one);
    const double inertia = (one.tau.col(column) - at_rest).mean();
    const double peak = log.motion.tau.col(column).abs().maxCoeff();
    Drive& drive = drives[light.moving_joints()[j]];
    drive.gear_ratio = random.uniform(50, 160) * (random.chance(0.3) ? -1 : 1);
    drive.rotor_inertia = random.uniform(0.1, 0.5) * inertia / (drive.gear_ratio * drive.gear_ratio);
    drive.joint.coulomb_positive = random.uniform(0.05, 0.25) * peak + 0.05;
    drive.joint.coulomb_negative = -drive.joint.coulomb_positive;
    drive.joint.damping = random.uniform(0.05, 0.25) * peak;
  }
  return light.with_drives(drives);
}

void measure(Random& random, const Robot& robot, double noise, SimulatedLog& log) {
  Block& block = log.motion;
  fill_torques(robot, block);
  for (Eigen::Index j = 0; j < block.q.cols(); ++j) {
    const double size = noise * deviation(block.tau.col(j));
    double slow = 0;
    for (Eigen::Index k = 0; k < block.t.size(); ++k) {
      slow = 0.9 * slow + std::sqrt(1 - 0.81) * size * normal(random);
      block.measured(k, j) = block.tau(k, j) + slow + size * normal(random);
    }
  }
}

std::set<std::string> suspicions_of(const Robot& model, const SimulatedLog& log,
                                    const MeasuredSettings& settings, bool are_loaded) {
  Block block = log.motion;
  fill_torques(model, block);
  JointResiduals residuals(model, {});
  RowRuns rows(model.dof());
  residuals.begin_log("log");
  residuals.take(block);
  rows.take(block);
  std::set<std::string> found;
  DynamicsSettings without_gravity;
  without_gravity.gravity = Eigen::Vector3d::Zero();
  const TrajectoryTorques dynamics(model), weightless(model, without_gravity);
  for (const Suspicion& each :
       suspicions({model, settings, residuals, rows, dynamics, weightless, are_loaded}))
    for (const std::size_t joint : each.joints)
      found.insert(std::string(name_of(each.kind)) + ' ' + std::to_string(joint));
  return found;
}

Robot without_friction(const Robot& robot) {
  return with_changed_drives(robot, [](Drive& drive) { drive.joint = drive.motor = {}, drive.offset = 0; });
}

Robot with_friction_times(double factor, const Robot& robot) {
  return with_changed_drives(robot, [&](Drive& drive) {
    drive.joint.damping *= factor, drive.joint.coulomb_positive *= factor;
    drive.joint.coulomb_negative *= factor;
  });
}

Eigen::ArrayXXd torques_of(const Robot& robot, const Block& motion, bool has_gravity) {
  Block block = motion;
  DynamicsSettings settings;
  if (!has_gravity) settings.gravity = Eigen::Vector3d::Zero();
  const TrajectoryTorques dynamics(robot, settings);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  return block.tau;
}

Robot without_rotors(const Robot& robot) {
  return with_changed_drives(robot, [](Drive& drive) { drive.rotor_inertia = 0; });
}

}  // namespace invdyn::test
