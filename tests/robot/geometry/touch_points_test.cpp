// Where links may touch the ground, by the collision geometry of small robots. Expected points are by hand.

#include "robot/geometry/touch_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "robot/files/read.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class TouchPoints : public testing::Test {
 protected:
  std::vector<TouchPoint> of(const std::string& file, const std::string& link,
                             const Eigen::Vector3d& up = Eigen::Vector3d::UnitZ()) const {
    const Robot robot = read_robot(file, [](const std::string&) {});
    for (std::size_t i = 0; i < robot.links().size(); ++i)
      if (robot.links()[i].name == link) return touch_points(file, robot, i, up);
    throw std::logic_error(link);
  }

  std::string error_of(const std::string& file, const std::string& link) const {
    try {
      of(file, link);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  /// A robot whose joint turns the link `foot` by `rpy` at q = 0.
  std::string urdf(const std::string& in_foot, const std::string& in_base = "",
                   const std::string& rpy = "0 0 0", const std::string& more = "") const {
    return folder_.write(
        "foot.urdf",
        "<robot name='r'><link name='base'>" + in_base +
            "</link><link name='foot'><inertial><mass value='1'/>" +
            "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>" + in_foot +
            "</link><joint name='ankle' type='continuous'><parent link='base'/><child link='foot'/>"
            "<origin rpy='" +
            rpy + "'/><axis xyz='0 1 0'/></joint>" + more + "</robot>");
  }

  std::string mjcf(const std::string& geoms, const std::string& head = "") const {
    return folder_.write("foot.xml", "<mujoco>" + head +
                                         "<worldbody><body name='foot'><inertial pos='0 0 0' mass='1' "
                                         "diaginertia='1 1 1'/><joint name='ankle' axis='0 1 0'/>" +
                                         geoms + "</body></worldbody></mujoco>");
  }

  std::string body(const std::string& elements) const {
    return folder_.write(
        "foot.body",
        "format: ChoreonoidBody\nformatVersion: 1.0\nname: r\nlinks:\n"
        "  - { name: base, jointType: fixed, mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] }\n"
        "  - name: foot\n    parent: base\n    jointType: revolute\n    jointAxis: Y\n"
        "    jointId: 0\n    mass: 1\n    centerOfMass: [0, 0, 0]\n"
        "    inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1]\n    elements:\n" +
            elements);
  }

  TemporaryFolder folder_;
};

std::string collision(const std::string& geometry, const std::string& origin = "") {
  return "<collision>" + origin + "<geometry>" + geometry + "</geometry></collision>";
}

const std::string mesh = "<mesh filename='package://nowhere/foot.stl'/>";

void expect_points(const std::vector<TouchPoint>& found, const std::vector<TouchPoint>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LT((found[i].centre - expected[i].centre).norm(), 1e-12)
        << i << ": " << found[i].centre.transpose() << ", not " << expected[i].centre.transpose();
    EXPECT_DOUBLE_EQ(found[i].radius, expected[i].radius);
  }
}

TEST_F(TouchPoints, OfUrdfAreThoseOfCollisionElements) {
  const std::string file = urdf("<visual><geometry><sphere radius='9'/></geometry></visual>" +
                                collision("<sphere radius='0.02'/>", "<origin xyz='0.1 0 -0.3'/>") +
                                collision("<capsule radius='0.01' length='0.2'/>",
                                          "<origin xyz='0 0 -0.3' rpy='0 1.5707963267948966 0'/>") +
                                collision("<cylinder radius='0.1' length='0.2'/>") + collision(mesh));
  expect_points(of(file, "foot"), {{{0.1, 0, -0.3}, 0.02}, {{-0.1, 0, -0.3}, 0.01}, {{0.1, 0, -0.3}, 0.01}});
}

TEST_F(TouchPoints, OfABoxAreTheCornersOfItsSole) {
  const std::string box = collision("<box size='0.2 0.1 0.04'/>", "<origin xyz='0.05 0 -0.1' rpy='0 0 0'/>");
  expect_points(
      of(urdf(box), "foot"),
      {{{-0.05, -0.05, -0.12}}, {{0.15, -0.05, -0.12}}, {{0.15, 0.05, -0.12}}, {{-0.05, 0.05, -0.12}}});
  // A joint that lifts the toes by 30 degrees: the sole, although the heel's face is lower.
  expect_points(of(urdf(box, "", "0 -0.5235987755982988 0"), "foot"), of(urdf(box), "foot"));
  // By 60 degrees: the heel.
  expect_points(
      of(urdf(box, "", "0 -1.0471975511965976 0"), "foot"),
      {{{-0.05, -0.05, -0.12}}, {{-0.05, 0.05, -0.12}}, {{-0.05, 0.05, -0.08}}, {{-0.05, -0.05, -0.08}}});
  // Up is y: the face at -y.
  for (const TouchPoint& point : of(urdf(box), "foot", Eigen::Vector3d::UnitY()))
    EXPECT_DOUBLE_EQ(point.centre.y(), -0.05);
}

// The box's z is the link's x, and its x looks down.
TEST_F(TouchPoints, OfARotatedBoxAreInTheLinksAxes) {
  const std::string file =
      urdf(collision("<box size='0.2 0.1 0.04'/>", "<origin xyz='0 0 -0.1' rpy='0 1.5707963267948966 0'/>"));
  expect_points(of(file, "foot"),
                {{{-0.02, -0.05, -0.2}}, {{-0.02, 0.05, -0.2}}, {{0.02, 0.05, -0.2}}, {{0.02, -0.05, -0.2}}});
}

// On its edge, in all directions: the face along z counts.
TEST_F(TouchPoints, OfABoxOnItsEdgeDoNotDependOnRounding) {
  for (const char* angle : {"0.7853981633974483", "0.78539816339", "0.785398163398"})
    for (const char* sign : {"", "-"}) {
      const std::string file =
          urdf(collision("<box size='0.2 0.1 0.04'/>"), "", "0 " + std::string(sign) + angle + " 0");
      for (const TouchPoint& point : of(file, "foot")) EXPECT_DOUBLE_EQ(point.centre.z(), -0.02) << angle;
    }
}

TEST_F(TouchPoints, OfMjcfAreThoseOfGeomsThatCollide) {
  const std::string file = mjcf(
      "<geom size='0.02' pos='0.1 0 -0.3'/>"  // a sphere, as types are where none is said
      "<geom class='drawn' size='9'/>"
      "<geom class='drawn' size='0.03' conaffinity='1'/>"
      "<geom contype='0' size='0.04'/>"
      "<geom class='sole' fromto='0 0 -0.3 0.2 0 -0.3'/>"
      "<geom type='capsule' size='0.01 0.1' pos='0 0.1 0'/>"
      "<geom type='mesh' mesh='foot'/><geom type='cylinder' size='0.1 0.1'/>",
      "<asset><mesh name='foot' file='nowhere.stl'/></asset><default><default class='drawn'><geom "
      "contype='0' conaffinity='0'/></default><default class='sole'><geom type='capsule' size='0.05' "
      "group='3'/></default></default>");
  // The axis of a capsule goes from its second end to its first one.
  expect_points(of(file, "foot"), {{{0.1, 0, -0.3}, 0.02},
                                   {{0, 0, 0}, 0.03},
                                   {{0, 0, 0}, 0.04},
                                   {{0.2, 0, -0.3}, 0.05},
                                   {{0, 0, -0.3}, 0.05},
                                   {{0, 0.1, -0.1}, 0.01},
                                   {{0, 0.1, 0.1}, 0.01}});
  expect_points(of(mjcf("<geom type='box' size='0.1 0.05 0.02' pos='0 0 -0.1'/>"), "foot"),
                {{{-0.1, -0.05, -0.12}}, {{0.1, -0.05, -0.12}}, {{0.1, 0.05, -0.12}}, {{-0.1, 0.05, -0.12}}});
}

TEST_F(TouchPoints, OfWeldedBodiesAreTheirOwn) {
  const std::string file =
      mjcf("<geom size='0.1'/><body name='toe' pos='0.1 0 0'><geom size='0.02' pos='0.01 0 0'/></body>");
  expect_points(of(file, "toe"), {{{0.01, 0, 0}, 0.02}});
  expect_points(of(file, "foot"), {{{0, 0, 0}, 0.1}});
}

TEST_F(TouchPoints, OfABodyFileAreThoseOutsideVisual) {
  const std::string file = body(
      "      - type: Shape\n        translation: [0, 0, -0.1]\n        geometry: { type: Sphere, radius: 0.02 }\n"
      "      - { type: Visual, elements: { Shape: { geometry: { type: Sphere, radius: 9 } } } }\n"
      "      - { type: Visual, resource: { uri: nowhere.stl } }\n"
      "      - { type: Collision, elements: { Shape: { geometry: { type: Capsule, radius: 0.01, height: 0.2 } } } }\n"
      "      - { type: Collision, shape: { geometry: { type: Box, size: [0.2, 0.1, 0.04] } } }\n"
      "      - { type: Resource, uri: nowhere.stl, node: foot }\n");
  // Capsules lie along y.
  expect_points(of(file, "foot"), {{{0, 0, -0.1}, 0.02},
                                   {{0, -0.1, 0}, 0.01},
                                   {{0, 0.1, 0}, 0.01},
                                   {{-0.1, -0.05, -0.02}},
                                   {{0.1, -0.05, -0.02}},
                                   {{0.1, 0.05, -0.02}},
                                   {{-0.1, 0.05, -0.02}}});
}

TEST_F(TouchPoints, ALinkWithoutGeometryIsNamedWithTheLineToType) {
  const std::string line = "`contact` \"link=foot points=0.1,0.05,-0.04;0.1,-0.05,-0.04\"";
  const std::string none =
      error_of(urdf("<visual><geometry><sphere radius='1'/></geometry></visual>"), "foot");
  EXPECT_THAT(none, HasSubstr("`contact`: foot has no collision geometry, and no other link"));
  EXPECT_THAT(none, HasSubstr(line));
  const std::string solids =
      error_of(urdf(collision("<cylinder radius='1' length='1'/>") + collision(mesh)), "foot");
  EXPECT_THAT(
      solids,
      HasSubstr("the collision geometry of foot consists of cylinders and meshes, which give no points"));
  EXPECT_THAT(solids, HasSubstr(line));
  EXPECT_THAT(solids, Not(HasSubstr("another link")));
  EXPECT_THAT(error_of(mjcf("<geom size='1' contype='0' conaffinity='0'/>"), "foot"),
              HasSubstr("foot has no collision geometry"));
}

// The toe is fixed to the foot: nearer than the base, which comes first in the file.
TEST_F(TouchPoints, OtherLinksWithGeometryAreNamedTheNearestFirst) {
  const std::string box = collision("<box size='1 1 1'/>");
  std::string more, head = "<link name='toe'>" + box +
                           "</link><joint name='t' type='fixed'><parent link='foot'/>" +
                           "<child link='toe'/></joint>";
  EXPECT_THAT(error_of(urdf(collision(mesh), box, "0 0 0", head), "foot"),
              HasSubstr("; or another link, with spheres, capsules or boxes: toe, base"));
  EXPECT_THAT(error_of(urdf("", "", "0 0 0", head), "foot"),
              HasSubstr("another link, with spheres, capsules or boxes: toe"));
  for (const char* name : {"a", "b", "c", "d", "e"})
    more += "<link name='" + std::string(name) + "'>" + box + "</link><joint name='j" + name +
            "' type='fixed'><parent link='base'/><child link='" + name + "'/></joint>";
  EXPECT_THAT(error_of(urdf("", box, "0 0 0", more + head), "foot"),
              HasSubstr("another link, with spheres, capsules or boxes: toe, base, a, b, c, d, ..."));
}

TEST_F(TouchPoints, AShapeThatCannotBeReadIsAnError) {
  const std::string fault =
      error_of(urdf(collision("<sphere radius='0.1'/>") + collision("<sphere radius='-1'/>")), "foot");
  EXPECT_THAT(fault, HasSubstr("`contact` foot: "));
  EXPECT_THAT(fault, HasSubstr("foot.urdf:1: "));
  EXPECT_THAT(fault, HasSubstr("its size is not above 0; or give points of this link"));
  EXPECT_THAT(error_of(mjcf("<geom type='ellipsoid' size='1 1 1'/>"), "foot"),
              HasSubstr("expected a sphere"));
  // Of another link: none.
  expect_points(of(urdf(collision("<sphere radius='0.1'/>"), collision("<sphere radius='-1'/>")), "foot"),
                {{{0, 0, 0}, 0.1}});
  EXPECT_THAT(error_of(mjcf("<geom size='0.1'/>", "<compiler coordinate='global'/>"), "foot"),
              HasSubstr("expected local coordinates"));
}

// As in models of four-legged robots: the sphere belongs to the shin, and the body of the foot is empty.
TEST_F(TouchPoints, OfFeetMayBelongToTheLinkThatCarriesThem) {
  const auto robot = [&](const std::string& shin, const std::string& foot) {
    const std::string inertial = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
    std::string legs;
    for (const std::string leg : {"FL", "FR", "RL"})
      legs += "<body name='" + leg + "_hip'>" + inertial + "<joint type='hinge'/><body name='" + leg +
              "_shin'>" + inertial + "<joint type='hinge'/>" + shin + "<body name='" + leg +
              "_foot' pos='0 0 -0.2'>" + foot + "</body></body></body>";
    const std::string file = folder_.write("legs.xml", "<mujoco><worldbody><body name='trunk'><freejoint/>" +
                                                           inertial + legs + "</body></worldbody></mujoco>");
    return feet_with_points(file, read_robot(file, [](const std::string&) {}));
  };
  const std::string ball = "<geom type='sphere' size='0.02'/>",
                    rod = "<geom type='cylinder' size='0.01 0.05'/>";
  using Names = std::vector<std::string>;
  EXPECT_EQ(robot(ball, ""), Names({"FL_shin", "FR_shin", "RL_shin"}));
  EXPECT_EQ(robot(ball, ball), Names({"FL_foot", "FR_foot", "RL_foot"}));
  EXPECT_EQ(robot(rod, rod), Names());
}

TEST_F(TouchPoints, OtherRobotsHaveNone) {
  const std::string json = folder_.write("arm.json", std::string(shipped_robot("scara").json));
  const Robot robot = read_robot(json, [](const std::string&) {});
  for (const std::string& file : {json, std::string()}) {
    try {
      touch_points(file, robot, 1, Eigen::Vector3d::UnitZ());
      FAIL();
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("and no other link of the robot's file has collision geometry"));
    }
  }
}

}  // namespace
}  // namespace invdyn::test
