// Reading a URDF file. The format: https://wiki.ros.org/urdf/XML; transmissions:
// https://wiki.ros.org/urdf/XML/Transmission, and the elements that Drake adds to them.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "urdf_documents.h"

namespace invdyn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Robot read(const std::string& text) {
  return read_urdf_silently(text).robot;
}

TEST(Urdf, JointsAndLinksComeFromTheFile) {
  const RobotFile file = read_urdf_silently(urdf_arm);
  EXPECT_THAT(file.unused, IsEmpty());
  const Robot& robot = file.robot;
  EXPECT_EQ(robot.name(), "arm");
  EXPECT_EQ(robot.gravity(), Eigen::Vector3d(0, 0, -9.80665));
  ASSERT_EQ(robot.joints().size(), 3u);
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0, 1));
  EXPECT_EQ(robot.links()[0].name, "stand");
  EXPECT_EQ(robot.links()[1].name, "upper");
  const Joint& shoulder = robot.joints()[0];
  EXPECT_EQ(shoulder.name, "shoulder");
  EXPECT_EQ(shoulder.type, JointType::revolute);
  EXPECT_EQ(shoulder.T_parent_joint.translation(), Eigen::Vector3d(0, 0, 0.5));
  EXPECT_EQ(shoulder.axis, Eigen::Vector3d::UnitY());
  EXPECT_EQ(*shoulder.limits.lower, -1.5);
  EXPECT_EQ(*shoulder.limits.upper, 2);
  EXPECT_EQ(*shoulder.limits.effort, 30);
  EXPECT_EQ(*shoulder.limits.velocity, 4);
  EXPECT_EQ(shoulder.drive.damping(), 0.5);
  EXPECT_EQ(shoulder.drive.coulomb_positive(), 0.25);
  EXPECT_EQ(shoulder.drive.coulomb_negative(), -0.25);
  EXPECT_EQ(shoulder.drive.reflected_inertia(), 0);
  const Joint& slide = robot.joints()[1];
  EXPECT_EQ(slide.type, JointType::prismatic);
  EXPECT_EQ(slide.axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(slide.parent, 1u);
  EXPECT_EQ(robot.joints()[2].type, JointType::fixed);
}

TEST(Urdf, JointsKeepTheFilesOrderForAnyOrderOfParents) {
  const Robot robot = read(R"(<robot name="r">
    <joint name="c" type="continuous"><parent link="2"/><child link="3"/></joint>
    <link name="3"/> <link name="2"/>
    <joint name="a" type="continuous"><parent link="1"/><child link="2"/></joint>
    <link name="1"/>
  </robot>)");
  ASSERT_EQ(robot.dof(), 2u);
  EXPECT_EQ(robot.moving_joint(0).name, "c");
  EXPECT_EQ(robot.moving_joint(1).name, "a");
  EXPECT_EQ(robot.links()[0].name, "1");
  EXPECT_EQ(robot.links()[1].name, "3");
}

TEST(Urdf, TheAxisIsXByDefault) {
  const RobotFile file = read_urdf_silently(with(urdf_arm, "<axis xyz=\"0 1 0\"/>", ""));
  EXPECT_EQ(file.robot.joints()[0].axis, Eigen::Vector3d::UnitX());
  EXPECT_THAT(file.notes,
              ElementsAre("arm.urdf:13: <joint> \"shoulder\": has no <axis>: the axis is x (1 0 0), "
                          "as the format states"));
  EXPECT_THAT(read_urdf_silently(urdf_arm).notes, testing::IsEmpty());
}

// The base does not move, the sleeve has its mass in a link fixed to it, the frame has no shape, and the
// ghost states that it has no mass.
TEST(Urdf, MovingLinksWithAShapeAndNoMassAreNoted) {
  const RobotFile file = read_urdf_silently(R"(<robot name="r">
    <link name="base"><visual/></link>
    <link name="arm"><collision/></link>
    <link name="camera"><visual/></link>
    <link name="sleeve"><visual/></link>
    <link name="sleeve_mass"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <link name="frame"/>
    <link name="ghost"><visual/><inertial><mass value="0"/></inertial></link>
    <joint name="a" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
    <joint name="b" type="fixed"><parent link="arm"/><child link="camera"/></joint>
    <joint name="c" type="continuous"><parent link="arm"/><child link="sleeve"/><axis xyz="0 0 1"/></joint>
    <joint name="d" type="fixed"><parent link="sleeve"/><child link="sleeve_mass"/></joint>
    <joint name="e" type="continuous"><parent link="base"/><child link="frame"/><axis xyz="0 0 1"/></joint>
    <joint name="f" type="continuous"><parent link="base"/><child link="ghost"/><axis xyz="0 0 1"/></joint>
  </robot>)");
  EXPECT_THAT(file.notes,
              ElementsAre("arm.urdf: no mass is given for arm, camera, which have shapes: torques "
                          "lack the weight and inertia; expected <inertial> with mass, centre of "
                          "mass and moments"));
}

TEST(Urdf, OtherElementsInPlaceOfTheOriginAreNamed) {
  EXPECT_THAT(
      urdf_warnings(with(urdf_arm, "<origin xyz=\"0.1 0.2 0.3\" rpy=\"0 0 0\"/>", "<com xyz=\"0.1 0 0\"/>")),
      ElementsAre("arm.urdf:6: <com> of link \"upper\": is not an element of URDF, and <origin> is "
                  "missing: the link's origin is taken as the centre of mass; expected <origin xyz=\"X Y "
                  "Z\"/>"));
}

// Roll, pitch and yaw about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll). A quarter turn of roll and then one
// of yaw map z to -y and then to x.
TEST(Urdf, AnglesAreAboutFixedAxesRollFirst) {
  const Robot robot = read(with(urdf_arm, R"(<origin xyz="0 0 0.5" rpy="0 0 0"/>)",
                                R"(<origin rpy="1.5707963267948966 0 1.5707963267948966"/>)"));
  const Eigen::Isometry3d& T = robot.joints()[0].T_parent_joint;
  EXPECT_TRUE((T.linear() * Eigen::Vector3d::UnitZ()).isApprox(Eigen::Vector3d::UnitX(), 1e-15));
  EXPECT_EQ(T.translation(), Eigen::Vector3d(0, 0, 0));
}

TEST(Urdf, AnOrientationMayBeAQuaternion) {
  const Robot robot = read(with(urdf_arm, R"(xyz="0 0 0.5" rpy="0 0 0")", R"(quat_xyzw="0 0 1 0")"));
  EXPECT_EQ(robot.joints()[0].T_parent_joint.linear() * Eigen::Vector3d::UnitX(), Eigen::Vector3d(-1, 0, 0));
}

// A quarter turn about z exchanges the moments about x and y and rotates the products; the centre of mass
// does not change.
TEST(Urdf, ARotatedInertialFrameRotatesOnlyTheInertia) {
  const Robot robot = read(with(urdf_arm, R"(<origin xyz="0.1 0.2 0.3" rpy="0 0 0"/>)",
                                R"(<origin xyz="0.1 0.2 0.3" rpy="0 0 1.5707963267948966"/>)"));
  const MassProperties& body = robot.links()[1].mass_properties;
  EXPECT_EQ(body.mass, 2);
  EXPECT_EQ(body.com, Eigen::Vector3d(0.1, 0.2, 0.3));
  Eigen::Matrix3d expected;
  expected << 0.03, -0.001, -0.003,  //
      -0.001, 0.02, 0.002,           //
      -0.003, 0.002, 0.04;
  EXPECT_TRUE(body.inertia.isApprox(expected, 1e-14)) << body.inertia;
}

TEST(Urdf, LinksMayHaveNoInertiaAndNoMass) {
  const Robot robot = read(urdf_arm);
  EXPECT_EQ(robot.links()[2].mass_properties.mass, 0);
  EXPECT_TRUE(robot.links()[2].mass_properties.inertia.isZero(0));
  const std::string frame = R"(<link name="rod"><inertial><mass value="0"/></inertial></link>)";
  EXPECT_EQ(read(with(urdf_arm, R"(<link name="rod"/>)", frame)).links()[2].mass_properties.mass, 0);
}

TEST(Urdf, TheBasesInertiaIsKept) {
  const std::string stand =
      R"(<link name="stand"><inertial><mass value="7"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>)";
  EXPECT_EQ(read(with(urdf_arm, R"(<link name="stand"/>)", stand)).links()[0].mass_properties.mass, 7);
}

TEST(Urdf, ContinuousJointsHaveNoPositionLimits) {
  const RobotFile file = read_urdf_silently(with(urdf_arm, "revolute", "continuous"));
  const Limits& limits = file.robot.joints()[0].limits;
  EXPECT_FALSE(limits.lower || limits.upper);
  EXPECT_EQ(*limits.effort, 30);
  EXPECT_THAT(
      file.unused,
      ElementsAre("arm.urdf:18: <limit lower> of joint \"shoulder\": not used: the joint is continuous",
                  "arm.urdf:18: <limit upper> of joint \"shoulder\": not used: the joint is continuous"));
}

TEST(Urdf, AMissingPositionLimitOfTwoIsZero) {
  const Limits limits = read(with(urdf_arm, "lower=\"-1.5\" ", "")).joints()[0].limits;
  EXPECT_EQ(*limits.lower, 0);
  EXPECT_EQ(*limits.upper, 2);
  const Limits neither = read(with(urdf_arm, "lower=\"-1.5\" upper=\"2\" ", "")).joints()[0].limits;
  EXPECT_FALSE(neither.lower || neither.upper);
}

// Gazebo's SDF uses this number for "no limit".
TEST(Urdf, LimitsOfTenToTheSixteenMeanUnlimited) {
  const Limits limits = read(with(urdf_arm, R"(lower="-1.5" upper="2" effort="30" velocity="4")",
                                  R"(lower="-1e16" upper="1.5" effort="1e16" velocity="1e17")"))
                            .joints()[0]
                            .limits;
  EXPECT_FALSE(limits.lower || limits.effort || limits.velocity);
  EXPECT_EQ(limits.upper, 1.5);
}

TEST(Urdf, AJointWithoutLimitsGivesAWarning) {
  const std::string text =
      with(urdf_arm, R"(<limit lower="0" upper="0.3" effort="100" velocity="0.2"/>)", "");
  EXPECT_THAT(urdf_warnings(text),
              ElementsAre("arm.urdf:21: <joint> \"slide\": has no <limit>, which URDF requires for a joint "
                          "that is not continuous: taken without limits"));
}

TEST(Urdf, LimitsOfZeroMeanUnknown) {
  const std::string text = with(urdf_arm, R"(lower="-1.5" upper="2" effort="30" velocity="4")",
                                R"(lower="0" upper="0" effort="0" velocity="0")");
  EXPECT_THAT(
      urdf_warnings(text),
      ElementsAre("arm.urdf:18: <limit lower> of joint \"shoulder\" (and 2 more): is 0. Exporters write 0 "
                  "when the limit is not known, so 0 counts as no limit"));
  const Limits limits =
      read_urdf_robot(text, "arm.urdf", {}, [](const std::string&) {}).robot.joints()[0].limits;
  EXPECT_FALSE(limits.lower || limits.upper || limits.effort || limits.velocity);
}

std::string with_mimic(const std::string& attributes) {
  return with(urdf_arm, R"(<axis xyz="0 0 2"/>)", R"(<axis xyz="0 0 2"/><mimic )" + attributes + "/>");
}

TEST(Urdf, AMimicFollowsItsJoint) {
  const Robot robot = read(with_mimic(R"(joint="shoulder" multiplier="-0.5" offset="0.1")"));
  ASSERT_TRUE(robot.joints()[1].mimic);
  EXPECT_EQ(robot.joints()[1].mimic->joint, 0u);
  EXPECT_EQ(robot.joints()[1].mimic->multiplier, -0.5);
  EXPECT_EQ(robot.joints()[1].mimic->offset, 0.1);
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0));
}

TEST(Urdf, AMimicsDefaultsAreOneAndZero) {
  const Robot robot = read(with_mimic(R"(joint="shoulder")"));
  EXPECT_EQ(robot.joints()[1].mimic->multiplier, 1);
  EXPECT_EQ(robot.joints()[1].mimic->offset, 0);
}

TEST(Urdf, MimicsMayBeReadAsIndependent) {
  const RobotReading reading{.independent_mimics = true};
  const Robot robot = read_urdf_silently(with_mimic(R"(joint="shoulder")"), reading).robot;
  EXPECT_FALSE(robot.has_mimics());
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0, 1));
}

TEST(Urdf, FixedJointsIgnoreMotionElements) {
  const std::string more = R"(<child link="flange"/>
    <axis xyz="0 0 0"/> <limit effort="1" velocity="1"/> <mimic joint="nobody"/> <dynamics damping="1"/>)";
  const RobotFile file = read_urdf_silently(with(urdf_arm, R"(<child link="flange"/>)", more));
  EXPECT_FALSE(file.robot.has_mimics());
  EXPECT_THAT(file.unused,
              ElementsAre("arm.urdf:30: <axis> of joint \"weld\": not used: the joint is fixed",
                          "arm.urdf:30: <limit> of joint \"weld\": not used: the joint is fixed",
                          "arm.urdf:30: <mimic> of joint \"weld\": not used: the joint is fixed",
                          "arm.urdf:30: <dynamics> of joint \"weld\": not used: the joint is fixed"));
}

TEST(Urdf, FloatingAndPlanarJointsAreFixedOnRequest) {
  for (const std::string type : {"floating", "planar"}) {
    const RobotReading reading{.fixed = {"weld"}};
    const Robot robot = read_urdf_silently(with(urdf_arm, "\"fixed\"", "\"" + type + "\""), reading).robot;
    EXPECT_EQ(robot.joints()[2].type, JointType::fixed);
    EXPECT_EQ(robot.dof(), 2u);
  }
}

struct Gear {
  std::string what, transmission;
  double ratio, rotor_inertia;
};

TEST(Urdf, TransmissionsGiveGearRatioAndRotorInertia) {
  const std::vector<Gear> gears{
      {"ROS 1, in the actuator",
       R"(<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="shoulder"/>
          <actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>)",
       50, 0},
      {"negative, in the joint",
       R"(<transmission name="t"><type>SimpleTransmission</type>
          <joint name="shoulder"><mechanicalReduction> -120.5 </mechanicalReduction></joint>
          <actuator name="m"><mechanicalReduction>1</mechanicalReduction></actuator></transmission>)",
       -120.5, 0},
      {"of the PR2, next to them",
       R"(<transmission name="t" type="pr2_mechanism_model/SimpleTransmission"><actuator name="m"/>
          <joint name="shoulder"/><mechanicalReduction>16</mechanicalReduction></transmission>)",
       16, 0},
      {"ros2_control",
       R"(<ros2_control name="c"><transmission name="t"><plugin>transmission_interface/SimpleTransmission</plugin>
          <joint name="shoulder"><mechanical_reduction>325.949</mechanical_reduction></joint>
          </transmission></ros2_control>)",
       325.949, 0},
      {"Drake's rotor",
       R"(<transmission><type>SimpleTransmission</type><joint name="shoulder"/><actuator name="m">
          <drake:gear_ratio value="300"/><drake:rotor_inertia value="1.5e-5"/></actuator></transmission>)",
       300, 1.5e-5},
      {"both ROS' and Drake's",
       R"(<transmission><type>SimpleTransmission</type><joint name="shoulder"/><actuator name="m">
          <mechanicalReduction>300</mechanicalReduction><drake:gear_ratio value="300"/>
          <drake:rotor_inertia value="2e-5"/></actuator></transmission>)",
       300, 2e-5},
  };
  for (const Gear& gear : gears) {
    SCOPED_TRACE(gear.what);
    const RobotFile file = read_urdf_silently(urdf_arm_and(gear.transmission));
    const Drive& drive = file.robot.joints()[0].drive;
    EXPECT_EQ(drive.gear_ratio, gear.ratio);
    EXPECT_EQ(drive.rotor_inertia, gear.rotor_inertia);
    EXPECT_EQ(drive.damping(), 0.5);
    EXPECT_THAT(file.unused, IsEmpty());
  }
}

TEST(Urdf, TransmissionsOfOtherKindsStayUnused) {
  const std::string couple = R"(<joint name="shoulder"/><joint name="slide"/>
    <actuator name="m"><mechanicalReduction>9</mechanicalReduction></actuator><actuator name="n"/>)";
  const RobotFile file = read_urdf_silently(urdf_arm_and(
      R"(<transmission name="a"><type>transmission_interface/DifferentialTransmission</type>)" + couple +
      R"(</transmission>
      <transmission name="b">)" +
      couple + R"(</transmission>
      <transmission name="c"><joint name="sholder"/></transmission>
      <transmission name="d"><joint name="weld"/></transmission>
      )"));
  EXPECT_EQ(file.robot.joints()[0].drive.gear_ratio, 1);
  EXPECT_THAT(
      file.unused,
      ElementsAre(
          "arm.urdf:31: <transmission> \"a\" (and 1 more): not used: a transmission is used only if it "
          "connects one motor to one joint",
          "arm.urdf:35: <transmission> \"c\": not used: its joint \"sholder\" is not a moving joint of this "
          "file; did you mean \"shoulder\"?",
          "arm.urdf:36: <transmission> \"d\": not used: its joint \"weld\" is not a moving joint of this "
          "file"));
}

TEST(Urdf, UnusedElementsAreNamedOncePerKind) {
  std::string text =
      with(urdf_arm, R"(<link name="rod"/>)", R"(<link name="rod"><visual/><visual/><collision/></link>)");
  text = with(text, R"(<link name="flange"/>)", "<link name=\"flange\">\n<visual/>text</link>");
  text = with(text, R"(damping="0.5")", R"(damping="0.5" armature="1")");
  text = with(text, "</robot>",
              R"(<gazebo reference="rod"><mu1>1</mu1></gazebo><gazebo/><material name="m"/></robot>)");
  EXPECT_THAT(
      read_urdf_silently(text).unused,
      ElementsAre("arm.urdf:11: <visual> of link \"rod\" (and 2 more): not used",
                  "arm.urdf:11: <collision> of link \"rod\": not used: only `contact` reads it",
                  "arm.urdf:12: <link> \"flange\": the text in it: not used",
                  "arm.urdf:20: <dynamics armature> of joint \"shoulder\": not used",
                  "arm.urdf:32: <gazebo> (and 1 more): not used", "arm.urdf:32: <material> \"m\": not used"));
}

TEST(Urdf, AThousandKindsOfUnusedElementsAreNamed) {
  std::string more;
  for (int i = 0; i < 1234; ++i) more += "<kind" + std::to_string(i) + "/>";
  const auto unused = read_urdf_silently(with(urdf_arm, "</robot>", more + "</robot>")).unused;
  EXPECT_EQ(unused.size(), 1001u);
  EXPECT_EQ(unused.back(), "arm.urdf: 234 more elements and attributes are not used");
}

TEST(Urdf, NamespacesAndCommentsAreIgnored) {
  std::string text = with(urdf_arm, "<robot name=\"arm\">",
                          "<robot name=\"arm\" version=\"1.0\" xmlns:xacro=\"http://ros.org/wiki/xacro\" "
                          "xmlns:drake=\"http://drake.mit.edu\"><!-- <xacro:property value=\"${x}\"/> -->");
  EXPECT_THAT(read_urdf_silently("\xef\xbb\xbf" + text).unused, IsEmpty());
}

TEST(Urdf, NumbersMaySpanLinesWithWindowsEndings) {
  std::string text = with(urdf_arm, "0.1 0.2 0.3", " 0.1\t0.2\r\n  +3e-1 ");
  EXPECT_EQ(read(text).links()[1].mass_properties.com, Eigen::Vector3d(0.1, 0.2, 0.3));
}

TEST(Urdf, ImpossibleMomentsGiveAWarningWithTheirLine) {
  EXPECT_THAT(urdf_warnings(with(urdf_arm, "izz=\"0.04\"", "izz=\"0.06\"")),
              ElementsAre(testing::StartsWith(
                  "arm.urdf:8: <inertia> of link \"upper\": a principal moment is larger")));
}

}  // namespace
}  // namespace invdyn
