// A robot that is written and read back is the same robot.

#include "robot/files/json_writer.h"

#include <gmock/gmock.h>

#include <numbers>

#include "documents.h"
#include "robot/files/read.h"
#include "robot/model/link_poses.h"
#include "schema.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

Robot copy_of(const Robot& robot) {
  const std::string text = json_text(robot);
  EXPECT_EQ(RobotSchema().complaints(nlohmann::json::parse(text)), "") << text;
  return read_json_robot(text, "copy.json", [](const std::string&) {});
}

void expect_same(const Friction& friction, const Friction& expected) {
  EXPECT_EQ(friction.damping, expected.damping);
  EXPECT_EQ(friction.coulomb_positive, expected.coulomb_positive);
  EXPECT_EQ(friction.coulomb_negative, expected.coulomb_negative);
}

// Everything except poses and masses.
void expect_same_facts(const Robot& copy, const Robot& robot) {
  EXPECT_EQ(copy.name(), robot.name());
  EXPECT_EQ(copy.source(), robot.source());
  EXPECT_EQ(copy.gravity(), robot.gravity());
  EXPECT_EQ(copy.T_world_base().matrix(), robot.T_world_base().matrix());
  EXPECT_EQ(copy.moving_joints(), robot.moving_joints());
  ASSERT_EQ(copy.joints().size(), robot.joints().size());
  for (std::size_t i = 0; i < robot.joints().size(); ++i) {
    const Joint &a = copy.joints()[i], &b = robot.joints()[i];
    EXPECT_EQ(copy.links()[i + 1].gravity_compensation, robot.links()[i + 1].gravity_compensation);
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.parent, b.parent);
    EXPECT_EQ(a.limits.lower, b.limits.lower);
    EXPECT_EQ(a.limits.upper, b.limits.upper);
    EXPECT_EQ(a.limits.velocity, b.limits.velocity);
    EXPECT_EQ(a.limits.effort, b.limits.effort);
    EXPECT_EQ(a.drive.rotor_inertia, b.drive.rotor_inertia);
    EXPECT_EQ(a.drive.gear_ratio, b.drive.gear_ratio);
    EXPECT_EQ(a.drive.efficiency, b.drive.efficiency);
    EXPECT_EQ(a.drive.offset, b.drive.offset);
    EXPECT_EQ(a.drive.load, b.drive.load);
    EXPECT_EQ(a.drive.curve.torque, b.drive.curve.torque);
    EXPECT_EQ(a.drive.curve.speed, b.drive.curve.speed);
    ASSERT_EQ(a.drive.turns_with.size(), b.drive.turns_with.size());
    for (std::size_t k = 0; k < a.drive.turns_with.size(); ++k) {
      EXPECT_EQ(a.drive.turns_with[k].joint, b.drive.turns_with[k].joint);
      EXPECT_EQ(a.drive.turns_with[k].factor, b.drive.turns_with[k].factor);
    }
    EXPECT_EQ(a.drive.spring.stiffness, b.drive.spring.stiffness);
    EXPECT_EQ(a.drive.spring.reference, b.drive.spring.reference);
    expect_same(a.drive.motor, b.drive.motor);
    expect_same(a.drive.joint, b.drive.joint);
    ASSERT_EQ(a.mimic.has_value(), b.mimic.has_value());
    if (!a.mimic) continue;
    EXPECT_EQ(a.mimic->joint, b.mimic->joint);
    EXPECT_EQ(a.mimic->multiplier, b.mimic->multiplier);
    EXPECT_EQ(a.mimic->offset, b.mimic->offset);
  }
  for (std::size_t i = 0; i < robot.links().size(); ++i) {
    EXPECT_EQ(copy.links()[i].name, robot.links()[i].name);
    EXPECT_EQ(copy.links()[i].mass_properties.mass, robot.links()[i].mass_properties.mass);
  }
}

void expect_same_torques(const Robot& copy, const Robot& robot, unsigned long seed) {
  Random random(seed);
  for (int i = 0; i < 5; ++i) {
    const State state = random_state(random, robot);
    const VirtualWork expected = all_torques(robot, state);
    EXPECT_LE(static_cast<double>((all_torques(copy, state).tau - expected.tau).cwiseAbs().maxCoeff()),
              1e-12 * static_cast<double>(expected.scale));
  }
}

TEST(JsonCopy, OfEveryShippedRobotIsThatRobot) {
  for (const ShippedRobot& shipped : shipped_robots()) {
    SCOPED_TRACE(shipped.name);
    const Robot robot = read_robot(shipped, [](const std::string&) {});
    const Robot copy = copy_of(robot);
    expect_same_facts(copy, robot);
    expect_same_torques(copy.with_floating_base(false), robot.with_floating_base(false), 1);
    EXPECT_EQ(json_text(copy), json_text(robot));
  }
}

TEST(JsonCopy, OfARandomRobotIsThatRobot) {
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const Robot robot = random_robot(seed, {.joints = 1 + seed % 10, .mass_ratio = seed % 3 == 0 ? 1e3 : 1});
    const Robot copy = copy_of(robot);
    expect_same_facts(copy, robot);
    expect_same_torques(copy, robot, seed);
  }
}

TEST(JsonCopy, OfATreeWithLinksOnTheirJointsIsExact) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, {.joints = 6});
    for (auto& entry : description.joints) entry.joint.T_joint_link.setIdentity();
    const Robot robot = robot_of(description), copy = copy_of(robot);
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
      EXPECT_EQ(copy.joints()[i].T_parent_joint.matrix(), robot.joints()[i].T_parent_joint.matrix());
      EXPECT_EQ(copy.links()[i + 1].mass_properties.com, robot.links()[i + 1].mass_properties.com);
    }
  }
}

TEST(JsonCopy, KeepsAllLinkAxesAndUnmovedOrigins) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 6}), copy = copy_of(robot);
    Random random(seed);
    const State state = random_state(random, robot);
    const std::vector<double> q(state.q.begin(), state.q.end());
    const auto before = link_poses(robot, q), after = link_poses(copy, q);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_LE((after[i].linear() - before[i].linear()).cwiseAbs().maxCoeff(), 1e-14);
      const bool moves = i > 0 && robot.joints()[i - 1].is_revolute() &&
                         !robot.joints()[i - 1].T_joint_link.translation().isZero(0);
      if (moves) continue;
      EXPECT_LE((after[i].translation() - before[i].translation()).norm(), 1e-14)
          << "seed " << seed << ", link " << i;
    }
  }
}

TEST(JsonCopy, KeepsPropertiesThatRandomRobotsLack) {
  Random random(1);
  RobotDescription description = random_description(random, {.joints = 4, .prismatic = 0, .fixed = 0});
  description.source = "a \"source\",\n\twith \\ and \xc3\xa9";
  description.base_link = "deck";
  description.base_mass_properties = {3, {0.1, 0.2, 0.3}, Eigen::Vector3d(1, 2, 2.5).asDiagonal()};
  for (auto& entry : description.joints)
    if (entry.parent_link == "base") entry.parent_link = "deck";
  description.joints[0].joint.limits = {-1.0 / 3, 0.1, 2.5, 1e3};
  description.joints[1].joint.limits = {{}, 0.5, {}, {}};
  description.joints[2].joint.limits = {-0.5, {}, {}, 7};
  description.joints[3].joint.type = JointType::continuous;
  description.joints[2].joint.drive.offset = -0.375;
  description.joints[2].joint.drive.load = 0.125;
  description.joints[2].joint.drive.curve = {1.5, 0.25};
  description.joints[1].joint.drive.spring = {12.5, -0.1};
  description.joints[1].joint.drive.turns_with = {{.factor = -0.3}};
  description.joints[1].turned_with = {description.joints[0].joint.name};
  description.joints[1].link.gravity_compensation = 0.7;
  description.joints[3].joint.mimic = Mimic{.multiplier = -0.5, .offset = 0.25};
  description.joints[3].mimicked = "j1";
  const Robot robot = robot_of(description), copy = copy_of(robot);
  expect_same_facts(copy, robot);
  EXPECT_EQ(copy.links()[0].mass_properties.com, Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(copy.links()[0].mass_properties.inertia, robot.links()[0].mass_properties.inertia);
}

TEST(JsonCopy, OfJointsWithoutLimitsAndContinuousOnesWithLimits) {
  Random random(1);
  RobotDescription description = random_description(random, {.joints = 1, .prismatic = 0});
  description.joints[0].joint.type = JointType::continuous;
  description.joints[0].joint.limits.lower = -1;
  EXPECT_EQ(copy_of(robot_of(description)).joints()[0].type, JointType::revolute);
}

TEST(JsonText, OmitsDefaultsAndHasOneItemPerLine) {
  const Robot robot = read_silently(
      with(with(tree_document(), "/joints/1/limits", R"({"position": [null, 1.5], "effort": 5})"),
           "/joints/1/origin", R"({"xyz": [1, 0, 0]})"));
  EXPECT_EQ(json_text(robot), R"({
  "name": "arm",
  "convention": "tree",
  "joints": [
    {
      "name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
      "link": { "name": "upper", "mass": 2, "com": [0.5, 0, 0], "inertia": { "ixx": 1, "iyy": 2, "izz": 2 } }
    },
    {
      "name": "elbow", "type": "revolute", "parent": "upper",
      "origin": { "xyz": [1, 0, 0] }, "axis": [0, -1, 0],
      "link": { "name": "lower", "mass": 1, "com": [0.25, 0, 0], "inertia": { "ixx": 0, "iyy": 1, "izz": 1 } },
      "limits": { "position": [null, 1.5], "effort": 5 }
    }
  ]
}
)");
}

// cos(pi / 2) is 6e-17 in doubles.
TEST(JsonText, HasZerosWhereLinksAreTurnedByRightAngles) {
  Random random(5);
  RobotDescription description = random_description(random, {.joints = 2, .prismatic = 0, .fixed = 0});
  for (auto& entry : description.joints) {
    entry.joint.axis = Eigen::Vector3d::UnitZ();
    entry.joint.T_parent_joint.setIdentity();
    entry.joint.T_joint_link = Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitX());
  }
  EXPECT_THAT(json_text(robot_of(description)), testing::AllOf(testing::HasSubstr("\"axis\": [0, 1, 0]"),
                                                               testing::Not(testing::HasSubstr("e-17"))));
}

TEST(JsonText, RefusesNamesThatAreNotUtf8) {
  Random random(1);
  RobotDescription description = random_description(random, {.joints = 1});
  description.name = "bras à vis";
  EXPECT_EQ(copy_of(robot_of(description)).name(), description.name);
  description.joints[0].link.name = "bras \xe0 vis";
  const Robot robot = robot_of(description);
  EXPECT_THROW(json_text(robot), Error);
}

}  // namespace
}  // namespace invdyn::test
