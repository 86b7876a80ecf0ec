// Masses and inertias of links in .body files, according to the format's reference manual.

#include <gmock/gmock.h>

#include "robot/files/body_documents.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

TEST(BodyInertia, HasNineNumbersOrSixOfTheUpperTriangle) {
  Eigen::Matrix3d expected;
  expected << 5, 0.1, 0.2, 0.1, 6, 0.3, 0.2, 0.3, 7;
  for (const char* numbers : {"[5, 0.1, 0.2, 0.1, 6, 0.3, 0.2, 0.3, 7]", "[5, 0.1, 0.2, 6, 0.3, 7]"})
    EXPECT_EQ(body_of(robot_with_lines(std::string("mass: 2\ninertia: ") + numbers)).inertia, expected)
        << numbers;
}

TEST(BodyInertia, MayBeAsymmetricByRounding) {
  const Eigen::Matrix3d inertia =
      body_of(robot_with_lines("mass: 2\ninertia: [5, 0.10001, 0, 0.10003, 5, 0, 0, 0, 5]")).inertia;
  EXPECT_NEAR(inertia(0, 1), 0.10002, 1e-15);
  EXPECT_EQ(inertia(1, 0), inertia(0, 1));
}

TEST(BodyElements, AddTheirBodiesWithTheTransformsAboveThem) {
  // Two point masses of 1 kg at (1, +-1, 0) and the link's 2 kg at the origin: together 4 kg at (0.5, 0, 0),
  // with Ixx = 2 * 1^2, Iyy = 2 * 0.5^2 + 2 * 0.5^2 = 1, Izz = 2 + 1 about this point.
  const Robot robot = robot_with_lines(R"(mass: 2
inertia: [0, 0, 0, 0, 0, 0]
elements:
  - type: Transform
    translation: [1, 0, 0]
    elements:
      - { type: RigidBody, translation: [0, 1, 0], mass: 1 }
      - type: Group
        elements:
          Transform:
            rotation: [0, 0, 1, 180]
            elements: { type: RigidBody, centerOfMass: [0, 1, 0], mass: 1, inertia: [0, 0, 0, 0, 0, 0] })");
  const MassProperties sum = body_of(robot);
  EXPECT_EQ(sum.mass, 4);
  EXPECT_LE(largest(sum.com - Eigen::Vector3d(0.5, 0, 0)), rounding);
  EXPECT_LE(largest(sum.inertia - Eigen::Matrix3d(Eigen::Vector3d(2, 1, 3).asDiagonal())), 4 * rounding);
}

TEST(BodyElements, RotateTheInertia) {
  const MassProperties turned =
      body_of(robot_with_lines("elements:\n  - { type: RigidBody, rotation: [0, 0, 1, 90], centerOfMass: [1, "
                               "0, 0], mass: 3, inertia: [1, 0, 0, 2, 0, 3] }"));
  EXPECT_LE(largest(turned.com - Eigen::Vector3d(0, 1, 0)), rounding);
  EXPECT_LE(largest(turned.inertia - Eigen::Matrix3d(Eigen::Vector3d(2, 1, 3).asDiagonal())), 4 * rounding);
}

TEST(BodyElements, WithOneBodyKeepItsNumbers) {
  const std::string numbers =
      "centerOfMass: [0.1, 0.2, 0.3], mass: 0.7, inertia: [0.1, 0.01, 0, 0.1, 0, 0.1]";
  const MassProperties of_element =
      body_of(robot_with_lines("elements: [ { type: RigidBody, " + numbers + " } ]"));
  EXPECT_EQ(of_element.mass, 0.7);
  EXPECT_EQ(of_element.com, Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(of_element.inertia(0, 1), 0.01);
}

TEST(BodyMass, OfTheRootNeedsNoInertia) {
  const Robot robot = read_silently(header + "  - { name: BASE, jointType: free, mass: 5 }\n" +
                                    link_line("arm", "jointType: revolute"));
  EXPECT_EQ(robot.links()[0].mass_properties.mass, 5);
}

TEST(BodyMass, OfZeroSetsTheInertiaToZero) {
  // Choreonoid's loader does the same.
  const Read file =
      read(header + base +
           "  - { name: ARM, parent: BASE, jointType: revolute, mass: 0, inertia: [1, 0, 0, 1, 0, 1] }\n");
  EXPECT_EQ(body_of(file.file.robot).inertia, Eigen::Matrix3d::Zero());
  EXPECT_THAT(
      file.file.unused,
      ElementsAre("arm.body:6: inertia: not used: the link has no mass, so the format ignores its inertia"));
}

}  // namespace
}  // namespace invdyn::test
