// Files that the reader refuses, and the text that it gives.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "robot/mjcf/mjcf_reader.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

std::string error_of(const std::string& text, const std::string& file = "arm.xml",
                     const MjcfReading& reading = {}) {
  try {
    read_mjcf(text, file, reading, [](const std::string&) {});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

struct Refused {
  const char *what, *text, *message;

  friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.what; }
};

class RefusedMjcf : public testing::TestWithParam<Refused> {};

TEST_P(RefusedMjcf, SaysWhereAndWhatWasExpected) {
  EXPECT_THAT(error_of(GetParam().text), testing::HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    OfAllKinds, RefusedMjcf,
    testing::Values(
        Refused{"another root", "<robot/>", "arm.xml:1: <robot>: is the root element: expected MJCF"},
        Refused{"no body", "<mujoco><worldbody/></mujoco>", "has no <body>"},
        Refused{
            "two free joints",
            "<mujoco><worldbody><body name='cube'><freejoint/><geom size='1'/></body><body name='b'>"
            "<freejoint/><geom size='1'/><body><joint/><geom size='1'/></body></body></worldbody></mujoco>",
            "is the free joint \"cube_joint\", and \"b_joint\" in line 1 is another free joint: "
            "expected one free joint, at the robot's base. To read this joint as fixed, give `fix` cube_joint"},
        Refused{"a free joint beside an arm",
                "<mujoco><worldbody><body name='cube'><freejoint/><geom size='1'/></body><body name='arm'>"
                "<joint/><geom size='1'/></body></worldbody></mujoco>",
                "is the free joint \"cube_joint\". Body \"arm\" in the world also has joints: expected a "
                "single robot. To read the free joint as fixed, give `fix` cube_joint"},
        Refused{
            "a base with less than no compensation",
            "<mujoco><worldbody><body gravcomp='-1'><freejoint/><geom size='1'/></body></worldbody></mujoco>",
            "<body gravcomp>: is \"-1\": expected a share of the weight, 0 or more"},
        Refused{
            "a ball joint",
            "<mujoco><worldbody><body><joint name='j' type='ball'/></body></worldbody></mujoco>",
            "is a ball joint, called \"j\": expected a revolute or prismatic joint (only these have exactly one torque)"},
        Refused{"an unknown class",
                "<mujoco><default><default class='arm'/></default><worldbody><body "
                "childclass='amr'/></worldbody></mujoco>",
                "expected the name of a default class; did you mean \"arm\"?"},
        Refused{"a class twice",
                "<mujoco><default><default class='a'/><default class='a'/></default></mujoco>",
                "a unique name"},
        Refused{"a joint type", "<mujoco><worldbody><body><joint type='hing'/></body></worldbody></mujoco>",
                "expected one of free, ball, slide, hinge; did you mean \"hinge\"?"},
        Refused{"an axis of zero",
                "<mujoco><worldbody><body><joint axis='0 0 0'/></body></worldbody></mujoco>", "a direction"},
        Refused{"too few numbers", "<mujoco><worldbody><body pos='1 2'/></worldbody></mujoco>",
                "expected 3 finite numbers"},
        Refused{"too many sizes",
                "<mujoco><worldbody><body><geom size='1 2 3 4'/></body></worldbody></mujoco>",
                "at most 3 numbers"},
        Refused{"a size of zero",
                "<mujoco><worldbody><body><geom type='capsule' size='1'/></body></worldbody></mujoco>",
                "expected 2 numbers above 0"},
        Refused{"two orientations",
                "<mujoco><worldbody><body quat='1 0 0 0' euler='1 2 3'/></worldbody></mujoco>",
                "only one orientation"},
        Refused{"an Euler sequence", "<mujoco><compiler eulerseq='xyw'/></mujoco>",
                "three of x, y, z, X, Y, Z"},
        Refused{
            "global coordinates without a position",
            "<mujoco><compiler coordinate='global'/><worldbody><body><joint/></body></worldbody></mujoco>",
            "\"pos\" is missing"},
        Refused{
            "a negative mass",
            "<mujoco><worldbody><body><joint/><inertial pos='0 0 0' mass='-1'/></body></worldbody></mujoco>",
            "below 0"},
        Refused{"inertia and axes",
                "<mujoco><worldbody><body><inertial pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' quat='1 0 "
                "0 0'/></body></worldbody></mujoco>",
                "this attribute or fullinertia, not both"},
        Refused{"an inertia that no body has",
                "<mujoco><worldbody><body><joint/><inertial pos='0 0 0' mass='1' fullinertia='1 1 1 5 0 "
                "0'/></body></worldbody></mujoco>",
                "expected principal moments of 0 or more; the smallest is -4 kg m^2"},
        Refused{"a missing mesh",
                "<mujoco><worldbody><body><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
                "the name of a mesh in <asset>"},
        Refused{"a missing mesh file",
                "<mujoco><asset><mesh name='m' file='none.stl'/></asset><worldbody><body><geom type='mesh' "
                "mesh='m'/></body></worldbody></mujoco>",
                "none.stl: no such file"},
        Refused{"an index beyond the vertices",
                "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 "
                "4'/></asset><worldbody><body><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
                "indices of vertices, from 0"},
        Refused{
            "a flat mesh",
            "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'/></asset><worldbody><body>"
            "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
            "the mesh has no inertia"},
        Refused{"bodies from elsewhere", "<mujoco><worldbody><composite type='rope'/></worldbody></mujoco>",
                "makes bodies"},
        Refused{"a body's name twice",
                "<mujoco><worldbody><body name='a'/><body name='a'/></worldbody></mujoco>", "a unique name"},
        Refused{"a joint of the world", "<mujoco><worldbody><joint/></worldbody></mujoco>",
                "is in the world"},
        Refused{"negative compensation",
                "<mujoco><worldbody><body gravcomp='-1'><joint/><geom size='1'/></body></worldbody></mujoco>",
                "is \"-1\": expected a share of the weight, 0 or more"},
        Refused{"compensation by some drives",
                "<mujoco><worldbody><body gravcomp='1'><joint actuatorgravcomp='true'/><geom size='1'/><body>"
                "<joint/><geom size='1'/></body></body></worldbody></mujoco>",
                "at all moving joints or at no joint"},
        Refused{"an actuator of no joint",
                "<mujoco><worldbody><body><joint name='j'/><geom "
                "size='1'/></body></worldbody><actuator><motor joint='k'/></actuator></mujoco>",
                "is \"k\": expected the name of a joint"},
        Refused{"a time constant without a damping ratio",
                "<mujoco><worldbody><body><joint springdamper='1 0'/><geom "
                "size='1'/></body></worldbody></mujoco>",
                "two numbers that are both above 0"},
        Refused{"a time constant of a joint without mass",
                "<mujoco><worldbody><body><joint springdamper='1 1'/></body></worldbody></mujoco>",
                "bodies with mass"},
        Refused{"an included file that is missing", "<mujoco><include file='none.xml'/></mujoco>",
                "the path of a file"}),
    [](const auto& test) {
      std::string name = test.param.what;
      std::erase(name, '\'');
      std::replace(name.begin(), name.end(), ' ', '_');
      return name;
    });

TEST(MjcfMeshes, OfWrongSizesAreRefused) {
  const TemporaryFolder folder;
  const auto error_with = [&](const std::string& mesh) {
    return error_of(
        "<mujoco><asset><mesh name='m' file='" + mesh +
            "'/></asset><worldbody><body><joint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
        folder / "arm.xml");
  };
  folder.write("large.stl", "");
  std::filesystem::resize_file(folder / "large.stl", (64u << 20) + 1);
  EXPECT_THAT(error_with("large.stl"), testing::HasSubstr("large.stl: has 65 MiB: expected at most 64 MiB"));
  folder.write("short.msh", std::string("\4\0\0\0", 4) + std::string(12, '\0'));
  EXPECT_THAT(error_with("short.msh"), testing::HasSubstr("its size does not match its header"));
}

TEST(MjcfIncludes, LeaveTheFolderOnRequestOnly) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "robot");
  std::ofstream(folder / "part.xml") << "<mujoco><joint/><geom size='1'/></mujoco>";
  std::filesystem::create_symlink("../part.xml", folder / "robot/link.xml");
  for (const std::string& name : {std::string("../part.xml"), folder / "part.xml", std::string("link.xml")}) {
    const std::string text =
        "<mujoco><worldbody><body><include file='" + name + "'/></body></worldbody></mujoco>";
    EXPECT_THAT(error_of(text, folder / "robot/arm.xml"),
                testing::HasSubstr("`include-outside` also reads files outside of this folder"))
        << name;
    EXPECT_EQ(error_of(text, folder / "robot/arm.xml", {.include_outside = true}), "no error") << name;
  }
}

TEST(MjcfIncludes, AreReadOnce) {
  const TemporaryFolder folder;
  std::ofstream(folder / "arm.xml") << "<mujoco/>";
  std::ofstream(folder / "a.xml") << "<mujoco><include file='b.xml'/></mujoco>";
  std::ofstream(folder / "b.xml") << "<mujoco><include file='a.xml'/></mujoco>";
  EXPECT_THAT(error_of("<mujoco><include file='a.xml'/></mujoco>", folder / "arm.xml"),
              testing::HasSubstr("a file that is not included yet"));
  EXPECT_THAT(error_of("<mujoco><include file='arm.xml'/></mujoco>", folder / "arm.xml"),
              testing::HasSubstr("a file that is not included yet"));
}

TEST(MjcfFixedJoints, AreFreeOrBallJoints) {
  const std::string text =
      "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody></mujoco>";
  EXPECT_THAT(error_of(text, "arm.xml", {.fixed = {"j"}}), testing::HasSubstr("has one degree of freedom"));
  EXPECT_THAT(error_of(text, "arm.xml", {.fixed = {"k"}}), testing::HasSubstr("no joint is named \"k\""));
}

}  // namespace
}  // namespace invdyn::test
