// Features of Choreonoid files that its reference manual does not describe, as its own loader reads them
// (src/Body/StdBodyLoader.cpp, src/Body/Link.cpp, src/Util/YAMLReader.cpp). Torques are at q = 0 with ddq =
// 1, about y, under gravity along -z: a body at x has the torque -9.80665 m x of gravity and the inertia I +
// m x^2.

#include <gmock/gmock.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "robot/files/body_reader.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double g = 9.80665;

struct Read {
  RobotFile file;
  std::vector<std::string> warnings;
};

Read read(const std::string& text, const std::string& path = "arm.body") {
  std::vector<std::string> warnings;
  RobotFile file = read_body_robot(text, path, {}, [&](const std::string& w) { warnings.push_back(w); });
  return {file, warnings};
}

std::string error_of(const std::string& text, const std::string& path = "arm.body") {
  try {
    read(text, path);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

const std::string header = "format: ChoreonoidBody\nformatVersion: 1.0\nname: arm\n";
const std::string base = "links:\n  - { name: base, jointType: fixed }\n";
const std::string unit_body = "mass: 1, centerOfMass: [1, 0, 0], inertia: [1, 0, 0, 1, 0, 1]";

std::string arm_with(const std::string& entries) {
  return header + base + "  - { name: arm, parent: base, jointType: revolute, jointAxis: Y, " + entries +
         " }\n";
}

double torque(const Robot& robot) {
  Random random(1);
  State state = random_state(random, robot);
  state.q.setZero();
  state.dq.setZero();
  state.ddq.setOnes();
  return static_cast<double>(all_torques(robot, state).tau[0]);
}

TEST(BodyWithoutMassKeys, HasOneKilogramAndUnitInertia) {
  const Read of_none = read(arm_with("jointId: 0"));
  EXPECT_DOUBLE_EQ(torque(of_none.file.robot), 1);
  EXPECT_THAT(
      of_none.warnings,
      ElementsAre("arm.body: 1 link without mass and inertia, \"arm\": taken as 1 kg with unit inertia "
                  "(1 kg m^2), as in Choreonoid"));
  const Read of_centre = read(arm_with("centerOfMass: [2, 0, 0]"));
  EXPECT_DOUBLE_EQ(torque(of_centre.file.robot), 1 + 4 - 2 * g);
  const Read of_mass = read(arm_with("mass: 3, centerOfMass: [1, 0, 0]"));
  EXPECT_DOUBLE_EQ(torque(of_mass.file.robot), 1 + 3 - 3 * g);
  EXPECT_THAT(
      of_mass.warnings,
      ElementsAre(
          "arm.body: 1 link without inertia, \"arm\": taken as unit inertia (1 kg m^2), as in Choreonoid"));
  const Read of_inertia = read(arm_with("inertia: [7, 0, 0, 7, 0, 7]"));
  EXPECT_DOUBLE_EQ(torque(of_inertia.file.robot), 7);
  EXPECT_THAT(of_inertia.warnings,
              ElementsAre("arm.body: 1 link without mass, \"arm\": taken as 1 kg, as in Choreonoid"));
}

TEST(BodyWithoutMassKeys, HasNoDefaultsWithARigidBodyInItsElements) {
  // The point mass of 2 kg at 1 m; missing keys of the link are 0 here.
  const Read file = read(arm_with("elements: { RigidBody: { mass: 2, centerOfMass: [1, 0, 0] } }"));
  EXPECT_DOUBLE_EQ(torque(file.file.robot), 2 - 2 * g);
  EXPECT_THAT(file.warnings, IsEmpty());
}

TEST(BodyWithoutMassKeys, IsAMasslessFrameIfFixed) {
  const Read file = read(arm_with(unit_body) +
                         "  - { name: tip, parent: arm, jointType: fixed, translation: [2, 0, 0] }\n");
  EXPECT_DOUBLE_EQ(torque(file.file.robot), 1 + 1 - g);
  EXPECT_THAT(
      file.warnings,
      ElementsAre("arm.body: 1 fixed link without mass and inertia, \"tip\": taken as a frame without "
                  "mass; Choreonoid takes 1 kg"));
}

TEST(BodyDrive, JointAxisInertiaIsAboutTheJointAndReplacesTheRotors) {
  const Read file = read(arm_with(unit_body + ", joint_axis_inertia: 5"));
  EXPECT_DOUBLE_EQ(torque(file.file.robot), 1 + 1 + 5 - g);
  const Read both = read(arm_with(unit_body + ", joint_axis_inertia: 5, rotorInertia: 3, gearRatio: 10"));
  EXPECT_DOUBLE_EQ(torque(both.file.robot), 1 + 1 + 5 - g);
  EXPECT_EQ(both.file.robot.joints()[0].drive.gear_ratio, 10);
  EXPECT_THAT(both.file.unused,
              ElementsAre("arm.body:6: rotorInertia: not used: joint_axis_inertia is used instead"));
}

Limits limits_with(const std::string& entries) {
  return read(arm_with(unit_body + ", " + entries)).file.robot.joints()[0].limits;
}

TEST(BodyLimits, MayBeInfinite) {
  for (const char* range : {"[-inf, inf]", "[-.inf, .inf]", "[unlimited, unlimited]", "inf"}) {
    const Limits limits = limits_with(std::string("joint_range: ") + range +
                                      ", joint_velocity_range: " + (range[0] == '[' ? range : "[-inf, inf]"));
    EXPECT_FALSE(limits.lower || limits.upper || limits.velocity) << range;
  }
  EXPECT_FALSE(limits_with("max_joint_velocity: unlimited").velocity);
  EXPECT_EQ(limits_with("max_joint_effort: 12.5").effort, 12.5);
  EXPECT_FALSE(limits_with("max_joint_effort: inf").effort);
}

TEST(BodyLimits, ThatForbidAllMotionAreIgnoredWithAWarning) {
  for (const auto& [entry, warning] :
       {std::pair{"jointRange: [1, -1]",
                  "jointRange of link \"arm\" is [1, -1], the lower limit above the upper one"},
        {"maxJointVelocity: -1", "maxJointVelocity of link \"arm\" is -1, which excludes the velocity 0"},
        {"maxJointEffort: -1", "maxJointEffort of link \"arm\" is -1, below 0"}}) {
    const Read file = read(arm_with(unit_body + ", " + entry));
    EXPECT_THAT(file.warnings,
                ElementsAre("arm.body:6: " + std::string(warning) + ": this value counts as no limit"));
    const Limits& limits = file.file.robot.joints()[0].limits;
    EXPECT_FALSE(limits.lower || limits.upper || limits.velocity || limits.effort);
  }
}

TEST(BodyMergeKey, AddsMissingKeysToElements) {
  // The body is at (1, 0, 0) in an element at (1, 0, 0).
  const Read file = read("BOX: &BOX { type: RigidBody, " + unit_body + " }\n" +
                         arm_with("elements: [ { <<: *BOX, translation: [1, 0, 0] } ]"));
  EXPECT_DOUBLE_EQ(torque(file.file.robot), 1 + 4 - 2 * g);
  EXPECT_THAT(file.warnings, IsEmpty());
  EXPECT_THAT(file.file.unused, IsEmpty());
}

TEST(BodyMergeKey, PrefersTheMappingsOwnKeysThenTheFirstOfAList) {
  const std::string anchors = "A: &A { mass: 2 }\nB: &B { <<: *A, mass: 3, centerOfMass: [1, 0, 0] }\n";
  const std::string rest = ", inertia: [1, 0, 0, 1, 0, 1]";
  EXPECT_DOUBLE_EQ(torque(read(anchors + arm_with("<<: [*A, *B]" + rest)).file.robot), 1 + 2 - 2 * g);
  EXPECT_DOUBLE_EQ(torque(read(anchors + arm_with("<<: *B" + rest)).file.robot), 1 + 3 - 3 * g);
  EXPECT_DOUBLE_EQ(torque(read(anchors + arm_with("mass: 5, <<: [*B]" + rest)).file.robot), 1 + 5 - 5 * g);
}

TEST(BodyRepeatedKey, KeepsItsLastValueAndIsReported) {
  const Read file =
      read(header + base +
           "  - name: arm\n    parent: base\n    jointType: revolute\n    jointAxis: Y\n"
           "    mass: 3\n    centerOfMass: [1, 0, 0]\n    inertia: [1, 0, 0, 1, 0, 1]\n    mass: 1\n");
  EXPECT_DOUBLE_EQ(torque(file.file.robot), 1 + 1 - g);
  EXPECT_THAT(
      file.warnings,
      ElementsAre("arm.body:10: \"mass\" is repeated in line 13: the later value is used, as in Choreonoid"));
}

TEST(BodyRepeatedKey, InBothSpellingsUsesSnakeCase) {
  const Read file = read(
      arm_with("mass: 1, inertia: [1, 0, 0, 1, 0, 1], center_of_mass: [1, 0, 0], centerOfMass: [5, 0, 0]"));
  EXPECT_DOUBLE_EQ(torque(file.file.robot), 1 + 1 - g);
  EXPECT_THAT(file.warnings, ElementsAre(HasSubstr("\"centerOfMass\" is repeated")));
}

TEST(BodyImport, IsReportedIfTorquesDependOnIt) {
  const Read file =
      read("M: &M { rotorInertia: 0.5, gearRatio: 10 }\n" + arm_with(unit_body + ", import: *M"));
  EXPECT_THAT(file.warnings, ElementsAre("arm.body:7: the imported key rotorInertia is used; "
                                         "Choreonoid keeps imported keys as information only"));
  EXPECT_THAT(read("M: &M { motorConstant: 1 }\n" + arm_with(unit_body + ", import: *M")).warnings,
              IsEmpty());
}

TEST(BodyResource, OfYamlIsReportedAsItMayContainBodies) {
  for (const char* element : {"Resource: { uri: valve.yaml }", "Visual: { resource: { uri: valve.yaml } }"})
    EXPECT_THAT(read(arm_with(unit_body + ", elements: { " + element + " }")).warnings,
                ElementsAre("arm.body:6: \"valve.yaml\" is a resource and is not read. If it contains rigid "
                            "bodies, write their mass, centerOfMass and inertia into this file"))
        << element;
  EXPECT_THAT(read(arm_with(unit_body + ", elements: { Resource: { uri: valve.wrl } }")).warnings, IsEmpty());
}

TEST(BodyExtraJoints, AreIgnoredWithAWarning) {
  const Read file = read(arm_with(unit_body) + "extraJoints: [ { jointType: ball } ]\n");
  EXPECT_DOUBLE_EQ(torque(file.file.robot), 1 + 1 - g);
  EXPECT_THAT(file.warnings,
              ElementsAre("arm.body:7: extraJoints close loops: not used, only the tree is computed"));
}

TEST(BodyIds, RepeatedIdsKeepTheOrderOfTheFile) {
  const Read file =
      read(arm_with(unit_body + ", jointId: 0") +
           "  - { name: tip, parent: arm, jointType: revolute, jointId: 0, " + unit_body + " }\n");
  EXPECT_EQ(file.file.robot.joints()[0].name, "arm");
  EXPECT_THAT(file.warnings, ElementsAre("arm.body: 1 link, \"tip\", has the jointId of an earlier link: "
                                         "joints with the same id keep the order of the file"));
}

// src/Body/Link.h says above these types: "Joint types below here are treated as a fixed joint".
TEST(BodyTracks, AreFixedWithAWarning) {
  for (const auto& [key, word] : {std::pair{"jointType", "pseudoContinuousTrack"},
                                  {"jointType", "pseudo_continuous_track"},
                                  {"jointType", "agx_crawler"},
                                  {"actuationMode", "jointSurfaceVelocity"}}) {
    const Read file = read(arm_with(unit_body) + "  - { name: track, parent: arm, " + key + ": " + word +
                           ", translation: [1, 0, 0], jointAxis: Y, " + unit_body + " }\n");
    ASSERT_EQ(file.file.robot.dof(), 1u) << word;
    EXPECT_DOUBLE_EQ(torque(file.file.robot), 2 + 1 + 4 - 3 * g) << word;
    EXPECT_THAT(file.warnings,
                ElementsAre(std::string("arm.body:7: ") + key + " of link \"track\" is \"" + word +
                            "\": taken as fixed, as in Choreonoid; the belt of the track does not run"));
  }
}

// Files in a separate folder.
class BodySubBody : public testing::Test {
 protected:
  BodySubBody() {
    std::filesystem::create_directories(folder_ / "robots");
    std::filesystem::create_directories(folder_ / "hands");
  }
  ~BodySubBody() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  Read read_robot(const std::string& links) {
    return read(header + links, (folder_ / "robots" / "robot.body").string());
  }
  std::string error(const std::string& links) {
    return error_of(header + links, (folder_ / "robots" / "robot.body").string());
  }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  ("sub_body." + std::to_string(::getpid()) + "." +
                                   testing::UnitTest::GetInstance()->current_test_info()->name());
};

const std::string hand =
    "format: ChoreonoidBody\nname: hand\nlinks:\n"
    "  - { name: palm, jointType: free, translation: [9, 9, 9], " +
    unit_body +
    " }\n"
    "  - { name: finger, parent: palm, jointType: revolute, jointAxis: Y, jointId: 0, " +
    unit_body + " }\n";

TEST_F(BodySubBody, IsPlacedByItsNodeAndPrefixesItsNames) {
  write("hands/hand.body", hand);
  const Read file = read_robot(
      base + "  - { name: arm, parent: base, jointType: revolute, jointAxis: Y, jointId: 0, " + unit_body +
      " }\n  - { type: SubBody, uri: ../hands/hand.body, parent: arm, prefix: L_, jointType: fixed, "
      "translation: [2, 0, 0], jointIdOffset: 1 }\n");
  EXPECT_THAT(file.warnings, IsEmpty());
  const Robot& robot = file.file.robot;
  ASSERT_EQ(robot.dof(), 2u);
  EXPECT_EQ(robot.joints()[robot.moving_joints()[1]].name, "L_finger");
  // The arm's joint and the finger both accelerate by 1: bodies at 1, 3 and 3 m rotate with the arm; the
  // finger rotates about 2 m too: 1 + 1, 1 + 9, and (1 + 9) + (1 + 1 * 3).
  EXPECT_DOUBLE_EQ(torque(robot), 2 + 10 + 10 + 4 - 7 * g);
}

TEST_F(BodySubBody, MayBeTheRootAndBeUsedTwice) {
  write("robots/hand.body", hand);
  const Read file = read_robot(
      "links:\n  - { type: SubBody, uri: hand.body, jointType: fixed, prefix: A_ }\n"
      "  - { type: SubBody, uri: hand.body, jointType: fixed, parent: A_finger, suffix: _B, jointIdOffset: 1 "
      "}\n");
  EXPECT_EQ(file.file.robot.links()[0].name, "A_palm");
  EXPECT_EQ(file.file.robot.dof(), 2u);
  EXPECT_EQ(file.file.robot.T_world_base().translation(), Eigen::Vector3d(9, 9, 9)) << "as its file has it";
}

TEST_F(BodySubBody, TakesTheMassOfItsFile) {
  write("robots/hand.body", hand);
  const Read file = read_robot("links:\n  - { type: SubBody, uri: hand.body, mass: 7 }\n");
  EXPECT_THAT(file.warnings, ElementsAre(HasSubstr("mass of a SubBody: not used, as in Choreonoid")));
}

TEST_F(BodySubBody, IsRefusedIfItIsNoFileOfTheRobot) {
  write("robots/robot.body", header + "links:\n  - { type: SubBody, uri: robot.body }\n");
  write("robots/a.body", header + "links:\n  - { type: SubBody, uri: b.body }\n");
  write("robots/b.body", header + "links:\n  - { type: SubBody, uri: a.body }\n");
  const auto error_with = [this](const std::string& uri) {
    return error("links:\n  - { type: SubBody, uri: \"" + uri + "\" }\n");
  };
  EXPECT_THAT(error_with("robot.body"),
              HasSubstr("this file contains itself, directly or through other files: "
                        "expected files that do not form a loop"));
  EXPECT_THAT(error_with("a.body"), HasSubstr("this file contains itself, directly or through other files: "
                                              "expected files that do not form a loop"));
  EXPECT_THAT(error_with("none.body"), HasSubstr("expected a file at"));
  for (const char* uri : {"/etc/robot.body", "package://arm/robot.body", "${PROGRAM_TOP}/robot.body",
                          "/dev/zero", "../../hosts", ""})
    EXPECT_THAT(error_with(uri), HasSubstr("expected the path of a .body file, relative to the folder"));
  std::filesystem::create_symlink("/dev/zero", folder_ / "robots" / "zero.body");
  EXPECT_THAT(error_with("zero.body"), HasSubstr("expected a file at"));
  EXPECT_THAT(error("links:\n  - { type: SubBody }\n"), HasSubstr("\"uri\" is missing"));
}

TEST_F(BodySubBody, IsReadAtMostAHundredTimes) {
  write("robots/hand.body", hand);
  std::string links = "links:\n";
  for (int i = 0; i <= 100; ++i)
    links += "  - { type: SubBody, uri: hand.body, prefix: P" + std::to_string(i) + "_, parent: base }\n";
  EXPECT_THAT(error(links), HasSubstr("more than 100 sub-bodies: expected fewer"));
}

TEST_F(BodySubBody, NeedsUniqueNames) {
  write("robots/hand.body", hand);
  EXPECT_THAT(error("links:\n  - { name: palm, jointType: fixed }\n  - { type: SubBody, uri: hand.body, "
                    "parent: palm }\n"),
              HasSubstr("expected a unique name"));
}

}  // namespace
}  // namespace invdyn::test
