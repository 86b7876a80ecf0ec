#include "robot/geometry/mesh_path.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "written_files.h"

namespace invdyn {
namespace {

MeshPath mesh_path(const std::string& uri, const std::string& referring_file, const PackagePlaces& places) {
  PackageIndex packages(places);
  return mesh_path(uri, referring_file, packages);
}

TEST(MeshPath, BesideTheRobot) {
  const Folder folder;
  const std::string robot = folder.write("a robot/arm.urdf", ""),
                    mesh = folder.write("a robot/m/link 1.stl", "");
  EXPECT_EQ(mesh_path("m/link 1.stl", robot, {}).path, mesh);
  EXPECT_EQ(mesh_path("file://" + folder.path("a%20robot/m/link%201.stl"), "/elsewhere/x.urdf", {}).path,
            mesh);
  EXPECT_EQ(mesh_path("m/none.stl", robot, {}).fault,
            "no such file: expected it in the folder of the robot's file");
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
                                              {.given = {folder.path("none"), folder.path(given)}})
                                        .path)
                  .lexically_normal(),
              mesh)
        << given;
  const std::string p = folder.path("p");
  EXPECT_EQ(
      mesh_path("package://leg/meshes/a.stl", "/x/y.urdf", {.given = {p}}).fault,
      "package leg was not found in --package-path (" + p +
          "), ROS_PACKAGE_PATH (not set) and AMENT_PREFIX_PATH (not set), and not in a folder above the robot's "
          "file: expected --package-path with the folder that contains leg");
}

TEST(MeshPath, AFileThatItsPackageLacks) {
  const Folder folder;
  folder.write("given/arm/a.stl", "");
  folder.write("ros1/arm/manifest.xml", "");
  folder.write("ros2/share/arm/a.stl", "");
  folder.write("ws/arm/urdf/arm.urdf", "");
  const auto fault_in = [&](const PackagePlaces& places) {
    return mesh_path("package://arm/meshes/b.stl", folder.path("ws/arm/urdf/arm.urdf"), places).fault;
  };
  const auto expected = [&](const std::string& place) {
    return "package arm in " + folder.path(place) +
           " does not have this file: expected the file in this package, or --package-path with another folder "
           "that contains arm";
  };
  EXPECT_EQ(fault_in({.given = {folder.path("given")}}), expected("given/arm"));
  EXPECT_EQ(mesh_path("package:///arm/a.stl", "/x/y.urdf", {.given = {folder.path("given")}}).path,
            folder.path("given/arm/a.stl"));
  EXPECT_EQ(fault_in({.given = {folder.path("given/arm")}}), expected("given/arm"));
  EXPECT_EQ(fault_in({.ros_package_path = folder.path("ros1")}), expected("ros1/arm"));
  EXPECT_EQ(fault_in({.ament_prefix_path = folder.path("ros2")}), expected("ros2/share/arm"));
  EXPECT_EQ(fault_in({}), expected("ws/arm"));
}

TEST(MeshPath, ACopyOfThePackageUnderAnotherName) {
  const Folder folder;
  folder.write("arm-main/package.xml", "<package/>");
  const std::string mesh = folder.write("arm-main/meshes/a.stl", "");
  EXPECT_EQ(mesh_path("package://arm/meshes/a.stl", folder.path("arm-main/urdf/arm.urdf"), {}).path, mesh);
}

// As rospack finds packages: a package.xml states the name, a manifest.xml leaves it to the folder.
TEST(MeshPath, InThePackagesOfRos1) {
  const Folder folder;
  const auto path_in = [&](const std::string& name, const std::string& list) {
    return mesh_path("package://" + name + "/a.stl", "/x/y.urdf", {.ros_package_path = list}).path;
  };
  folder.write("src/deep/arm-main/package.xml", "<package><name> arm </name></package>");
  const std::string arm = folder.write("src/deep/arm-main/a.stl", "");
  folder.write("src/old/leg/manifest.xml", "<package/>");
  const std::string leg = folder.write("src/old/leg/a.stl", "");
  folder.write("src/broken/hand/package.xml", "<package>");
  const std::string hand = folder.write("src/broken/hand/a.stl", "");
  for (const char* hidden :
       {"src/.git/head", "src/ignored/head", "src/closed/below/head", "src/old/leg/head"}) {
    folder.write(std::string(hidden) + "/package.xml", "<package><name>head</name></package>");
    folder.write(std::string(hidden) + "/a.stl", "");
  }
  folder.write("src/ignored/CATKIN_IGNORE", "");
  folder.write("src/closed/rospack_nosubdirs", "");

  const std::string src = folder.path("src");
  EXPECT_EQ(path_in("arm", src), arm);
  EXPECT_EQ(path_in("arm", "/none::" + src + ":"), arm);
  EXPECT_EQ(path_in("arm", folder.path("src/deep/arm-main")), arm) << "the entry is the package";
  EXPECT_EQ(path_in("leg", src), leg);
  EXPECT_EQ(path_in("hand", src), hand);
  EXPECT_EQ(path_in("arm-main", src), "");
  EXPECT_EQ(path_in("head", src), "");
  EXPECT_EQ(path_in("head", folder.path("src/closed/below")), folder.path("src/closed/below/head/a.stl"));
  folder.write("overlay/arm/package.xml", "<package><name>arm</name></package>");
  const std::string above = folder.write("overlay/arm/a.stl", "");
  EXPECT_EQ(path_in("arm", folder.path("overlay") + ":" + src), above) << "the first one counts";
}

TEST(MeshPath, InThePackagesOfRos2) {
  const Folder folder;
  const std::string under = folder.write("under/share/arm/a.stl", ""),
                    over = folder.write("over/share/arm/a.stl", "");
  const auto path_in = [&](const PackagePlaces& places) {
    return mesh_path("package://arm/a.stl", "/x/y.urdf", places).path;
  };
  EXPECT_EQ(path_in({.ament_prefix_path = folder.path("under")}), under);
  EXPECT_EQ(path_in({.ament_prefix_path = folder.path("over") + ":" + folder.path("under")}), over);
  EXPECT_EQ(path_in({.ament_prefix_path = folder.path("none") + ":" + folder.path("under")}), under);
}

// --package-path, ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, the folders above the robot.
TEST(MeshPath, HasAnOrderOfPlaces) {
  const Folder folder;
  const std::string given = folder.write("given/arm/a.stl", ""), ros1 = folder.write("ros1/arm/a.stl", ""),
                    ros2 = folder.write("ros2/share/arm/a.stl", ""), above = folder.write("ws/arm/a.stl", "");
  folder.write("ros1/arm/manifest.xml", "");
  PackagePlaces places{.given = {folder.path("given")},
                       .ros_package_path = folder.path("ros1"),
                       .ament_prefix_path = folder.path("ros2")};
  for (const std::string& expected : {given, ros1, ros2, above}) {
    const std::string found = mesh_path("package://arm/a.stl", folder.path("ws/arm/arm.urdf"), places).path;
    EXPECT_EQ(found, expected);
    std::filesystem::remove(found);
  }
}

// A link to a folder above leads in circles.
TEST(MeshPath, EndsItsSearch) {
  const Folder folder;
  folder.write("src/a/b/file", "");
  for (const char* name : {"src/a/one", "src/a/two"})
    std::filesystem::create_directory_symlink(folder.path("src"), folder.path(name));
  EXPECT_EQ(mesh_path("package://arm/a.stl", "/x/y.urdf", {.ros_package_path = folder.path("src")}).fault,
            "package arm was not found in --package-path (not set), ROS_PACKAGE_PATH (" + folder.path("src") +
                ") and AMENT_PREFIX_PATH (not set), and not in a folder above the robot's file: expected "
                "--package-path with the folder that contains arm; only the first 20000 folders of "
                "ROS_PACKAGE_PATH were searched");
}

TEST(MeshPath, RegularFilesOnly) {
  const Folder folder;
  const std::string pipe = folder.path("pipe.stl");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(mesh_path("pipe.stl", folder.path("arm.urdf"), {}).fault,
            "is not a regular file: expected a regular file");
  EXPECT_EQ(mesh_path("https://example.org/a.stl", folder.path("arm.urdf"), {}).fault,
            "not read: expected a file, package:// or model://");
}

}  // namespace
}  // namespace invdyn
