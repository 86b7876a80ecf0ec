// Condition numbers of motions whose columns are known.

#include "answers/identification/condition_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "answers/identification/parameter_choice.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// One joint without links to move, on q = cos(w t) over a whole period.
struct OneJoint {
  explicit OneJoint(double w) : robot(random_robot(1, {.joints = 1, .fixed = 0})), regressor(robot) {
    for (Eigen::Index i = 0; i < count; ++i) {
      const double phase = 2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / count;
      q[i] = std::cos(phase);
      dq[i] = -w * std::sin(phase);
      ddq[i] = -w * w * std::cos(phase);
    }
  }
  MotionRows rows() const { return {q.data(), dq.data(), ddq.data(), nullptr, count, count}; }

  static constexpr Eigen::Index count = 64;
  Robot robot;
  Regressor regressor;
  Eigen::VectorXd q{count}, dq{count}, ddq{count};
};

// Damping counts with dq, a rotor with ddq: orthogonal columns of RMS w and w^2 times 1 / sqrt(2).
TEST(ConditionNumber, OfOrthogonalColumnsIsTheRatioOfTheirLengths) {
  const double w = 7;
  const OneJoint joint(w);
  const std::vector<Eigen::Index> parameters{static_cast<Eigen::Index>(Parameter::rotor),
                                             static_cast<Eigen::Index>(Parameter::damping)};
  const BaseParameters base(joint.regressor, parameters);
  ASSERT_EQ(base.size(), 2);
  const double ratio = w * base.sizes()[1] / base.sizes()[0];
  const ConditionNumber condition(joint.regressor, base);
  Regressor::Workspace workspace(joint.regressor);
  const double expected = std::max(ratio, 1 / ratio);
  EXPECT_NEAR(condition.exact(joint.rows(), workspace), expected, 1e-12 * expected);
  EXPECT_NEAR(condition.quick(joint.rows(), workspace), expected, 1e-12 * expected);
}

// At constant speed nothing tells damping from dry friction.
TEST(ConditionNumber, IsInfiniteIfParametersCannotBeTold) {
  OneJoint joint(1);
  joint.dq.setConstant(2);
  const BaseParameters base(joint.regressor, chosen_parameters({"friction"}, joint.robot, joint.regressor));
  const ConditionNumber condition(joint.regressor, base);
  Regressor::Workspace workspace(joint.regressor);
  EXPECT_TRUE(std::isinf(condition.exact(joint.rows(), workspace)));
  EXPECT_TRUE(std::isinf(condition.quick(joint.rows(), workspace)));
}

TEST(ConditionNumber, IsTheSameBothWays) {
  for (unsigned long seed = 1; seed <= 10; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 4});
    const Regressor regressor(robot);
    const BaseParameters base(regressor);
    Random random(seed);
    constexpr Eigen::Index count = 80;
    Eigen::MatrixXd q(count, robot.dof()), dq(q), ddq(q);
    for (Eigen::Index k = 0; k < count; ++k) {
      const State state = random_state(random, robot);
      q.row(k) = state.q.cast<double>();
      dq.row(k) = state.dq.cast<double>();
      ddq.row(k) = state.ddq.cast<double>();
    }
    const ConditionNumber condition(regressor, base);
    Regressor::Workspace workspace(regressor);
    const MotionRows rows{q.data(), dq.data(), ddq.data(), nullptr, count, count};
    const double exact = condition.exact(rows, workspace);
    EXPECT_NEAR(condition.quick(rows, workspace), exact, 1e-14 * exact * exact * exact) << "seed " << seed;
  }
}

}  // namespace
}  // namespace invdyn::test
