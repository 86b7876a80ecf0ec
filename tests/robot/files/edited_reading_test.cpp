// RobotReading::edit: each format's reader lets the description be changed before it is checked. Here the
// arm's moments (-1, 1, 1), which every reader refuses, become the nearest possible ones, (0, 1.5, 1.5).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/base/error.h"
#include "robot/files/read.h"
#include "robot/model/corrected_inertia.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

struct File {
  const char *name, *text, *place;
};

const File files[] = {
    {"arm.json",
     R"({"name": "arm", "convention": "tree", "joints": [{"name": "j", "type": "continuous", "parent": "base",
"axis": [1, 0, 0], "link": {"name": "arm", "mass": 1, "com": [0, 0, 0], "inertia": {"ixx": -1, "iyy": 1, "izz": 1}}}]})",
     "arm.json: /joints/0/link/inertia"},
    {"arm.urdf",
     R"(<robot name="arm"><link name="base"/>
<link name="arm"><inertial><mass value="1"/><inertia ixx="-1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/></joint></robot>)",
     "arm.urdf:2: <inertia> of link \"arm\""},
    {"arm.mjcf",
     R"(<mujoco><worldbody><body name="arm"><joint name="j" axis="1 0 0"/>
<inertial pos="0 0 0" mass="1" diaginertia="-1 1 1"/></body></worldbody></mujoco>)",
     "arm.mjcf:2: <inertial> of body \"arm\""},
    {"full.mjcf",
     R"(<mujoco><worldbody><body name="arm"><joint name="j" axis="1 0 0"/>
<inertial pos="0 0 0" mass="1" fullinertia="-1 1 1 0 0 0"/></body></worldbody></mujoco>)",
     "full.mjcf:2: <inertial> of body \"arm\""},
    {"arm.body",
     R"(format: ChoreonoidBody
formatVersion: 2.0
name: arm
links:
  - name: base
    jointType: fixed
    mass: 1
    inertia: [ 1, 0, 0, 0, 1, 0, 0, 0, 1 ]
  - name: arm
    parent: base
    jointType: revolute
    jointAxis: [ 1, 0, 0 ]
    mass: 1
    inertia: [ -1, 0, 0, 0, 1, 0, 0, 0, 1 ]
)",
     "arm.body:14: inertia of link \"arm\""}};

TEST(EditedReading, MendsInEachFormat) {
  const Warn ignore = [](const std::string&) {};
  const TemporaryFolder here;
  for (const File& file : files) {
    const std::string path = here.write(file.name, file.text);
    EXPECT_THROW(read_robot_file(path, {}, ignore), Error) << file.name;
    std::vector<CorrectedInertia> corrected;
    const Robot robot =
        read_robot_file(
            path, {.edit = [&](RobotDescription& description) { corrected = correct_inertia(description); }},
            [&](const std::string& text) {
              EXPECT_THAT(text, testing::Not(HasSubstr("moment"))) << file.name;
            })
            .robot;
    const Eigen::Matrix3d& inertia = robot.links().back().mass_properties.inertia;
    EXPECT_TRUE(inertia.isApprox(Eigen::Matrix3d(Eigen::Vector3d(0, 1.5, 1.5).asDiagonal()), 1e-12))
        << file.name << "\n"
        << inertia;
    ASSERT_EQ(corrected.size(), 1u) << file.name;
    EXPECT_THAT(corrected[0].place, HasSubstr(file.place));
  }
}

}  // namespace
}  // namespace invdyn::test
