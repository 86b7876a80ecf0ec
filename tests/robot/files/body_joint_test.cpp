// Poses, axes, limits and drives of joints in .body files, according to the format's reference manual.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "robot/files/body_documents.h"

namespace invdyn::test {
namespace {

constexpr double degree = std::numbers::pi / 180;

void expect_same_limits(const Limits& limits, const Limits& expected) {
  EXPECT_EQ(limits.lower, expected.lower);
  EXPECT_EQ(limits.upper, expected.upper);
  EXPECT_EQ(limits.velocity, expected.velocity);
  EXPECT_EQ(limits.effort, expected.effort);
}

TEST(BodyAngles, AreInDegreesUnlessTheFileSaysRadian) {
  const std::string joint =
      "  - { name: ARM, parent: BASE, " + body +
      ", jointType: revolute, rotation: [0, 0, 1, 0.5], jointRange: [-0.25, 0.75], maxJointVelocity: 2 }\n";
  const std::string links = "links:\n" + base + joint;
  const Robot radians = read_silently("format: ChoreonoidBody\nangleUnit: radian\n" + links);
  expect_same_limits(radians.joints()[0].limits, {-0.25, 0.75, 2, {}});
  EXPECT_NEAR(radians.joints()[0].T_parent_joint.linear()(1, 0), std::sin(0.5), rounding);
  for (const char* unit : {"", "angleUnit: degree\n"}) {
    const Robot degrees = read_silently(std::string("format: ChoreonoidBody\n") + unit + links);
    expect_same_limits(degrees.joints()[0].limits, {-0.25 * degree, 0.75 * degree, 2 * degree, {}});
    EXPECT_NEAR(degrees.joints()[0].T_parent_joint.linear()(1, 0), std::sin(0.5 * degree), rounding);
  }
}

TEST(BodyAngles, DoNotAffectPrismaticJoints) {
  for (const char* type : {"prismatic", "slide"}) {
    const Joint joint =
        joint_with(std::string("jointType: ") + type + ", jointRange: [-1, 2], maxJointVelocity: 3");
    EXPECT_EQ(joint.type, JointType::prismatic);
    expect_same_limits(joint.limits, {-1, 2, 3, {}});
  }
}

TEST(BodyRotations, AreAboutAxesOfAnyLengthAndMultiplyInOrder) {
  const auto rotation = [](const std::string& is_revolute) {
    return joint_with("jointType: revolute, rotation: " + is_revolute).T_parent_joint.linear().eval();
  };
  // By 120 degrees about the diagonal: x maps to y, y to z, z to x.
  Eigen::Matrix3d cycle;
  cycle << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  EXPECT_LE(largest(rotation("[5, 5, 5, 120]") - cycle), rounding);
  // Rx(90) Rz(90); its first column is Rx(90) y = z.
  Eigen::Matrix3d product;
  product << 0, -1, 0, 0, 0, -1, 1, 0, 0;
  EXPECT_LE(largest(rotation("[[1, 0, 0, 90], [0, 0, 1, 90]]") - product), rounding);
  EXPECT_LE(largest(rotation("[[0, 0, 1, 0]]") - Eigen::Matrix3d::Identity()), rounding);
}

TEST(BodyTranslations, OfAListAddUp) {
  EXPECT_EQ(
      joint_with("jointType: revolute, translation: [[1, 2, 3], [10, 20, 30]]").T_parent_joint.translation(),
      Eigen::Vector3d(11, 22, 33));
}

TEST(BodyAxis, IsAVectorOrALetterInEitherCase) {
  const std::vector<std::pair<const char*, Eigen::Vector3d>> axes{
      {"X", {1, 0, 0}},       {"Y", {0, 1, 0}},           {"Z", {0, 0, 1}},
      {"x", {1, 0, 0}},       {"-X", {-1, 0, 0}},         {"-y", {0, -1, 0}},
      {"\"-Z\"", {0, 0, -1}}, {"[0, 0, -2]", {0, 0, -1}}, {"[3, 0, 4]", {0.6, 0, 0.8}}};
  for (const auto& [text, axis] : axes)
    EXPECT_LE(largest(joint_with(std::string("jointType: revolute, jointAxis: ") + text).axis - axis),
              rounding)
        << text;
  EXPECT_EQ(joint_with("jointType: revolute").axis, Eigen::Vector3d::UnitZ()) << "the default";
}

TEST(BodyLimits, AreAPairOrOneNumberForBothOrUnlimited) {
  const auto limits = [](const std::string& range) {
    return joint_with("jointType: slide, jointRange: " + range).limits;
  };
  expect_same_limits(limits("[-1, 2]"), {-1, 2, {}, {}});
  expect_same_limits(limits("2"), {-2, 2, {}, {}});
  expect_same_limits(limits("[unlimited, 2]"), {{}, 2, {}, {}});
  expect_same_limits(limits("[-1, unlimited]"), {-1, {}, {}, {}});
  expect_same_limits(limits("unlimited"), {});
  EXPECT_EQ(joint_with("jointType: revolute, jointRange: 90").type, JointType::revolute);
  EXPECT_EQ(joint_with("jointType: revolute, jointRange: unlimited").type, JointType::continuous);
  EXPECT_EQ(joint_with("jointType: revolute").type, JointType::continuous);
}

TEST(BodyVelocity, AsOneNumberHasPriorityOverARange) {
  expect_same_limits(joint_with("jointType: slide, jointVelocityRange: [-3, 3], maxJointVelocity: 5").limits,
                     {{}, {}, 5, {}});
  expect_same_limits(joint_with("jointType: slide, jointVelocityRange: [-3, 4]").limits, {{}, {}, 3, {}});
}

TEST(BodyDrive, MultipliesTheRotorByTheSquareOfTheGearRatio) {
  // The manual: gear_ratio * gear_ratio * rotor_inertia.
  EXPECT_EQ(joint_with("jointType: revolute, rotorInertia: 0.5, gearRatio: 3").drive.reflected_inertia(),
            4.5);
  EXPECT_EQ(joint_with("jointType: revolute, rotorInertia: 0.5").drive.reflected_inertia(), 0.5);
  EXPECT_EQ(joint_with("jointType: revolute").drive.reflected_inertia(), 0);
}

}  // namespace
}  // namespace invdyn::test
