// The inertia of meshes that state how it is meant, by the definitions in MuJoCo's XML reference,
// asset/mesh/inertia. What MuJoCo 2.2.2 makes of meshes is in mujoco_test.cpp.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <functional>

#include "robot/mjcf/mjcf_reader.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

// A prism over an L of three squares of side 0.25 m, 0.5 m high. It caves in. The coordinates are exact as
// floats.
struct Prism {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<std::size_t, 3>> faces;

  Prism() {
    put_around({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 1}});
    using Square = std::array<std::size_t, 4>;
    for (const Square& s : {Square{0, 1, 4, 7}, Square{1, 2, 3, 4}, Square{7, 4, 5, 6}}) {
      add({s[0] + 8, s[1] + 8, s[2] + 8, s[3] + 8});
      add({s[3], s[2], s[1], s[0]});
    }
  }

  // Without the notch.
  static Prism convex() {
    Prism prism;
    prism.vertices.clear();
    prism.faces.clear();
    prism.put_around({{0, 0}, {2, 0}, {2, 1}, {1, 2}, {0, 2}});
    for (std::size_t i = 2; i < 5; ++i) {
      prism.faces.push_back({0, i, i - 1});
      prism.faces.push_back({5, 5 + i - 1, 5 + i});
    }
    return prism;
  }

  void put_around(const std::vector<std::array<int, 2>>& corners) {
    for (const double z : {0.0, 0.5})
      for (const auto& [x, y] : corners) vertices.push_back({0.25 * x, 0.25 * y, z});
    const std::size_t n = corners.size();
    for (std::size_t i = 0; i < n; ++i) add({i, (i + 1) % n, (i + 1) % n + n, i + n});
  }

  void add(const std::array<std::size_t, 4>& s) {
    faces.push_back({s[0], s[1], s[2]});
    faces.push_back({s[0], s[2], s[3]});
  }

  std::string asset(const std::string& attributes) const {
    std::string text = "<asset><mesh name='l' " + attributes + " vertex='";
    for (const auto& [x, y, z] : vertices)
      text += std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + " ";
    text += "' face='";
    for (const auto& [a, b, c] : faces)
      text += std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + " ";
    return text + "'/></asset>";
  }
};

MassProperties mass_of(const std::string& geoms, const std::string& sections = "") {
  const std::string text =
      "<mujoco>" + sections + "<worldbody><body><joint/>" + geoms + "</body></worldbody></mujoco>";
  return read_mjcf(text, "m.xml", {}, [](const std::string&) {}).robot.links().at(1).mass_properties;
}

void expect_equal(const MassProperties& found, const MassProperties& expected) {
  const double size = expected.inertia.norm();
  EXPECT_NEAR(found.mass, expected.mass, 1e-13 * expected.mass);
  EXPECT_LE((found.com - expected.com).norm(), 1e-13);
  EXPECT_LE((found.inertia - expected.inertia).norm(), 1e-11 * size) << found.inertia << "\n\n"
                                                                     << expected.inertia;
}

const std::string mesh_geom =
    "<geom type='mesh' mesh='l' pos='0.1 -0.2 0.3' euler='10 20 30' density='700'/>";

// The rule of boxes is compared with MuJoCo.
TEST(MeshInertia, ExactIsTheSumOfItsBoxes) {
  const auto boxes = [](double sign) {
    std::string text;
    for (const auto& [x, y] : {std::array{0.125, 0.125}, {0.375, 0.125}, {0.125, 0.375}})
      text += "<geom type='box' density='700' size='0.125 0.125 0.25' pos='" + std::to_string(sign * x) +
              " " + std::to_string(y) + " 0.25'/>";
    return text;
  };
  expect_equal(mass_of("<geom type='mesh' mesh='l' density='700'/>", Prism().asset("inertia='exact'")),
               mass_of(boxes(1)));
  expect_equal(
      mass_of("<geom type='mesh' mesh='l' density='700'/>", Prism().asset("inertia='exact' scale='-1 1 1'")),
      mass_of(boxes(-1)));
}

// A turned geom is the turned body.
TEST(MeshInertia, FollowsThePoseOfTheGeom) {
  const std::string asset = Prism().asset("inertia='exact'");
  const MassProperties still = mass_of("<geom type='mesh' mesh='l' density='700'/>", asset),
                       moved = mass_of(mesh_geom, asset);
  EXPECT_NEAR(moved.mass, still.mass, 1e-12 * still.mass);
  EXPECT_NEAR(moved.inertia.trace(), still.inertia.trace(), 1e-12 * still.inertia.trace());
  EXPECT_NEAR(moved.inertia.determinant(), still.inertia.determinant(), 1e-11 * still.inertia.determinant());
  EXPECT_NEAR((moved.com - Eigen::Vector3d(0.1, -0.2, 0.3)).norm(), still.com.norm(), 1e-13);
}

// Qhull finds the hull, and the other mesh is written by hand.
TEST(MeshInertia, ConvexIsWithoutTheNotch) {
  for (const std::string scale : {"", " scale='1 -2 0.5'"}) {
    const MassProperties hull = mass_of(mesh_geom, Prism::convex().asset("inertia='exact'" + scale));
    expect_equal(mass_of(mesh_geom, Prism().asset("inertia='convex'" + scale)), hull);
    Prism open;
    open.faces.resize(1);  // the vertices count
    expect_equal(mass_of(mesh_geom, open.asset("inertia='convex'" + scale)), hull);
  }
}

// Fourteen plates of 0.25 m by 0.5 m or 0.25 m, as thin boxes: their thickness of 2e-9 m does not show.
TEST(MeshInertia, OfAShellIsThatOfItsPlates) {
  std::string plates;
  const auto plate = [&plates](const Eigen::Vector3d& pos, const Eigen::Vector3d& size) {
    const auto text = [](const Eigen::Vector3d& v) {
      char numbers[100];
      std::snprintf(numbers, sizeof numbers, "%.12g %.12g %.12g", v[0], v[1], v[2]);
      return std::string(numbers);
    };
    const double area = 4 * size.prod() / size.minCoeff();
    plates += "<geom type='box' mass='" + std::to_string(3 * area) + "' pos='" + text(pos) + "' size='" +
              text(size) + "'/>";
  };
  constexpr double thin = 1e-9, u = 0.125;
  for (const double z : {0.0, 0.5})
    for (const auto& [x, y] : {std::array{u, u}, {3 * u, u}, {u, 3 * u}}) plate({x, y, z}, {u, u, thin});
  for (const auto& [x, y] : {std::array{0.0, u}, {0.0, 3 * u}, {4 * u, u}, {2 * u, 3 * u}}) {
    plate({x, y, 0.25}, {thin, u, 0.25});
    plate({y, x, 0.25}, {u, thin, 0.25});
  }
  expect_equal(mass_of("<geom type='mesh' mesh='l' density='3'/>", Prism().asset("inertia='shell'")),
               mass_of(plates));
}

// m h^2 / 12, m w^2 / 12 and their sum.
TEST(MeshInertia, OfAFlatShellIsThatOfAPlate) {
  const std::string asset =
      "<asset><mesh name='l' inertia='shell' vertex='0 0 0 2 0 0 2 1 0 0 1 0' face='0 1 2 0 2 3'/></asset>";
  const MassProperties found = mass_of("<geom type='mesh' mesh='l' mass='6'/>", asset);
  EXPECT_LE((found.com - Eigen::Vector3d(1, 0.5, 0)).norm(), 1e-14);
  EXPECT_LE((found.inertia - Eigen::Vector3d(0.5, 2, 2.5).asDiagonal().toDenseMatrix()).norm(), 1e-12);
}

// Of a body without hollows, all pyramids from its inside are of its volume. The vertices are floats.
TEST(MeshInertia, LegacyIsExactForAConvexBody) {
  const MassProperties exact = mass_of(mesh_geom, Prism::convex().asset("inertia='exact'"));
  for (const std::string legacy : {"", "inertia='legacy'"}) {
    const MassProperties found = mass_of(mesh_geom, Prism::convex().asset(legacy));
    EXPECT_NEAR(found.mass, exact.mass, 1e-6 * exact.mass);
    EXPECT_LE((found.com - exact.com).norm(), 1e-6);
    EXPECT_LE((found.inertia - exact.inertia).norm(), 1e-6 * exact.inertia.norm());
  }
}

// The pyramids from the centre of mass, wherever they lie [MuJoCo 3.1.0, user_mesh.cc, Process].
double volume_of_pyramids(const Prism& prism, const Eigen::Vector3d& centre) {
  double volume = 0;
  for (const auto& face : prism.faces) {
    const auto at = [&](std::size_t k) {
      const auto& [x, y, z] = prism.vertices[face[k]];
      return Eigen::Vector3d(Eigen::Vector3d(x, y, z) - centre);
    };
    volume += std::abs(at(0).dot(at(1).cross(at(2)))) / 6;
  }
  return volume;
}

TEST(MeshInertia, LegacyCountsHollowsTwice) {
  const std::string geom = "<geom type='mesh' mesh='l' density='700'/>";
  for (const std::string legacy : {"", "inertia='legacy'"}) {
    const MassProperties found = mass_of(geom, Prism().asset(legacy));
    EXPECT_NEAR(found.mass, 700 * volume_of_pyramids(Prism(), found.com), 1e-4);
  }
  EXPECT_EQ(mass_of(geom, Prism().asset("inertia='legacy'") + "<compiler exactmeshinertia='true'/>").mass,
            mass_of(geom, Prism().asset("")).mass);
}

TEST(MeshInertia, IsThatOfMujoco3WhereTheFileDoesNotSay) {
  const auto notes_of = [](const std::string& attributes, const std::string& geom) {
    return read_mjcf("<mujoco>" + Prism().asset(attributes) + "<worldbody><body><joint/>" + geom + geom +
                         "</body></worldbody></mujoco>",
                     "m.xml", {}, [](const std::string& warning) { ADD_FAILURE() << warning; })
        .notes;
  };
  const std::string geom = "<geom type='mesh' mesh='l'/>";
  EXPECT_THAT(notes_of("", geom),
              testing::ElementsAre(testing::AllOf(testing::StartsWith("m.xml:1: <geom>"),
                                                  HasSubstr("as in MuJoCo 3.1.0 and later"),
                                                  HasSubstr("(and 1 more geom)"))));
  EXPECT_THAT(notes_of("", "<geom type='mesh' mesh='l' mass='2'/>"), testing::IsEmpty());
  EXPECT_THAT(notes_of("inertia='legacy'", geom), testing::IsEmpty());
  EXPECT_THAT(notes_of("", "<geom type='mesh' mesh='l' mass='2' shellinertia='true'/>"),
              testing::ElementsAre(HasSubstr("counts as a shell, as in MuJoCo before 3.3.0")));
}

TEST(MeshInertia, IsRefusedWhereItIsNotDefined) {
  const auto fault_of = [](const std::function<void(Prism&)>& change, const std::string& attributes,
                           const std::string& geom) -> std::string {
    Prism prism;
    change(prism);
    try {
      mass_of(geom, prism.asset(attributes));
    } catch (const Error& error) {
      return error.what();
    }
    return "read";
  };
  const auto nothing = [](Prism&) {};
  EXPECT_THAT(fault_of([](Prism& p) { p.faces.pop_back(); }, "inertia='exact'", mesh_geom),
              HasSubstr("a hole"));
  EXPECT_THAT(
      fault_of([](Prism& p) { std::swap(p.faces[3][0], p.faces[3][1]); }, "inertia='exact'", mesh_geom),
      HasSubstr("opposite sides"));
  EXPECT_THAT(fault_of(
                  [](Prism& p) {
                    for (auto& face : p.faces) std::swap(face[0], face[1]);
                  },
                  "inertia='exact'", mesh_geom),
              HasSubstr("face inwards"));
  EXPECT_THAT(fault_of([](Prism& p) { p.faces.pop_back(); }, "inertia='shell'", mesh_geom), "read");
  EXPECT_THAT(fault_of(
                  [](Prism& p) {
                    p.vertices.resize(8);
                    p.faces.clear();
                  },
                  "inertia='convex'", mesh_geom),
              HasSubstr("the convex hull of its vertices has no volume"));
  EXPECT_THAT(fault_of(nothing, "inertia='convex' maxhullvert='5'", mesh_geom), HasSubstr("expected -1"));
  EXPECT_THAT(fault_of(nothing, "inertia='right'", mesh_geom), HasSubstr("expected one of"));
  EXPECT_THAT(fault_of(nothing, "inertia='exact'", "<geom type='mesh' mesh='l' shellinertia='true'/>"),
              HasSubstr("shellinertia here or inertia in the <mesh>, not both"));
}

}  // namespace
}  // namespace invdyn::test
