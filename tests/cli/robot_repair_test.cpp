// invdyn robot repair. tests/robot/repair has its mends, for random robots.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The same arm as URDF and MJCF. Its hand is at 400 m, and its second joint has limits in degrees, or none.
constexpr const char* urdf = R"(<robot name="arm">
  <link name="base"/>
  <link name="beam"><inertial><origin xyz="0.2 0 0"/><mass value="4"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.06"/></inertial></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="beam"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" velocity="3" effort="9"/></joint>
  <link name="hand"><inertial><origin xyz="0 0 0"/><mass value="1.5"/>
    <inertia ixx="0.002" ixy="0" ixz="0" iyy="0.003" iyz="0" izz="0.003"/></inertial></link>
  <joint name="bend" type="revolute"><parent link="beam"/><child link="hand"/><origin xyz="400 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-100" upper="100" velocity="3" effort="9"/></joint>
</robot>
)";
constexpr const char* mjcf = R"(<mujoco model="arm"><compiler angle="radian" autolimits="true"/><worldbody>
  <body name="beam"><joint name="turn" axis="0 0 1"/><inertial pos="0.2 0 0" mass="4" diaginertia="0.01 0.06 0.06"/>
  <body name="hand" pos="400 0 0"><joint name="bend" axis="0 1 0"/>
  <inertial pos="0 0 0" mass="1.5" diaginertia="0.002 0.003 0.003"/></body></body></worldbody></mujoco>)";

class RobotRepair : public testing::Test {
 protected:
  RobotRepair() {
    place.write("arm.urdf", urdf);
    place.write("arm.xml", mjcf);
  }
  Workplace place;
};

TEST_F(RobotRepair, ListsMendsAndChangesNothing) {
  const Outcome outcome = place.run("invdyn robot repair arm.urdf");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("bend.origin: clear [far_joint]\n"));
  EXPECT_THAT(outcome.out, HasSubstr("mend: origin of the joint: mm to m; its distance: 400 -> 0.4 m\n"));
  EXPECT_THAT(outcome.out, HasSubstr("bend.position: ambiguous [position_limit_units]\n"));
  EXPECT_THAT(outcome.out, HasSubstr("arm.urdf: 1 clear mend, 1 ambiguous\n"));
  EXPECT_THAT(outcome.err, HasSubstr("--accept all"));
  EXPECT_EQ(place.read("arm.urdf"), urdf);
}

TEST_F(RobotRepair, AppliesClearMendsInACopy) {
  const Outcome outcome = place.run("invdyn robot repair arm.urdf --accept all -o copy.urdf");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("bend.origin: xyz 400 0 0 -> 0.4 0 0 (mm to m)"));
  EXPECT_EQ(place.read("arm.urdf"), urdf);
  std::string expected = urdf;
  expected.replace(expected.find("<origin xyz=\"400 0 0\"/>"), 23,
                   "<!-- repaired: xyz 400 0 0 -> 0.4 0 0 (mm to m) --><origin xyz=\"0.4 0 0\"/>");
  EXPECT_EQ(place.read("copy.urdf"), expected);
  EXPECT_THAT(place.run("invdyn robot check copy.urdf").out, Not(HasSubstr("far_joint")));
  const std::string difference = place.run("invdyn robot diff arm.urdf copy.urdf -q").out;
  EXPECT_THAT(difference, HasSubstr("1 difference"));
}

TEST_F(RobotRepair, AppliesAnAmbiguousMendByItsName) {
  EXPECT_THAT(place.run("invdyn robot repair arm.urdf --accept bend.position -o copy.urdf").err,
              HasSubstr("\"bend.position\" is ambiguous: expected one of bend.position:a"));
  EXPECT_EQ(place.run("invdyn robot repair arm.urdf --accept bend.position:a,far_joint -o copy.urdf").code,
            0);
  const std::string copy = place.read("copy.urdf");
  EXPECT_THAT(copy, HasSubstr("upper=\"1.7453292519943295\""));  // 100 pi / 180
  EXPECT_THAT(copy, HasSubstr("xyz=\"0.4 0 0\""));
  EXPECT_THAT(place.run("invdyn robot repair copy.urdf").out, HasSubstr("copy.urdf: nothing to repair\n"));
}

TEST_F(RobotRepair, ChoosesByNameJointOrFinding) {
  for (const char* only : {"bend.origin", "far_joint"}) {
    const Outcome outcome = place.run(std::string("invdyn robot repair arm.urdf -q --only ") + only);
    EXPECT_THAT(outcome.out, HasSubstr("arm.urdf: 1 clear mend\n")) << only;
  }
  EXPECT_THAT(place.run("invdyn robot repair arm.urdf --only bend").out,
              HasSubstr("1 clear mend, 1 ambiguous"));
  const Outcome outcome = place.run("invdyn robot repair arm.urdf --only bend.orgin");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"bend.origin\"?"));
}

TEST_F(RobotRepair, ReplacesNoInputAndAsksForBothOptions) {
  for (const char* arguments :
       {"arm.urdf --accept all", "arm.urdf -o copy.urdf", "arm.urdf --accept all -o arm.urdf",
        "arm.urdf --accept all -o ./arm.urdf", "arm.urdf --accept all -o copy.json",
        "arm.urdf --accept none -o copy.urdf", "arm.xml --accept all -o copy.mjcf"}) {
    const Outcome outcome = place.run(std::string("invdyn robot repair ") + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << outcome.err;
  }
  EXPECT_EQ(place.read("arm.urdf"), urdf);
  EXPECT_EQ(place.run("invdyn robot repair missing.urdf").code, 1);
}

TEST_F(RobotRepair, WritesOtherFormatsAsJsonOrUrdf) {
  for (const char* copy : {"copy.json", "copy.urdf"}) {
    const Outcome outcome = place.run(std::string("invdyn robot repair arm.xml --accept all -o ") + copy);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(place.run(std::string("invdyn robot check ") + copy).out, Not(HasSubstr("error")));
  }
  EXPECT_THAT(place.read("copy.json"),
              HasSubstr("invdyn robot repair: xyz [400,0,0] -> [0.4,0,0] (mm to m)"));
}

TEST_F(RobotRepair, PrintsATableForPrograms) {
  const Outcome outcome = place.run("invdyn robot repair arm.urdf --format csv -q");
  EXPECT_THAT(outcome.out, HasSubstr("name,kind,subject,confidence,finding,mend,evidence\n"));
  EXPECT_THAT(outcome.out, HasSubstr("bend.origin,far_joint,joint bend,clear,"));
}

}  // namespace
}  // namespace invdyn::test
