// A robot written as MJCF and read again; what MJCF cannot state is named.

#include "robot/mjcf/mjcf_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "robot/files/json_reader.h"
#include "robot/files/read.h"
#include "robot/mjcf/mjcf_reader.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Warn ignore = [](const std::string&) {};

struct Written {
  std::string text;
  std::vector<std::string> warnings;
};

Written written(const Robot& robot) {
  Written result;
  result.text = mjcf_text(robot, [&result](const std::string& each) { result.warnings.push_back(each); });
  return result;
}

Robot copy_of(const Robot& robot) {
  return read_mjcf(written(robot).text, "copy.xml", {}, ignore).robot;
}

Robot from_json(const std::string& joints) {
  return read_json_robot(R"({"name": "arm", "convention": "tree", "joints": [)" + joints + "]}", "arm.json",
                         ignore);
}

std::string joint(const std::string& more) {
  return R"({"name": "j", "type": "revolute", "parent": "base", "axis": [0, 1, 0], "link": {"name": "l", "mass": 2,
      "com": [0.1, 0, 0], "inertia": {"ixx": 0.1, "iyy": 0.1, "izz": 0.1}})" +
         more + "}";
}

TEST(MjcfWriter, KeepsTheTorquesOfRandomTrees) {
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(seed, {.joints = 1 + seed % 12});
    const Robot copy = copy_of(robot);
    ASSERT_EQ(copy.dof(), robot.dof());
    const State state = random_state(random, robot);
    // The copy may have its joints in another order.
    std::vector<Eigen::Index> at;
    for (std::size_t i = 0; i < robot.dof(); ++i)
      for (std::size_t k = 0; k < copy.dof(); ++k)
        if (copy.moving_joint(k).name == robot.moving_joint(i).name)
          at.push_back(static_cast<Eigen::Index>(k));
    State sorted = state;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      sorted.q[at[i]] = state.q[k], sorted.dq[at[i]] = state.dq[k], sorted.ddq[at[i]] = state.ddq[k];
    }
    const DynamicsSettings rotors{.friction = false};
    const Vector expected = torques(InverseDynamics(robot, rotors), state).cast<Real>();
    const Vector tau = torques(InverseDynamics(copy, rotors), sorted).cast<Real>();
    const Real size = 1 + expected.cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < at.size(); ++i)
      EXPECT_LE(std::abs(tau[at[i]] - expected[static_cast<Eigen::Index>(i)]), 1e-12 * size)
          << "seed " << seed;
  }
}

TEST(MjcfWriter, KeepsDrivesAndLimits) {
  const Robot robot =
      from_json(joint(R"(, "motor": {"rotor_inertia": 1e-4, "gear_ratio": 50}, "friction": {"damping": 2,
      "coulomb": 3}, "spring": {"stiffness": 4, "reference": 0.5}, "limits": {"position": [-1, 2], "effort": 10})"));
  const Joint copy = copy_of(robot).moving_joint(0);
  EXPECT_EQ(copy.type, JointType::revolute);
  EXPECT_EQ(copy.limits.lower, -1);
  EXPECT_EQ(copy.limits.upper, 2);
  EXPECT_DOUBLE_EQ(*copy.limits.effort, 10);
  EXPECT_EQ(copy.drive.gear_ratio, 50);
  EXPECT_DOUBLE_EQ(copy.drive.rotor_inertia, 1e-4);
  EXPECT_EQ(copy.drive.joint.damping, 2);
  EXPECT_EQ(copy.drive.joint.coulomb_positive, 3);
  EXPECT_EQ(copy.drive.spring.stiffness, 4);
  EXPECT_EQ(copy.drive.spring.reference, 0.5);
  EXPECT_THAT(written(robot).warnings, IsEmpty());
}

TEST(MjcfWriter, KeepsGravityCompensation) {
  Random random(1);
  RobotDescription description = random_description(random, {.joints = 6, .massless = 0});
  for (auto& entry : description.joints) entry.link.gravity_compensation = random.uniform(0, 1.25);
  for (auto& entry : description.joints) entry.joint.drive.offset = 0;
  const Robot robot = robot_of(description), copy = copy_of(robot);
  std::map<std::string, double> shares;
  for (const Link& link : copy.links()) shares[link.name] = link.gravity_compensation;
  for (const Link& link : robot.links()) EXPECT_EQ(shares.at(link.name), link.gravity_compensation);
}

TEST(MjcfWriter, KeepsMimicJoints) {
  const Robot robot =
      from_json(joint("") + R"(, {"name": "k", "type": "prismatic", "parent": "l", "axis": [1, 0, 0],
      "mimic": {"joint": "j", "multiplier": -2, "offset": 0.25}, "link": {"name": "m", "mass": 1, "com": [0, 0, 0],
      "inertia": {"ixx": 0.1, "iyy": 0.1, "izz": 0.1}}})");
  const Robot copy = copy_of(robot);
  ASSERT_EQ(copy.dof(), 1u);
  const auto follower =
      std::find_if(copy.joints().begin(), copy.joints().end(), [](const Joint& each) { return each.mimic; });
  ASSERT_NE(follower, copy.joints().end());
  EXPECT_EQ(follower->mimic->multiplier, -2);
  EXPECT_EQ(follower->mimic->offset, 0.25);
}

TEST(MjcfWriter, GivesJointsOfLinksWithoutMassToTheNextBody) {
  const Robot robot = from_json(
      R"({"name": "a", "type": "revolute", "parent": "base", "axis": [0, 0, 1], "link": {"name": "x", "mass": 0}},
      {"name": "b", "type": "revolute", "parent": "x", "axis": [0, 1, 0], "origin": {"xyz": [0.1, 0.2, 0.3], "rpy": [1, 2, 3]},
       "link": {"name": "y", "mass": 1, "com": [0.1, 0, 0], "inertia": {"ixx": 0.1, "iyy": 0.1, "izz": 0.1}}})");
  const Written result = written(robot);
  EXPECT_THAT(
      result.warnings,
      ElementsAre(HasSubstr("link x: the copy has no body for this link, because the link has no mass")));
  EXPECT_EQ(result.text.find("name=\"x\""), std::string::npos);
  const State state = state_of({0.3, -0.7}, {1, 2}, {3, 4});
  const Vector expected = torques(InverseDynamics(robot), state).cast<Real>(),
               tau = torques(InverseDynamics(copy_of(robot)), state).cast<Real>();
  EXPECT_LE((tau - expected).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(MjcfWriter, NamesWhatMjcfCannotState) {
  const auto warnings = [](const std::string& more) { return written(from_json(joint(more))).warnings; };
  EXPECT_THAT(warnings(R"(, "limits": {"velocity": 3})"), ElementsAre(HasSubstr("joint j: velocity limits")));
  EXPECT_THAT(warnings(R"(, "limits": {"position": [null, 3]})"),
              ElementsAre(HasSubstr("but MJCF requires both")));
  EXPECT_THAT(warnings(R"(, "motor": {"efficiency": 0.9})"), ElementsAre(HasSubstr("losses in the gearbox")));
  EXPECT_THAT(warnings(R"(, "motor": {"damping": 0.9})"),
              ElementsAre(HasSubstr("written as friction of the joint")));
  EXPECT_THAT(warnings(R"(, "friction": {"coulomb": [3, -2]})"),
              ElementsAre(HasSubstr("one number: 3 is written")));
  EXPECT_THAT(warnings(R"(, "friction": {"load": 0.1})"), ElementsAre(HasSubstr("depends on the load")));
  EXPECT_THROW(warnings(R"(, "friction": {"offset": 1})"), NotRepresentable);
}

// A body of 1e-9 kg, on which torques hardly depend. Its second moments of mass are 1.5e-9, -5e-10, -5e-10.
TEST(MjcfWriter, WritesNoMomentBelowZero) {
  const Robot robot =
      from_json(joint("") + R"(, {"name": "f", "type": "fixed", "parent": "l", "link": {"name": "horn",
      "mass": 1e-9, "com": [0, 0, 0], "inertia": {"ixx": -1e-9, "iyy": 1e-9, "izz": 1e-9}}})");
  const Written copy = written(robot);
  EXPECT_THAT(copy.warnings, ElementsAre(HasSubstr("link horn: a moment of inertia is below 0")));
  EXPECT_THAT(copy.text, testing::Not(HasSubstr("diaginertia=\"-")));
  const Eigen::Matrix3d inertia = copy_of(robot).links().back().mass_properties.inertia;
  EXPECT_LE((inertia.diagonal() - Eigen::Vector3d(0, 1.5e-9, 1.5e-9)).norm(), 1e-24);
}

TEST(MjcfWriter, NamesAnOrderThatChanges) {
  const std::string link =
      R"("mass": 1, "com": [0.1, 0, 0], "inertia": {"ixx": 0.1, "iyy": 0.1, "izz": 0.1}}})";
  const Robot robot = from_json(
      R"({"name": "a", "type": "revolute", "parent": "base", "axis": [0, 0, 1], "link": {"name": "x", )" +
      link +
      R"(, {"name": "b", "type": "revolute", "parent": "base", "axis": [0, 0, 1], "link": {"name": "y", )" +
      link +
      R"(, {"name": "c", "type": "revolute", "parent": "x", "axis": [0, 0, 1], "link": {"name": "z", )" +
      link);
  EXPECT_THAT(written(robot).warnings, Contains(HasSubstr("in another order: a, c, b")));
}

TEST(MjcfWriter, WritesLongChains) {
  std::string joints;
  for (int i = 0; i < 400; ++i)
    joints += std::string(i ? "," : "") + R"({"name": "j)" + std::to_string(i) +
              R"(", "type": "revolute", "axis": [0, 1, 0], "parent": ")" +
              (i ? "l" + std::to_string(i - 1) : "base") + R"(", "link": {"name": "l)" + std::to_string(i) +
              R"(", "mass": 1, "com": [0.1, 0, 0], "inertia": {"ixx": 0.1, "iyy": 0.1, "izz": 0.1}}})";
  EXPECT_EQ(copy_of(from_json(joints)).dof(), 400u);
}

}  // namespace
}  // namespace invdyn::test
