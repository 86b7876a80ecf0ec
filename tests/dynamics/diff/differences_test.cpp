// A robot against itself, written in another way, has no differences; against itself with one change, it has
// that one.

#include "dynamics/diff/differences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "dynamics/diff/written_otherwise.h"
#include "robot/files/json_reader.h"
#include "robot/files/json_writer.h"
#include "robot/files/read.h"
#include "robot/files/urdf_reader.h"
#include "robot/files/urdf_writer.h"
#include "robot/mjcf/mjcf_reader.h"
#include "robot/mjcf/mjcf_writer.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr unsigned long seeds = 60;

std::vector<Difference> compared(const Robot& a, const Robot& b, double rounding = 1e-9) {
  return differences(a, b, pair_joints(a, b), {.rounding = rounding}).list;
}

std::string text_of(const std::vector<Difference>& list) {
  std::string text;
  for (const Difference& each : list) text += each.subject + ": " + each.quantity + ": " + each.text + "\n";
  return text;
}

// With limits and gears, so that every value can differ.
RobotDescription description_of(unsigned long seed, RandomRobotShape shape = {.joints = 7}) {
  Random random(seed);
  RobotDescription description = random_description(random, shape);
  for (auto& entry : description.joints) {
    entry.joint.limits = {random.uniform(-3, -1), random.uniform(1, 3), random.uniform(1, 3),
                          random.uniform(10, 100)};
    entry.joint.drive.offset = random.uniform(-1, 1);
    entry.joint.drive.efficiency = random.uniform(0.5, 1);
    if (entry.joint.type != JointType::fixed)
      entry.joint.drive.spring = {random.uniform(1, 50), random.uniform(-1, 1)};
    entry.link.gravity_compensation = random.uniform(0, 1.25);
  }
  return description;
}

void expect_same(const RobotDescription& a, const RobotDescription& b, unsigned long seed) {
  EXPECT_EQ(text_of(compared(robot_of(a), robot_of(b))), "") << "seed " << seed;
  EXPECT_EQ(text_of(compared(robot_of(b), robot_of(a))), "") << "seed " << seed;
}

TEST(SameRobot, InOtherFrames) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    const RobotDescription description = description_of(seed);
    Random random(seed + 1000);
    expect_same(description, with_other_frames(description, random), seed);
  }
}

TEST(SameRobot, InAnotherOrderOrOtherWords) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    const RobotDescription description = description_of(seed);
    Random random(seed + 1000);
    expect_same(description, in_other_order(description, random), seed);
    expect_same(description, in_other_words(description), seed);
  }
}

TEST(SameRobot, WithItsLinksInTwo) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    const RobotDescription description = description_of(seed);
    Random random(seed + 1000);
    expect_same(description, with_halved_links(description, random), seed);
  }
}

TEST(SameRobot, WithoutLimitsIsContinuous) {
  Random random(1);
  const RobotDescription description = random_description(random, {.joints = 4});
  expect_same(description, in_other_words(description), 1);
}

TEST(SameRobot, InEveryWayAtOnce) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    const RobotDescription description = description_of(seed, {.joints = 12});
    Random random(seed + 1000);
    expect_same(
        description,
        in_other_order(with_other_frames(with_halved_links(in_other_words(description), random), random),
                       random),
        seed);
  }
}

// The text of a file has all digits. URDF has one gravity and one Coulomb friction.
TEST(SameRobot, ConvertedToJsonAndUrdf) {
  const Warn ignore = [](const std::string&) {};
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    RobotDescription description = description_of(seed);
    description.gravity = {0, 0, -standard_gravity};
    for (auto& entry : description.joints) {
      entry.joint.drive.offset = 0;
      entry.joint.drive.efficiency = 1;
      entry.joint.drive.spring = {};
      entry.link.gravity_compensation = 0;
      for (Friction* side : {&entry.joint.drive.motor, &entry.joint.drive.joint})
        side->coulomb_negative = -side->coulomb_positive;
    }
    const Robot robot = robot_of(description);
    const Robot json = read_json_robot(json_text(robot), "copy.json", ignore),
                urdf = read_urdf_robot(urdf_text(robot, ignore), "copy.urdf", {}, ignore).robot;
    EXPECT_EQ(text_of(compared(robot, json)), "") << "seed " << seed;
    EXPECT_EQ(text_of(compared(json, urdf)), "") << "seed " << seed;
  }
}

// In DH and as a tree: robots of this program's own conversion.
TEST(SameRobot, ShippedAndConverted) {
  const Warn ignore = [](const std::string&) {};
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, ignore);
    EXPECT_EQ(text_of(compared(robot, read_json_robot(json_text(robot), "copy.json", ignore))), "")
        << shipped.name;
  }
}

TEST(SameRobot, WithFollowers) {
  RobotDescription description = description_of(3, {.joints = 5, .prismatic = 0, .fixed = 0});
  description.joints[3].joint.mimic = Mimic{.multiplier = -0.5, .offset = 0.25};
  description.joints[3].mimicked = "j1";
  Random random(1);
  expect_same(description, in_other_order(with_other_frames(description, random), random), 3);
  RobotDescription other = description;
  other.joints[3].joint.mimic->multiplier = -0.25;
  EXPECT_EQ(text_of(compared(robot_of(description), robot_of(other))),
            "joint j3: multiplier: -0.5 -> -0.25 (x 0.5)\n");
}

struct Change {
  std::string name, subject, quantity;
  void (*make)(RobotDescription::JointAndLink&);
};

// One value of joint j3 and of its link.
const std::vector<Change> changes{
    {"mass", "link l3", "mass", [](auto& each) { each.link.mass_properties.mass *= 1.001; }},
    {"centre", "link l3", "centre of mass",
     [](auto& each) { each.link.mass_properties.com += Eigen::Vector3d(0.001, 0, 0.002); }},
    {"moments", "link l3", "moments of inertia",
     [](auto& each) { each.link.mass_properties.inertia *= 1.0001; }},
    {"product", "link l3", "moments of inertia",
     [](auto& each) {
       each.link.mass_properties.inertia(0, 1) *= -1;
       each.link.mass_properties.inertia(1, 0) *= -1;
     }},
    {"compensation", "link l3", "gravity compensation",
     [](auto& each) { each.link.gravity_compensation += 0.01; }},
    {"lower", "joint j3", "lower limit", [](auto& each) { *each.joint.limits.lower -= 0.1; }},
    {"upper", "joint j3", "upper limit", [](auto& each) { each.joint.limits.upper.reset(); }},
    {"velocity", "joint j3", "velocity limit", [](auto& each) { *each.joint.limits.velocity *= 1.01; }},
    {"effort", "joint j3", "effort limit", [](auto& each) { *each.joint.limits.effort *= 1.01; }},
    {"rotor", "joint j3", "rotor inertia at the joint",
     [](auto& each) { each.joint.drive.rotor_inertia *= 2; }},
    {"damping", "joint j3", "viscous friction", [](auto& each) { each.joint.drive.joint.damping += 1; }},
    {"coulomb", "joint j3", "Coulomb friction forwards",
     [](auto& each) { each.joint.drive.joint.coulomb_positive += 1; }},
    {"offset", "joint j3", "torque offset", [](auto& each) { each.joint.drive.offset += 1; }},
    {"load", "joint j3", "friction of the load", [](auto& each) { each.joint.drive.load += 0.1; }},
    {"curve", "joint j3", "friction curve",
     [](auto& each) {
       each.joint.drive.curve = {1, 0.5};
     }},
    {"spring", "joint j3", "spring", [](auto& each) { each.joint.drive.spring.stiffness *= 2; }},
    {"no spring", "joint j3", "spring", [](auto& each) { each.joint.drive.spring = {}; }},
    {"reference", "joint j3", "reference of the spring",
     [](auto& each) { each.joint.drive.spring.reference += 0.1; }},
    {"efficiency", "joint j3", "efficiency", [](auto& each) { each.joint.drive.efficiency *= 0.9; }},
    {"tilt", "joint j3", "direction of the axis",
     [](auto& each) {
       // About a line across the axis, through the joint.
       const Eigen::Vector3d axis = each.joint.axis.normalized();
       each.joint.T_parent_joint.rotate(Eigen::AngleAxisd(0.01, axis.unitOrthogonal()));
     }},
    {"place", "joint j3", "place of the axis",
     [](auto& each) { each.joint.T_parent_joint.translate(0.01 * each.joint.axis.unitOrthogonal()); }},
    {"slide", "joint j3", "place along the axis",
     [](auto& each) { each.joint.T_parent_joint.translate(0.01 * each.joint.axis.normalized()); }},
    {"zero", "joint j3", "zero",
     [](auto& each) {
       each.joint.T_parent_joint.rotate(Eigen::AngleAxisd(0.3, each.joint.axis.normalized()));
       *each.joint.limits.lower -= 0.3;
       *each.joint.limits.upper -= 0.3;
       each.joint.drive.spring.reference -= 0.3;
     }},
    {"direction", "joint j3", "direction", [](auto& each) {
       Joint& joint = each.joint;
       joint.axis = -joint.axis;
       std::swap(*joint.limits.lower, *joint.limits.upper);
       *joint.limits.lower *= -1;
       *joint.limits.upper *= -1;
       joint.drive.offset *= -1;
       joint.drive.spring.reference *= -1;
       for (Friction* side : {&joint.drive.motor, &joint.drive.joint}) {
         std::swap(side->coulomb_positive, side->coulomb_negative);
         side->coulomb_positive *= -1;
         side->coulomb_negative *= -1;
       }
     }}};

// Found alone, also if the robot is written in another way. A chain: a last link that is moved along its
// joint's axis is the same as one with another centre of mass.
TEST(OneChange, IsFoundAndNoOther) {
  for (const Change& change : changes)
    for (unsigned long seed = 0; seed < seeds; ++seed) {
      RobotDescription description =
          description_of(seed, {.joints = 7, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0});
      RobotDescription changed = description;
      change.make(changed.joints[3]);
      Random random(seed + 1000);
      for (const RobotDescription& other :
           {changed, in_other_order(with_other_frames(changed, random), random)}) {
        const std::vector<Difference> list = compared(robot_of(description), robot_of(other));
        ASSERT_EQ(list.size(), 1u) << change.name << ", seed " << seed << "\n" << text_of(list);
        EXPECT_EQ(list[0].subject, change.subject) << change.name;
        EXPECT_EQ(list[0].quantity, change.quantity) << change.name << ": " << list[0].text;
      }
    }
}

TEST(OneChange, OfAPrismaticJoint) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    RobotDescription description =
        description_of(seed, {.joints = 5, .prismatic = 1, .fixed = 0, .branching = 0, .massless = 0});
    for (auto& entry : description.joints)
      if (entry.joint.name != "j2") entry.joint.type = JointType::revolute;
    const auto change_of = [&](const auto& make) {
      RobotDescription changed = description;
      make(changed.joints[2].joint);
      Random random(seed + 1000);
      return compared(robot_of(description), robot_of(with_other_frames(changed, random)));
    };
    const auto expect_one = [&](const std::vector<Difference>& list, const std::string& quantity,
                                double value) {
      ASSERT_EQ(list.size(), 1u) << quantity << ", seed " << seed << "\n" << text_of(list);
      EXPECT_EQ(list[0].subject, "joint j2");
      EXPECT_EQ(list[0].quantity, quantity);
      EXPECT_NEAR(std::abs(list[0].difference), value, 1e-9);
    };
    expect_one(change_of([](Joint& joint) {
                 joint.T_parent_joint.translate(0.02 * joint.axis.normalized());
                 *joint.limits.lower -= 0.02;
                 *joint.limits.upper -= 0.02;
                 joint.drive.spring.reference -= 0.02;
               }),
               "zero", 0.02);
    expect_one(
        change_of([](Joint& joint) { joint.T_parent_joint.translate(0.02 * joint.axis.unitOrthogonal()); }),
        "place perpendicular to the axis", 0.02);
    expect_one(change_of([](Joint& joint) {
                 joint.T_parent_joint.rotate(Eigen::AngleAxisd(0.02, joint.axis.normalized()));
               }),
               "turn about the axis", 0.02);
  }
}

// What the last joint carries is moved as another zero would move it, but without its frame.
TEST(OneChange, OfTheLastCentreOfMassIsNoOtherZero) {
  for (const JointType type : {JointType::prismatic, JointType::revolute})
    for (unsigned long seed = 0; seed < seeds; ++seed) {
      RobotDescription description =
          description_of(seed, {.joints = 3, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0});
      RobotDescription::JointAndLink& last = description.joints.back();
      last.joint.type = type;
      last.joint.T_joint_link.setIdentity();
      if (type == JointType::revolute) last.link.mass_properties.inertia.setZero();  // a point
      RobotDescription changed = description;
      const Eigen::Vector3d axis = last.joint.axis.normalized();
      Eigen::Vector3d& com = changed.joints.back().link.mass_properties.com;
      if (type == JointType::prismatic)
        com += 0.0348 * axis;
      else
        com = Eigen::AngleAxisd(0.3, axis) * com;
      Random random(seed + 1000);
      for (const RobotDescription& other : {changed, with_other_frames(changed, random)}) {
        const std::vector<Difference> list = compared(robot_of(description), robot_of(other));
        ASSERT_EQ(list.size(), 1u) << "seed " << seed << "\n" << text_of(list);
        EXPECT_EQ(list[0].quantity, "centre of mass");
      }
    }
}

// The link keeps its frame and its centre of mass in it; the frame moves.
TEST(OneChange, OfTheLastZeroIsToldByTheFrame) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    RobotDescription description =
        description_of(seed, {.joints = 3, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0});
    Joint& last = description.joints.back().joint;
    last.type = JointType::prismatic;
    RobotDescription changed = description;
    Joint& joint = changed.joints.back().joint;
    joint.T_parent_joint.translate(0.02 * joint.axis.normalized());
    *joint.limits.lower -= 0.02;
    *joint.limits.upper -= 0.02;
    joint.drive.spring.reference -= 0.02;
    const std::vector<Difference> list = compared(robot_of(description), robot_of(changed));
    ASSERT_EQ(list.size(), 1u) << "seed " << seed << "\n" << text_of(list);
    EXPECT_EQ(list[0].quantity, "zero");
    EXPECT_NEAR(std::abs(list[0].difference), 0.02, 1e-9);
  }
}

TEST(OneChange, OfGravityAndOfThePlace) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    const RobotDescription description = description_of(seed, {.joints = 8, .fixed = 0});
    RobotDescription changed = description;
    changed.gravity = {0, 0, -1.62};
    std::vector<Difference> list = compared(robot_of(description), robot_of(changed));
    ASSERT_EQ(list.size(), 1u) << text_of(list);
    EXPECT_EQ(list[0].quantity, "gravity");
    // Both the place and its gravity: no torque changes.
    list = compared(robot_of(description),
                    robot_of(elsewhere(description, Eigen::Isometry3d(Eigen::Translation3d(0.3, 0, 0.4)))));
    ASSERT_EQ(list.size(), 1u) << text_of(list);
    EXPECT_EQ(list[0].quantity, "place of the base");
    EXPECT_NEAR(list[0].difference, 0.5, 1e-9);
  }
}

// The base's frame turned about the vertical, as that of a UR in ROS and in its controller: no joint differs.
TEST(OneChange, OfTheBasesFrameIsToldOnce) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    const RobotDescription description = description_of(seed, {.joints = 6, .prismatic = 0, .fixed = 0});
    const Eigen::Isometry3d& T_world_base = description.T_world_base;
    const Eigen::Vector3d vertical = T_world_base.linear().transpose() * description.gravity.normalized();
    RobotDescription changed = description;
    const double quarters = 1 + static_cast<double>(seed % 3);
    const Eigen::AngleAxisd turned(quarters * std::numbers::pi / 2, vertical);
    for (auto& entry : changed.joints)
      if (entry.parent_link == description.base_link) entry.joint.T_parent_joint.prerotate(turned);
    const std::vector<Difference> list = compared(robot_of(description), robot_of(changed));
    ASSERT_EQ(list.size(), 1u) << seed << "\n" << text_of(list);
    EXPECT_THAT(text_of(list), HasSubstr("robot: direction of the base: is turned by "));
    EXPECT_THAT(text_of(list), HasSubstr(" deg in the second robot about the vertical"));
  }
}

// 3.14159 as pi, and an axis turned by a hundred-millionth of a rad, are what files round.
TEST(Rounding, OfSixDigitsIsNoDifference) {
  RobotDescription description = description_of(4, {.joints = 6, .massless = 0});
  description.joints[2].joint.limits.upper = std::numbers::pi;
  RobotDescription rounded = description;
  rounded.joints[2].joint.limits.upper = 3.14159;
  rounded.joints[3].joint.T_parent_joint.rotate(Eigen::AngleAxisd(1e-8, Eigen::Vector3d::UnitX()));
  const Robot a = robot_of(description), b = robot_of(rounded);
  EXPECT_EQ(text_of(differences(a, b, pair_joints(a, b), {}).list), "");
}

TEST(OneChange, OfAParentIsFound) {
  RobotDescription description = description_of(1, {.joints = 5, .prismatic = 0, .fixed = 0, .branching = 0});
  RobotDescription changed = description;
  changed.joints[4].parent_link = "l2";
  const std::vector<Difference> list = compared(robot_of(description), robot_of(changed));
  EXPECT_THAT(text_of(list), HasSubstr("joint j4: parent: is carried by joint j3 in the first robot and "
                                       "by joint j2 in the second robot\n"));
}

TEST(OneChange, OfUnitsIsGuessed) {
  const RobotDescription description = description_of(2, {.joints = 4, .fixed = 0, .massless = 0});
  RobotDescription changed = description;
  changed.joints[2].link.mass_properties.mass *= 1000;
  const std::vector<Difference> list = compared(robot_of(description), robot_of(changed));
  EXPECT_THAT(text_of(list), HasSubstr(" kg (x 1000: are the units g and kg?)\n"));
  for (const char* unit : {"kg", "m", "rad", "N m"}) {
    EXPECT_EQ(guess_of_ratio(1, unit), "");
    EXPECT_EQ(guess_of_ratio(1.1, unit), "");
  }
  EXPECT_EQ(guess_of_ratio(1e-3, "m"), "mm and m?");
  EXPECT_EQ(guess_of_ratio(1e3, "m"), "mm and m?");
  EXPECT_EQ(guess_of_ratio(1e3, "rad"), "");
  EXPECT_EQ(guess_of_ratio(std::numbers::pi / 180, "rad"), "degrees and radians?");
  EXPECT_EQ(guess_of_ratio(30 / std::numbers::pi, "rad/s"), "rpm and rad/s?");
  EXPECT_EQ(guess_of_ratio(1e9, "kg m^2"), "g mm^2 and kg m^2?");
}

TEST(SeveralChanges, AreBySubjectTheWorstFirst) {
  const RobotDescription description =
      description_of(2, {.joints = 4, .prismatic = 0, .fixed = 0, .massless = 0});
  RobotDescription changed = description;
  *changed.joints[0].joint.limits.effort *= 1.5;
  changed.joints[1].joint.drive.joint.damping += 1e-3;
  changed.joints[2].link.mass_properties.mass *= 10;
  *changed.joints[0].joint.limits.velocity *= 3;
  std::vector<std::string> found;
  for (const Difference& each : compared(robot_of(description), robot_of(changed)))
    found.push_back(each.subject + ": " + each.quantity);
  EXPECT_THAT(found, ElementsAre("link l2: mass", "joint j0: velocity limit", "joint j0: effort limit",
                                 "joint j1: viscous friction"));
}

// Digits that a file rounds.
TEST(Rounding, IsAChoice) {
  const RobotDescription description = description_of(4, {.joints = 6, .massless = 0});
  RobotDescription rounded = description;
  for (auto& entry : rounded.joints) entry.link.mass_properties.mass *= 1 + 1e-6;
  EXPECT_EQ(text_of(compared(robot_of(description), robot_of(rounded), 1e-5)), "");
  EXPECT_NE(text_of(compared(robot_of(description), robot_of(rounded))), "");
}

// 10 kg is the largest mass; sizes are those of the chain, some metres.
TEST(Rounding, IsAShareOfTheLargestMassAndSize) {
  RobotDescription description = description_of(6, {.joints = 5, .fixed = 0, .massless = 0});
  for (auto& entry : description.joints) entry.link.mass_properties.mass = 10;
  MassProperties& small = description.joints[3].link.mass_properties;
  small = {};
  description.joints[3].joint.drive.rotor_inertia = 0;
  const Robot robot = robot_of(description);
  small.mass = 2e-15;  // MuJoCo takes no body of less
  small.inertia = 2e-15 * Eigen::Matrix3d::Identity();
  EXPECT_EQ(text_of(compared(robot, robot_of(description))), "");
  small.mass = 0.9e-8;
  EXPECT_EQ(text_of(compared(robot, robot_of(description))), "");
  small.mass = 1.1e-8;
  EXPECT_THAT(text_of(compared(robot, robot_of(description))), HasSubstr("mass: 0 kg -> 1.1e-08 kg"));
  small = {};
  description.joints[3].joint.drive.rotor_inertia = 1e-16;
  description.joints[4].link.mass_properties.com += Eigen::Vector3d(1e-14, 0, 0);
  EXPECT_EQ(text_of(compared(robot, robot_of(description))), "");
}

// MJCF states less, but no other bodies. The Puma has a link without mass, which MuJoCo would refuse.
TEST(SameRobot, ConvertedToMjcf) {
  const Warn ignore = [](const std::string&) {};
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, ignore);
    const Robot copy = read_mjcf(mjcf_text(robot, ignore), "copy.mjcf", {}, ignore).robot;
    for (const Difference& each : compared(robot, copy))
      EXPECT_THAT(each.quantity,
                  testing::AnyOf(HasSubstr("limit"), HasSubstr("friction"), testing::StrEq("efficiency")))
          << shipped.name << ": " << each.text;
  }
}

TEST(JointAlone, IsHeldAtZero) {
  RobotDescription description = description_of(5, {.joints = 4, .prismatic = 0, .fixed = 0, .massless = 0});
  RobotDescription fixed = description;
  fixed.joints[2].joint.type = JointType::fixed;
  const std::vector<Difference> list = compared(robot_of(description), robot_of(fixed));
  EXPECT_EQ(text_of(list),
            "joint j2: partner: moves in the first robot only: this joint is kept at position 0 when torques "
            "are compared\n");
  RobotDescription other = fixed;
  other.joints[1].joint.name = "other";
  for (const Difference& each : compared(robot_of(fixed), robot_of(other))) {
    if (each.quantity != "partner") continue;
    EXPECT_THAT(each.text, testing::EndsWith(" robot only"));
  }
}

}  // namespace
}  // namespace invdyn::test
