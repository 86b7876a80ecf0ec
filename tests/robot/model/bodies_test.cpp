// The moving rigid bodies, composed of links that are fixed to each other.

#include "robot/model/bodies.h"

#include <gtest/gtest.h>

#include <numbers>

#include "robot/files/documents.h"

namespace invdyn {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using nlohmann::json;

constexpr double rounding = 1e-15;

MassProperties point(double mass, const Vector3d& at) {
  return {mass, at, Matrix3d::Zero()};
}

void expect_close(const MassProperties& body, double mass, const Vector3d& com, const Matrix3d& inertia) {
  EXPECT_EQ(body.mass, mass);
  EXPECT_LE((body.com - com).cwiseAbs().maxCoeff(), 4 * rounding) << body.com;
  EXPECT_LE((body.inertia - inertia).cwiseAbs().maxCoeff(), 40 * rounding) << body.inertia;
}

TEST(Composed, OfTwoPointMassesIsADumbbell) {
  // 2 kg at x = 1 and 3 kg at x = 6: centre at 4, moment 2 3^2 + 3 2^2 = 30 about y and z.
  expect_close(composed(point(2, {1, 0, 0}), point(3, {6, 0, 0})), 5, {4, 0, 0},
               Vector3d(0, 30, 30).asDiagonal());
}

TEST(Composed, OfASlantedDumbbellHasProducts) {
  // 1 kg at (1, 1, 0) and at (-1, -1, 0): sum of m (r^2 1 - r r^T).
  Matrix3d inertia;
  inertia << 2, -2, 0, -2, 2, 0, 0, 0, 4;
  expect_close(composed(point(1, {1, 1, 0}), point(1, {-1, -1, 0})), 2, Vector3d::Zero(), inertia);
}

TEST(Composed, AddsTheInertiasOfBoth) {
  const MassProperties a{2, {1, 0, 0}, Vector3d(1, 2, 3).asDiagonal()};
  const MassProperties b{3, {6, 0, 0}, Vector3d(4, 5, 6).asDiagonal()};
  expect_close(composed(a, b), 5, {4, 0, 0}, Vector3d(5, 37, 39).asDiagonal());
}

TEST(Composed, WithNothingChangesNothing) {
  const MassProperties a{2, {1, 2, 3}, Vector3d(1, 2, 3).asDiagonal()};
  expect_close(composed(a, {}), 2, {1, 2, 3}, a.inertia);
  expect_close(composed({}, a), 2, {1, 2, 3}, a.inertia);
}

TEST(Composed, OfMasslessRotorsAddsTheirInertias) {
  const MassProperties rotor{0, Vector3d::Zero(), Vector3d(0, 0, 0.5).asDiagonal()};
  expect_close(composed(rotor, rotor), 0, Vector3d::Zero(), Vector3d(0, 0, 1).asDiagonal());
}

TEST(Moved, RotatesAndShiftsTheBody) {
  // By 90 degrees about z (x to y, y to -x), then by (10, 20, 30).
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  T.translation() = Vector3d(10, 20, 30);
  Matrix3d before, after;
  before << 1, 0.1, 0.2, 0.1, 2, 0.3, 0.2, 0.3, 3;
  after << 2, -0.1, -0.3, -0.1, 1, 0.2, -0.3, 0.2, 3;
  expect_close(moved({7, {1, 2, 3}, before}, T), 7, {8, 21, 33}, after);
}

std::string fixed_point(const std::string& name, const std::string& parent, double mass, double x) {
  return json{{"name", name + " weld"},
              {"type", "fixed"},
              {"parent", parent},
              {"origin", {{"xyz", {x, 0, 0}}}},
              {"link",
               {{"name", name},
                {"mass", mass},
                {"com", {0, 0, 0}},
                {"inertia", {{"ixx", 0}, {"iyy", 0}, {"izz", 0}}}}}}
      .dump();
}

// A point mass of 2 kg that rotates about z at 1 m from its axis.
json pointer_document() {
  json document = without(tree_document(), "/joints/1");
  document = with(document, "/joints/0/axis", "[0, 0, 1]");
  document = with(document, "/joints/0/link/com", "[1, 0, 0]");
  return with(document, "/joints/0/link/inertia", R"({"ixx": 0, "iyy": 0, "izz": 0})");
}

TEST(MovingBodies, IncludeLinksFixedToThem) {
  // 3 kg fixed at 4 m, and on that 1 kg fixed 2 m further out: 2 at 1, 3 at 4, 1 at 6 m.
  json document = with(pointer_document(), "/joints/1", fixed_point("load", "upper", 3, 4));
  document = with(document, "/joints/2", fixed_point("tip", "load", 1, 2));
  const auto bodies = moving_bodies(read_silently(document));
  ASSERT_EQ(bodies.size(), 1u);
  // Centre (2 + 12 + 6) / 6 = 10/3; moment 2 + 3 16 + 36 - 6 (10/3)^2 = 86 - 200/3 = 58/3.
  const double moment = 58. / 3;
  expect_close(bodies[0].mass_properties, 6, {10. / 3, 0, 0}, Vector3d(0, moment, moment).asDiagonal());
}

TEST(MovingBodies, ExcludeLinksFixedToTheBase) {
  json document = with(pointer_document(), "/joints/1", fixed_point("stand", "base", 50, 7));
  document = with(document, "/joints/0/parent", "\"stand\"");
  document = with(document, "/joints/0/origin/xyz", "[0, 8, 0]");
  const auto bodies = moving_bodies(read_silently(document));
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].parent, std::nullopt);
  EXPECT_EQ(bodies[0].p_parent_body, Vector3d(7, 8, 0));
  EXPECT_EQ(bodies[0].R_parent_body, Matrix3d::Identity());
  expect_close(bodies[0].mass_properties, 2, {1, 0, 0}, Matrix3d::Zero());
}

TEST(MovingBodies, AreOnTheBodyOfTheirFixedParent) {
  json document = with(pointer_document(), "/joints/1", fixed_point("load", "upper", 3, 4));
  json elbow = tree_document()["joints"][1];
  elbow["parent"] = "load";
  elbow["type"] = "prismatic";
  elbow["axis"] = {0, 0, 1};
  elbow["origin"] = {{"xyz", {0, 5, 0}}};
  document["joints"].push_back(elbow);
  const auto bodies = moving_bodies(read_silently(document));
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_TRUE(bodies[0].is_revolute);
  EXPECT_EQ(bodies[0].dof, 0u);
  EXPECT_FALSE(bodies[1].is_revolute);
  EXPECT_EQ(bodies[1].dof, 1u);
  EXPECT_EQ(bodies[1].parent, 0u);
  EXPECT_EQ(bodies[1].p_parent_body, Vector3d(4, 5, 0));
}

TEST(MovingBodies, BranchLikeTheTree) {
  json document = with(tree_document(), "/joints/2", tree_document()["joints"][1].dump());
  document = with(document, "/joints/2/name", "\"other elbow\"");
  document = with(document, "/joints/2/link/name", "\"other lower\"");
  const auto bodies = moving_bodies(read_silently(document));
  ASSERT_EQ(bodies.size(), 3u);
  EXPECT_EQ(bodies[0].parent, std::nullopt);
  EXPECT_EQ(bodies[1].parent, 0u);
  EXPECT_EQ(bodies[2].parent, 0u);
}

TEST(MovingBodies, ComeParentsFirstForAnyFileOrder) {
  json document = with(tree_document(), "/joints/1/origin/xyz", "[1, 0, 0]");
  std::swap(document["joints"][0], document["joints"][1]);
  const auto bodies = moving_bodies(read_silently(document));
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].parent, std::nullopt);
  EXPECT_EQ(bodies[0].dof, 1u);
  EXPECT_EQ(bodies[0].mass_properties.mass, 2);
  EXPECT_EQ(bodies[1].parent, 0u);
  EXPECT_EQ(bodies[1].dof, 0u);
  EXPECT_EQ(bodies[1].mass_properties.mass, 1);
}

TEST(MovingBodies, HaveTheirZAxisAlongTheJoint) {
  // Near -z the shortest rotation from z is ill-conditioned. CAD programs write such axes: [3.6732e-06, 0,
  // -1].
  for (const char* axis : {"[0, 0, 1]", "[0, 0, -1]", "[1, 0, 0]", "[-1, 0, 0]", "[0, 1, 0]", "[0, -1, 0]",
                           "[1, 2, 3]", "[1, -2, -3]", "[1e-3, 0, -1]", "[0, 1e-4, -1]", "[1e-5, 1e-5, -1]",
                           "[3.6732e-06, 0, -1]", "[0, -2e-6, -1]", "[1.5e-6, 0, -1]", "[1e-6, 0, -1]",
                           "[1e-8, 0, -1]", "[1e-12, 0, -1]", "[1e-9, 0, 1]"}) {
    const Robot robot = read_silently(with(tree_document(), "/joints/0/axis", axis));
    const Matrix3d R = moving_bodies(robot)[0].R_parent_body;
    EXPECT_LE((R.col(2) - robot.joints()[0].axis).cwiseAbs().maxCoeff(), rounding) << axis;
    EXPECT_LE((R * R.transpose() - Matrix3d::Identity()).cwiseAbs().maxCoeff(), rounding) << axis;
    EXPECT_GT(R.determinant(), 0) << axis;
  }
}

TEST(MovingBodies, CarryTheirLinkInTheirOwnAxes) {
  // The joint rotates about x, so the body's z is the link's x: x components of the link are z components of
  // the body.
  json document = with(tree_document(), "/joints/0/axis", "[1, 0, 0]");
  document = with(document, "/joints/0/link/com", "[5, 0, 0]");
  const MassProperties body = moving_bodies(read_silently(document))[0].mass_properties;
  expect_close(body, 2, {0, 0, 5}, Vector3d(2, 2, 1).asDiagonal());
}

TEST(MovingBodies, OfStandardDhAreAtTheirJointNotAtTheLinkFrame) {
  // a = 2 along x and a twist of 90 degrees: the link's frame is 2 m out, its y axis is the joint's z.
  json document = with(chain_document("dh"), "/angles", "\"degrees\"");
  document = without(without(document, "/joints/2"), "/joints/1");
  document = with(document, "/joints/0/dh", R"({"a": 2, "alpha": 90, "d": 3})");
  document = with(document, "/joints/0/link", R"({"name": "first", "mass": 1, "com": [-0.5, 0.25, 0],
                                                  "inertia": {"ixx": 1, "iyy": 2, "izz": 3}})");
  const auto bodies = moving_bodies(read_silently(document));
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_LE((bodies[0].p_parent_body - Vector3d(0, 0, 3)).cwiseAbs().maxCoeff(), rounding);
  expect_close(bodies[0].mass_properties, 1, {1.5, 0, 0.25}, Vector3d(1, 3, 2).asDiagonal());
}

TEST(MovingBodies, IncludeTheFarEndOfAFixedDhRow) {
  // Rz(90 degrees) Tz(3) Tx(2): the fixed link's origin with its mass is at (0, 2, 3).
  json document = with(without(chain_document("dh"), "/joints/1"), "/angles", "\"degrees\"");
  document = with(document, "/joints/0/dh", R"({"a": 0, "alpha": 0, "d": 0})");
  document = with(document, "/joints/1/dh", R"({"a": 2, "alpha": 90, "d": 3, "theta": 90})");
  document = with(document, "/joints/1/link", R"({"name": "load", "mass": 1, "com": [0, 0, 0],
                                                  "inertia": {"ixx": 1, "iyy": 2, "izz": 3}})");
  const auto bodies = moving_bodies(read_silently(document));
  ASSERT_EQ(bodies.size(), 1u);
  // The link's x points along the body's y, its y along z, its z along x.
  expect_close(bodies[0].mass_properties, 1, {0, 2, 3}, Vector3d(3, 1, 2).asDiagonal());
}

}  // namespace
}  // namespace invdyn
