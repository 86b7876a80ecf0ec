// Loads on a robot, row by row: joints that follow others, a moving base, wrenches over time; and the columns
// derived from them. Compared with virtual work on the whole tree (support/virtual_work.h), with closed
// forms, and with the law that the terms add up. Tolerances are relative to the largest term of a sum.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/core/derived_columns.h"
#include "dynamics/core/trajectory_torques.h"
#include "robot/model/link_poses.h"
#include "support/random_rows.h"
#include "support/virtual_work.h"

namespace invdyn::test {
namespace {

constexpr double tolerance = 1e-12;

// Two or three joints follow others; one of them follows a follower.
Robot with_mimics(unsigned long seed) {
  Random random(seed);
  RobotDescription description = random_description(
      random, {.joints = 5 + seed % 6, .fixed = 0.1, .branching = seed % 3 == 0 ? 0 : 0.4, .massless = 0.1});
  std::vector<std::size_t> movers;
  for (std::size_t i = 0; i < description.joints.size(); ++i)
    if (description.joints[i].joint.moves()) movers.push_back(i);
  for (std::size_t k = 2; k < movers.size(); k += 2) {
    auto& follower = description.joints[movers[k]];
    follower.joint.mimic = Mimic{.multiplier = random.uniform(-2, 2), .offset = random.uniform(-1, 1)};
    follower.mimicked = description.joints[movers[k == 4 ? 2 : k - 1]].joint.name;
  }
  return robot_of(description);
}

// A base that heaves, sways and rotates, at the times of random_rows().
std::shared_ptr<const BaseMotion> moving_base(Random& random, std::size_t rows) {
  SampledMotion motion(6);
  Block block(6, rows);
  block.rows = rows;
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(rows); ++k) {
    block.t[k] = 0.25 * static_cast<double>(k);
    for (Eigen::Index j = 0; j < 6; ++j) {
      block.q(k, j) = random.uniform(-1, 1);
      block.dq(k, j) = random.uniform(-2, 2);
      block.ddq(k, j) = random.uniform(-3, 3);
    }
  }
  motion.take(block);
  return std::make_shared<const BaseMotion>(BaseMotion{"deck.csv", motion});
}

// The state of the tree in which all joints are independent, and the factors with which its torques are
// summed.
struct TreeState {
  State state;
  Eigen::MatrixXd columns;  // for each joint of the tree, the robot's joints that drive it
};

TreeState tree_state(const Robot& robot, const Robot& tree, const Block& block, Eigen::Index row,
                     const BaseMotion* base) {
  const std::size_t added = tree.joints().size() - robot.joints().size(), n = tree.dof();
  TreeState result{
      {Vector(n), Vector(n), Vector(n)},
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(robot.dof()))};
  std::array<double, 6> q{}, dq{}, ddq{};
  if (base) base->motion.at(block.t[row], q, dq, ddq);
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const std::size_t joint = tree.moving_joints()[i];
    if (joint < added) {
      result.state.q[at] = q[joint], result.state.dq[at] = dq[joint], result.state.ddq[at] = ddq[joint];
      continue;
    }
    const auto& mimic = robot.joints()[joint - added].mimic;
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      if (robot.moving_joints()[j] != (mimic ? mimic->joint : joint - added)) continue;
      const auto column = static_cast<Eigen::Index>(j);
      const double factor = mimic ? mimic->multiplier : 1;
      result.columns(at, column) = factor;
      result.state.q[at] = factor * block.q(row, column) + (mimic ? mimic->offset : 0);
      result.state.dq[at] = factor * block.dq(row, column);
      result.state.ddq[at] = factor * block.ddq(row, column);
    }
  }
  return result;
}

// Drives and links of the tree by virtual work, summed into the robot's joints.
struct Expected {
  Eigen::VectorXd tau;
  double size;
};
Expected expected(const Robot& robot, const Robot& tree, const Block& block, Eigen::Index row,
                  const BaseMotion* base, const std::vector<TimedWrench>& wrenches = {}) {
  const TreeState at = tree_state(robot, tree, block, row, base);
  VirtualWork work = all_torques(tree, at.state);
  for (const TimedWrench& each : wrenches) {
    ExternalWrench wrench = each.wrench;
    wrench.link += tree.links().size() - robot.links().size();
    if (each.history) {
      const WrenchValues now = each.history->at(block.t[row]);
      wrench.force = now.head<3>();
      wrench.moment = now.tail<3>();
    }
    const Vector torques = wrench_torques(tree, at.state.q, wrench);
    work.tau += torques;
    work.scale = std::max(work.scale, torques.cwiseAbs().maxCoeff());
  }
  return {at.columns.transpose() * work.tau.cast<double>(), static_cast<double>(work.scale)};
}

void expect_rows(const Robot& robot, const Robot& tree, Block& block, const Surroundings& surroundings) {
  const TrajectoryTorques dynamics(robot, {}, surroundings);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(block.rows); ++k) {
    const Expected should = expected(robot, tree, block, k, surroundings.base.get(), surroundings.wrenches);
    for (Eigen::Index j = 0; j < should.tau.size(); ++j)
      ASSERT_NEAR(block.tau(k, j), should.tau[j], tolerance * should.size * 10)
          << "row " << k << ", joint " << j;
  }
}

TEST(Mimics, AddTheirTorquesToTheirMaster) {
  for (unsigned long seed = 1; seed <= 24; ++seed) {
    const Robot robot = with_mimics(seed);
    ASSERT_TRUE(robot.has_mimics());
    Random random(seed);
    Block block = random_rows(random, robot, 9);
    expect_rows(robot, robot.with_independent_mimics(), block, {});
  }
}

TEST(Mimics, AreRefusedUnresolvedByEveryMethod) {
  const Robot robot = with_mimics(1);
  for (const Formulation& each : formulations())
    EXPECT_THROW(InverseDynamics(robot, {.method = std::string(each.name)}), NotRepresentable) << each.name;
}

TEST(BaseMotions, ActAsJointsBeforeTheRobot) {
  for (unsigned long seed = 1; seed <= 24; ++seed) {
    const Robot robot = seed % 2 ? with_mimics(seed) : random_robot(seed, {.joints = 1 + seed % 8});
    Random random(seed);
    Block block = random_rows(random, robot, 9);
    expect_rows(robot, robot.on_moving_base().with_independent_mimics(), block, {{}, moving_base(random, 9)});
  }
}

// One prismatic joint along x of the base, with a mass m at its end, on a base that rotates about z and
// rises.
Robot prismatic_robot() {
  RobotDescription description;
  description.name = "slider";
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  RobotDescription::JointAndLink one;
  one.joint.name = "x";
  one.joint.type = JointType::prismatic;
  one.joint.axis = Eigen::Vector3d::UnitX();
  one.parent_link = "base";
  one.link = {"block", {.mass = 2}};
  description.joints.push_back(one);
  return robot_of(description);
}

std::shared_ptr<const BaseMotion> base_at(const Eigen::Matrix<double, 6, 1>& q,
                                          const Eigen::Matrix<double, 6, 1>& dq,
                                          const Eigen::Matrix<double, 6, 1>& ddq) {
  Block block(6, 1);
  block.rows = 1;
  block.q.row(0) = q.transpose().array();
  block.dq.row(0) = dq.transpose().array();
  block.ddq.row(0) = ddq.transpose().array();
  SampledMotion motion(6);
  motion.take(block);
  return std::make_shared<const BaseMotion>(BaseMotion{"base.csv", motion});
}

double prismatic_force(const std::shared_ptr<const BaseMotion>& base, double q, double dq, double ddq) {
  const Robot robot = prismatic_robot();
  Block block(1, 1);
  block.rows = 1;
  block.q(0, 0) = q, block.dq(0, 0) = dq, block.ddq(0, 0) = ddq;
  const TrajectoryTorques dynamics(robot, {}, {{}, base});
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  return block.tau(0, 0);
}

TEST(BaseMotions, PullOutwardsOnATurntable) {
  using Six = Eigen::Matrix<double, 6, 1>;
  Six yaw_rate = Six::Zero();
  yaw_rate[3] = 3;  // rad/s
  // m (ddq - w^2 q)
  EXPECT_NEAR(prismatic_force(base_at(Six::Zero(), yaw_rate, Six::Zero()), 0.7, 1.3, 0.4),
              2 * (0.4 - 9 * 0.7), 1e-13);
}

TEST(BaseMotions, TiltGravityIntoTheJointAndAccelerateIt) {
  using Six = Eigen::Matrix<double, 6, 1>;
  Six pitch = Six::Zero(), surge = Six::Zero();
  pitch[4] = 0.3;  // nose down: x points below the horizon
  EXPECT_NEAR(prismatic_force(base_at(pitch, Six::Zero(), Six::Zero()), 0.7, 0, 0),
              -2 * standard_gravity * std::sin(0.3), 1e-13);
  surge[0] = 1.5;
  EXPECT_NEAR(prismatic_force(base_at(Six::Zero(), Six::Zero(), surge), 0.7, 0, 0.25), 2 * (1.5 + 0.25),
              1e-13);
}

TimedWrench random_wrench(Random& random, const Robot& robot, bool over_time) {
  using Frame = ExternalWrench::Frame;
  TimedWrench result;
  ExternalWrench& wrench = result.wrench;
  wrench.link = 1 + random.below(robot.links().size() - 1);
  wrench.frame = random.chance(0.5) ? Frame::link : Frame::world;
  wrench.point_frame = random.chance(0.5) ? Frame::link : Frame::world;
  wrench.point = random.vector(0.5);
  wrench.force = random.vector(50);
  wrench.moment = random.vector(10);
  if (!over_time) return result;
  WrenchHistory history{"force.csv", {-1, 0.3, 1.1, 9}, {}};
  for (std::size_t k = 0; k < history.t.size(); ++k)
    history.values.push_back((WrenchValues() << random.vector(40), random.vector(9)).finished());
  result.history = std::make_shared<const WrenchHistory>(history);
  return result;
}

TEST(Wrenches, DoTheirWorkAtAnyPlaceInAnyNumber) {
  for (unsigned long seed = 1; seed <= 24; ++seed) {
    const Robot robot = seed % 2 ? with_mimics(seed) : random_robot(seed, {.joints = 2 + seed % 8});
    Random random(seed);
    Block block = random_rows(random, robot, 9);
    Surroundings around;
    for (std::size_t i = 0; i < 1 + seed % 3; ++i)
      around.wrenches.push_back(random_wrench(random, robot, random.chance(0.6)));
    if (seed % 4 == 0) around.base = moving_base(random, 9);
    const Robot tree = (around.base ? robot.on_moving_base() : robot).with_independent_mimics();
    expect_rows(robot, tree, block, around);
  }
}

TEST(Wrenches, AreInterpolatedLinearly) {
  const WrenchValues a = WrenchValues::LinSpaced(1, 6), b = 3 * a;
  const WrenchHistory history{"f.csv", {1, 3}, {a, b}};
  EXPECT_EQ(history.at(1), a);
  EXPECT_EQ(history.at(3), b);
  EXPECT_TRUE(history.at(1.5).isApprox(1.5 * a, 1e-15));
}

// All columns of a robot in motion.
struct DerivedRows {
  std::vector<Derived> wanted;
  Block block;
  // Row by joint; for a reaction, by joint and component.
  Eigen::ArrayXXd of(Derived derived) const {
    std::size_t column = 0;
    for (const Derived each : wanted) {
      const std::size_t count = (each == Derived::reaction ? 6 : 1) * block.dof;
      if (each == derived)
        return block.derived.block(0, static_cast<Eigen::Index>(column),
                                   static_cast<Eigen::Index>(block.rows), static_cast<Eigen::Index>(count));
      column += count;
    }
    throw std::logic_error("not wanted");
  }
};

DerivedRows derived_rows(const Robot& robot, const Block& motion, const DynamicsSettings& settings,
                         const Surroundings& around) {
  const std::vector<Derived> wanted(all_derived.begin(), all_derived.end());
  const DerivedColumns columns(robot, settings, around, wanted);
  std::size_t names = 0;
  for (const Derived each : wanted) names += columns.names(each).size();
  EXPECT_EQ(names, columns.count());
  DerivedRows rows{wanted, Block(robot.dof(), motion.rows, columns.count())};
  rows.block.rows = motion.rows;
  rows.block.hold_measured(true);
  rows.block.t = motion.t, rows.block.q = motion.q, rows.block.dq = motion.dq, rows.block.ddq = motion.ddq;
  const TrajectoryTorques dynamics(robot, settings, around);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(rows.block, workspace);
  DerivedColumns::Workspace derived_workspace(columns);
  columns.fill(rows.block, derived_workspace);
  return rows;
}

constexpr std::array terms{Derived::inertia, Derived::coriolis, Derived::gravity, Derived::viscous,
                           Derived::coulomb, Derived::spring,   Derived::rotor,   Derived::external};

Robot with_springs(const Robot& robot, Random& random) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) {
    drives.push_back(joint.drive);
    if (random.chance(0.5)) drives.back().spring = {random.uniform(0, 20), random.uniform(-1, 1)};
  }
  return robot.with_drives(drives);
}

TEST(DerivedColumns, HaveTermsThatAddUpToTheTorque) {
  for (unsigned long seed = 1; seed <= 24; ++seed) {
    Random random(seed);
    const Robot robot =
        with_springs(seed % 2 ? with_mimics(seed) : random_robot(seed, {.joints = 2 + seed % 8}), random);
    const Block motion = random_rows(random, robot, 9);
    Surroundings around;
    DynamicsSettings settings;
    settings.spring = seed % 7 != 0;
    settings.method = seed % 3 ? "" : "newton-euler";
    settings.friction = seed % 5 != 0;
    if (seed % 4 != 0) around.wrenches.push_back(random_wrench(random, robot, true));
    if (seed % 4 == 1) around.base = moving_base(random, 9);
    if (seed % 4 == 0) settings.gravity = random.vector(9);
    const DerivedRows rows = derived_rows(robot, motion, settings, around);
    Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(rows.block.tau.rows(), rows.block.tau.cols());
    double size = 1;
    for (const Derived term : terms) {
      sum += rows.of(term);
      size = std::max(size, rows.of(term).abs().maxCoeff());
    }
    EXPECT_LT((sum - rows.block.tau).abs().maxCoeff(), 1e-12 * size) << "seed " << seed;
    if (!settings.friction) {
      EXPECT_TRUE((rows.of(Derived::viscous) == 0).all());
    }
    EXPECT_TRUE((rows.of(Derived::power) == rows.block.tau * rows.block.dq).all());
  }
}

TEST(DerivedColumns, HaveEachTermSeparately) {
  const Robot robot = random_robot(5, {.joints = 7});
  Random random(5);
  const Block motion = random_rows(random, robot, 6);
  const DerivedRows rows = derived_rows(robot, motion, {}, {});
  const auto n = static_cast<Eigen::Index>(robot.dof());
  for (Eigen::Index k = 0; k < 6; ++k) {
    const TreeState at = tree_state(robot, robot, motion, k, nullptr);
    const Vector zero = Vector::Zero(n);
    const auto expect = [&](Derived term, const VirtualWork& work) {
      for (Eigen::Index j = 0; j < n; ++j)
        EXPECT_NEAR(rows.of(term)(k, j), static_cast<double>(work.tau[j]),
                    10 * tolerance * static_cast<double>(work.scale))
            << name_of(term);
    };
    expect(Derived::gravity, links_torques(robot, {at.state.q, zero, zero}, robot.gravity()));
    expect(Derived::inertia, links_torques(robot, {at.state.q, zero, at.state.ddq}, {0, 0, 0}));
    expect(Derived::coriolis, links_torques(robot, {at.state.q, at.state.dq, zero}, {0, 0, 0}));
    for (Eigen::Index j = 0; j < n; ++j) {
      const Drive& drive = robot.moving_joint(static_cast<std::size_t>(j)).drive;
      const double dq = motion.dq(k, j);
      EXPECT_NEAR(rows.of(Derived::viscous)(k, j), drive.damping() * dq, 1e-14);
      EXPECT_EQ(rows.of(Derived::coulomb)(k, j),
                dq > 0 ? drive.coulomb_positive() : drive.coulomb_negative());
      EXPECT_NEAR(rows.of(Derived::rotor)(k, j), drive.reflected_inertia() * motion.ddq(k, j), 1e-12);
      EXPECT_EQ(rows.of(Derived::motor_speed)(k, j), drive.gear_ratio * dq);
      // Without losses the motor's power equals the joint's power.
      EXPECT_NEAR(rows.of(Derived::motor_torque)(k, j) * drive.gear_ratio, rows.block.tau(k, j),
                  1e-12 * std::abs(rows.block.tau(k, j)) + 1e-12);
    }
  }
}

// A wheel with a gear that loses a tenth: the motor's power exceeds the output power, and less power is
// recovered.
TEST(DerivedColumns, IncludeTheLossesOfTheGear) {
  RobotDescription description;
  description.name = "wheel";
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  RobotDescription::JointAndLink one;
  one.joint.name = "axle";
  one.joint.type = JointType::continuous;
  one.joint.drive.rotor_inertia = 1e-4;
  one.joint.drive.gear_ratio = -50;
  one.joint.drive.efficiency = 0.9;
  one.parent_link = "base";
  one.link = {"wheel", {.mass = 1, .inertia = Eigen::Vector3d(1, 1, 2).asDiagonal()}};
  description.joints.push_back(one);
  const Robot robot = robot_of(description);
  Block motion(1, 2);
  motion.rows = 2;
  motion.dq << 3, 3;
  motion.ddq << 5, -5;
  const DerivedRows rows = derived_rows(robot, motion, {}, {});
  const double rotor = -50 * 1e-4 * 5, load = 2 * 5 / -50.0;
  EXPECT_NEAR(rows.of(Derived::motor_torque)(0, 0), rotor + load / 0.9, 1e-15);
  EXPECT_NEAR(rows.of(Derived::motor_torque)(1, 0), -rotor - load * 0.9, 1e-15);
}

// The reaction of a joint along a direction is the force of a static prismatic joint along it. The moment
// about it is the moment of a revolute joint. The reference has six such joints between the joint and its
// link.
TEST(DerivedColumns, HaveTheReactionsOfEquivalentJoints) {
  for (unsigned long seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(
        random, {.joints = 3 + seed % 4, .fixed = 0.1, .branching = 0.3, .massless = 0, .drives = false});
    for (auto& entry : description.joints) entry.joint.T_joint_link.setIdentity();
    const Robot robot = robot_of(description);
    Block motion = random_rows(random, robot, 3);
    const DerivedRows rows = derived_rows(robot, motion, {}, {});
    const std::size_t which = random.below(robot.dof()), joint = robot.moving_joints()[which];

    RobotDescription opened = description;
    const Link link = opened.joints[joint].link;
    std::vector<RobotDescription::JointAndLink> six;
    std::string parent = opened.joints[joint].link.name = "seat";
    opened.joints[joint].link.mass_properties = {};
    for (int c = 0; c < 6; ++c) {
      RobotDescription::JointAndLink one;
      one.joint.name = "c" + std::to_string(c);
      one.joint.type = c < 3 ? JointType::prismatic : JointType::revolute;
      one.joint.axis = Eigen::Vector3d::Unit(c % 3);
      one.parent_link = parent;
      one.link = c < 5 ? Link{parent = "seat" + std::to_string(c), {}} : link;
      six.push_back(one);
    }
    opened.joints.insert(opened.joints.begin() + static_cast<std::ptrdiff_t>(joint) + 1, six.begin(),
                         six.end());
    const Robot tree = robot_of(opened);
    for (Eigen::Index k = 0; k < 3; ++k) {
      State state{Vector::Zero(static_cast<Eigen::Index>(tree.dof())), {}, {}};
      state.dq = state.ddq = state.q;
      for (std::size_t j = 0; j < robot.dof(); ++j) {
        const auto to = static_cast<Eigen::Index>(j <= which ? j : j + 6),
                   from = static_cast<Eigen::Index>(j);
        state.q[to] = motion.q(k, from), state.dq[to] = motion.dq(k, from),
        state.ddq[to] = motion.ddq(k, from);
      }
      const VirtualWork work = links_torques(tree, state, robot.gravity());
      for (Eigen::Index c = 0; c < 6; ++c)
        EXPECT_NEAR(rows.of(Derived::reaction)(k, 6 * static_cast<Eigen::Index>(which) + c),
                    static_cast<double>(work.tau[static_cast<Eigen::Index>(which) + 1 + c]),
                    10 * tolerance * static_cast<double>(work.scale))
            << "seed " << seed << ", component " << c;
    }
  }
}

}  // namespace
}  // namespace invdyn::test
