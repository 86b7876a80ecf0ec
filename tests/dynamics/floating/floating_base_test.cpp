// Torques and the wrench on a base that floats: by every formulation against virtual work on the tree whose
// base is on six joints (support/virtual_work.h), and by laws.

#include <gtest/gtest.h>

#include <cstdlib>

#include "dynamics/core/derived_columns.h"
#include "dynamics/core/formulation.h"
#include "floating_rows.h"
#include "lanes/kernel/instruction_set.h"
#include "robot/model/rotation.h"
#include "support/virtual_work.h"

namespace invdyn::test {
namespace {

using Six = Eigen::Matrix<double, 6, 1>;

// Six joints that carry the base, in one row.
struct SixJoints {
  Six q, dq, ddq;
};

SixJoints random_six(Random& random) {
  SixJoints six;
  for (Eigen::Index i = 0; i < 6; ++i)
    six.q[i] = random.uniform(-1, 1), six.dq[i] = random.uniform(-2, 2), six.ddq[i] = random.uniform(-3, 3);
  return six;
}

BaseState state_of(const SixJoints& six, const Robot& robot) {
  SampledMotion motion(6);
  Block block(6, 1);
  block.rows = 1;
  block.q.row(0) = six.q.transpose().array();
  block.dq.row(0) = six.dq.transpose().array();
  block.ddq.row(0) = six.ddq.transpose().array();
  motion.take(block);
  return base_state({"", motion}, 0, robot.T_world_base());
}

State with_six(const SixJoints& six, const Block& block, Eigen::Index row) {
  const auto n = static_cast<Eigen::Index>(block.dof);
  State state{Vector(6 + n), Vector(6 + n), Vector(6 + n)};
  state.q << six.q.cast<Real>(), block.q.row(row).head(n).matrix().transpose().cast<Real>();
  state.dq << six.dq.cast<Real>(), block.dq.row(row).head(n).matrix().transpose().cast<Real>();
  state.ddq << six.ddq.cast<Real>(), block.ddq.row(row).head(n).matrix().transpose().cast<Real>();
  return state;
}

// The wrench that does the same work as the torques of the six joints.
Six wrench_of(const Vector& tau, const SixJoints& six) {
  Eigen::Matrix3d axes;  // of yaw, pitch, roll
  const Eigen::Matrix3d yaw = rotation_z(six.q[3]);
  axes << Eigen::Vector3d::UnitZ(), yaw.col(1), yaw * rotation_y(six.q[4]).col(0);
  Six wrench;
  wrench << tau.head(3).cast<double>(), axes.transpose().inverse() * tau.segment(3, 3).cast<double>();
  return wrench;
}

// Bodies partly held by compensations, as wrenches of the tree.
std::vector<ExternalWrench> holds(const Robot& tree) {
  std::vector<ExternalWrench> wrenches;
  for (std::size_t i = 0; i < tree.links().size(); ++i)
    wrenches.push_back({.link = i,
                        .frame = ExternalWrench::Frame::world,
                        .point = tree.links()[i].mass_properties.com,
                        .force = -tree.links()[i].gravity_compensation *
                                 tree.links()[i].mass_properties.mass * tree.gravity()});
  return wrenches;
}

ExternalWrench wrench_on(Random& random, std::size_t link) {
  using Frame = ExternalWrench::Frame;
  return {.link = link,
          .frame = random.chance(0.5) ? Frame::link : Frame::world,
          .point_frame = random.chance(0.5) ? Frame::link : Frame::world,
          .point = random.vector(0.5),
          .force = random.vector(50),
          .moment = random.vector(10)};
}

struct Loaded {
  Robot robot;
  DynamicsSettings settings;
  Surroundings around;
};

// One wrench of the settings and two of the surroundings, one of them on the base; compensations.
Loaded loaded(unsigned long seed, Random& random) {
  RobotDescription description =
      floating_description(random, {.joints = 1 + seed % 8, .fixed = 0, .branching = seed % 2 ? 0.4 : 0});
  Robot robot = robot_of(description).with_base_rotation(random.rotation());
  std::vector<double> shares;
  for (std::size_t i = 0; i < robot.links().size(); ++i) shares.push_back(random.chance(0.3) ? 0.7 : 0);
  if (seed % 3 == 0) robot = robot.with_gravity_compensations(shares);
  Loaded result{robot, {}, {}};
  if (seed % 4 == 0) return result;
  const std::size_t links = robot.links().size();
  result.settings.wrench = wrench_on(random, random.below(links));
  result.around.wrenches.push_back({wrench_on(random, 0)});
  result.around.wrenches.push_back({wrench_on(random, random.below(links))});
  return result;
}

TEST(FloatingBase, DoesTheVirtualWorkOfSixJointsByEveryMethod) {
  for (unsigned long seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const Loaded made = loaded(seed, random);
    const Robot tree = made.robot.on_moving_base();
    Block block = floating_rows(random, made.robot, 3);
    std::vector<VirtualWork> expected;
    std::vector<SixJoints> six;
    std::vector<ExternalWrench> wrenches = holds(tree);
    for (const TimedWrench& each : made.around.wrenches) wrenches.push_back(each.wrench);
    if (made.settings.wrench) wrenches.push_back(*made.settings.wrench);
    for (std::size_t i = tree.links().size(); i < wrenches.size(); ++i) wrenches[i].link += 6;
    for (Eigen::Index k = 0; k < 3; ++k) {
      six.push_back(random_six(random));
      put_base(state_of(six.back(), made.robot), k, block.base);
      const State state = with_six(six.back(), block, k);
      expected.push_back(all_torques(tree, state));
      for (const ExternalWrench& each : wrenches) {
        const Vector torques = wrench_torques(tree, state.q, each);
        expected.back().tau += torques;
        expected.back().scale = std::max(expected.back().scale, torques.cwiseAbs().maxCoeff());
      }
    }
    for (const Formulation& method : formulations()) {
      DynamicsSettings settings = made.settings;
      settings.method = std::string(method.name);
      try {
        fill(block, made.robot, settings, made.around);
      } catch (const NotRepresentable&) {
        continue;
      }
      for (Eigen::Index k = 0; k < 3; ++k) {
        const VirtualWork& work = expected[static_cast<std::size_t>(k)];
        const double size = 1e-12 * static_cast<double>(work.scale);
        for (Eigen::Index j = 6; j < work.tau.size(); ++j)
          ASSERT_NEAR(block.tau(k, j - 6), static_cast<double>(work.tau[j]), size) << method.name << seed;
        const Six wrench = wrench_of(work.tau, six[static_cast<std::size_t>(k)]);
        for (Eigen::Index i = 0; i < 6; ++i)
          ASSERT_NEAR(block.base.wrench(k, i), wrench[i], 10 * size) << method.name << seed << ' ' << i;
      }
    }
  }
}

TEST(FloatingBase, HasTheSameBitsWithEveryInstructionSet) {
  for (const std::size_t joints : {0UL, 1UL, 7UL, 29UL})
    for (const std::size_t rows : {1UL, 16UL, 19UL}) {
      Random random(joints + rows);
      const Robot robot = robot_of(floating_description(random, {.joints = joints}));
      const Block motion = floating_rows(random, robot, rows);
      std::optional<Block> first;
      for (const InstructionSet set : available_instruction_sets()) {
        ::setenv("INVDYN_ISA", std::string(name_of(set)).c_str(), 1);
        Block block = motion;
        fill(block, robot);
        if (!first) first.emplace(block);
        EXPECT_TRUE((block.tau == first->tau).all() && (block.base.wrench == first->base.wrench).all());
      }
      ::unsetenv("INVDYN_ISA");
    }
}

double size_of(const Block& block) {
  return std::max(block.tau.size() ? block.tau.abs().maxCoeff() : 0, block.base.wrench.abs().maxCoeff());
}

TEST(FloatingBase, NeedsTheSameTorquesInATurnedShiftedMovedWorld) {
  for (unsigned long seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const Robot robot = floating_robot(seed, {.joints = 2 + seed % 8});
    Block here = floating_rows(random, robot, 5), there = here;
    const Eigen::Matrix3d R = random.rotation();
    const Eigen::Vector3d shift = random.vector(5), moving = random.vector(5);
    for (Eigen::Index k = 0; k < 5; ++k) {
      BaseState at = base_state(here.base, k);
      at.p = R * at.p + shift;
      at.v = R * at.v + moving;
      at.dv = R * at.dv;
      at.R = Eigen::Quaterniond(R * at.R.toRotationMatrix());
      put_base(at, k, there.base);
    }
    fill(here, robot);
    fill(there, robot, {.gravity = R * robot.gravity()});
    const double size = 1e-12 * size_of(here);
    EXPECT_LE((here.tau - there.tau).abs().maxCoeff(), size);
    for (Eigen::Index k = 0; k < 5; ++k)
      for (const Eigen::Index i : {0, 3}) {
        const Eigen::Vector3d turned = R * here.base.wrench.block<1, 3>(k, i).matrix().transpose();
        EXPECT_LE((turned.transpose() - there.base.wrench.block<1, 3>(k, i).matrix()).norm(), size);
      }
  }
}

TEST(FloatingBase, HasNoWrenchOnARigidBodyInFreeFall) {
  const Robot robot = floating_robot(3, {.joints = 6, .drives = false});
  Random random(3);
  Block block = floating_rows(random, robot, 4);
  block.dq.setZero(), block.ddq.setZero();
  for (Eigen::Index k = 0; k < 4; ++k) {
    BaseState at = base_state(block.base, k);
    at.dv = robot.gravity();
    at.w.setZero(), at.dw.setZero();
    put_base(at, k, block.base);
  }
  fill(block, robot);
  EXPECT_LE(size_of(block), 1e-13);
}

// A box, by hand: F = m (a - g), N = I alpha + w x I w in its axes, about its centre.
TEST(FloatingBase, MayBeAllThereIs) {
  const Eigen::Matrix3d inertia = Eigen::Vector3d(0.1, 0.2, 0.3).asDiagonal();
  Block block(0, 1);
  block.hold_base(true);
  block.rows = 1;
  BaseState at;
  at.dv = {1, 2, 3}, at.w = {1, -2, 3}, at.dw = {4, 5, 6};
  put_base(at, 0, block.base);
  fill(block, box({2, {0, 0, 0}, inertia}));
  const Eigen::Array<double, 1, 6> expected{2.0,
                                            4.0,
                                            2 * (3 + standard_gravity),
                                            0.1 * 4 + (0.3 - 0.2) * -6,
                                            0.2 * 5 + (0.1 - 0.3) * 3,
                                            0.3 * 6 + (0.2 - 0.1) * -2};
  EXPECT_LE((block.base.wrench.row(0) - expected).abs().maxCoeff(), 1e-14);
}

// The terms add up; the inertia term has the accelerations alone, coriolis the velocities.
TEST(FloatingBase, HasTermsThatAddUp) {
  const std::vector<Derived> terms{Derived::inertia, Derived::coriolis, Derived::gravity, Derived::external};
  for (unsigned long seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    const Loaded made = loaded(seed, random);
    DynamicsSettings settings = made.settings;
    settings.friction = settings.rotor = false;
    const DerivedColumns columns(made.robot, settings, made.around, terms);
    const Block motion = floating_rows(random, made.robot, 9);
    Block block(made.robot.dof(), 9, columns.count());
    block.hold_base(true);
    block.rows = 9;
    block.t = motion.t, block.q = motion.q, block.dq = motion.dq, block.ddq = motion.ddq;
    block.base = motion.base;
    fill(block, made.robot, settings, made.around);
    DerivedColumns::Workspace workspace(columns);
    columns.fill(block, workspace);
    const auto n = static_cast<Eigen::Index>(block.dof);
    const auto term = [&](Eigen::Index i) { return block.derived.middleCols(i * n, n); };
    if (n == 0) continue;
    EXPECT_LE((term(0) + term(1) + term(2) + term(3) - block.tau).abs().maxCoeff(),
              1e-12 * block.derived.abs().maxCoeff());

    Block slow = block;
    slow.dq.setZero(), slow.base.twist.setZero();
    fill(slow, made.robot, {.friction = false, .rotor = false, .gravity = Eigen::Vector3d::Zero()});
    EXPECT_LE((term(0) - slow.tau).abs().maxCoeff(), 1e-12 * size_of(slow));
  }
}

}  // namespace
}  // namespace invdyn::test
