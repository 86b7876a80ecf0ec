#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <functional>
#include <limits>

#include "ground/base/error.h"
#include "written_files.h"

namespace invdyn {
namespace {

std::string no_materials(const std::string&) {
  return "";
}

std::string fault_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

float area_of(const Mesh& mesh) {
  const auto at = [&](std::size_t corner) {
    return Eigen::Map<const Eigen::Vector3f>(&mesh.vertices[3 * mesh.triangles[corner]]);
  };
  float area = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
    area += (at(i + 1) - at(i)).cross(at(i + 2) - at(i)).norm() / 2;
  return area;
}

// A square of edge 2 in the plane z = 0, about the origin, as two triangles.
std::string collada(const std::string& nodes, const std::string& more = "",
                    const std::string& p = "0 1 2 0 2 3") {
  return "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><asset><unit meter=\"0.001\"/>"
         "<up_axis>Y_UP</up_axis></asset><library_geometries><geometry id=\"g\"><mesh>"
         "<source id=\"s\"><float_array id=\"a\" count=\"12\">-1 -1 0 1 -1 0 1 1 0 -1 1 0</float_array>"
         "<technique_common><accessor source=\"#a\" count=\"4\" stride=\"3\"/></technique_common></source>"
         "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>"
         "<triangles count=\"2\" material=\"m\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>" +
         p + "</p></triangles></mesh></geometry></library_geometries>" + more +
         "<library_visual_scenes><visual_scene id=\"vs\">" + nodes +
         "</visual_scene></library_visual_scenes><scene><instance_visual_scene "
         "url=\"#vs\"/></scene></COLLADA>";
}

TEST(Stl, BinaryAndAsciiAreTheSameCube) {
  for (const bool is_binary : {false, true}) {
    const MeshFile cube = read_stl(unit_cube_stl(is_binary), "cube.stl");
    ASSERT_EQ(cube.parts.size(), 1u);
    EXPECT_EQ(cube.parts[0].vertices.size(), 3 * 8u) << "equal vertices are one";
    EXPECT_EQ(cube.parts[0].triangle_count(), 12u);
    EXPECT_DOUBLE_EQ(volume_of(cube.parts), 1);
  }
}

// Many programs write "solid" into the header of a binary file.
TEST(Stl, ABinaryFileMayBeginWithSolid) {
  std::string content = unit_cube_stl(true);
  content.replace(0, 5, "solid");
  EXPECT_DOUBLE_EQ(volume_of(read_stl(content, "cube.stl").parts), 1);
}

TEST(Stl, RefusesWhatIsNotWhole) {
  std::string binary = unit_cube_stl(true), ascii = unit_cube_stl(false);
  const auto fault = [](const std::string& content) { return fault_of([&] { read_stl(content, "x.stl"); }); };
  EXPECT_EQ(fault(binary.substr(0, 300)), "x.stl: ends before its last triangle: expected a whole STL file");
  EXPECT_EQ(fault(ascii.substr(0, ascii.rfind("vertex"))),
            "x.stl: ends within a triangle: expected a whole STL file");
  EXPECT_EQ(fault(""), "x.stl: has no triangles: expected an STL file");
  EXPECT_EQ(fault("solid x\nvertex 1 2 three\n"),
            "x.stl:2: a vertex is not three numbers of single precision: expected an STL file");
  EXPECT_EQ(fault("solid x\n\nvertex 1 2 1e39\n"),
            "x.stl:3: a vertex is not three numbers of single precision: expected an STL file");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  binary.replace(84 + 12, sizeof nan, reinterpret_cast<const char*>(&nan), sizeof nan);
  EXPECT_EQ(fault(binary), "x.stl: triangle 1 has a vertex that is not finite: expected numbers in m");
  binary.replace(80, 4, "\xff\xff\xff\xff");
  EXPECT_NE(fault(binary).find("ends before its last triangle"), std::string::npos);
}

TEST(Obj, PolygonsAndNegativeIndices) {
  EXPECT_DOUBLE_EQ(volume_of(read_obj(unit_cube_obj(), "cube.obj", no_materials).parts), 1);
  const MeshFile last = read_obj("v 0 0 0\nv 1 0 0\r\nv 0 1 0\nf -3 -2/5 -1/4/2\n", "t.obj", no_materials);
  ASSERT_EQ(last.parts.size(), 1u);
  EXPECT_EQ(last.parts[0].triangle_count(), 1u);
}

TEST(Obj, ColoursOfMaterialsMakeParts) {
  const std::string text =
      "mtllib an arm.mtl\r\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl glass\nf 3 2 1\n";
  std::string asked;
  const MeshFile file = read_obj(text, "t.obj", [&](const std::string& name) {
    asked = name;
    return "newmtl red\nKd 1 0 0\nmap_Kd wood.png\nnewmtl glass\nKd 0 0 1\nd 0.25\n";
  });
  EXPECT_EQ(asked, "an arm.mtl");
  ASSERT_EQ(file.parts.size(), 2u);
  EXPECT_TRUE(file.has_textures);
  EXPECT_EQ(file.parts[0].colour, (Colour{0, 0, 1, 0.25f}));
  EXPECT_EQ(file.parts[1].colour, (Colour{1, 0, 0, 1}));
}

TEST(Obj, AMaterialLibraryIsReadOnce) {
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  for (int i = 0; i < 100; ++i) text += "mtllib a.mtl\n";
  int reads = 0;
  const auto materials = [&](const std::string&) {
    ++reads;
    return std::string();
  };
  read_obj(text, "t.obj", materials);
  EXPECT_EQ(reads, 1);
  for (int i = 0; i < 100; ++i) text += "mtllib a" + std::to_string(i) + ".mtl\n";
  EXPECT_EQ(fault_of([&] { read_obj(text, "t.obj", materials); }),
            "t.obj:124: has more than 20 material libraries: expected fewer");
}

TEST(Obj, RefusesWhatDoesNotFit) {
  const auto fault = [](const std::string& content) {
    return fault_of([&] { read_obj(content, "x.obj", no_materials); });
  };
  EXPECT_EQ(fault("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"),
            "x.obj:4: a face has the vertex \"4\": expected the number of a vertex, from 1 to 3");
  for (const char* number : {"nan", "inf", "1e39", "-1e400"})
    EXPECT_EQ(fault("# a mesh\nv 0 " + std::string(number) + " 0\n"),
              "x.obj:2: a vertex is not three numbers of single precision: expected an OBJ file");
  EXPECT_EQ(fault("v 0 0 0\nf 1 1\n"), "x.obj:2: a face has fewer than three vertices: expected an OBJ file");
  EXPECT_EQ(fault("v 0 0 0\nf 1 0 1\n"),
            "x.obj:2: a face has the vertex \"0\": expected the number of a vertex, from 1 to 1");
}

// 2 mm by 2 mm, doubled, turned by 90 degrees about x and moved by 5 mm. up_axis turns nothing.
TEST(Collada, UnitAndNodesPlaceTheMesh) {
  const std::string text = collada(
      "<node><translate>0 0 5</translate><node><rotate>1 0 0 90</rotate><scale>2 2 2</scale>"
      "<instance_geometry url=\"#g\"/></node></node>");
  const MeshFile file = read_collada(text, "x.dae");
  ASSERT_EQ(file.parts.size(), 1u);
  Eigen::Vector3f low(1, 1, 1), high(-1, -1, -1);
  for (std::size_t i = 0; i < file.parts[0].vertices.size(); i += 3) {
    const Eigen::Vector3f v(file.parts[0].vertices[i], file.parts[0].vertices[i + 1],
                            file.parts[0].vertices[i + 2]);
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  EXPECT_TRUE(low.isApprox(Eigen::Vector3f(-0.002f, 0, 0.003f), 1e-6f)) << low;
  EXPECT_TRUE(high.isApprox(Eigen::Vector3f(0.002f, 0, 0.007f), 1e-6f)) << high;
}

TEST(Collada, TheColourOfItsMaterial) {
  const std::string materials =
      "<library_materials><material id=\"red\"><instance_effect url=\"#e\"/></material></library_materials>"
      "<library_effects><effect id=\"e\"><profile_COMMON><technique><phong><diffuse><color>1 0.5 0 1</color>"
      "</diffuse></phong></technique></profile_COMMON></effect></library_effects>";
  const std::string node =
      "<node><instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"m\" "
      "target=\"#red\"/></technique_common></bind_material></instance_geometry></node>";
  const MeshFile file = read_collada(collada(node, materials), "x.dae");
  ASSERT_EQ(file.parts.size(), 1u);
  EXPECT_EQ(file.parts[0].colour, (Colour{1, 0.5f, 0, 1}));
  EXPECT_FALSE(file.has_textures);
}

TEST(Collada, RefusesWhatDoesNotFit) {
  const auto fault = [](const std::string& content) {
    return fault_of([&] { read_collada(content, "x.dae"); });
  };
  const std::string node = "<node><instance_geometry url=\"#g\"/></node>";
  EXPECT_EQ(fault(collada(node, "", "0 1 4")),
            "x.dae:1: a face has the vertex \"4\": expected the number of a vertex, below 4");
  EXPECT_EQ(fault(collada(node, "", "0 1")), "x.dae:1: ends within a face: expected a COLLADA file");
  EXPECT_EQ(fault("<robot/>"), "x.dae: has no element <COLLADA>: expected a COLLADA file");
  EXPECT_NE(fault("<COLLADA>").find("is no XML"), std::string::npos);
  EXPECT_EQ(fault(collada("<node id=\"n\"><instance_node url=\"#n\"/></node>")),
            "x.dae:1: has too many nodes within nodes: expected fewer");
  std::string far = collada("\n" + node);
  far.replace(far.find("-1 -1 0 1"), 9, "-1 -1 0 1e39");
  EXPECT_EQ(
      fault(far),
      "x.dae:1: a position is \"1e39\", which is not a number of single precision: expected a COLLADA file");
  EXPECT_EQ(fault(collada("\n<node><scale>1e30 1 1</scale><node><scale>1e30 1 1</scale>\n" + node +
                          "</node></node>")),
            "x.dae:3: moves a vertex beyond the range of a float: expected numbers in m");
}

TEST(Collada, InstancesOfAGeometryAreOfOnePart) {
  std::string nodes;
  for (int i = 0; i < 1000; ++i)
    nodes +=
        "<node><translate>" + std::to_string(i) + " 0 0</translate><instance_geometry url=\"#g\"/></node>";
  const MeshFile file = read_collada(collada(nodes), "x.dae");
  ASSERT_EQ(file.parts.size(), 1u);
  EXPECT_EQ(file.parts[0].triangle_count(), 2000u);
  EXPECT_NEAR(area_of(file.parts[0]), 1000 * 4e-6, 1e-6) << "squares of 2 mm";
}

// 2^20 squares, and a million triangles of the same vertices.
TEST(Collada, RefusesEndlessInstances) {
  std::string nodes = "<node id=\"n0\"><instance_geometry url=\"#g\"/></node>";
  for (int i = 1; i <= 21; ++i) {
    const std::string inner = "<instance_node url=\"#n" + std::to_string(i - 1) + "\"/>";
    nodes += "<node id=\"n" + std::to_string(i) + "\">" + inner + inner + "</node>";
  }
  EXPECT_NE(fault_of([&] { read_collada(collada(nodes), "x.dae"); }).find("too many nodes"),
            std::string::npos);
  std::string p;
  for (int i = 0; i < 20'000; ++i) p += "0 1 2 ";
  std::string many;
  for (int i = 0; i < 101; ++i) many += "<node><instance_geometry url=\"#g\"/></node>";
  EXPECT_EQ(fault_of([&] { read_collada(collada(many, "", p), "x.dae"); }),
            "x.dae: has more than 2000000 triangles: expected fewer");
}

}  // namespace
}  // namespace invdyn
