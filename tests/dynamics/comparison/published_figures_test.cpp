// Published torques from other authors.

#include <gtest/gtest.h>

#include <numbers>

#include "robot/files/read.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

// P. I. Corke's Robotics Toolbox, frne of the p560 model with friction and g = 9.81, printed to six decimals.
TEST(Puma560, GivesTheTorquesOfCorkesToolbox) {
  const Robot robot = read_robot(shipped_robot("puma560"), [](const std::string&) {});
  const InverseDynamics dynamics(robot, {.gravity = Eigen::Vector3d(0, 0, -9.81)});
  constexpr double pi = std::numbers::pi;
  const auto tau =
      torques(dynamics, state_of({0, pi / 4, pi, 0, pi / 4, 0}, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}));
  const Eigen::VectorXd expected{{32.495243, 60.866988, 17.743595, 1.454519, 1.299110, 0.713781}};
  EXPECT_LT((tau - expected).cwiseAbs().maxCoeff(), 5.1e-7);  // half of the last printed digit
}

}  // namespace
}  // namespace invdyn::test
