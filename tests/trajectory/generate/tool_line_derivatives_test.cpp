// Velocities and accelerations along a line, compared with differences; minimum speeds of redundant arms.

#include "trajectory/generate/tool_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/base/error.h"
#include "ground/matrix/decompositions.h"
#include "robot/kinematics/frame_jacobian.h"
#include "robot/model/rotation.h"
#include "support/random_robot.h"
#include "trajectory/generate/tool_lines.h"

namespace invdyn::test {
namespace {

using namespace tool_lines;
using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::size_t last_link(const Robot& robot) {
  return robot.links().size() - 1;
}

// dq and ddq must match q: central differences, with an error proportional to the square of the step.
class Differences : public testing::Test {
 protected:
  struct Errors {
    double dq, ddq;
  };
  static Errors errors(ToolLine motion, std::size_t dof) {
    const Rows rows = rows_of(motion, dof);
    Errors errors{0, 0};
    const double h = rows.t[1] - rows.t[0];
    for (Index k = 1; k + 1 < rows.t.size(); ++k) {
      const auto slope = [&](const MatrixXd& of) {
        return ((of.row(k + 1) - of.row(k - 1)) / (2 * h)).eval();
      };
      errors.dq = std::max(errors.dq, (rows.dq.row(k) - slope(rows.q)).cwiseAbs().maxCoeff());
      errors.ddq = std::max(errors.ddq, (rows.ddq.row(k) - slope(rows.dq)).cwiseAbs().maxCoeff());
    }
    return errors;
  }

  // Expects that half the step gives a quarter of the error, for at minimum `minimum` lines from random
  // postures.
  static void expect_order_two(std::size_t joints, double prismatic, double branching, std::size_t minimum) {
    std::size_t lines = 0;
    for (unsigned long seed = 1; seed <= 20 && lines < minimum; ++seed) {
      const Robot arm =
          random_robot(seed, {.joints = joints, .prismatic = prismatic, .fixed = 0, .branching = branching});
      const std::size_t link = last_link(arm);
      Random random(seed);
      const VectorXd q = random_state(random, arm).q.cast<double>();
      const Isometry3d from = pose(arm, link, q);
      Isometry3d to = from;
      to.linear() = rotation_about(random.vector(1).normalized(), random.uniform(0, 0.3)) * from.linear();
      to.translation() += random.vector(0.05);
      const auto line = [&](double rate) {
        return ToolLine(arm, link, from, to, q, 1, TimeGrid::with_rate(rate), {.profile = Profile::quintic});
      };
      try {
        // Only lines that are not near a singular posture. Near one, q changes too fast for the steps, and
        // differences have no order of convergence.
        if (line(50).demand().peak_speed.maxCoeff() > 3) continue;
      } catch (const Error&) {
        continue;
      }
      ++lines;
      const Errors coarse = errors(line(400), arm.dof()), fine = errors(line(800), arm.dof());
      EXPECT_NEAR(coarse.dq / fine.dq, 4, 0.2) << "seed " << seed;
      EXPECT_NEAR(coarse.ddq / fine.ddq, 4, 0.2) << "seed " << seed;
    }
    EXPECT_GE(lines, minimum);
  }
};

TEST_F(Differences, OfArmsOfSixRevoluteJoints) {
  expect_order_two(6, 0, 0, 8);
}

TEST_F(Differences, OfArmsOfSixJointsWithPrismaticOnes) {
  expect_order_two(6, 0.3, 0, 5);
}

TEST_F(Differences, OfRedundantArms) {
  expect_order_two(8, 0, 0, 10);
  expect_order_two(9, 0.3, 0, 10);
}

// The joint speeds of a redundant arm are minimal: orthogonal to all motions without motion of the tool. The
// path depends only on this, not on the sampling.
TEST(RedundantArm, MovesWithMinimumSpeeds) {
  for (unsigned long seed = 1; seed <= 10; ++seed) {
    const Robot arm = random_robot(seed, {.joints = 8, .prismatic = 0, .fixed = 0, .branching = 0});
    Random random(seed);
    const VectorXd q = random_state(random, arm).q.cast<double>();
    const Isometry3d from = pose(arm, 8, q);
    Isometry3d to = from;
    to.linear() = rotation_about(random.vector(1).normalized(), 0.4) * from.linear();
    to.translation() += random.vector(0.1);
    const auto line = [&](double rate) {
      return ToolLine(arm, 8, from, to, q, 1, TimeGrid::with_rate(rate));
    };
    ToolLine fine = line(1000), coarse = line(10);
    const Rows rows = rows_of(fine, 8);
    const FrameJacobian jacobian(arm, 8);
    FrameJacobian::Placement placement;
    for (Index k = 0; k < rows.t.size(); k += 50) {
      const VectorXd at = rows.q.row(k), dq = rows.dq.row(k);
      jacobian.place({at.data(), 8}, placement);
      const MatrixXd still = singular_value_decomposition(placement.J, SideV::full).V.rightCols(2);
      EXPECT_LT((still.transpose() * dq).norm(), 1e-11 * still.norm()) << "seed " << seed << " row " << k;
      EXPECT_LT(gap(pose(arm, 8, at), fine.T_world_tool(static_cast<std::size_t>(k))).distance, 1e-11);
    }
    const Rows few = rows_of(coarse, 8);
    for (Index k = 0; k < few.t.size(); ++k)
      EXPECT_LT((few.q.row(k) - rows.q.row(100 * k)).norm(), 1e-8) << "seed " << seed << " row " << k;
  }
}

}  // namespace
}  // namespace invdyn::test
