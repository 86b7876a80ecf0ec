// Forces of the ground on robots: laws of statics and of Newton, and a robot that stands on a foot beside the
// same robot with that foot as its base.

#include "dynamics/contacts/contact_forces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../floating/floating_rows.h"
#include "dynamics/core/derived_columns.h"

namespace invdyn::test {
namespace {

using Row = Eigen::Index;

constexpr double breadth = 0.2, height = 0.5;  // of a box, m; its centre of mass is half-way up

// Four corners around a place below the link's origin.
std::vector<TouchPoint> corners(double half_length, double half_width, double z,
                                const Eigen::Isometry3d& T = Eigen::Isometry3d::Identity()) {
  std::vector<TouchPoint> points;
  for (const double x : {-half_length, half_length})
    for (const double y : {-half_width, half_width}) points.push_back({T * Eigen::Vector3d(x, y, z)});
  return points;
}

Contact on_base(std::vector<TouchPoint> points) {
  return {.name = "base", .points = std::move(points), .when = Contact::When::always};
}

// A box at rest, on ground that is turned about y so that it pulls the box along x.
Block box_at_rest(const Robot& robot, double slope) {
  Block block(robot.dof(), 1);
  block.rows = 1;
  block.hold_base(true);
  put_base({.R = Eigen::Quaterniond(Eigen::AngleAxisd(slope, Eigen::Vector3d::UnitY()))}, 0, block.base);
  return block;
}

struct OnSlope {
  double left;
  Break cause;
};

OnSlope box_on_slope(double slope, double friction) {
  const Robot robot = box({3, {0, 0, 0}, Eigen::Vector3d(0.1, 0.2, 0.3).asDiagonal()});
  Block block = box_at_rest(robot, slope);
  Contact contact = on_base(corners(breadth / 2, breadth / 2, -height / 2));
  contact.normal = Eigen::AngleAxisd(slope, Eigen::Vector3d::UnitY()) * Eigen::Vector3d::UnitZ();
  contact.friction = friction;
  fill(block, robot, {}, {.contacts = {contact}});
  return {block.contacts(0, 7), static_cast<Break>(static_cast<int>(block.contacts(0, 8)))};
}

TEST(ContactForces, OfABoxOnASlopeSlipAtTheAngleOfFriction) {
  for (const double friction : {0.05, 0.1, 0.3}) {
    const double angle = std::atan(friction);
    EXPECT_LE(box_on_slope(angle - 1e-6, friction).left, 1e-10);
    EXPECT_GT(box_on_slope(angle + 1e-4, friction).left, 1e-5);
    EXPECT_EQ(box_on_slope(angle + 1e-4, friction).cause, Break::slip);
  }
}

TEST(ContactForces, OfABoxOnASlopeTipAtItsEdge) {
  const double angle = std::atan(breadth / height);
  EXPECT_LE(box_on_slope(angle - 1e-6, 2).left, 1e-10);
  EXPECT_EQ(box_on_slope(angle + 1e-4, 2).cause, Break::tip);
  EXPECT_EQ(box_on_slope(1, 0.1).cause, Break::slip_and_tip);
}

TEST(ContactForces, NameFlightAndLift) {
  const Robot robot = box({3, {0, 0, 0}, Eigen::Vector3d(0.1, 0.2, 0.3).asDiagonal()});
  Block block = box_at_rest(robot, 0);
  Contact contact = on_base(corners(0.1, 0.1, -0.25));
  contact.when = Contact::When::near_ground;
  const auto cause_at = [&](const BaseState& base) {
    put_base(base, 0, block.base);
    fill(block, robot, {}, {.contacts = {contact}});
    return static_cast<Break>(static_cast<int>(block.contacts(0, 8)));
  };
  EXPECT_EQ(cause_at({.p = {0, 0, 0.26}}), Break::none);
  EXPECT_EQ(cause_at({.p = {0, 0, 0.28}}), Break::flight);
  EXPECT_EQ(cause_at({.p = {0, 0, 0.26}, .v = {0.6, 0, 0}}), Break::flight);
  EXPECT_EQ(cause_at({.p = {0, 0, 0.28}, .dv = {0, 0, -standard_gravity}}), Break::none);  // it falls
  EXPECT_EQ(cause_at({.p = {0, 0, 0.26}, .dv = {0, 0, -12}}), Break::lift);
}

TEST(ContactForces, OfASphereAreUnderIt) {
  const Robot robot = box({2, {0, 0, 0}, 0.01 * Eigen::Matrix3d::Identity()});
  Block block = box_at_rest(robot, 0.7);  // however it is turned
  Contact contact = on_base({{{0, 0, 0}, 0.25}});
  contact.when = Contact::When::near_ground;
  put_base({.p = {0, 0, 0.25}, .v = {3, 0, 0}, .R = base_state(block.base, 0).R, .w = {}}, 0, block.base);
  fill(block, robot, {}, {.contacts = {contact}});
  EXPECT_EQ(block.contacts(0, 6), 0);  // it slides
  const Eigen::Quaterniond R = base_state(block.base, 0).R;
  put_base({.p = {0, 0, 0.25}, .v = {3, 0, 0}, .R = R, .w = R.conjugate() * Eigen::Vector3d(0, 12, 0)}, 0,
           block.base);
  fill(block, robot, {}, {.contacts = {contact}});
  EXPECT_EQ(block.contacts(0, 6), 1);  // it rolls
  EXPECT_LE(block.contacts(0, 7), 1e-12);
  EXPECT_NEAR(block.contacts(0, 2), 2 * standard_gravity, 1e-9);
}

// A robot that stands on ground of any size, in slow motion.
Block slow_rows(Random& random, const Robot& robot, std::size_t rows) {
  Block block = floating_rows(random, robot, rows);
  block.dq *= 0.01, block.ddq *= 0.01;
  block.base.twist *= 0.01, block.base.rates *= 0.01;
  return block;
}

TEST(ContactForces, MakeWhatTheMotionNeeds) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    RobotDescription description = floating_description(random, {.joints = 1 + seed % 8});
    description.gravity = {0, 0, -9.8};
    const Robot robot = robot_of(description);
    // Points in the world that the base sees at random attitudes: wide in all directions.
    std::vector<TouchPoint> points;
    for (int i = 0; i < 24; ++i) points.push_back({random.vector(4)});
    Contact last{.link = robot.links().size() - 1,
                 .name = "last",
                 .points = points,
                 .friction = 1.5,
                 .when = Contact::When::always};
    const Surroundings around{.contacts = {on_base(points), last}};
    const DerivedColumns columns(
        robot, {}, around,
        {Derived::com, Derived::external, Derived::inertia, Derived::coriolis, Derived::gravity,
         Derived::viscous, Derived::coulomb, Derived::offset, Derived::spring, Derived::rotor});
    const Block motion = slow_rows(random, robot, 5);
    Block block(robot.dof(), 5, columns.count());
    block.hold_base(true);
    block.rows = 5;
    block.t = motion.t, block.q = motion.q, block.dq = motion.dq, block.ddq = motion.ddq;
    block.base = motion.base;
    fill(block, robot, {}, around);
    DerivedColumns::Workspace workspace(columns);
    columns.fill(block, workspace);
    double mass = 0;
    for (const Link& link : robot.links()) mass += link.mass_properties.mass;
    for (Row k = 0; k < 5; ++k) {
      ASSERT_LE(block.contacts(k, 14), 1e-10) << "seed " << seed;
      const auto force = [&](Row first) -> Eigen::Vector3d {
        return block.contacts.block<1, 3>(k, first).matrix().transpose();
      };
      const Eigen::Vector3d acceleration = block.derived.block<1, 3>(k, 6).matrix().transpose();
      EXPECT_LE((force(0) + force(6) - mass * (acceleration - robot.gravity())).norm(), 1e-9 * mass * 9.8);
      EXPECT_LE(block.base.wrench.row(k).abs().maxCoeff(), 1e-9 * mass * 9.8);
      for (Row j = 0; j < block.tau.cols(); ++j) {
        double sum = 0;
        for (Row term = 0; term < 9; ++term) sum += block.derived(k, 9 + term * block.tau.cols() + j);
        EXPECT_NEAR(sum, block.tau(k, j), 1e-10 * (1 + block.tau.abs().maxCoeff()));
      }
    }
  }
}

// A chain from a foot to a trunk, and the same bodies from the trunk to the foot.
struct Leg {
  RobotDescription from_foot, from_trunk;
  Eigen::Isometry3d T_last_foot;  // the foot's axes in those of the last link from the trunk
};

MassProperties random_body(Random& random) {
  const Eigen::Matrix3d R = random.rotation();
  return {random.uniform(0.5, 3), random.vector(0.1),
          R * Eigen::Vector3d(0.02, 0.025, 0.03).asDiagonal() * R.transpose()};
}

Leg random_leg(Random& random, std::size_t joints) {
  Leg leg;
  const auto text = [](std::size_t, RobotDescription::Part) { return std::string(); };
  for (RobotDescription* each : {&leg.from_foot, &leg.from_trunk}) {
    each->name = "leg";
    each->place = each->value = text;
  }
  std::vector<MassProperties> bodies{random_body(random)};
  for (std::size_t j = 0; j < joints; ++j) {
    RobotDescription::JointAndLink& entry = leg.from_foot.joints.emplace_back();
    entry.joint.name = "j" + std::to_string(j);
    entry.joint.type = JointType::revolute;
    entry.joint.T_parent_joint = random.pose(0.3);
    entry.joint.axis = random.vector(1) + Eigen::Vector3d(0, 0, 1e-3);
    entry.parent_link = j == 0 ? "base" : "l" + std::to_string(j - 1);
    entry.link = {"l" + std::to_string(j), bodies.emplace_back(random_body(random))};
  }
  leg.from_trunk.base_floats = true;
  leg.from_trunk.base_mass_properties = bodies.back();
  // Joint j's frame on link j, the one before it, is the frame of that link here.
  Eigen::Isometry3d T_parent_joint = Eigen::Isometry3d::Identity();
  for (std::size_t j = joints; j-- > 0;) {
    const Joint& joint = leg.from_foot.joints[j].joint;
    RobotDescription::JointAndLink& entry = leg.from_trunk.joints.emplace_back();
    entry.joint = joint;
    entry.joint.axis = -joint.axis;
    entry.joint.T_parent_joint = T_parent_joint;
    entry.parent_link = j + 1 == joints ? "base" : "before" + std::to_string(j + 1);
    T_parent_joint = joint.T_parent_joint.inverse();
    entry.link = {"before" + std::to_string(j), moved(bodies[j], T_parent_joint)};
  }
  leg.T_last_foot = T_parent_joint;
  return leg;
}

// The motion of the last link, in world axes from the fixed base outwards.
BaseState state_of_trunk(const Robot& robot, const Block& block, Row row) {
  Eigen::Isometry3d T = robot.T_world_base();
  Eigen::Vector3d v(0, 0, 0), a = v, w = v, dw = v;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const auto column = static_cast<Row>(j);
    const Eigen::Isometry3d next = T * joint.T_parent_joint;
    const Eigen::Vector3d arm = next.translation() - T.translation();
    v += w.cross(arm);
    a += dw.cross(arm) + w.cross(w.cross(arm));
    const Eigen::Vector3d axis = next.linear() * joint.axis;
    dw += block.ddq(row, column) * axis + w.cross(block.dq(row, column) * axis);
    w += block.dq(row, column) * axis;
    T = next * Eigen::AngleAxisd(block.q(row, column), joint.axis);
  }
  const Eigen::Quaterniond R(T.linear());
  return {.p = T.translation(), .v = v, .dv = a, .R = R, .w = R.conjugate() * w, .dw = R.conjugate() * dw};
}

TEST(ContactForces, OnOneFootAreThoseOfARobotRootedThere) {
  for (unsigned long seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    const std::size_t joints = 1 + seed % 7;
    Leg leg = random_leg(random, joints);
    const Robot rooted = robot_of(leg.from_foot), standing = robot_of(leg.from_trunk);
    Block of_rooted = random_rows(random, rooted, 4);
    of_rooted.dq *= 0.1, of_rooted.ddq *= 0.1;
    fill(of_rooted, rooted);
    Block block(joints, 4);
    block.rows = 4;
    block.hold_base(true);
    block.t = of_rooted.t;
    for (Row k = 0; k < 4; ++k) {
      put_base(state_of_trunk(rooted, of_rooted, k), k, block.base);
      for (std::size_t j = 0; j < joints; ++j) {
        const auto from = static_cast<Row>(j), to = static_cast<Row>(joints - 1 - j);
        block.q(k, to) = of_rooted.q(k, from);
        block.dq(k, to) = of_rooted.dq(k, from);
        block.ddq(k, to) = of_rooted.ddq(k, from);
      }
    }
    const Contact foot{.link = joints,
                       .name = "foot",
                       .points = corners(3, 3, -1, leg.T_last_foot),
                       .friction = 2,
                       .when = Contact::When::always};
    fill(block, standing, {}, {.contacts = {foot}});
    const double size = 1e-10 * (1 + of_rooted.tau.abs().maxCoeff());
    for (Row k = 0; k < 4; ++k) {
      ASSERT_LE(block.contacts(k, 7), 1e-10) << "seed " << seed;
      for (std::size_t j = 0; j < joints; ++j)
        EXPECT_NEAR(block.tau(k, static_cast<Row>(joints - 1 - j)), of_rooted.tau(k, static_cast<Row>(j)),
                    size);
    }
  }
}

TEST(ContactForces, RefuseWeightlessRobots) {
  const Robot robot = box({3, {0, 0, 0}, Eigen::Vector3d(0.1, 0.2, 0.3).asDiagonal()});
  const Surroundings around{.contacts = {on_base(corners(0.1, 0.1, 0))}};
  EXPECT_THROW(TrajectoryTorques(robot, {.gravity = Eigen::Vector3d::Zero()}, around), UsageError);
  EXPECT_THROW(TrajectoryTorques(box({}), {}, around), Error);
}

}  // namespace
}  // namespace invdyn::test
