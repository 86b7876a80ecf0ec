// An error in a URDF file is reported with its line, its element and a remedy.

#include <gtest/gtest.h>

#include "urdf_documents.h"

namespace invdyn {
namespace {

struct Case {
  std::string what, text, error;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.what; }
};

class UrdfErrors : public testing::TestWithParam<Case> {};

TEST_P(UrdfErrors, GiveTheLocationAndTheFault) {
  EXPECT_EQ(urdf_error(GetParam().text), GetParam().error);
}

std::string arm_with(const std::string& old_text, const std::string& new_text) {
  return with(urdf_arm, old_text, new_text);
}

std::string motors(const std::string& first, const std::string& second) {
  return urdf_arm_and(
      R"(<transmission><joint name="shoulder"/><actuator name="m">)" + first +
      "</actuator></transmission>\n<transmission><joint name=\"shoulder\"/><actuator name=\"m\">" + second +
      "</actuator></transmission>\n");
}

const std::vector<Case> xml{
    {"cut short", urdf_arm.substr(0, urdf_arm.find("<limit")),
     "arm.urdf:18: not well-formed XML (Start-end tags mismatch): expected each element to be closed, and a "
     "complete file"},
    {"another end", arm_with("</inertial>", "</inertia>"),
     "arm.urdf:9: not well-formed XML (Start-end tags mismatch): expected each element to be closed, and a "
     "complete file"},
    {"comments alone", "<!-- nothing -->", "arm.urdf: there is no element: expected XML"},
    {"two roots", urdf_arm + "<robot name=\"other\"/>",
     "arm.urdf:32: a second root element, <robot>: expected only one"},
    {"text after the end", urdf_arm + "x",
     "arm.urdf: there is text outside of all elements: expected one root element"},
    {"a byte of 0", arm_with("stand", std::string("st\0nd", 5)), "arm.urdf:3: a byte is 0: expected text"},
    {"attribute twice", arm_with("value=\"2\"", "value=\"2\"\nvalue=\"2\""),
     "arm.urdf:7: <mass value> of link \"upper\": is repeated in its element, in the lines 7 and 8: expected "
     "it once"},
    {"attribute twice where nobody looks",
     arm_with("<link name=\"rod\"/>", "<link name=\"rod\"><visual a=\"1\" a=\"1\"/></link>"),
     "arm.urdf:11: <visual a> of link \"rod\": is repeated in its element, in the lines 11 and 11: expected "
     "it once"},
};

const std::vector<Case> formats{
    {"SDF", "<?xml version=\"1.0\"?>\n<sdf version=\"1.6\"/>",
     "arm.urdf:2: <sdf>: this is SDF, the format of Gazebo: expected URDF, whose root element is <robot>"},
    {"MJCF", "<mujoco model=\"arm\"/>",
     "arm.urdf:1: <mujoco>: this is MJCF, the format of MuJoCo: expected URDF, whose root element is "
     "<robot>"},
    {"something else", "<html/>",
     "arm.urdf:1: <html>: is the root element: expected URDF, whose root element is <robot>"},
    {"capitals", arm_with("</link>", "<Inertial/></link>"),
     "arm.urdf:10: <Inertial> of link \"upper\": is not known: expected <inertial>, in "
     "small letters"},
    {"a xacro macro", arm_with("<link name=\"rod\"/>", "<link name=\"rod\"/><xacro:gripper/>"),
     "arm.urdf:11: <xacro:gripper>: this xacro file is not yet processed: expected URDF. Rename it to "
     "NAME.urdf.xacro, and invdyn runs xacro (--xacro-arg NAME=VALUE sets an argument). Or run xacro "
     "yourself: xacro robot.urdf.xacro > robot.urdf"},
    {"a xacro expression", arm_with("\"2\"", "\"${2 * m}\""),
     "arm.urdf:7: <mass value> of link \"upper\": is \"${2 * m}\": expected a value, not a xacro "
     "expression. To make a URDF from a xacro file, run xacro robot.urdf.xacro > robot.urdf"},
    {"a xacro substitution", arm_with("\"2\"", "\"$(arg mass)\""),
     "arm.urdf:7: <mass value> of link \"upper\": is \"$(arg mass)\": expected a value, not a xacro "
     "expression. To make a URDF from a xacro file, run xacro robot.urdf.xacro > robot.urdf"},
};

const std::vector<Case> numbers{
    {"nan", arm_with("ixx=\"0.02\"", "ixx=\"nan\""),
     "arm.urdf:8: <inertia ixx> of link \"upper\": is \"nan\": expected a finite number (kg m^2)"},
    {"infinite", arm_with("value=\"2\"", "value=\"-inf\""),
     "arm.urdf:7: <mass value> of link \"upper\": is \"-inf\": expected a finite number (kg)"},
    {"too large", arm_with("friction=\"0.25\"", "friction=\"1e999\""),
     "arm.urdf:19: <dynamics friction> of joint \"shoulder\": is \"1e999\": expected a finite number (N m)"},
    {"empty", arm_with("damping=\"0.5\"", "damping=\"\""),
     "arm.urdf:19: <dynamics damping> of joint \"shoulder\": is \"\": expected a finite number (N m s/rad)"},
    {"text after a number", arm_with("value=\"2\"", "value=\"2kg\""),
     "arm.urdf:7: <mass value> of link \"upper\": is \"2kg\": expected a finite number (kg)"},
    {"comma", arm_with("iyy=\"0.03\"", "iyy=\"0,03\""),
     "arm.urdf:8: <inertia iyy> of link \"upper\": is \"0,03\": expected a finite number (kg m^2), "
     "written without commas"},
    {"two of three", arm_with("0.1 0.2 0.3", "0.1 0.2"),
     "arm.urdf:6: <origin xyz> of link \"upper\": is \"0.1 0.2\": expected 3 finite numbers (m)"},
    {"four of three", arm_with("rpy=\"0 0 0\"/>\n    <axis", "rpy=\"0 0 0 1\"/>\n    <axis"),
     "arm.urdf:16: <origin rpy> of joint \"shoulder\": is \"0 0 0 1\": expected 3 finite numbers (rad)"},
    {"three with commas", arm_with("0 1 0", "0, 1, 0"),
     "arm.urdf:17: <axis xyz> of joint \"shoulder\": is \"0, 1, 0\": expected 3 finite numbers (a "
     "direction), written without commas"},
    {"in a line of its own", arm_with("izz=\"0.04\"", "\n izz\n = \"x\""),
     "arm.urdf:9: <inertia izz> of link \"upper\": is \"x\": expected a finite number (kg m^2)"},
    {"a quaternion too long", arm_with(R"(xyz="0 0 0.5" rpy="0 0 0")", R"(quat_xyzw="0 0 1 1")"),
     "arm.urdf:16: <origin quat_xyzw> of joint \"shoulder\": is \"0 0 1 1\": expected a quaternion of length "
     "1"},
    {"two orientations", arm_with(R"(xyz="0 0 0.5")", R"(quat_xyzw="0 0 0 1")"),
     "arm.urdf:16: <origin quat_xyzw> of joint \"shoulder\": is \"0 0 0 1\": expected only one of rpy, "
     "quat_xyzw"},
};

const std::vector<Case> missing{
    {"name of a link", arm_with("<link name=\"rod\"/>", "<link/>"),
     "arm.urdf:11: <link>: the attribute \"name\" is missing: expected it here"},
    {"text of a name", arm_with("<link name=\"rod\"/>", "<link name=\"\"/>"),
     "arm.urdf:11: <link name>: is \"\": expected a text that is not empty"},
    {"mass", arm_with("<mass value=\"2\"/>", ""),
     "arm.urdf:5: <inertial> of link \"upper\": <mass> is missing: expected it here"},
    {"value of the mass", arm_with("value=\"2\"", ""),
     "arm.urdf:7: <mass> of link \"upper\": the attribute \"value\" is missing: expected it here"},
    {"inertia of what has mass",
     arm_with(R"(<inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="0.003" izz="0.04"/>)", ""),
     "arm.urdf:5: <inertial> of link \"upper\": <inertia> is missing: expected it here, because the link has "
     "mass (for a point mass, give zeros)"},
    {"moment", arm_with("iyy=\"0.03\"", ""),
     "arm.urdf:8: <inertia> of link \"upper\": the attribute \"iyy\" is missing: expected it here"},
    {"type", arm_with(" type=\"revolute\"", ""),
     "arm.urdf:13: <joint> \"shoulder\": the attribute \"type\" is missing: expected it here"},
    {"parent", arm_with("<parent link=\"stand\"/>", ""),
     "arm.urdf:13: <joint> \"shoulder\": <parent> is missing: expected it here"},
    {"child", arm_with("<child link=\"upper\"/>", ""),
     "arm.urdf:13: <joint> \"shoulder\": <child> is missing: expected it here"},
    {"axis", arm_with("<axis xyz=\"0 1 0\"/>", "<axis/>"),
     "arm.urdf:17: <axis> of joint \"shoulder\": the attribute \"xyz\" is missing: expected it here"},
    {"links", "<robot name=\"arm\"/>", "arm.urdf:1: <robot> \"arm\": has no <link>: expected a robot"},
};

const std::vector<Case> tree{
    {"link twice", arm_with("<link name=\"rod\"/>", "<link name=\"rod\"/>\n<link name=\"rod\"/>"),
     "arm.urdf:12: <link name>: is \"rod\": expected a unique name; the <link> in line 11 already has this name"},
    {"joint twice", arm_with("\"slide\"", "\"shoulder\""),
     "arm.urdf:21: <joint name>: is \"shoulder\": expected a unique name; the <joint> in line 13 "
     "already has this name"},
    {"element twice", arm_with("<axis xyz=\"0 1 0\"/>", "<axis xyz=\"0 1 0\"/>\n<axis xyz=\"1 0 0\"/>"),
     "arm.urdf:18: <axis> of joint \"shoulder\": is repeated with different content (in line 17: "
     "<axis xyz=\"0 1 0\">; here: <axis xyz=\"1 0 0\">): expected it once, or equal copies; "
     "`correct-inertia` of robot convert takes the first copy, as KDL does"},
    {"inertial twice", arm_with("</inertial>", "</inertial>\n<inertial/>"),
     "arm.urdf:10: <inertial> of link \"upper\": is repeated with different content (in line 5: "
     "other content): expected it once, or equal copies; `correct-inertia` of robot convert takes "
     "the first copy, as KDL does"},
    {"unknown child", arm_with("<child link=\"flange\"/>", "<child link=\"flang\"/>"),
     "arm.urdf:29: <child link> of joint \"weld\": is \"flang\": expected the name of a link; did you mean "
     "\"flange\"?"},
    {"unknown parent", arm_with("<parent link=\"rod\"/>", "<parent link=\"beam\"/>"),
     "arm.urdf:28: <parent link> of joint \"weld\": is \"beam\": expected the name of a link"},
    {"two parents", arm_with("<child link=\"flange\"/>", "<child link=\"rod\"/>"),
     "arm.urdf:29: <child link> of joint \"weld\": is \"rod\": expected another link, because joint "
     "\"slide\" in line 21 already carries this link. Two joints that carry the same link form a closed loop, "
     "but invdyn computes only trees. Leave out one joint of the loop: the torques are then those of the open "
     "tree"},
    {"two roots", arm_with("<link name=\"rod\"/>", "<link name=\"rod\"/><link name=\"lost\"/>"),
     "arm.urdf:11: <link> \"lost\": no joint carries this link, so it is a second root besides \"stand\" in "
     "line 3: expected one root, the base of all other links"},
    {"cycle next to the root", arm_with("<parent link=\"upper\"/>", "<parent link=\"flange\"/>"),
     "arm.urdf:22: <parent link> of joint \"slide\": is \"flange\": expected a tree with the root \"stand\", "
     "but the links form a cycle, rod -> flange -> rod"},
    {"no root",
     urdf_arm_and(R"(<joint name="back" type="fixed"><parent link="rod"/><child link="stand"/></joint>)"),
     "arm.urdf:11: <link> \"rod\": there is no root link, because the links form a cycle, rod -> stand -> "
     "upper -> rod: expected one link that is not the child of a joint"},
};

const std::vector<Case> joints{
    {"type", arm_with("\"prismatic\"", "\"prismtic\""),
     "arm.urdf:21: <joint type> of joint \"slide\": is \"prismtic\": expected one of revolute, continuous, "
     "prismatic, fixed, floating, planar; did you mean \"prismatic\"?"},
    {"floating", arm_with("\"fixed\"", "\"floating\""),
     "arm.urdf:27: <joint type> of joint \"weld\": is \"floating\": expected a revolute, continuous or "
     "prismatic joint (these have exactly one torque). A joint may be floating only if it is the only joint on "
     "a root link "
     "without "
     "mass. To read this joint as fixed, give `fix` weld"},
    {"planar", arm_with("\"fixed\"", "\"planar\""),
     "arm.urdf:27: <joint type> of joint \"weld\": is \"planar\": expected a revolute, continuous or prismatic "
     "joint (these have exactly one torque). To read this joint as fixed, give `fix` weld"},
    {"axis of no direction", arm_with("0 1 0", "0 0 0"),
     "arm.urdf:17: <axis xyz> of joint \"shoulder\": is \"0 0 0\": expected a direction, such as 0 0 1"},
    {"damping that drives", arm_with("damping=\"0.5\"", "damping=\"-0.5\""),
     "arm.urdf:19: <dynamics damping> of joint \"shoulder\": is \"-0.5\": expected 0 or more; friction "
     "opposes the motion"},
    {"friction that drives", arm_with("friction=\"0.25\"", "friction=\"-1\""),
     "arm.urdf:19: <dynamics friction> of joint \"shoulder\": is \"-1\": expected 0 or more, or [0 or more "
     "for dq > 0, 0 or less for dq < 0]"},
    {"mimic of nobody", arm_with("<axis xyz=\"0 0 2\"/>", "<mimic joint=\"sholder\"/>"),
     "arm.urdf:24: <mimic joint> of joint \"slide\": is \"sholder\": expected the name of a joint that "
     "moves; did you mean \"shoulder\"?"},
    {"mimic of a fixed joint", arm_with("<axis xyz=\"0 0 2\"/>", "<mimic joint=\"weld\"/>"),
     "arm.urdf:24: <mimic joint> of joint \"slide\": is \"weld\": expected the name of a joint that moves"},
    {"mimic of itself", arm_with("<axis xyz=\"0 0 2\"/>", "<mimic joint=\"slide\"/>"),
     "arm.urdf:24: <mimic joint> of joint \"slide\": is \"slide\": expected joints that do not follow each "
     "other in a circle"},
    {"mass below 0", arm_with("value=\"2\"", "value=\"-2\""),
     "arm.urdf:7: <mass value> of link \"upper\": is \"-2\": expected 0 or more (kg)"},
    {"moment below 0", arm_with("ixx=\"0.02\"", "ixx=\"-1\""),
     "arm.urdf:8: <inertia> of link \"upper\": is ixx=\"-1\" ixy=\"0.001\" ixz=\"0.002\" iyy=\"0.03\" "
     "iyz=\"0.003\" izz=\"0.04\": expected principal moments of 0 or more; the smallest is -1 kg m^2. Check "
     "moments "
     "and products, or let `correct-inertia` of robot convert write the nearest possible moments"},
};

// With a rotor inertia, torques depend on the ratio.
const std::string rotor = "<drake:rotor_inertia value=\"1\"/>";

const std::vector<Case> transmissions{
    {"no number", motors("<mechanicalReduction>fast</mechanicalReduction>" + rotor, ""),
     "arm.urdf:31: <mechanicalReduction> of actuator \"m\": is \"fast\": expected a finite number (motor "
     "speed over joint speed)"},
    {"ratio of 0", motors("<mechanicalReduction>0</mechanicalReduction>" + rotor, ""),
     "arm.urdf:31: <mechanicalReduction> of actuator \"m\": is 0: expected motor speed over joint speed, not "
     "0"},
    {"two ratios",
     motors("<mechanicalReduction>50</mechanicalReduction>" + rotor, "<drake:gear_ratio value=\"60\"/>"),
     "arm.urdf:32: <drake:gear_ratio value> of actuator \"m\": is 60: expected 50, as in arm.urdf:31: "
     "<mechanicalReduction> of actuator \"m\""},
    {"two rotors", motors("<drake:rotor_inertia value=\"1\"/>", "<drake:rotor_inertia value=\"2\"/>"),
     "arm.urdf:32: <drake:rotor_inertia value> of actuator \"m\": is 2: expected 1, as in arm.urdf:31: "
     "<drake:rotor_inertia value> of actuator \"m\""},
    {"inertia below 0", motors("<drake:rotor_inertia value=\"-1\"/>", ""),
     "arm.urdf:31: <drake:rotor_inertia value> of actuator \"m\": is -1: expected 0 or more (kg m^2)"},
};

INSTANTIATE_TEST_SUITE_P(Xml, UrdfErrors, testing::ValuesIn(xml));
INSTANTIATE_TEST_SUITE_P(Formats, UrdfErrors, testing::ValuesIn(formats));
INSTANTIATE_TEST_SUITE_P(Numbers, UrdfErrors, testing::ValuesIn(numbers));
INSTANTIATE_TEST_SUITE_P(Missing, UrdfErrors, testing::ValuesIn(missing));
INSTANTIATE_TEST_SUITE_P(Tree, UrdfErrors, testing::ValuesIn(tree));
INSTANTIATE_TEST_SUITE_P(Joints, UrdfErrors, testing::ValuesIn(joints));
INSTANTIATE_TEST_SUITE_P(Transmissions, UrdfErrors, testing::ValuesIn(transmissions));

TEST(UrdfFix, TakesOnlyFloatingAndPlanarJoints) {
  EXPECT_EQ(urdf_error(urdf_arm, {.fixed = {"weeld"}}),
            "`fix`: no joint is named \"weeld\"; did you mean \"weld\"?");
  EXPECT_EQ(urdf_error(urdf_arm, {.fixed = {"slide"}}),
            "`fix`: joint \"slide\" is \"prismatic\": expected a floating or planar joint; for other joints, "
            "use `lock`");
  EXPECT_THROW(read_urdf_silently(urdf_arm, {.fixed = {"slide"}}), UsageError);
}

TEST(UrdfDepth, IsBounded) {
  std::string text = "<robot name=\"arm\">";
  for (int i = 0; i < 100000; ++i) text += "<a>";
  for (int i = 0; i < 100000; ++i) text += "</a>";
  EXPECT_EQ(urdf_error(text + "</robot>"),
            "arm.urdf:1: elements are nested more than 100 levels deep: expected fewer");
}

}  // namespace
}  // namespace invdyn
