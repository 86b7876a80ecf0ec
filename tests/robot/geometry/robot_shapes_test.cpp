#include <gtest/gtest.h>

#include "robot/files/read.h"
#include "robot/geometry/shapes.h"
#include "written_files.h"

namespace invdyn {
namespace {

RobotShapes shapes_of(const std::string& file, const ShapeSettings& settings = {}) {
  return read_shapes(file, read_robot(file, [](const std::string&) {}), settings);
}

std::string urdf(const std::string& visuals, const std::string& materials = "") {
  return "<robot name=\"arm\">" + materials +
         "<link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" "
         "izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>" +
         visuals +
         "</link><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child "
         "link=\"arm\"/></joint></robot>\n";
}

std::string visual(const std::string& geometry, const std::string& more = "") {
  return "<visual>" + more + "<geometry>" + geometry + "</geometry></visual>";
}

std::string body(const std::string& elements, const std::string& header = "") {
  return "format: ChoreonoidBody\nformatVersion: 1.0\nname: arm\n" + header +
         "links:\n"
         "  - { name: BASE, jointType: fixed, mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] }\n"
         "  - name: ARM\n    parent: BASE\n    jointType: revolute\n    jointAxis: Z\n    jointId: 0\n    "
         "mass: 1\n"
         "    centerOfMass: [0, 0, 0]\n    inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1]\n    elements:\n" +
         elements;
}

TEST(UrdfShapes, EachKindWithPoseAndColour) {
  const Folder folder;
  const std::string file = folder.write(
      "arm.urdf",
      urdf(visual("<box size=\"1 2 3\"/>",
                  "<origin xyz=\"1 0 0\" rpy=\"0 0 1.5707963267948966\"/><material name=\"steel\"/>") +
               visual("<sphere radius=\"0.5\"/>",
                      "<material name=\"x\"><color rgba=\"0 1 0 0.5\"/></material>") +
               visual("<cylinder radius=\"0.1\" length=\"0.4\"/>") +
               visual("<capsule radius=\"0.1\" length=\"0.4\"/>"),
           "<material name=\"steel\"><color rgba=\"0.5 0.5 0.5 1\"/></material>"));
  const RobotShapes shapes = shapes_of(file);
  EXPECT_TRUE(shapes.notes.empty());
  ASSERT_EQ(shapes.of_links.size(), 2u);
  EXPECT_TRUE(shapes.of_links[0].empty());
  const std::vector<Shape>& of_arm = shapes.of_links[1];
  ASSERT_EQ(of_arm.size(), 4u);
  EXPECT_EQ(of_arm[0].size, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(of_arm[0].colour, (Colour{0.5f, 0.5f, 0.5f, 1}));
  EXPECT_TRUE((of_arm[0].pose * Eigen::Vector3d::UnitX()).isApprox(Eigen::Vector3d(1, 1, 0)));
  EXPECT_EQ(of_arm[1].kind, Shape::Kind::sphere);
  EXPECT_EQ(of_arm[1].colour, (Colour{0, 1, 0, 0.5f}));
  EXPECT_EQ(of_arm[2].size, (std::vector<double>{0.1, 0.4}));
  EXPECT_FALSE(of_arm[2].colour);
  EXPECT_EQ(of_arm[3].kind, Shape::Kind::capsule);
}

TEST(UrdfShapes, AMeshIsReadOnceAndScaled) {
  const Folder folder;
  folder.write("meshes/cube.stl", unit_cube_stl(true));
  const std::string mesh = "<mesh filename=\"package://arm/meshes/cube.stl\" scale=\"0.001 0.001 -0.002\"/>";
  const std::string file = folder.write("arm.urdf", urdf(visual(mesh) + visual(mesh)));
  EXPECT_EQ(shapes_of(file).notes.size(), 1u);
  const RobotShapes shapes = shapes_of(file, {.packages = {.given = {folder.path("")}}});
  EXPECT_TRUE(shapes.notes.empty());
  ASSERT_EQ(shapes.meshes.size(), 1u);
  ASSERT_EQ(shapes.of_links[1].size(), 2u);
  ASSERT_EQ(shapes.files.size(), 1u);
  // The far corner of the cube, mirrored in z.
  const Shape& shape = shapes.of_links[1][0];
  const Eigen::Vector3d size(shape.size[0], shape.size[1], shape.size[2]);
  EXPECT_TRUE((shape.pose * size).isApprox(Eigen::Vector3d(0.001, 0.001, -0.002), 1e-12));
  EXPECT_NEAR(shape.pose.linear().determinant(), 1, 1e-12);
}

TEST(UrdfShapes, AFileWithTwoNamesIsReadOnce) {
  const Folder folder;
  const std::string cube = folder.write("cube.stl", unit_cube_stl(true));
  std::filesystem::create_hard_link(cube, folder.path("hard.stl"));
  std::filesystem::create_symlink(cube, folder.path("soft.stl"));
  std::string visuals;
  for (const char* name : {"cube", "hard", "soft"})
    visuals += visual("<mesh filename=\"" + std::string(name) + ".stl\"/>");
  const RobotShapes shapes = shapes_of(folder.write("arm.urdf", urdf(visuals)));
  EXPECT_EQ(shapes.files.size(), 1u);
  EXPECT_EQ(shapes.meshes.size(), 1u);
  EXPECT_EQ(shapes.of_links[1].size(), 3u);
}

TEST(UrdfShapes, WhatCannotBeShownIsSaid) {
  const Folder folder;
  folder.write("bad.stl", "solid nothing");
  folder.write("scene.glb", "x");
  const auto mesh = [](const std::string& name) { return visual("<mesh filename=\"" + name + "\"/>"); };
  const std::string file = folder.write(
      "arm.urdf",
      urdf(mesh("none.stl") + mesh("none2.stl") + mesh("scene.glb") + mesh("bad.stl") +
           visual("<box size=\"1 nan 1\"/>") + visual("<sphere radius=\"-1\"/>") + visual("") +
           visual("<sphere radius=\"1\"/>", "<material name=\"m\"><texture filename=\"t\"/></material>")));
  const RobotShapes shapes = shapes_of(file);
  EXPECT_EQ(shapes.of_links[1].size(), 1u);
  std::string notes;
  for (const std::string& note : shapes.notes) notes += note + "\n";
  for (const char* expected :
       {"mesh \"none.stl\" and 1 other: no such file", "this format is not read: expected STL",
        "mesh \"bad.stl\": has no triangles", "its size is not above 0", "textures are not shown",
        "expected a box, cylinder, sphere"})
    EXPECT_NE(notes.find(expected), std::string::npos) << expected << "\n" << notes;
}

TEST(UrdfShapes, ManyTrianglesAreThinnedAndSmallPartsStay) {
  const Folder folder;
  folder.write("cube.stl", unit_cube_stl(false));
  folder.write("ball.stl", stl_of(ball(100)));
  const std::string file = folder.write(
      "arm.urdf", urdf(visual("<mesh filename=\"cube.stl\"/>") + visual("<mesh filename=\"ball.stl\"/>")));
  const RobotShapes all = shapes_of(file), few = shapes_of(file, {.max_triangles = 2000});
  EXPECT_TRUE(all.notes.empty());
  EXPECT_GT(all.meshes[1].triangle_count(), 19'000u);
  EXPECT_EQ(few.meshes[0].triangle_count(), 12u);
  EXPECT_LE(few.meshes[1].triangle_count(), 1988u);
  EXPECT_GT(few.meshes[1].triangle_count(), 500u);
  ASSERT_EQ(few.notes.size(), 1u);
  EXPECT_NE(few.notes[0].find(" triangles are in the page"), std::string::npos);
}

TEST(UrdfShapes, ALargeFileIsNotRead) {
  const Folder folder;
  folder.write("cube.stl", unit_cube_stl(false));
  const std::string file = folder.write("arm.urdf", urdf(visual("<mesh filename=\"cube.stl\"/>")));
  const RobotShapes none = shapes_of(file, {.max_file_bytes = 100});
  ASSERT_EQ(none.notes.size(), 1u);
  EXPECT_NE(none.notes[0].find("expected at most"), std::string::npos);
}

// Choreonoid's cylinders lie along y, ours along z; angles are degrees.
TEST(BodyShapes, CylindersLieAlongY) {
  const Folder folder;
  const std::string file = folder.write(
      "arm.body",
      body("      - type: Transform\n        translation: [0, 0, 1]\n        rotation: [1, 0, 0, 90]\n       "
           " elements:\n"
           "          - type: Shape\n            geometry: { type: Cylinder, radius: 0.1, height: 0.5 }\n"
           "            appearance: { material: { diffuse: [1, 0, 0], transparency: 0.25 } }\n"
           "      - { type: Shape, geometry: { type: Box, size: [1, 2, 3] } }\n"
           "      - { type: Collision, elements: { Shape: { geometry: { type: Sphere, radius: 9 } } } }\n"
           "      - { type: Visual, elements: { Shape: { geometry: { type: Sphere, radius: 2 } } } }\n"));
  const RobotShapes shapes = shapes_of(file);
  EXPECT_TRUE(shapes.notes.empty()) << shapes.notes[0];
  const std::vector<Shape>& of_arm = shapes.of_links[1];
  ASSERT_EQ(of_arm.size(), 3u);
  // Along y in the transform, which turns y to z.
  EXPECT_TRUE((of_arm[0].pose.linear() * Eigen::Vector3d::UnitZ()).isApprox(Eigen::Vector3d::UnitZ(), 1e-12));
  EXPECT_TRUE(of_arm[0].pose.translation().isApprox(Eigen::Vector3d(0, 0, 1)));
  EXPECT_EQ(of_arm[0].colour, (Colour{1, 0, 0, 0.75f}));
  EXPECT_EQ(of_arm[1].size, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(of_arm[2].size, (std::vector<double>{2}));
}

TEST(BodyShapes, ScalesAndResources) {
  const Folder folder;
  folder.write("parts/cube.obj", unit_cube_obj());
  const std::string file = folder.write(
      "arm.body",
      body("      - type: Transform\n        scale: [2, 2, 2]\n        elements:\n"
           "          - { type: Shape, geometry: { type: Sphere, radius: 0.5 } }\n"
           "          - { type: Resource, uri: parts/cube.obj }\n"
           "          - { type: Shape, geometry: { type: IndexedFaceSet, coordinate: [0, 0, 0] } }\n"
           "      - type: Transform\n        scale: [1, 2, 1]\n        elements:\n"
           "          - { type: Shape, geometry: { type: Sphere, radius: 0.5 } }\n"));
  const RobotShapes shapes = shapes_of(file);
  ASSERT_EQ(shapes.of_links[1].size(), 2u);
  EXPECT_DOUBLE_EQ(shapes.of_links[1][0].size[0], 1);
  EXPECT_EQ(shapes.of_links[1][1].kind, Shape::Kind::mesh);
  EXPECT_DOUBLE_EQ(shapes.of_links[1][1].size[2], 2);
  ASSERT_EQ(shapes.notes.size(), 2u);
  EXPECT_NE(shapes.notes[0].find("geometry of type IndexedFaceSet"), std::string::npos);
  EXPECT_NE(shapes.notes[1].find("expected the same scale for all axes"), std::string::npos);
}

TEST(BodyShapes, OfSubBodies) {
  const Folder folder;
  folder.write("hand.body",
               "format: ChoreonoidBody\nlinks:\n  - { name: PALM, jointType: fixed, mass: 1, inertia: [1, 0, "
               "0, 0, 1, 0, 0, 0, 1], elements: { Shape: { geometry: { type: Box, size: [1, 1, 1] } } } }\n");
  const std::string file = folder.write(
      "arm.body", body("      []\n") + "  - { type: SubBody, uri: hand.body, prefix: L_, parent: ARM }\n");
  const RobotShapes shapes = shapes_of(file);
  ASSERT_EQ(shapes.of_links.size(), 3u);
  EXPECT_EQ(shapes.of_links[2].size(), 1u);
}

// Each list holds the one before it ten times: 10^8 shapes.
TEST(BodyShapes, AliasesCannotExpandWithoutEnd) {
  const Folder folder;
  std::string elements = "      - &e0 { type: Shape, geometry: { type: Box, size: [1, 1, 1] } }\n";
  for (int level = 1; level <= 4; ++level) {
    elements += "      - &e" + std::to_string(level) + " { type: Group, elements: [";
    for (int k = 0; k < 10; ++k) elements += std::string(k ? ", " : "") + "*e" + std::to_string(level - 1);
    elements += "] }\n";
  }
  const RobotShapes shapes = shapes_of(folder.write("arm.body", body(elements)));
  EXPECT_EQ(shapes.of_links[1].size(), 11'111u);
}

TEST(Shapes, OtherFormatsHaveNone) {
  const Folder folder;
  const std::string file = folder.write("arm.json", std::string(shipped_robot("scara").json));
  EXPECT_TRUE(shapes_of(file).of_links[1].empty());
}

}  // namespace
}  // namespace invdyn
