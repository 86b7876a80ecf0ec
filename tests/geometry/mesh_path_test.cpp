#include "geometry/mesh_path.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "written_files.h"

namespace invdyn {
namespace {

TEST(MeshPath, BesideTheRobot) {
  const Folder folder;
  const std::string robot = folder.write("a robot/arm.urdf", ""),
                    mesh = folder.write("a robot/m/link 1.stl", "");
  EXPECT_EQ(mesh_path("m/link 1.stl", robot, {}).path, mesh);
  EXPECT_EQ(mesh_path("file://" + folder.path("a%20robot/m/link%201.stl"), "/elsewhere/x.urdf", {}).path,
            mesh);
  EXPECT_EQ(mesh_path("m/none.stl", robot, {}).fault, "no such file: expected it beside the robot");
}

TEST(MeshPath, AboveTheRobotInItsPackage) {
  const Folder folder;
  const std::string mesh = folder.write("ws/arm_description/meshes/a.stl", "");
  EXPECT_EQ(
      mesh_path("package://arm_description/meshes/a.stl", folder.path("ws/arm_description/urdf/arm.urdf"), {})
          .path,
      mesh);
  EXPECT_EQ(mesh_path("model://arm_description/meshes/a.stl", folder.path("ws/other/urdf/arm.urdf"), {}).path,
            mesh);
}

TEST(MeshPath, InTheGivenFolders) {
  const Folder folder;
  const std::string mesh = folder.write("p/arm/meshes/a.stl", "");
  for (const char* given : {"p", "p/arm", "p/arm/"})
    EXPECT_EQ(std::filesystem::path(mesh_path("package://arm/meshes/a.stl", "/x/y.urdf",
                                              {folder.path("none"), folder.path(given)})
                                        .path)
                  .lexically_normal(),
              mesh)
        << given;
  EXPECT_EQ(mesh_path("package://leg/meshes/a.stl", "/x/y.urdf", {folder.path("p")}).fault,
            "no such file: expected --package-path with the folder that holds leg");
}

TEST(MeshPath, ACopyOfThePackageUnderAnotherName) {
  const Folder folder;
  folder.write("arm-main/package.xml", "<package/>");
  const std::string mesh = folder.write("arm-main/meshes/a.stl", "");
  EXPECT_EQ(mesh_path("package://arm/meshes/a.stl", folder.path("arm-main/urdf/arm.urdf"), {}).path, mesh);
}

TEST(MeshPath, RegularFilesOnly) {
  const Folder folder;
  const std::string pipe = folder.path("pipe.stl");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(mesh_path("pipe.stl", folder.path("arm.urdf"), {}).fault, "is no regular file: expected one");
  EXPECT_EQ(mesh_path("https://example.org/a.stl", folder.path("arm.urdf"), {}).fault,
            "not read: expected a file, package:// or model://");
}

}  // namespace
}  // namespace invdyn
