// Shapes of MJCF geoms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "robot/files/read.h"
#include "robot/geometry/shapes.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

TEST(MjcfShapes, AreThoseOfTheGeomsThatMujocoShows) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("arm.xml",
                   "<mujoco><asset><material name='red' rgba='1 0 0 1'/></asset><default><geom rgba='0 1 0 "
                   "1'/></default><worldbody><body name='b'><joint/><geom type='box' size='0.1 0.2 0.3' "
                   "pos='1 2 3'/><geom type='capsule' size='0.1' fromto='0 0 0 0 0 0.5'/><geom size='0.1' "
                   "group='3'/></body></worldbody></mujoco>");
  const Robot robot = read_robot(file, [](const std::string&) {});
  const RobotShapes found = read_shapes(file, robot, {});
  EXPECT_TRUE(found.notes.empty());
  ASSERT_EQ(found.of_links[1].size(), 2u);
  const Shape &box = found.of_links[1][0], &capsule = found.of_links[1][1];
  EXPECT_EQ(box.kind, Shape::Kind::box);
  EXPECT_THAT(box.size, ElementsAre(0.2, 0.4, 0.6));
  EXPECT_EQ(box.pose.translation(), Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(box.colour, (Colour{0, 1, 0, 1}));
  EXPECT_EQ(capsule.kind, Shape::Kind::capsule);
  EXPECT_THAT(capsule.size, ElementsAre(0.1, 0.5));
  EXPECT_EQ(capsule.pose.translation(), Eigen::Vector3d(0, 0, 0.25));
}

TEST(MjcfShapes, HaveMeshesWithTheirScale) {
  const TemporaryFolder folder;
  folder.write("tri.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const std::string file = folder.write(
      "arm.xml",
      "<mujoco><asset><mesh name='m' file='tri.obj' scale='2 2 2' refpos='1 0 0'/></asset><worldbody><body>"
      "<joint/><geom type='mesh' mesh='m' pos='0 0 5'/></body></worldbody></mujoco>");
  const RobotShapes found = read_shapes(file, read_robot(file, [](const std::string&) {}), {});
  ASSERT_EQ(found.of_links[1].size(), 1u);
  EXPECT_EQ(found.of_links[1][0].kind, Shape::Kind::mesh);
  EXPECT_THAT(found.of_links[1][0].size, ElementsAre(2, 2, 2));
  EXPECT_EQ(found.of_links[1][0].pose.translation(), Eigen::Vector3d(-2, 0, 5));
}

}  // namespace
}  // namespace invdyn::test
