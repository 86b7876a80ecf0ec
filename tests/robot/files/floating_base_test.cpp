// Which base floats, by the file and by choice.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "robot/files/check.h"
#include "robot/files/json_reader.h"
#include "robot/files/json_writer.h"
#include "robot/files/urdf_writer.h"
#include "robot/mjcf/mjcf_reader.h"
#include "robot/mjcf/mjcf_writer.h"
#include "robot/model/floating_base.h"
#include "robot/model/legs.h"
#include "support/temporary_folder.h"
#include "urdf_documents.h"

namespace invdyn {
namespace {

using testing::HasSubstr;

const Warn ignore = [](const std::string&) {};

// A trunk of 5 kg with a leg, on a root of this mass.
std::string walker(const std::string& root_mass, const std::string& type = "floating") {
  const auto body = [](const std::string& mass) {
    return "<inertial><origin xyz='0.1 0 0'/><mass value='" + mass +
           "'/><inertia ixx='0.1' iyy='0.1' izz='0.1'/></inertial>";
  };
  return "<robot name='walker'><link name='world'>" + (root_mass == "0" ? "" : body(root_mass)) +
         "</link><link name='trunk'>" + body("5") + "</link><link name='leg'>" + body("1") +
         "</link><joint name='hip' type='continuous'><parent link='trunk'/><child link='leg'/></joint>"
         "<joint name='root' type='" +
         type + "'><parent link='world'/><child link='trunk'/><origin xyz='0 0 0.8'/></joint></robot>";
}

TEST(FloatingUrdf, HasTheLinkOfTheFloatingRootJointAsItsBase) {
  const Robot robot = read_urdf_silently(walker("0")).robot;
  EXPECT_TRUE(robot.base_floats());
  EXPECT_EQ(robot.links()[0].name, "trunk");
  EXPECT_EQ(robot.links()[0].mass_properties.mass, 5);
  EXPECT_EQ(robot.T_world_base().translation(), Eigen::Vector3d(0, 0, 0.8));
  ASSERT_EQ(robot.joints().size(), 1u);
  EXPECT_EQ(robot.joints()[0].name, "hip");
}

TEST(FloatingUrdf, IsFixedOnRequest) {
  const Robot robot = read_urdf_silently(walker("0"), {.fixed = {"root"}}).robot;
  EXPECT_FALSE(robot.base_floats());
  EXPECT_EQ(robot.links()[0].name, "world");
  EXPECT_EQ(robot.joints().size(), 2u);
}

TEST(FloatingUrdf, RefusesAMassiveRootAndOtherFloatingJoints) {
  const auto error = [](const std::string& text) -> std::string {
    try {
      read_urdf_robot(text, "walker.urdf", {}, ignore);
    } catch (const Error& thrown) {
      return thrown.what();
    }
    return "no error";
  };
  EXPECT_EQ(error(walker("2.5")),
            "walker.urdf:1: <parent link> of joint \"root\": is \"world\": expected a root link without mass "
            "at this floating joint, but \"world\" has 2.5 kg. To read this joint as fixed, give `fix` root");
  EXPECT_THAT(
      error(with(walker("0", "fixed"), "continuous", "floating")),
      HasSubstr(
          "<joint type> of joint \"hip\": is \"floating\": expected a revolute, continuous or prismatic joint "
          "(these have exactly one torque)"));
}

// The numbers of a file name the places of its own joints, without the one that floats.
TEST(FloatingUrdf, NamesThePlacesOfItsJoints) {
  const std::string text = with(with(walker("0"), "<joint name='hip'", "\n<joint name='hip'"),
                                "<child link='leg'/>", "<child link='leg'/><axis xyz='0 0 0'/>");
  EXPECT_THAT([&] { read_urdf_robot(text, "walker.urdf", {}, ignore); },
              testing::ThrowsMessage<Error>(HasSubstr("walker.urdf:2: <axis xyz> of joint \"hip\"")));
}

constexpr const char* flyer = R"({"name": "box", "convention": "tree", "joints": [],
    "base": {"floating": true, "xyz": [0, 0, 2], "link": {"name": "body", "mass": 3, "com": [0, 0, 0.1],
    "inertia": {"ixx": 1, "iyy": 1, "izz": 1}, "gravity_compensation": 0.5}}})";

TEST(FloatingJson, NeedsNoJointThatMoves) {
  const test::TemporaryFolder here;
  const std::string path = here.write("box.json", flyer);
  const Robot robot = read_robot_file(path, {}, ignore).robot;
  EXPECT_TRUE(robot.base_floats());
  EXPECT_EQ(robot.links()[0].name, "body");
  EXPECT_EQ(robot.links()[0].mass_properties.com, Eigen::Vector3d(0, 0, 0.1));
  EXPECT_EQ(robot.links()[0].gravity_compensation, 0.5);
  EXPECT_THROW(read_robot_file(path, {.base_floats = false}, ignore), Error);
}

TEST(AnyRobot, FloatsByChoice) {
  EXPECT_FALSE(read_robot_file("puma560", {}, ignore).robot.base_floats());
  const Robot robot = read_robot_file("puma560", {.base_floats = true}, ignore).robot;
  EXPECT_TRUE(robot.base_floats());
  EXPECT_TRUE(floats_without_mass(robot)) << "its base has none in the file";
  EXPECT_FALSE(floats_without_mass(read_robot("biped", ignore)));
  const std::vector<Finding> findings = check_robot_file("puma560", {.base_floats = true});
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [](const Finding& finding) { return finding.kind == "base_without_mass"; }));
}

// Masses of the base and its place are in each format.
TEST(FloatingCopy, FloatsInEveryFormat) {
  for (const Robot& robot : {read_robot("biped", ignore), read_json_robot(flyer, "box.json", ignore)}) {
    const Robot json = read_json_robot(json_text(robot), "copy.json", ignore),
                urdf = read_urdf_robot(urdf_text(robot, ignore), "copy.urdf", {}, ignore).robot,
                mjcf = read_mjcf(mjcf_text(robot, ignore), "copy.mjcf", {}, ignore).robot;
    for (const Robot* copy : {&json, &urdf, &mjcf}) {
      EXPECT_TRUE(copy->base_floats());
      EXPECT_EQ(copy->dof(), robot.dof());
      const Link &base = copy->links()[0], &original = robot.links()[0];
      EXPECT_EQ(base.name, original.name);
      EXPECT_EQ(base.mass_properties.mass, original.mass_properties.mass);
      EXPECT_EQ(base.mass_properties.com, original.mass_properties.com);
      EXPECT_TRUE(base.mass_properties.inertia.isApprox(original.mass_properties.inertia, 1e-14));
      EXPECT_EQ(copy->T_world_base().matrix(), robot.T_world_base().matrix());
      EXPECT_EQ(base.gravity_compensation, copy == &urdf ? 0 : original.gravity_compensation);
    }
  }
}

// A body on two branches of this many joints, whose last links have these names.
Robot on_branches(const std::vector<std::string>& tips, JointType first = JointType::revolute,
                  std::size_t joints_each = 2) {
  RobotDescription description;
  description.name = "robot";
  const auto add = [&](const std::string& link, const std::string& parent, JointType type) {
    RobotDescription::JointAndLink entry;
    entry.joint.name = "to " + link;
    entry.joint.type = type;
    entry.joint.axis = Eigen::Vector3d::UnitY();
    entry.parent_link = parent;
    entry.link.name = link;
    description.joints.push_back(entry);
  };
  add("trunk", "base", first);
  for (const std::string& tip : tips) {
    std::string parent = "trunk";
    for (std::size_t i = 1; i < joints_each; ++i) {
      const std::string link = "part " + std::to_string(i) + " of " + tip;
      add(link, parent, JointType::revolute);
      parent = link;
    }
    add(tip, parent, JointType::revolute);
  }
  return Robot(description, ignore);
}

using Names = std::vector<std::string>;

Names feet_of(const Robot& robot) {
  Names names;
  for (const std::size_t link : feet(robot)) names.push_back(robot.links()[link].name);
  return names;
}

TEST(Feet, AreTheEndsOfBranchesByTheirNames) {
  for (const Names& names :
       {Names{"LF_FOOT", "RF_FOOT"}, Names{"l_ankle_roll_link", "r_ankle_roll_link"},
        Names{"FR_lower_leg", "FL_lower_leg"}, Names{"FL_foot", "FR_foot", "RL_foot", "RR_foot"}})
    EXPECT_EQ(feet_of(on_branches(names)), names);
  EXPECT_EQ(feet_of(on_branches({"leftToe", "head", "rightToe"})), Names({"leftToe", "rightToe"}));
  EXPECT_EQ(feet_of(read_robot("biped", ignore)), Names({"left_foot", "right_foot"}))
      << "below shins and ankles";
  EXPECT_EQ(feet_of(on_branches({"foot"})), Names()) << "one leg, as on a test stand";
  EXPECT_EQ(feet_of(on_branches({"calf", "calf_rotor"}, JointType::revolute, 1)), Names()) << "of one leg";
  EXPECT_EQ(feet_of(on_branches({"left_finger", "right_finger"})), Names());
  EXPECT_EQ(feet_of(on_branches({"footing", "tiptoed"})), Names()) << "other words";
  EXPECT_EQ(feet_of(on_branches({"left_foot", "right_foot"}, JointType::prismatic)), Names())
      << "slides carry a planar model";
  RobotDescription rotors;
  rotors.name = "robot";
  for (const std::string leg : {"l", "r"})
    for (const auto& [link, parent, type] : {std::tuple{"_hip", "", JointType::revolute},
                                             {"_thigh", "_hip", JointType::revolute},
                                             {"_calf_rotor", "_thigh", JointType::fixed},
                                             {"_calf", "_thigh", JointType::revolute}}) {
      RobotDescription::JointAndLink entry;
      entry.joint.name = "to " + leg + link;
      entry.joint.type = type;
      entry.joint.axis = Eigen::Vector3d::UnitY();
      entry.parent_link = *parent ? leg + parent : "base";
      entry.link.name = leg + link;
      rotors.joints.push_back(entry);
    }
  EXPECT_EQ(feet_of(Robot(rotors, ignore)), Names({"l_calf", "r_calf"})) << "beyond the rotors";
  EXPECT_EQ(text_of_feet(on_branches({"a_foot", "b_foot", "c_foot"})),
            "\"a_foot\", \"b_foot\" and \"c_foot\"");
}

}  // namespace
}  // namespace invdyn
