// Gravity and Coriolis terms with closed forms in a textbook. Laws for every robot are tested in laws.

#include "dynamics/formulations/generalized_forces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "robot/files/json_reader.h"
#include "robot/files/read.h"
#include "support/equation_of_motion.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Two rods in a vertical plane [Craig, Introduction to Robotics, (6.58), with rods instead of point masses].
TEST(GeneralizedForces, OfTheTwoLinkArmAgreeWithTheClosedForm) {
  const double m1 = 2, l1 = 1, r1 = 0.5, m2 = 1, r2 = 0.25, g = 3.7;
  const Robot robot = read_robot(shipped_robot("two-link"), [](const std::string&) {});
  const GeneralizedForces forces(robot, {.gravity = Eigen::Vector3d(0, 0, -g)});
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const State state = random_state(random, robot);
    const auto q1 = static_cast<double>(state.q[0]), q2 = static_cast<double>(state.q[1]);
    const auto w1 = static_cast<double>(state.dq[0]), w2 = static_cast<double>(state.dq[1]);
    const double h = m2 * l1 * r2 * std::sin(q2), c1 = std::cos(q1), c12 = std::cos(q1 + q2);
    const Eigen::Vector2d coriolis(-h * (2 * w1 * w2 + w2 * w2), h * w1 * w1);
    const Eigen::Vector2d gravity((m1 * r1 + m2 * l1) * g * c1 + m2 * r2 * g * c12, m2 * r2 * g * c12);
    EXPECT_LT((coriolis_torques(forces, state.q, state.dq) - coriolis).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((gravity_torques(forces, state.q) - gravity).cwiseAbs().maxCoeff(), 1e-13);
  }
}

// A bead on a rotating rod: 2 m r v w about the axis, -m r w^2 along the rod.
TEST(GeneralizedForces, OfARadialPrismaticJointAreCoriolisAndCentrifugal) {
  const Robot rod = read_json_robot(R"({"name": "rod", "convention": "tree", "joints": [
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1], "link": {"name": "rod", "mass": 0},
       "friction": {"damping": 0.5, "coulomb": [4, -5]}},
      {"name": "slide", "type": "prismatic", "parent": "rod", "axis": [1, 0, 0],
       "link": {"name": "bead", "mass": 3, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}}]})",
                                    "rod.json", [](const std::string& text) { ADD_FAILURE() << text; });
  const double m = 3, r = 0.8, v = 0.7, w = 2;
  const State state = state_of({0.3, r}, {w, v}, {0, 0});
  const Eigen::Vector2d expected(2 * m * r * v * w, -m * r * w * w);
  const Eigen::VectorXd tau = coriolis_torques(GeneralizedForces(rod), state.q, state.dq);
  EXPECT_LT((tau - expected).cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace
}  // namespace invdyn::test
