// A locked joint is equivalent to a joint at rest: the torques of the others are equal. Tolerances are
// relative to torque_sizes(); measured: at most 2.5e-15.

#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

class LockedJoint : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(LockedJoint);

Vector without(const Vector& column, std::size_t element) {
  const auto at = static_cast<Eigen::Index>(element);
  Vector result(column.size() - 1);
  result << column.head(at), column.tail(column.size() - 1 - at);
  return result;
}

// The first joint, a random joint, the last joint. With and without gravity: some methods need gravity along
// the first axis, and locking the first joint may change this axis.
TEST_P(LockedJoint, EqualsAJointAtRest) {
  int compared = 0;
  for_samples({}, [&](const Sample& sample) {
    const Robot& robot = sample.robot;
    if (robot.dof() < 2) return;
    Random random(sample.seed);
    for (const DynamicsSettings& settings : {links_only, weightless()})
      for (const std::size_t joint : {std::size_t{0}, random.below(robot.dof()), robot.dof() - 1}) {
        const auto at = static_cast<Eigen::Index>(joint);
        State state = sample.state;
        state.dq[at] = state.ddq[at] = 0;
        const JointLock lock{robot.moving_joints()[joint], static_cast<double>(state.q[at])};
        const auto dynamics = prepared(robot.with_locked_joints({&lock, 1}), settings);
        if (!dynamics) continue;
        ++compared;
        const Eigen::Vector3d gravity = settings.gravity.value_or(robot.gravity());
        const State rest{without(state.q, joint), without(state.dq, joint), without(state.ddq, joint)};
        expect_close(torques(*dynamics, rest).cast<Real>(),
                     without(torques(*prepared(robot, settings), state).cast<Real>(), joint),
                     without(torque_sizes(robot, state, gravity), joint), 1e-13);
      }
  });
  EXPECT_GT(compared, 10);
}

}  // namespace
}  // namespace invdyn::test
