// Published files have many faults that do not affect torques. Each such fault gives a warning that names it
// and its location, and the torques are the same as without it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dynamics/core/inverse_dynamics.h"
#include "robot/files/read.h"
#include "robot/model/moved_mass.h"
#include "support/temporary_folder.h"
#include "support/torques.h"
#include "urdf_documents.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// 1 kg at 0.3 m from an axis along y.
const std::string lever = R"(<robot name="lever">
<link name="a"/>
<link name="b"><inertial><origin xyz="0.3 0 0"/><mass value="1"/>
  <inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="10" velocity="2"/></joint>
</robot>
)";

// Static at q = 0 the lever is horizontal: tau = -m g l about y.
constexpr double torque_at_rest = -1 * standard_gravity * 0.3;

struct Trait {
  std::string name, text, warning;

  friend void PrintTo(const Trait& trait, std::ostream* out) { *out << trait.name; }
};

class UrdfTraits : public testing::TestWithParam<Trait> {};

TEST_P(UrdfTraits, GiveAWarningAndChangeNoTorque) {
  std::vector<std::string> warnings;
  const Robot robot = read_urdf_robot(GetParam().text, "lever.urdf", {}, [&](const std::string& warning) {
                        warnings.push_back(warning);
                      }).robot;
  EXPECT_THAT(warnings, ElementsAre(HasSubstr(GetParam().warning)));
  const Vector zero = Vector::Zero(1);
  const State at_rest{zero, zero, zero};
  EXPECT_NEAR(torques(InverseDynamics(robot), at_rest)[0], torque_at_rest, 1e-12);
}

std::string lever_with(const std::string& old_text, const std::string& new_text) {
  return with(lever, old_text, new_text);
}

std::string lever_and(const std::string& more) {
  return lever_with("</robot>", more + "</robot>");
}

const std::string transmission =
    R"(<transmission name="t"><joint name="j"/><actuator name="m"><mechanicalReduction>RATIO</mechanicalReduction>)"
    "</actuator></transmission>";

INSTANTIATE_TEST_SUITE_P(
    All, UrdfTraits,
    testing::Values(
        Trait{"limits reversed", lever_with(R"(lower="-1" upper="1")", R"(lower="1" upper="-1")"),
              "lever.urdf:6: <limit> of joint \"j\": has a lower limit above the upper limit"},
        Trait{"velocity -1", lever_with(R"(velocity="2")", R"(velocity="-1")"),
              "lever.urdf:6: <limit velocity> of joint \"j\": is below 0"},
        Trait{"effort in words", lever_with(R"(effort="10")", R"(effort="x")"),
              "lever.urdf:6: <limit effort> of joint \"j\": is not a finite number"},
        Trait{"xacro:if", lever_and(R"(<xacro:if value="0"/>)"),
              "lever.urdf:7: <xacro:if>: is left over from xacro"},
        Trait{"xacro:property", lever_and(R"(<xacro:property name="pi" value="3.14"/>)"),
              "is left over from xacro"},
        Trait{"xacro in a part that is not read",
              lever_with(R"(<link name="a"/>)", R"(<link name="a"><visual><xacro:box/></visual></link>)"),
              "lever.urdf:2: <xacro:box> of link \"a\": is left over"},
        Trait{"expression in a file name",
              lever_with(R"(<link name="a"/>)",
                         R"(<link name="a"><visual><mesh filename="${m}"/></visual></link>)"),
              "lever.urdf:2: <mesh filename> of link \"a\": is \"${m}\", left over from xacro"},
        Trait{"expression as a name", lever_with(R"(name="j")", R"(name="${x}")"),
              "is \"${x}\", left over from xacro"},
        Trait{"substitution in a name", lever_with(R"(name="j")", R"(name="$(arg prefix)j")"),
              "is \"$(arg prefix)j\", left over from xacro"},
        Trait{"ratio of 0", lever_and(with(transmission, "RATIO", "0")),
              "is 0: expected motor speed over joint speed"},
        Trait{"ratio in words", lever_and(with(transmission, "RATIO", "fast")),
              "<mechanicalReduction> of actuator \"m\": is \"fast\": expected a finite number"},
        Trait{"two axes",
              lever_with(R"(<axis xyz="0 1 0"/>)", R"(<axis xyz="0 1 0"/><axis xyz="0 1.0  0"/>)"),
              "lever.urdf:5: <axis> of joint \"j\": repeats an earlier"},
        Trait{"no name", lever_with(R"( name="lever")", ""), "the robot is called \"lever\""},
        Trait{"a second limit",
              lever_with(R"(velocity="2"/>)",
                         R"(velocity="2"/><limit lower="-1" upper="1" effort="40" velocity="2"/>)"),
              "is repeated with different content (in line 6: <limit lower=\"-1\" upper=\"1\" "
              "effort=\"10\" velocity=\"2\">; here: <limit lower=\"-1\" upper=\"1\" effort=\"40\" "
              "velocity=\"2\">): the first limit is used"},
        Trait{"the same limit again, in another order",
              lever_with(R"(velocity="2"/>)",
                         R"(velocity="2"/><limit velocity="2" lower="-1" upper="1" effort="10"/>)"),
              "lever.urdf:6: <limit> of joint \"j\": repeats an earlier"},
        Trait{
            "moment below 0 on the base",
            lever_and(
                R"(<link name="c"><inertial><mass value="1"/><inertia ixx="-1" iyy="1" izz="1"/></inertial>)"
                R"(</link><joint name="f" type="fixed"><parent link="a"/><child link="c"/></joint>)"),
            "of link \"c\": a principal moment is -1 kg m^2, below 0"},
        Trait{
            "moment below 0 of next to nothing",
            lever_and(
                R"(<link name="c"><inertial><mass value="1e-9"/><inertia ixx="-1e-9" iyy="1e-9" izz="1e-9"/>)"
                R"(</inertial></link><joint name="f" type="fixed"><parent link="b"/><child link="c"/></joint>)"),
            "of link \"c\": a principal moment is -1e-09 kg m^2, below 0"},
        Trait{"loop joint",
              lever_and(R"(<loop_joint name="l" type="revolute"><link1 link="a"/></loop_joint>)"),
              "lever.urdf:7: <loop_joint> \"l\": the loop joint is not used"}));

TEST(UrdfTraits, EachOtherLimitIsTold) {
  const std::string more = R"(<limit lower="-1" upper="1" effort="40" velocity="2"/>)";
  const std::string text =
      lever_with(R"(velocity="2"/>)", R"(velocity="2"/>)" + more + with(more, "40", "50"));
  EXPECT_THAT(urdf_warnings(text), ElementsAre(HasSubstr("effort=\"40\""), HasSubstr("effort=\"50\"")));
}

// CAD programs write such products beside zeros.
TEST(UrdfTraits, RoundingIsNoMomentBelowZero) {
  const Warn fail = [](const std::string& warning) { ADD_FAILURE() << warning; };
  for (const char* moments :
       {R"(ixx="0" ixz="2.4e-35" iyy="0" izz="0")", R"(ixx="-1.4e-20" iyy="1e-19" izz="1e-19")"})
    read_urdf_robot(lever_with(R"(ixx="0.01" iyy="0.01" izz="0.01")", moments), "lever.urdf", {}, fail);
  EXPECT_NE(
      urdf_error(lever_with(R"(ixx="0.01" iyy="0.01" izz="0.01")", R"(ixx="-1e-3" iyy="0.01" izz="0.01")")),
      "no error");
}

TEST(UrdfTraits, TheFirstOfRepeatedElementsCountsOnRequest) {
  const std::string text = lever_with(R"(<mass value="1"/>)", R"(<mass value="1"/><mass value="2"/>)");
  EXPECT_THAT(urdf_error(text), HasSubstr("<mass value=\"1\">; here: <mass value=\"2\">"));
  std::vector<std::string> warnings;
  const Robot robot =
      read_urdf_robot(text, "lever.urdf", {.take_first = true}, [&](const std::string& warning) {
        warnings.push_back(warning);
      }).robot;
  EXPECT_EQ(robot.links()[1].mass_properties.mass, 1);
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("the first is taken")));
}

TEST(UrdfTraits, AreErrorsIfTorquesDependOnThem) {
  EXPECT_THAT(urdf_error(lever_with(R"(value="1")", R"(value="${m}")")), HasSubstr("not a xacro expression"));
  EXPECT_THAT(urdf_error(lever_with(R"(xyz="0.3 0 0")", R"(xyz="${l} 0 0")")),
              HasSubstr("not a xacro expression"));
  EXPECT_THAT(urdf_error(lever_and("<xacro:arm/>")), HasSubstr("this xacro file is not yet processed"));
  EXPECT_THAT(urdf_error(lever_and(R"(<xacro:if value="1"><link name="c"/></xacro:if>)")),
              HasSubstr("this xacro file is not yet processed"));
  EXPECT_EQ(urdf_error(lever_and(R"(<xacro:if value="0"><link name="c"/></xacro:if>)")), "no error");
  EXPECT_THAT(urdf_error(lever_with(R"(<axis xyz="0 1 0"/>)", R"(<axis xyz="0 1 0"/><axis xyz="0 -1 0"/>)")),
              HasSubstr("is repeated with different content (in line"));
}

TEST(UrdfExpression, InAUsedValueIsRefusedWithoutTheWarningForUnusedOnes) {
  const std::string text =
      lever_with(R"(<axis xyz="0 1 0"/>)", R"(<axis xyz="0 1 0"/><dynamics friction="${f}"/>)");
  const Warn fail = [](const std::string& warning) { ADD_FAILURE() << warning; };
  EXPECT_THROW(read_urdf_robot(text, "lever.urdf", {}, fail), Error);
}

TEST(RobotWithoutMotion, IsReadOnRequest) {
  const TemporaryFolder folder;
  const Warn ignore = [](const std::string&) {};
  for (const std::string& path :
       {folder.write("a.urdf", R"(<robot name="a"><link name="b"/></robot>)"),
        folder.write("a.json", R"({"name": "a", "convention": "tree", "joints": []})"),
        folder.write("a.body",
                     "format: ChoreonoidBody\nlinks:\n  - { name: A }\n"
                     "  - { name: B, parent: A, jointType: fixed }\n")}) {
    EXPECT_EQ(read_robot_file(path, {.without_motion = true}, ignore).robot.dof(), 0u);
    try {
      read_robot_file(path, {}, ignore);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(),
                path + ": no joint moves: expected at least one moving joint, or `base` floating");
    }
  }
}

TEST(MovesNoMass, CountsOnlyMovingLinks) {
  const Warn ignore = [](const std::string&) {};
  const auto moves_none = [&](const std::string& text) {
    return moves_no_mass(read_urdf_robot(text, "lever.urdf", {}, ignore).robot);
  };
  EXPECT_FALSE(moves_none(lever));
  const std::size_t from = lever.find("<inertial>");
  const std::string inertial = lever.substr(from, lever.find("</link>") - from);
  const std::string bare = lever_with(inertial, "");
  EXPECT_TRUE(moves_none(bare));
  EXPECT_TRUE(moves_none(with(bare, R"(<link name="a"/>)", R"(<link name="a">)" + inertial + "</link>")));
}

// Hostile files may contain many parts. Searching suggestions for each, or copying the rest of a text for
// each, took minutes.
TEST(UrdfLeniency, TakesLinearTimeForManyParts) {
  std::string text = "<robot name=\"r\"><link name=\"l0\"/>";
  const auto number = [](int i) { return std::to_string(i); };
  for (int i = 0; i < 4000; ++i)
    text += "<link name=\"l" + number(i + 1) + "\"/><joint name=\"joint_" + number(i) +
            "\" type=\"revolute\"><parent link=\"l" + number(i) + "\"/><child link=\"l" + number(i + 1) +
            "\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>";
  for (int i = 0; i < 10'000; ++i)
    text +=
        "<transmission name=\"t" + number(i) + "\"><joint name=\"jiont_" + number(i) + "\"/></transmission>";
  const RobotFile file = read_urdf_robot(text + "</robot>", "many.urdf", {}, [](const std::string&) {});
  EXPECT_EQ(file.robot.dof(), 4000u);
  EXPECT_FALSE(file.unused.empty());

  std::string numbers;
  for (int i = 0; i < 1'000'000; ++i) numbers += "1 ";
  std::string long_origin = lever;
  long_origin.replace(long_origin.find("0.3 0 0"), 7, numbers);
  EXPECT_THROW(read_urdf_robot(long_origin, "long.urdf", {}, [](const std::string&) {}), Error);
}

}  // namespace
}  // namespace invdyn::test
