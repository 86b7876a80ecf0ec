// A robot written as URDF and read back has the same torques up to rounding.

#include "robot/files/urdf_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "robot/files/check.h"
#include "robot/files/read.h"
#include "robot/files/urdf_reader.h"
#include "robot/model/rotation.h"
#include "support/random_robot.h"
#include "support/temporary_folder.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string written(const Robot& robot, std::vector<std::string>& warnings) {
  return urdf_text(robot, [&](const std::string& warning) { warnings.push_back(warning); });
}

Robot copy_of(const Robot& robot, const RobotReading& reading = {}) {
  const auto ignore = [](const std::string&) {};
  const RobotFile file = read_urdf_robot(urdf_text(robot, ignore), "copy.urdf", reading, ignore);
  EXPECT_THAT(file.unused, testing::IsEmpty());
  return file.robot;
}

// Properties that URDF cannot store: another gravity direction, friction that depends on the direction of
// motion.
RobotDescription made_sayable(RobotDescription description) {
  description.gravity = {0, 0, -standard_gravity};
  for (auto& entry : description.joints)
    for (Friction* side : {&entry.joint.drive.motor, &entry.joint.drive.joint})
      side->coulomb_negative = -side->coulomb_positive;
  return description;
}

void expect_same_torques(const Robot& robot, const Robot& copy, unsigned long seed) {
  ASSERT_EQ(robot.dof(), copy.dof());
  for (std::size_t i = 0; i < robot.dof(); ++i)
    EXPECT_EQ(robot.moving_joint(i).name, copy.moving_joint(i).name);
  const InverseDynamics original(robot), of_copy(copy);
  Random random(seed);
  for (int sample = 0; sample < 3; ++sample) {
    const State state = random_state(random, robot);
    const Eigen::VectorXd expected = torques(original, state), tau = torques(of_copy, state);
    const double scale = static_cast<double>(all_torques(robot, state).scale);
    EXPECT_LT((tau - expected).cwiseAbs().maxCoeff(), 1e-12 * scale) << "seed " << seed;
  }
}

TEST(UrdfCopy, HasTheSameTorques) {
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const RandomRobotShape shape{
        .joints = 1 + random.below(12), .prismatic = 0.3, .fixed = 0.2, .branching = 0.4};
    const Robot robot = robot_of(made_sayable(random_description(random, shape)));
    expect_same_torques(robot, copy_of(robot), seed);
  }
}

TEST(UrdfCopy, HasTheSameTorquesOfShippedRobots) {
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, [](const std::string&) {});
    if (robot.gravity() != Eigen::Vector3d(0, 0, -standard_gravity)) continue;
    const bool even = std::all_of(robot.joints().begin(), robot.joints().end(), [](const Joint& joint) {
      return joint.drive.coulomb_positive() == -joint.drive.coulomb_negative();
    });
    if (even)
      expect_same_torques(robot.with_floating_base(false), copy_of(robot).with_floating_base(false), 1);
  }
}

TEST(UrdfCopy, KeepsMimics) {
  for (unsigned long seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    RobotDescription description = made_sayable(
        random_description(random, {.joints = 6, .prismatic = 0.3, .fixed = 0, .branching = 0.4}));
    for (const std::size_t follower : {2u, 4u}) {
      description.joints[follower].joint.mimic = Mimic{0, random.uniform(-2, 2), random.uniform(-1, 1)};
      description.joints[follower].mimicked = "j0";
    }
    const Robot robot = robot_of(description), copy = copy_of(robot);
    EXPECT_THAT(copy.moving_joints(), testing::SizeIs(4));
    for (const std::size_t follower : {2u, 4u}) {
      const auto& original = robot.joints()[follower].mimic;
      const auto found = std::find_if(copy.joints().begin(), copy.joints().end(), [&](const Joint& joint) {
        return joint.name == robot.joints()[follower].name;
      });
      ASSERT_TRUE(found != copy.joints().end() && found->mimic);
      EXPECT_EQ(copy.joints()[found->mimic->joint].name, "j0");
      EXPECT_EQ(found->mimic->multiplier, original->multiplier);
      EXPECT_EQ(found->mimic->offset, original->offset);
    }
    expect_same_torques(robot.with_independent_mimics(), copy_of(robot, {.independent_mimics = true}), seed);
  }
}

TEST(UrdfCopy, KeepsLimitsAndMotors) {
  const std::string text =
      R"(<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b"/>
    <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <limit lower="-0.1" upper="0.7" effort="30.5" velocity="4.25"/></joint>
    <transmission name="t"><joint name="j"/><actuator name="m"><mechanicalReduction>-101</mechanicalReduction>
    <drake:rotor_inertia value="1.7e-5"/></actuator></transmission></robot>)";
  const auto ignore = [](const std::string&) {};
  const Joint joint = copy_of(read_urdf_robot(text, "r.urdf", {}, ignore).robot).joints()[0];
  EXPECT_EQ(joint.type, JointType::revolute);
  EXPECT_EQ(*joint.limits.lower, -0.1);
  EXPECT_EQ(*joint.limits.upper, 0.7);
  EXPECT_EQ(*joint.limits.effort, 30.5);
  EXPECT_EQ(*joint.limits.velocity, 4.25);
  EXPECT_EQ(joint.drive.gear_ratio, -101);
  EXPECT_EQ(joint.drive.rotor_inertia, 1.7e-5);
}

// Near a pitch of 90 degrees, roll and yaw come from small numbers; only their sum matters.
TEST(RollPitchYaw, AreAccurateAtAndNearARightAngle) {
  Random random(5);
  for (const double distance : {0.0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-6, 1e-3, 0.5})
    for (const double sign : {1.0, -1.0})
      for (int i = 0; i < 50; ++i) {
        const Eigen::Vector3d rpy(random.uniform(-3, 3), sign * (std::numbers::pi / 2 - distance),
                                  random.uniform(-3, 3));
        const Eigen::Matrix3d R = rotation_rpy(rpy);
        const Eigen::Vector3d found = rpy_of(R);
        EXPECT_LE(std::abs(found.y()), std::numbers::pi / 2);
        EXPECT_LT((rotation_rpy(found) - R).cwiseAbs().maxCoeff(), 2e-15) << rpy.transpose();
      }
}

TEST(RollPitchYaw, AreAccurateForAnyRotation) {
  Random random(6);
  for (int i = 0; i < 500; ++i)
    for (const Eigen::Matrix3d& R : {random.rotation(), random.right_angles()})
      EXPECT_LT((rotation_rpy(rpy_of(R)) - R).cwiseAbs().maxCoeff(), 2e-15) << R;
}

// A base with its own pose is attached to the world, under names that nothing else has.
TEST(UrdfText, PutsTheBaseIntoTheWorld) {
  RobotDescription description;
  description.name = "arm";
  description.base_link = "world";
  description.T_world_base = Eigen::Isometry3d(Eigen::Translation3d(1, 2, 3));
  RobotDescription::JointAndLink turn;
  turn.joint.name = "world_2_to_world";
  turn.joint.type = JointType::continuous;
  turn.parent_link = "world";
  turn.link.name = "arm";
  description.joints = {turn};
  const Robot copy = copy_of(robot_of(description));
  EXPECT_EQ(copy.links()[0].name, "world_2");
  EXPECT_EQ(copy.joints()[0].name, "world_2_to_world_2");
  EXPECT_EQ(copy.joints()[0].T_parent_joint.translation(), Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(copy.links()[1].name, "world");
  EXPECT_EQ(copy.moving_joint(0).name, "world_2_to_world");
}

RobotDescription one_joint() {
  RobotDescription description;
  description.name = "arm";
  RobotDescription::JointAndLink turn;
  turn.joint.name = "turn";
  turn.joint.type = JointType::continuous;
  turn.parent_link = "base";
  turn.link.name = "arm";
  description.joints = {turn};
  return description;
}

std::vector<std::string> warnings_of(const RobotDescription& description) {
  std::vector<std::string> warnings;
  written(robot_of(description), warnings);
  return warnings;
}

TEST(UrdfText, GivesNoWarningForStorableProperties) {
  EXPECT_THAT(warnings_of(one_joint()), IsEmpty());
}

TEST(UrdfText, WarnsOfAnotherGravity) {
  RobotDescription description = one_joint();
  description.gravity = {0, 0, -1.62};
  EXPECT_THAT(warnings_of(description),
              ElementsAre("its gravity is 0 0 -1.62 m/s^2, which URDF cannot state: programs that read "
                          "the file use another gravity, such as 0 0 -9.80665"));
}

TEST(UrdfText, WarnsOfLosses) {
  Random random(3);
  RobotDescription description = random_description(random, {.joints = 2, .fixed = 0, .drives = false});
  description.gravity = {0, 0, -standard_gravity};
  description.joints[1].joint.drive.efficiency = 0.9;
  description.joints[0].joint.drive.load = 0.1;
  std::string all;
  urdf_text(robot_of(description), [&](const std::string& warning) { all += warning; });
  EXPECT_THAT(all, testing::HasSubstr("joint j1: losses in the gearbox"));
  EXPECT_THAT(all, testing::HasSubstr("joint j0: friction that depends on the load"));
}

TEST(UrdfText, WarnsOfGravityCompensation) {
  RobotDescription description = one_joint();
  description.joints[0].link.gravity_compensation = 0.5;
  EXPECT_THAT(warnings_of(description),
              ElementsAre("the gravity compensation of arm is left out, because URDF cannot state it: in "
                          "the copy, the joints carry the whole weight"));
}

TEST(UrdfText, WarnsOfUnequalFrictionAndWritesTheLarger) {
  RobotDescription description = one_joint();
  Drive& drive = description.joints[0].joint.drive;
  drive.gear_ratio = -10;
  drive.motor = {0.01, 0.25, -0.5};
  drive.joint = {2, 1, -1};
  std::vector<std::string> warnings;
  const std::string text = written(robot_of(description), warnings);
  EXPECT_THAT(
      warnings,
      ElementsAre(
          "joint turn: its Coulomb friction is 3.5 forwards and 6 backwards, but URDF has one number: 6 is "
          "written",
          "joint turn: friction on the motor's side of the gearbox is written as friction of the "
          "joint, because URDF has no friction of a motor"));
  EXPECT_THAT(text, HasSubstr(R"(<dynamics damping="3" friction="6" />)"));
}

TEST(UrdfText, RefusesATorqueOffset) {
  RobotDescription description = one_joint();
  description.joints[0].joint.drive.offset = -0.5;
  std::vector<std::string> warnings;
  EXPECT_THAT(
      [&] { written(robot_of(description), warnings); },
      testing::ThrowsMessage<Error>(
          "arm: joint turn has a torque offset of -0.5, which URDF cannot state: expected JSON, or a robot "
          "without torque offset"));
}

// Each part of the motor's friction gives the warning; friction of the joint gives none.
TEST(UrdfText, WarnsOfMotorFrictionMovedToTheJoint) {
  RobotDescription description = one_joint();
  Drive& drive = description.joints[0].joint.drive;
  drive.joint = {2, 1, -1};
  EXPECT_THAT(warnings_of(description), IsEmpty());
  for (const Friction& motor : {Friction{0.01, 0, 0}, Friction{0, 0.5, -0.5}}) {
    drive.motor = motor;
    EXPECT_THAT(
        warnings_of(description),
        ElementsAre("joint turn: friction on the motor's side of the gearbox is written as friction of the "
                    "joint, because URDF has no friction of a motor"));
  }
}

TEST(UrdfText, WarnsOfLimitsThatItCannotStore) {
  RobotDescription description = one_joint();
  description.joints[0].joint.limits.effort = 5;
  EXPECT_THAT(warnings_of(description),
              ElementsAre("joint turn: some limits are unknown, but URDF requires them: 1e+16 is written, "
                          "which is practically no limit"));
  description.joints[0].joint.limits.velocity = 0;
  EXPECT_THAT(warnings_of(description),
              ElementsAre("joint turn: a limit is 0; in URDF, 0 means that it is not known"));
}

// Each set of limits that a joint may have, on joints of each type.
TEST(UrdfCopy, KeepsUnknownLimitsUnknown) {
  for (const JointType type : {JointType::revolute, JointType::prismatic})
    for (unsigned known = 0; known < 16; ++known) {
      RobotDescription description = one_joint();
      description.joints[0].joint.type = type;
      Limits& limits = description.joints[0].joint.limits;
      if (known & 1) limits.lower = -0.5;
      if (known & 2) limits.upper = 1.5;
      if (known & 4) limits.velocity = 2;
      if (known & 8) limits.effort = 30;
      const std::string text = urdf_text(robot_of(description), [](const std::string&) {});
      const Joint copy = read_urdf_robot(text, "copy.urdf", {}, [&](const std::string& warning) {
                           ADD_FAILURE() << warning << '\n' << text;
                         }).robot.joints()[0];
      EXPECT_EQ(copy.is_revolute(), type == JointType::revolute);
      EXPECT_EQ(copy.limits.lower, limits.lower) << text;
      EXPECT_EQ(copy.limits.upper, limits.upper) << text;
      EXPECT_EQ(copy.limits.velocity, limits.velocity) << text;
      EXPECT_EQ(copy.limits.effort, limits.effort) << text;
    }
}

// Without the robot's name at the beginning, which is the file name.
std::vector<std::string> nameless_findings(const std::string& path_or_name) {
  std::vector<std::string> texts;
  for (const Finding& finding : check_robot_file(path_or_name, {})) {
    const std::size_t end = finding.place.starts_with(path_or_name) ? path_or_name.size() : 0;
    texts.push_back(finding.place.substr(end) + ": " + finding.text);
  }
  return texts;
}

TEST(UrdfCopy, HasNoFindingsThatTheRobotLacks) {
  const TemporaryFolder folder;
  for (const ShippedRobot& shipped : shipped_robots()) {
    const std::string name(shipped.name);
    const auto ignore = [](const std::string&) {};
    const std::string copy = folder.write(name + ".urdf", urdf_text(read_robot(shipped, ignore), ignore));
    const std::vector<std::string> original = nameless_findings(name);
    for (const std::string& text : nameless_findings(copy))
      EXPECT_THAT(original, testing::Contains(text)) << name;
  }
}

TEST(UrdfText, WarnsOfFramesThatItMoves) {
  RobotDescription description = one_joint();
  description.joints[0].joint.T_joint_link = Eigen::Translation3d(0, 0, 1);
  EXPECT_THAT(warnings_of(description), IsEmpty());
  description.joints[0].joint.T_joint_link = Eigen::Translation3d(1, 0, 1);
  EXPECT_THAT(
      warnings_of(description),
      ElementsAre(
          "the frames of arm are moved onto their joints' axes, because URDF places the frame of a link there"));
}

TEST(UrdfText, EscapesNames) {
  RobotDescription description = one_joint();
  description.name = "a<b> & \"c\" -- 'd'";
  description.source = "a -- b --> c";
  EXPECT_EQ(copy_of(robot_of(description)).name(), description.name);
}

// Names that other tools could misread are either read back unchanged or refused by the writer.
TEST(UrdfWriter, WritesOnlyNamesThatItsReaderAccepts) {
  const auto ignore = [](const std::string&) {};
  for (const std::string name : {"${x}", "$(arg x)", "a b",           " a ",  "<a>",  "&amp;", "\"",
                                 "'",    "a--b",     "-->",           "{}",   "]]>",  "#",     "\xc3\xa9",
                                 "1e3",  "world",    "world_to_base", "a\tb", "a\nb", "a\x01", "x\x7f"}) {
    RobotDescription description;
    description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
    description.source = name;
    description.base_link = name + "_base";
    description.T_world_base = Eigen::Translation3d(0, 0, 1);
    RobotDescription::JointAndLink entry;
    entry.joint.name = entry.link.name = name;
    entry.joint.type = JointType::revolute;
    entry.joint.drive.gear_ratio = 50;
    entry.parent_link = description.base_link;
    description.joints.push_back(entry);
    for (const std::string& of_robot : {name, std::string("arm")}) {
      description.name = of_robot;
      try {
        const Robot robot(description, ignore), copy = copy_of(robot);
        EXPECT_EQ(copy.name(), robot.name());
        EXPECT_EQ(copy.moving_joint(0).name, name);
        EXPECT_EQ(copy.links().back().name, name);
        EXPECT_EQ(copy.moving_joint(0).drive.gear_ratio, 50) << name;
      } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("control characters")) << name;
      }
    }
  }
}

// Char of XML 1.0, section 2.2: up to U+D7FF, from U+E000 to U+FFFD, and from U+10000; in UTF-8.
TEST(UrdfWriter, RefusesNamesThatXmlCannotHold) {
  const auto ignore = [](const std::string&) {};
  const auto text_of = [&](const std::string& name) {
    RobotDescription description = one_joint();
    description.joints[0].joint.name = description.source = name;
    return urdf_text(robot_of(description), ignore);
  };
  for (const std::string name : {"a\xef\xbf\xbe", "\xef\xbf\xbf", "a\xff", "\xed\xa0\x80", "a\xc3"})
    EXPECT_THROW(text_of(name), Error) << name;
  for (const std::string name : {"\xef\xbf\xbd", "\xee\x80\x80", "\xed\x9f\xbf", "\xf0\x9f\xbf\xbe"})
    EXPECT_THAT(text_of(name), HasSubstr(name));
}

TEST(UrdfWriter, WritesTheSourceWithoutCharactersThatXmlCannotHold) {
  RobotDescription description = one_joint();
  description.source = "a\x01 \xef\xbf\xbe";
  EXPECT_THAT(urdf_text(robot_of(description), [](const std::string&) {}),
              HasSubstr("<!-- a\\x01 \\ufffe -->"));
}

TEST(UrdfWriter, RefusesControlCharactersInTheNameOfTheRobot) {
  RobotDescription description;
  description.name = std::string("a\0b", 3);
  const auto ignore = [](const std::string&) {};
  EXPECT_THROW(urdf_text(Robot(description, ignore), ignore), Error);
}

}  // namespace
}  // namespace invdyn::test
