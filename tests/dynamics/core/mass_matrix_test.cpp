// The composite-rigid-body algorithm compared with closed forms, and column by column with inverse dynamics.

#include "dynamics/core/mass_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

#include "robot/files/json_reader.h"
#include "robot/files/read.h"
#include "support/equation_of_motion.h"
#include "support/matrices.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// The maximum difference of elements in units of sqrt(M_ii M_jj), which bounds |M_ij|.
double scaled_difference(const Matrix<Real>& M, const Matrix<Real>& expected) {
  const Vector scale = expected.diagonal().cwiseSqrt();
  Real largest = 0;
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      const Real error = std::abs(M(i, j) - expected(i, j));
      if (error > 0) largest = std::max(largest, error / (scale[i] * scale[j]));
    }
  return static_cast<double>(largest);
}

struct Family {
  std::string name;
  RandomRobotShape shape;
  int count;

  friend void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }
};

class RandomTrees : public testing::TestWithParam<Family> {
 protected:
  template <class Check>
  void for_each(Check check) const {
    for (int i = 0; i < GetParam().count; ++i) {
      const auto seed = static_cast<unsigned long>(2000 + i);
      const Robot robot = random_robot(seed, GetParam().shape);
      Random random(seed + 1);
      SCOPED_TRACE("seed " + std::to_string(seed));
      check(robot, random_state(random, robot).q);
    }
  }
};

using MassMatrixOfRandomTrees = RandomTrees;

TEST_P(MassMatrixOfRandomTrees, AgreesWithInverseDynamicsColumnByColumn) {
  for_each([](const Robot& robot, const Vector& q) {
    for (const bool rotor : {false, true}) {
      const MassMatrix method(robot, {.rotor = rotor});
      EXPECT_LE(scaled_difference(mass_matrix(method, q).cast<Real>(),
                                  mass_matrix_by_columns<Real>(robot, q, rotor)),
                1e-14);
    }
  });
}

// The difference between double and extended precision of the same template is rounding.
TEST_P(MassMatrixOfRandomTrees, DiffersFromExtendedPrecisionOnlyByRounding) {
  for_each([](const Robot& robot, const Vector& q) {
    const MassMatrix method(robot);
    EXPECT_LE(scaled_difference(mass_matrix(method, q).cast<Real>(), mass_matrix<Real>(method, q)), 1e-14);
  });
}

TEST_P(MassMatrixOfRandomTrees, IsSymmetricToTheLastBit) {
  for_each([](const Robot& robot, const Vector& q) {
    const Eigen::MatrixXd M = mass_matrix(MassMatrix(robot), q);
    EXPECT_EQ(M, M.transpose());
  });
}

INSTANTIATE_TEST_SUITE_P(
    All, MassMatrixOfRandomTrees,
    testing::Values(Family{"one_joint", {.joints = 1, .prismatic = 0.5}, 20},
                    Family{"serial_revolute", {.joints = 6, .prismatic = 0, .fixed = 0, .branching = 0}, 20},
                    Family{"serial_prismatic", {.joints = 4, .prismatic = 1, .fixed = 0, .branching = 0}, 10},
                    Family{"serial_mixed", {.joints = 7, .prismatic = 0.4, .fixed = 0.2, .branching = 0}, 20},
                    Family{"branched", {.joints = 12, .branching = 0.5}, 20},
                    Family{"mostly_massless", {.joints = 10, .massless = 0.7}, 20},
                    Family{"light_and_heavy", {.joints = 10, .mass_ratio = 1e6}, 50},
                    Family{"long_chain", {.joints = 40, .fixed = 0, .branching = 0, .massless = 0}, 5},
                    Family{"long_tree", {.joints = 40, .fixed = 0, .mass_ratio = 1e6}, 5}),
    [](const auto& family) { return family.param.name; });

// Agreement of the two methods, without the limit of the robot's constants: rotations in doubles are
// orthonormal only to rounding, and composite bodies exchange them with cross products.
TEST(MassMatrix, AgreesWithInverseDynamicsInExtendedPrecision) {
  for (unsigned long seed = 1; seed <= 50; ++seed) {
    const Robot robot = random_robot(
        seed, {.joints = 1 + seed % 40, .right_angles = true, .mass_ratio = seed % 2 ? 1.0 : 1e6});
    Random random(seed);
    const Vector q = random_state(random, robot).q;
    EXPECT_LE(scaled_difference(mass_matrix<Real>(MassMatrix(robot), q),
                                mass_matrix_by_columns<Real>(robot, q, true)),
              1e-17)
        << "seed " << seed;
  }
}

TEST(MassMatrix, OfShippedRobotsAgreesWithInverseDynamicsColumnByColumn) {
  Random random(8);
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, [](const std::string&) {}).with_floating_base(false);
    const Vector q = random_state(random, robot).q;
    EXPECT_LE(scaled_difference(mass_matrix(MassMatrix(robot), q).cast<Real>(),
                                mass_matrix_by_columns<Real>(robot, q, true)),
              1e-14)
        << robot.name();
  }
}

// Masses from 1e-6 to 1e6 kg: without scaling by the square roots of the diagonal, M would have eigenvalues
// far below the rounding of its largest elements.
TEST(MassMatrix, IsPositiveDefiniteForAnyMasses) {
  for (unsigned long seed = 1; seed <= 50; ++seed) {
    const Robot robot =
        random_robot(seed, {.joints = 2 + seed % 6, .massless = 0, .drives = false, .mass_ratio = 1e6});
    Random random(seed);
    const Eigen::MatrixXd M = mass_matrix(MassMatrix(robot), random_state(random, robot).q);
    EXPECT_TRUE(is_positive_definite(M.cast<Real>())) << "seed " << seed;
  }
}

// Joints on different branches are not coupled.
TEST(MassMatrix, IsExactlyZeroBetweenBranches) {
  const Robot robot = read_json_robot(R"({"name": "fork", "convention": "tree", "joints": [
      {"name": "left", "type": "revolute", "parent": "base", "axis": [1, 2, 3],
       "link": {"name": "a", "mass": 1, "com": [1, 2, 3], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}},
      {"name": "right", "type": "prismatic", "parent": "base", "axis": [3, 1, 2],
       "link": {"name": "b", "mass": 1, "com": [1, 2, 3], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}}]})",
                                      "fork.json", [](const std::string& text) { ADD_FAILURE() << text; });
  // Former values of M must not remain.
  Eigen::MatrixXd M = Eigen::MatrixXd::Constant(2, 2, 7);
  const MassMatrix method(robot);
  MassMatrix::Workspace<double> workspace(method);
  const std::vector<double> q{0.3, 0.4};
  method.compute(q, workspace, M);
  EXPECT_EQ(M(0, 1), 0);
  EXPECT_EQ(M(1, 0), 0);
}

// Two rods in a vertical plane [Craig, Introduction to Robotics, (6.58), with rods instead of point masses].
TEST(MassMatrix, OfTheTwoLinkArmAgreesWithTheClosedForm) {
  const double m1 = 2, l1 = 1, r1 = 0.5, I1 = m1 * l1 * l1 / 12;
  const double m2 = 1, l2 = 0.5, r2 = 0.25, I2 = m2 * l2 * l2 / 12;
  const Robot robot = read_robot(shipped_robot("two-link"), [](const std::string&) {});
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const State state = random_state(random, robot);
    const double c2 = std::cos(static_cast<double>(state.q[1]));
    const double M22 = I2 + m2 * r2 * r2, M12 = M22 + m2 * l1 * r2 * c2;
    const double M11 = I1 + m1 * r1 * r1 + I2 + m2 * (l1 * l1 + r2 * r2 + 2 * l1 * r2 * c2);
    Eigen::Matrix2d expected;
    expected << M11, M12, M12, M22;
    EXPECT_LT((mass_matrix(MassMatrix(robot), state.q) - expected).cwiseAbs().maxCoeff(), 1e-15 * 4);
  }
}

// A bead at r on a rotating rod: m r^2 about the axis, m along the rod, no coupling; plus rotors.
TEST(MassMatrix, AddsReflectedInertiaIfTheSettingsRequestIt) {
  const Robot robot = read_json_robot(R"({"name": "rod", "convention": "tree", "joints": [
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1],
       "link": {"name": "rod", "mass": 0}, "motor": {"rotor_inertia": 0.002, "gear_ratio": -30}},
      {"name": "slide", "type": "prismatic", "parent": "rod", "axis": [1, 0, 0],
       "link": {"name": "bead", "mass": 3, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}},
       "motor": {"rotor_inertia": 0.001, "gear_ratio": 200}}]})",
                                      "rod.json", [](const std::string& text) { ADD_FAILURE() << text; });
  const double r = 0.8;
  const Vector q = state_of({0.3, r}, {0, 0}, {0, 0}).q;
  const Eigen::Matrix2d links = Eigen::Vector2d(3 * r * r, 3).asDiagonal();
  const Eigen::Matrix2d rotors = Eigen::Vector2d(900 * 0.002, 40000 * 0.001).asDiagonal();
  EXPECT_LT((mass_matrix(MassMatrix(robot, links_only), q) - links).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LT((mass_matrix(MassMatrix(robot), q) - links - rotors).cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace
}  // namespace invdyn::test
