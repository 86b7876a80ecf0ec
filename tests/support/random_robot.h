#pragma once

#include <Eigen/Geometry>
#include <random>

#include "robot/model/robot.h"
#include "support/virtual_work.h"

namespace invdyn::test {

/// Numbers that are the same everywhere for the same seed (the library's distributions do not guarantee
/// this).
class Random {
 public:
  explicit Random(unsigned long seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  Eigen::Vector3d vector(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  Eigen::Matrix3d rotation() {
    return Eigen::Quaterniond(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(0.1, 1))
        .normalized()
        .toRotationMatrix();
  }
  /// One of the 24 rotations of a cube.
  Eigen::Matrix3d right_angles() {
    const auto x = static_cast<Eigen::Index>(below(3));
    const auto z = (x + 1 + static_cast<Eigen::Index>(below(2))) % 3;
    Eigen::Matrix3d R;
    R.col(0) = (chance(0.5) ? 1 : -1) * Eigen::Vector3d::Unit(x);
    R.col(2) = (chance(0.5) ? 1 : -1) * Eigen::Vector3d::Unit(z);
    R.col(1) = R.col(2).cross(R.col(0));
    return R;
  }
  Eigen::Isometry3d pose(double size) {
    Eigen::Isometry3d T(rotation());
    T.translation() = vector(size);
    return T;
  }

 private:
  std::mt19937_64 engine_;
};

struct RandomRobotShape {
  std::size_t joints = 6;
  double prismatic = 0.25;  ///< share of the joints
  double fixed = 0.1;
  double branching = 0.3;  ///< probability that a joint is not on the latest link
  double massless = 0.1;
  bool drives = true;
  bool right_angles = false;  ///< rotations by multiples of 90 degrees, which are exact in double
  double mass_ratio = 1;      ///< above 1: multiplies masses by factors from 1 / mass_ratio to mass_ratio
};

/// A description that names no file or line; joints are named j0, j1, ... and links l0, l1, ...
RobotDescription random_description(Random& random, const RandomRobotShape& shape);
Robot robot_of(const RobotDescription& description);
Robot random_robot(unsigned long seed, const RandomRobotShape& shape);

/// Positions over more than a full turn (prismatic joints: half a metre), speeds and accelerations of a few
/// rad/s, rad/s^2.
State random_state(Random& random, const Robot& robot);

}  // namespace invdyn::test
