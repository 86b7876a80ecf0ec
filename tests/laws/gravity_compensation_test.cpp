// What gravity compensation takes off the torques, for every formulation: the virtual work of a force -share
// mass gravity at the centre of mass of each link (support/virtual_work.h, without any recursion).

#include "dynamics/core/forward_dynamics.h"
#include "dynamics/core/joint_reactions.h"
#include "robot/model/bodies.h"
#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

class GravityCompensation : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(GravityCompensation);

// None for some links, above 1 for others; the base's has no effect.
Robot compensated(const Robot& robot, unsigned long seed) {
  Random random(seed);
  std::vector<double> shares{1};
  while (shares.size() < robot.links().size())
    shares.push_back(random.chance(0.2) ? 0 : random.uniform(0, 1.25));
  return robot.with_gravity_compensations(shares);
}

ExternalWrench force_on(const Robot& robot, std::size_t link, const Eigen::Vector3d& gravity) {
  const Link& it = robot.links()[link];
  return {.link = link,
          .frame = ExternalWrench::Frame::world,
          .point = it.mass_properties.com,
          .force = -it.gravity_compensation * it.mass_properties.mass * gravity};
}

struct Effect {
  Vector tau;
  Real size = 0;
};
Effect effect_on_torques(const Robot& robot, const Vector& q, const Eigen::Vector3d& gravity) {
  Effect sum{Vector::Zero(q.size())};
  for (std::size_t link = 1; link < robot.links().size(); ++link) {
    const ExternalWrench force = force_on(robot, link, gravity);
    if (force.force.isZero(0)) continue;
    const Vector one = wrench_torques(robot, q, force);
    sum.tau += one;
    sum.size += one.cwiseAbs().maxCoeff();
  }
  return sum;
}

// The largest differences are roundings of the largest torque: 1e-12 of it.
TEST_P(GravityCompensation, IsAForceAtEachCentreOfMass) {
  const Eigen::Vector3d gravities[] = {{0, 0, -9.81}, {1, -2, 3}};
  for_samples({.max_joints = 12}, [&](const Sample& sample) {
    const Robot robot = compensated(sample.robot, sample.seed);
    for (const Eigen::Vector3d& gravity : gravities) {
      const DynamicsSettings settings{.gravity = gravity};
      const auto plain = prepared(sample.robot, settings), less = prepared(robot, settings);
      if (!plain) continue;  // gravity in a direction that it does not take
      ASSERT_TRUE(less);
      const Vector without = torques(*plain, sample.state).cast<Real>();
      const Vector with = torques(*less, sample.state).cast<Real>();
      const Effect effect = effect_on_torques(robot, sample.state.q, gravity);
      const Real size = without.cwiseAbs().maxCoeff() + effect.size;
      EXPECT_LE((with - without - effect.tau).cwiseAbs().maxCoeff(), 1e-12L * size);
    }
  });
}

TEST_P(GravityCompensation, HasNoEffectWithoutGravity) {
  for_samples({.max_joints = 12}, [&](const Sample& sample) {
    const DynamicsSettings settings{.gravity = Eigen::Vector3d::Zero()};
    const auto plain = prepared(sample.robot, settings);
    const auto less = prepared(compensated(sample.robot, sample.seed), settings);
    if (!plain) return;  // gravity of 0 has no direction
    EXPECT_EQ(torques(*plain, sample.state), torques(*less, sample.state));
  });
}

TEST_P(GravityCompensation, OfAllTheWeightLeavesTheTorquesWithoutGravity) {
  for_samples({.max_joints = 12}, [&](const Sample& sample) {
    const Robot robot =
        sample.robot.with_gravity_compensations(std::vector<double>(sample.robot.links().size(), 1));
    const Vector weightless_torques =
        torques(*prepared(sample.robot, weightless()), sample.state).cast<Real>();
    const Vector whole = torques(*prepared(sample.robot), sample.state).cast<Real>();
    const Vector tau = torques(*prepared(robot), sample.state).cast<Real>();
    const Real size = whole.cwiseAbs().maxCoeff() + weightless_torques.cwiseAbs().maxCoeff();
    EXPECT_LE((tau - weightless_torques).cwiseAbs().maxCoeff(), 1e-12L * size);
  });
}

// Bit by bit, for any number of rows, and next to drives.
TEST_P(GravityCompensation, OfARowDoesNotDependOnOtherRows) {
  for_samples({.max_joints = 7}, [&](const Sample& sample) {
    const auto dynamics = prepared(compensated(sample.robot, sample.seed), {});
    Random random(sample.seed);
    constexpr std::size_t count = 13;
    Block all(sample.robot.dof(), count);
    all.rows = count;
    for (auto* values : {&all.q, &all.dq, &all.ddq})
      for (double& value : values->reshaped()) value = random.uniform(-2, 2);
    InverseDynamics::BlockWorkspace workspace(*dynamics), single_workspace(*dynamics);
    dynamics->fill_torques(all, workspace);
    for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(count); ++k) {
      Block one(sample.robot.dof(), 1);
      one.rows = 1;
      one.q.row(0) = all.q.row(k), one.dq.row(0) = all.dq.row(k), one.ddq.row(0) = all.ddq.row(k);
      dynamics->fill_torques(one, single_workspace);
      EXPECT_TRUE((one.tau.row(0) == all.tau.row(k)).all());
    }
  });
}

TEST(GravityCompensationOfForwardDynamics, UndoesInverseDynamics) {
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    const Robot robot = compensated(random_robot(seed, {.joints = 1 + seed % 7, .massless = 0}), seed);
    if (robot.dof() == 0) continue;
    Random random(seed);
    const State state = random_state(random, robot);
    // In extended precision, so that an ill-conditioned mass matrix shows no rounding.
    const DynamicsSettings settings{.method = "newton-euler"};
    const Vector tau = torques<Real>(InverseDynamics(robot, settings), state);
    const ForwardDynamics forward(robot);
    ForwardDynamics::Workspace<Real> workspace(forward);
    Vector ddq(tau.size());
    const auto span = [](const Vector& values) {
      return std::span<const Real>(values.data(), static_cast<std::size_t>(values.size()));
    };
    forward.accelerations<Real>(span(state.q), span(state.dq), span(tau), workspace,
                                {ddq.data(), robot.dof()});
    EXPECT_LE((ddq - state.ddq).cwiseAbs().maxCoeff(), 1e-10) << "seed " << seed;
  }
}

// A joint transmits the wrench that it transmits with the forces as external wrenches.
TEST(GravityCompensationOfReactions, IsAForceOnEachLink) {
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    const Robot plain = random_robot(seed, {.joints = 6, .massless = 0}), robot = compensated(plain, seed);
    if (robot.dof() == 0) continue;
    Random random(seed);
    const State state = random_state(random, robot);
    const Eigen::VectorXd q = state.q.cast<double>(), dq = state.dq.cast<double>(),
                          ddq = state.ddq.cast<double>();
    std::vector<TimedWrench> forces;
    for (std::size_t link = 1; link < robot.links().size(); ++link)
      forces.push_back({force_on(robot, link, robot.gravity())});
    const JointReactions reactions(robot, robot.gravity(), {}, robot.moving_joints()),
        expected(plain, robot.gravity(), forces, robot.moving_joints());
    Eigen::VectorXd found(6 * robot.dof()), wanted(found);
    const double t = 0;
    const MotionRows row{.q = q.data(), .dq = dq.data(), .ddq = ddq.data(), .stride = 1, .count = 1};
    JointReactions::Workspace workspace;
    reactions.fill({&t, 1}, row, found.data(), 1, workspace);
    expected.fill({&t, 1}, row, wanted.data(), 1, workspace);
    EXPECT_LE((found - wanted).cwiseAbs().maxCoeff(), 1e-12 * (1 + wanted.cwiseAbs().maxCoeff()));
  }
}

// A payload is another body: the compensation of its link does not hold it.
TEST(GravityCompensationOfALinkWithPayload, HoldsTheLinkAlone) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    const Robot plain = random_robot(seed, {.joints = 5, .massless = 0}), robot = compensated(plain, seed);
    if (robot.dof() == 0) continue;
    Random random(seed);
    const MassProperties payload{2, random.vector(0.3), 0.01 * Eigen::Matrix3d::Identity()};
    const std::size_t last = robot.links().size() - 1;
    const State state = random_state(random, robot);
    const Vector without = torques(InverseDynamics(with_payload(plain, last, payload)), state).cast<Real>();
    const Vector with = torques(InverseDynamics(with_payload(robot, last, payload)), state).cast<Real>();
    const Effect effect = effect_on_torques(robot, state.q, robot.gravity());
    EXPECT_LE((with - without - effect.tau).cwiseAbs().maxCoeff(),
              1e-12L * (without.cwiseAbs().maxCoeff() + effect.size));
  }
}

}  // namespace
}  // namespace invdyn::test
