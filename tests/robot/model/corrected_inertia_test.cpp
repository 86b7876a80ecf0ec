// Moments of inertia that no body can have, and the nearest possible ones.

#include "robot/model/corrected_inertia.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/base/error.h"
#include "ground/matrix/decompositions.h"
#include "robot/model/principal_moments.h"
#include "robot/model/pseudo_inertia.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using testing::ElementsAre;
using testing::IsEmpty;

Matrix3d random_symmetric(Random& random) {
  Matrix3d matrix;
  for (double& element : matrix.reshaped()) element = random.uniform(-1, 1);
  return matrix + matrix.transpose();
}

// The integral of r r' dm about the centre of mass.
Matrix3d second_moments(const Matrix3d& inertia) {
  return inertia.trace() / 2 * Matrix3d::Identity() - inertia;
}

Matrix3d inertia_of(const Matrix3d& second_moments) {
  return second_moments.trace() * Matrix3d::Identity() - second_moments;
}

// A body of points of mass.
Matrix3d random_possible(Random& random) {
  Matrix3d sum = Matrix3d::Zero();
  for (int i = 0; i < 4; ++i) {
    const Vector3d r = random.vector(1);
    sum += r * r.transpose();
  }
  return sum;
}

TEST(NearestInertia, IsPossible) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Vector3d moments = principal_moments(nearest_possible_inertia(random_symmetric(random)));
    EXPECT_GE(moments[0], -1e-15);
    EXPECT_LE(moments[2], moments[0] + moments[1] + 1e-14);
  }
}

// N. J. Higham, Computing a nearest symmetric positive semidefinite matrix, 1988, theorem 2.1: with the polar
// decomposition A = U H, the nearest one is (A + H) / 2.
TEST(NearestInertia, IsTheMeanWithThePolarFactor) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Matrix3d inertia = random_symmetric(random), A = second_moments(inertia);
    const SingularValues svd = singular_value_decomposition(A, SideV::full);
    const Matrix3d H = svd.V * svd.values.asDiagonal() * svd.V.transpose();
    EXPECT_TRUE(nearest_possible_inertia(inertia).isApprox(inertia_of((A + H) / 2), 1e-12)) << "case " << i;
  }
}

TEST(NearestInertia, IsNearerThanOtherBodies) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Matrix3d inertia = random_symmetric(random), A = second_moments(inertia);
    const Matrix3d nearest = second_moments(nearest_possible_inertia(inertia));
    for (int k = 0; k < 100; ++k)
      for (const double step : {1e-3, 1.0}) {
        const Matrix3d other = nearest + step * (random_possible(random) - nearest);  // between two bodies
        EXPECT_GE((other - A).norm(), (nearest - A).norm() * (1 - 1e-12));
      }
  }
}

// A plate has a moment equal to the sum of the others: the limit of what is possible.
TEST(NearestInertia, OfPossibleOnesIsThemselves) {
  const Matrix3d plate = Vector3d(0.02, 0.03, 0.05).asDiagonal();
  EXPECT_TRUE(nearest_possible_inertia(plate).isApprox(plate, 1e-15));
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Matrix3d inertia = inertia_of(random_possible(random));
    EXPECT_TRUE(nearest_possible_inertia(inertia).isApprox(inertia, 1e-12));
  }
}

// (1, 1, 4) has the second moments (2, 2, -1): without the last one, the moments are (2, 2, 4).
TEST(NearestInertia, OfAMomentThatIsTooLarge) {
  const Matrix3d nearest = nearest_possible_inertia(Vector3d(1, 1, 4).asDiagonal());
  EXPECT_TRUE(nearest.isApprox(Matrix3d(Vector3d(2, 2, 4).asDiagonal()), 1e-15)) << nearest;
}

RobotDescription chain(unsigned long seed) {
  Random random(seed);
  RobotDescription description = random_description(random, {.joints = 5, .massless = 0});
  description.place = [](std::size_t joint, RobotDescription::Part) {
    return joint == RobotDescription::base ? std::string("base") : "joint " + std::to_string(joint);
  };
  return description;
}

TEST(CorrectedInertia, LeavesPossibleBodiesUnchanged) {
  for (unsigned long seed = 0; seed < 20; ++seed) {
    RobotDescription description = chain(seed);
    // The moments of a rod to six digits: its third one is off by rounding.
    description.joints[1].link.mass_properties.inertia = Vector3d(0.333333, 0.333334, 0).asDiagonal();
    const std::vector<RobotDescription::JointAndLink> before = description.joints;
    EXPECT_THAT(correct_inertia(description), IsEmpty());
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_EQ(description.joints[i].link.mass_properties.inertia, before[i].link.mass_properties.inertia);
  }
}

TEST(CorrectedInertia, TellsEachChangeWithItsSize) {
  RobotDescription description = chain(7);
  MassProperties& body = description.joints[2].link.mass_properties;
  const MassProperties before = body;
  body.inertia = Vector3d(1, 1, 4).asDiagonal();
  description.base_mass_properties.inertia = Vector3d(-1, 1, 1).asDiagonal();
  const std::vector<CorrectedInertia> corrected = correct_inertia(description);
  ASSERT_EQ(corrected.size(), 2u);
  EXPECT_EQ(corrected[0].link, description.base_link);
  EXPECT_EQ(corrected[0].place, "base");
  // The second moments (1.5, -0.5, -0.5) become (1.5, 0, 0).
  EXPECT_TRUE(corrected[0].after.isApprox(Vector3d(0, 1.5, 1.5)));
  EXPECT_EQ(corrected[1].link, description.joints[2].link.name);
  EXPECT_EQ(corrected[1].place, "joint 2");
  EXPECT_TRUE(corrected[1].before.isApprox(Vector3d(1, 1, 4)));
  EXPECT_TRUE(corrected[1].after.isApprox(Vector3d(2, 2, 4)));
  EXPECT_NEAR(corrected[1].change, std::sqrt(2. / 18), 1e-12);  // (1, 1, 0) of (1, 1, 4)
  EXPECT_EQ(body.mass, before.mass);
  EXPECT_EQ(body.com, before.com);
  EXPECT_THAT(correct_inertia(description), IsEmpty());
}

TEST(CorrectedInertia, RefusesNumbersWithoutMeaning) {
  RobotDescription description = chain(8);
  description.joints[0].link.mass_properties.inertia(0, 0) = -1e200;
  EXPECT_THROW(correct_inertia(description), Error);
}

}  // namespace
}  // namespace invdyn::test
