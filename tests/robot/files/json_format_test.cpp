// The meaning of a valid description.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "documents.h"
#include "robot/model/link_poses.h"

namespace invdyn {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using nlohmann::json;
using testing::ElementsAre;

constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-15;

Matrix3d rows(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(values.begin());
}

const Matrix3d& inertia_of_last_link(const Robot& robot) {
  return robot.links().back().mass_properties.inertia;
}

TEST(Defaults, OfMissingKeys) {
  const Robot robot = read_silently(tree_document());
  EXPECT_EQ(robot.gravity(), Vector3d(0, 0, -9.80665));  // CGPM 1901
  EXPECT_EQ(robot.source(), "");
  EXPECT_EQ(robot.links()[0].name, "base");
  EXPECT_EQ(robot.links()[0].mass_properties.mass, 0);
  EXPECT_TRUE(robot.T_world_base().isApprox(Eigen::Isometry3d::Identity(), 0));
  for (const Joint& joint : robot.joints()) {
    EXPECT_TRUE(joint.T_parent_joint.isApprox(Eigen::Isometry3d::Identity(), 0));
    EXPECT_TRUE(joint.T_joint_link.isApprox(Eigen::Isometry3d::Identity(), 0));
    EXPECT_EQ(joint.limits.lower, std::nullopt);
    EXPECT_EQ(joint.limits.upper, std::nullopt);
    EXPECT_EQ(joint.limits.velocity, std::nullopt);
    EXPECT_EQ(joint.limits.effort, std::nullopt);
    EXPECT_EQ(joint.drive.gear_ratio, 1);
    EXPECT_EQ(joint.drive.reflected_inertia(), 0);
    EXPECT_EQ(joint.drive.damping(), 0);
    EXPECT_EQ(joint.drive.coulomb_positive(), 0);
    EXPECT_EQ(joint.drive.coulomb_negative(), 0);
  }
}

TEST(Axis, MayBeOfAnyLength) {
  for (const char* axis : {"[0, 3, 4]", "[0, 3e-12, 4e-12]", "[0, 3e200, 4e200]"}) {
    const Robot robot = read_silently(with(tree_document(), "/joints/0/axis", axis));
    EXPECT_LT((robot.joints()[0].axis - Vector3d(0, 0.6, 0.8)).norm(), 1e-15) << axis;
  }
}

TEST(Values, AreStoredInTheRightPlaces) {
  json document = tree_document();
  document = with(document, "/source", "\"a test\"");
  document = with(document, "/gravity", "[1, 2, 3]");
  document = with(document, "/base", R"({"name": "table", "xyz": [4, 5, 6]})");
  document = with(document, "/joints/0/parent", "\"table\"");
  document = with(document, "/joints/0/axis", "[0, 3, 4]");
  document = with(document, "/joints/0/limits", R"({"position": [-1, 2], "velocity": 3, "effort": 4})");
  document = with(document, "/joints/1/origin/xyz", "[7, 8, 9]");
  const Robot robot = read_silently(document);
  EXPECT_EQ(robot.name(), "arm");
  EXPECT_EQ(robot.source(), "a test");
  EXPECT_EQ(robot.gravity(), Vector3d(1, 2, 3));
  EXPECT_EQ(robot.T_world_base().translation(), Vector3d(4, 5, 6));
  ASSERT_EQ(robot.links().size(), 3u);
  EXPECT_EQ(robot.links()[0].name, "table");
  EXPECT_EQ(robot.links()[1].name, "upper");
  EXPECT_EQ(robot.links()[1].mass_properties.mass, 2);
  EXPECT_EQ(robot.links()[1].mass_properties.com, Vector3d(0.5, 0, 0));
  EXPECT_EQ(robot.links()[1].mass_properties.inertia, rows({1, 0, 0, 0, 2, 0, 0, 0, 2}));
  EXPECT_EQ(robot.joints()[0].axis, Vector3d(0, 0.6, 0.8));  // 3-4-5
  EXPECT_EQ(robot.joints()[0].limits.lower, -1);
  EXPECT_EQ(robot.joints()[0].limits.upper, 2);
  EXPECT_EQ(robot.joints()[0].limits.velocity, 3);
  EXPECT_EQ(robot.joints()[0].limits.effort, 4);
  EXPECT_EQ(robot.joints()[1].name, "elbow");
  EXPECT_EQ(robot.joints()[1].T_parent_joint.translation(), Vector3d(7, 8, 9));
}

TEST(Axis, UsesOnlyItsDirection) {
  for (const char* axis : {"[1, 0, 0]", "[0.001, 0, 0]", "[1e-8, 0, 0]"})
    EXPECT_EQ(read_silently(with(tree_document(), "/joints/0/axis", axis)).joints()[0].axis,
              Vector3d::UnitX())
        << axis;
}

TEST(Type, SaysHowAJointMoves) {
  // moves, revolute
  for (const auto& [type, moves, is_revolute] : {std::tuple{"revolute", true, true},
                                                 {"continuous", true, true},
                                                 {"prismatic", true, false},
                                                 {"fixed", false, false}}) {
    json document = with(tree_document(), "/joints/1/type", json(type).dump());
    if (!moves) document = without(document, "/joints/1/axis");
    const Robot robot = read_silently(document);
    EXPECT_EQ(robot.joints()[1].moves(), moves) << type;
    EXPECT_EQ(robot.joints()[1].is_revolute(), is_revolute) << type;
    EXPECT_EQ(robot.dof(), moves ? 2u : 1u) << type;
  }
}

// Every angle of the format, for each unit; the other values are lengths, speeds and forces, which do not
// change.
json tree_with_angles(const std::string& unit, const std::string& right, const std::string& half) {
  json document = with(tree_document(), "/angles", '"' + unit + '"');
  document = with(document, "/base/rpy", "[" + right + ", 0, " + half + "]");
  document = with(document, "/joints/0/origin/rpy", "[0, " + half + ", " + right + "]");
  document = with(document, "/joints/0/link/inertia/rpy", "[" + half + ", " + right + ", 0]");
  document = with(document, "/joints/0/limits/position", "[-" + right + ", " + half + "]");
  document = with(document, "/joints/0/limits/velocity", right);
  document = with(document, "/joints/0/limits/effort", "11");
  document = with(document, "/joints/0/motor", R"({"damping": 12, "coulomb": 13})");
  document = with(document, "/joints/0/friction", R"({"damping": 14, "coulomb": 15})");
  document = with(document, "/joints/1/type", "\"prismatic\"");
  document = with(document, "/joints/1/limits", R"({"position": [-16, 17], "velocity": 18, "effort": 19})");
  return document;
}

json chain_with_angles(const std::string& unit, const std::string& right, const std::string& half) {
  json document = with(chain_document("dh"), "/angles", '"' + unit + '"');
  document = with(document, "/joints/0/dh/alpha", right);
  document = with(document, "/joints/0/dh/offset", half);
  document = with(document, "/joints/1/dh/alpha", half);
  document = with(document, "/joints/1/dh/theta", right);
  document = with(document, "/joints/2/dh/alpha", right);
  document = with(document, "/joints/2/dh/theta", half);
  return document;
}

void expect_same_poses(const Robot& a, const Robot& b) {
  const std::vector<double> q{0.3, -0.4};
  const auto poses_a = link_poses(a, q), poses_b = link_poses(b, q);
  ASSERT_EQ(poses_a.size(), poses_b.size());
  for (std::size_t i = 0; i < poses_a.size(); ++i)
    EXPECT_LE((poses_a[i].matrix() - poses_b[i].matrix()).cwiseAbs().maxCoeff(), 4 * rounding)
        << "link " << i;
}

// pi / 2 and pi / 4 to the last digit of a double.
constexpr const char* right_angle = "1.5707963267948966";
constexpr const char* half_right_angle = "0.7853981633974483";

TEST(Angles, InDegreesGiveTheSameTree) {
  const Robot radians = read_silently(tree_with_angles("radians", right_angle, half_right_angle));
  const Robot degrees = read_silently(tree_with_angles("degrees", "90", "45"));
  expect_same_poses(degrees, radians);
  EXPECT_TRUE(degrees.links()[1].mass_properties.inertia.isApprox(radians.links()[1].mass_properties.inertia,
                                                                  4 * rounding));
  const Limits& revolute = degrees.joints()[0].limits;
  EXPECT_DOUBLE_EQ(revolute.lower.value(), -pi / 2);
  EXPECT_DOUBLE_EQ(revolute.upper.value(), pi / 4);
  EXPECT_DOUBLE_EQ(revolute.velocity.value(), pi / 2);
  EXPECT_EQ(revolute.effort, 11);
  EXPECT_EQ(degrees.joints()[0].drive.damping(), 12 + 14);
  EXPECT_EQ(degrees.joints()[0].drive.coulomb_positive(), 13 + 15);
  const Limits& prismatic = degrees.joints()[1].limits;
  EXPECT_EQ(prismatic.lower, -16);
  EXPECT_EQ(prismatic.upper, 17);
  EXPECT_EQ(prismatic.velocity, 18);
  EXPECT_EQ(prismatic.effort, 19);
}

TEST(Angles, InDegreesGiveTheSameChain) {
  expect_same_poses(read_silently(chain_with_angles("degrees", "90", "45")),
                    read_silently(chain_with_angles("radians", right_angle, half_right_angle)));
}

TEST(Angles, AreRadiansByDefault) {
  expect_same_poses(
      read_silently(without(tree_with_angles("radians", right_angle, half_right_angle), "/angles")),
      read_silently(tree_with_angles("radians", right_angle, half_right_angle)));
}

// Quarter turns; their rotation matrices can be checked by rotating a die.
struct Orientation {
  const char* name;
  const char* rpy;  // degrees
  const char* quaternion;
  const char* rotation;
  Matrix3d expected;
};

const Orientation orientations[]{
    {"no turn", "[0, 0, 0]", R"({"w": 1, "x": 0, "y": 0, "z": 0})", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
     rows({1, 0, 0, 0, 1, 0, 0, 0, 1})},
    {"roll takes y to z", "[90, 0, 0]",
     R"({"w": 0.7071067811865476, "x": 0.7071067811865476, "y": 0, "z": 0})",
     "[[1, 0, 0], [0, 0, -1], [0, 1, 0]]", rows({1, 0, 0, 0, 0, -1, 0, 1, 0})},
    {"pitch takes z to x", "[0, 90, 0]",
     R"({"w": 0.7071067811865476, "x": 0, "y": 0.7071067811865476, "z": 0})",
     "[[0, 0, 1], [0, 1, 0], [-1, 0, 0]]", rows({0, 0, 1, 0, 1, 0, -1, 0, 0})},
    {"yaw takes x to y", "[0, 0, 90]",
     R"({"w": 0.7071067811865476, "x": 0, "y": 0, "z": 0.7071067811865476})",
     "[[0, -1, 0], [1, 0, 0], [0, 0, 1]]", rows({0, -1, 0, 1, 0, 0, 0, 0, 1})},
    {"roll before pitch", "[90, 90, 0]", R"({"w": 0.5, "x": 0.5, "y": 0.5, "z": -0.5})",
     "[[0, 1, 0], [0, 0, -1], [-1, 0, 0]]", rows({0, 1, 0, 0, 0, -1, -1, 0, 0})},
    {"roll before yaw", "[90, 0, 90]", R"({"w": 0.5, "x": 0.5, "y": 0.5, "z": 0.5})",
     "[[0, 0, 1], [1, 0, 0], [0, 1, 0]]", rows({0, 0, 1, 1, 0, 0, 0, 1, 0})},
    {"the opposite quaternion", "[90, 0, 90]", R"({"w": -0.5, "x": -0.5, "y": -0.5, "z": -0.5})",
     "[[0, 0, 1], [1, 0, 0], [0, 1, 0]]", rows({0, 0, 1, 1, 0, 0, 0, 1, 0})},
    {"digits to be rounded off", "[0, 0, 36.869898]", R"({"w": 0.9486833, "x": 0, "y": 0, "z": 0.3162278})",
     "[[0.8, -0.6, 0], [0.6000001, 0.7999999, 0], [0, 0, 1]]", rows({0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1})},
};

TEST(Orientation, IsTheSameAsAnglesQuaternionAndMatrix) {
  for (const Orientation& c : orientations) {
    for (const auto& [key, value] :
         {std::pair{"rpy", c.rpy}, {"quaternion", c.quaternion}, {"rotation", c.rotation}}) {
      SCOPED_TRACE(std::string(c.name) + ", " + key);
      json document = with(tree_document(), "/angles", "\"degrees\"");
      document = with(document, std::string("/base/") + key, value);
      document = with(document, std::string("/joints/1/origin/") + key, value);
      const Robot robot = read_silently(document);
      for (const Eigen::Isometry3d& pose : {robot.T_world_base(), robot.joints()[1].T_parent_joint}) {
        const Matrix3d R = pose.linear();
        const double printed = std::string(c.name) == "digits to be rounded off" ? 2e-7 : rounding;
        EXPECT_LE((R - c.expected).cwiseAbs().maxCoeff(), printed) << R;
        EXPECT_LE((R * R.transpose() - Matrix3d::Identity()).cwiseAbs().maxCoeff(), rounding) << R;
      }
    }
  }
}

TEST(Inertia, IsSymmetricWithTheProductsAsMatrixElements) {
  const Robot robot =
      read_silently(with(tree_document(), "/joints/1/link/inertia",
                         R"({"ixx": 4, "iyy": 5, "izz": 6, "ixy": 0.1, "ixz": -0.2, "iyz": 0.3})"));
  EXPECT_EQ(inertia_of_last_link(robot), rows({4, 0.1, -0.2, 0.1, 5, 0.3, -0.2, 0.3, 6}));
}

TEST(Inertia, InOtherAxesIsRotatedIntoTheLinkFrame) {
  // x maps to y, y to z, z to x.
  const Robot cycled = read_silently(
      with(tree_document(), "/joints/1/link/inertia",
           R"({"ixx": 2, "iyy": 3, "izz": 4, "quaternion": {"w": 0.5, "x": 0.5, "y": 0.5, "z": 0.5}})"));
  EXPECT_LE((inertia_of_last_link(cycled) - rows({4, 0, 0, 0, 2, 0, 0, 0, 3})).cwiseAbs().maxCoeff(),
            rounding);
  // By 45 degrees about z: Ixx = Iyy = (1 + 3) / 2, Ixy = sin cos (1 - 3).
  const Robot slanted =
      read_silently(with(with(tree_document(), "/angles", "\"degrees\""), "/joints/1/link/inertia",
                         R"({"ixx": 1, "iyy": 3, "izz": 3, "rpy": [0, 0, 45]})"));
  EXPECT_LE((inertia_of_last_link(slanted) - rows({2, -1, 0, -1, 2, 0, 0, 0, 3})).cwiseAbs().maxCoeff(),
            2 * rounding);
}

TEST(Friction, WithOneValueOpposesBothDirections) {
  const Robot robot = read_silently(with(tree_document(), "/joints/1/friction/coulomb", "0.25"));
  EXPECT_EQ(robot.joints()[1].drive.coulomb_positive(), 0.25);
  EXPECT_EQ(robot.joints()[1].drive.coulomb_negative(), -0.25);
}

TEST(Friction, OfTheMotorActsThroughTheGearbox) {
  json document = with(tree_document(), "/joints/1/motor",
                       R"({"rotor_inertia": 0.5, "gear_ratio": -3, "damping": 2, "coulomb": [4, -5]})");
  document = with(document, "/joints/1/friction", R"({"damping": 1, "coulomb": [6, -7]})");
  const Drive drive = read_silently(document).joints()[1].drive;
  EXPECT_EQ(drive.reflected_inertia(), 4.5);  // (-3)^2 0.5
  EXPECT_EQ(drive.damping(), 19);             // (-3)^2 2 + 1
  EXPECT_EQ(drive.coulomb_positive(), 18);    // |-3| 4 + 6
  EXPECT_EQ(drive.coulomb_negative(), -22);   // |-3| (-5) - 7
}

TEST(Spring, HasItsReferenceInTheUnitOfAnglesAndItsStiffnessPerRad) {
  const json document = with(tree_document(), "/joints/1/spring", R"({"stiffness": 3, "reference": 90})");
  EXPECT_EQ(read_silently(document).joints()[1].drive.spring.reference, 90);
  const Spring spring = read_silently(with(document, "/angles", "\"degrees\"")).joints()[1].drive.spring;
  EXPECT_EQ(spring.reference, 90 * (std::numbers::pi / 180));
  EXPECT_EQ(spring.stiffness, 3);
  EXPECT_EQ(read_silently(with(tree_document(), "/joints/1/spring/stiffness", "3"))
                .joints()[1]
                .drive.spring.reference,
            0);
}

TEST(Mimic, IsOneToOneByDefault) {
  const auto mimic = [](const json& document) { return *read_silently(document).joints()[1].mimic; };
  const json plain = with(tree_document(), "/joints/1/mimic/joint", "\"shoulder\"");
  EXPECT_EQ(mimic(plain).joint, 0u);
  EXPECT_EQ(mimic(plain).multiplier, 1);
  EXPECT_EQ(mimic(plain).offset, 0);
  const json full =
      with(tree_document(), "/joints/1/mimic", R"({"joint": "shoulder", "multiplier": -2, "offset": 90})");
  EXPECT_EQ(mimic(full).multiplier, -2);
  EXPECT_EQ(mimic(full).offset, 90);
  EXPECT_EQ(mimic(with(full, "/angles", "\"degrees\"")).offset, 90 * (std::numbers::pi / 180));
}

TEST(Mimic, OffsetOfAPrismaticJointIsALengthForAnyUnitOfAngles) {
  const json document = with(with(chain_document("dh"), "/angles", "\"degrees\""), "/joints/1/mimic",
                             R"({"joint": "turn", "offset": 0.5})");
  EXPECT_EQ(read_silently(document).joints()[1].mimic->offset, 0.5);
}

TEST(Base, MayHaveABody) {
  const Robot robot = read_silently(
      with(tree_document(), "/base",
           R"({"mass": 3, "com": [1, 2, 3], "inertia": {"ixx": 1, "iyy": 2, "izz": 3, "ixy": 0.5}})"));
  const MassProperties& body = robot.links()[0].mass_properties;
  EXPECT_EQ(body.mass, 3);
  EXPECT_EQ(body.com, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(body.inertia, rows({1, 0.5, 0, 0.5, 2, 0, 0, 0, 3}));
}

TEST(Base, WarnsIfItsMomentsBreakTheTriangleInequality) {
  EXPECT_THAT(
      warnings_of(with(tree_document(), "/base",
                       R"({"mass": 3, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 3}})")),
      ElementsAre("arm.json: /base/inertia: a principal moment is larger than the sum of the other "
                  "two: a rigid body cannot have these moments; they are used unchanged"));
}

TEST(Limits, OfOneSideLeaveTheOtherUnlimited) {
  const Limits limits =
      read_silently(with(tree_document(), "/joints/1/limits/position", "[null, 2]")).joints()[1].limits;
  EXPECT_EQ(limits.lower, std::nullopt);
  EXPECT_EQ(limits.upper, 2);
}

TEST(Rotation, WithinRoundingIsUnchanged) {
  const json document =
      with(tree_document(), "/joints/1/origin/rotation", "[[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]]");
  Eigen::Matrix3d R;
  R << 0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1;
  EXPECT_EQ(read_silently(document).joints()[1].T_parent_joint.linear(), R);
}

TEST(TriangleInequality, BrokenOnceWarnsOnce) {
  EXPECT_THAT(
      warnings_of(with(tree_document(), "/joints/1/link/inertia/izz", "1.5")),
      ElementsAre("arm.json: /joints/1/link/inertia: a principal moment is larger than the sum of the "
                  "other two: a rigid body cannot have these moments; they are used unchanged"));
}

// As robot check has it: "accepted" in place of a warning.
TEST(TriangleInequality, BrokenAndAcceptedWarnsOfNothing) {
  json document = with(tree_document(), "/joints/1/link/inertia/izz", "1.5");
  document = with(document, "/accepted",
                  R"([{"finding": "impossible_moments", "link": "lower", "reason": "as published"}])");
  EXPECT_THAT(warnings_of(document), testing::IsEmpty());
  document = with(document, "/joints/0/link/inertia/ixx", "5");  // not accepted
  EXPECT_EQ(warnings_of(document).size(), 1u);
}

TEST(TriangleInequality, BrokenTwiceWarnsOnce) {
  json document = with(tree_document(), "/joints/0/link/inertia/ixx", "5");
  document = with(document, "/joints/1/link/inertia/izz", "1.5");
  EXPECT_THAT(
      warnings_of(document),
      ElementsAre(
          "arm.json: /joints/0/link/inertia: a principal moment is larger than the sum of the other two (the "
          "same in 1 other link): a rigid body cannot have these moments; they are used unchanged"));
}

TEST(Masses, OfFramesPointsAndRodsGiveNoWarning) {
  for (const char* link : {
           R"({"name": "frame", "mass": 0})",
           R"({"name": "frame", "mass": 0, "com": [1, 2, 3]})",
           R"({"name": "rotor", "mass": 0, "inertia": {"ixx": 1, "iyy": 1, "izz": 1}})",
           R"({"name": "point", "mass": 3, "com": [1, 2, 3], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}})",
           R"({"name": "rod", "mass": 3, "com": [1, 2, 3], "inertia": {"ixx": 0, "iyy": 0.1, "izz": 0.1}})",
           R"({"name": "slanted rod", "mass": 3, "com": [0, 0, 0],
               "inertia": {"ixx": 0.5, "iyy": 0.5, "izz": 1, "ixy": 0.5}})",
       }) {
    EXPECT_THAT(warnings_of(with(tree_document(), "/joints/1/link", link)), ElementsAre()) << link;
  }
}

TEST(Masses, OfRodsInAnyDirectionMayBeRounded) {
  // The moments are 0, 1 and 1; after the rotation, the first is slightly above or below 0 due to rounding.
  for (int i = 1; i <= 100; ++i) {
    const json inertia{{"ixx", 0}, {"iyy", 1}, {"izz", 1}, {"rpy", {0.1 * i, 0.2 * i, 0.3 * i}}};
    EXPECT_THAT(warnings_of(with(tree_document(), "/joints/1/link/inertia", inertia.dump())), ElementsAre())
        << inertia;
  }
}

TEST(Order, OfTheFileIsKeptIfParentsComeLater) {
  json document = tree_document();
  std::swap(document["joints"][0], document["joints"][1]);
  const Robot robot = read_silently(document);
  EXPECT_EQ(robot.joints()[0].name, "elbow");
  EXPECT_EQ(robot.joints()[0].parent, 2u);
  EXPECT_EQ(robot.joints()[1].name, "shoulder");
  EXPECT_EQ(robot.joints()[1].parent, 0u);
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0, 1));
  EXPECT_THAT(robot.parents_first(), ElementsAre(1, 0));
}

TEST(Order, OfMovingJointsLeavesOutFixedOnes) {
  const Robot robot = read_silently(chain_document("mdh"));
  EXPECT_EQ(robot.dof(), 2u);
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0, 1));
  EXPECT_EQ(robot.moving_joint(1).name, "slide");
}

TEST(Chain, AttachesEachJointToThePreviousLink) {
  for (const char* convention : {"dh", "mdh"}) {
    const Robot robot = read_silently(with(chain_document(convention), "/base/name", "\"table\""));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(robot.joints()[i].parent, i) << convention;
  }
}

TEST(Schema, MayBeNamedInTheFile) {
  EXPECT_EQ(read_silently(with(tree_document(), "/$schema", "\"robot.schema.json\"")).name(), "arm");
}

}  // namespace
}  // namespace invdyn
