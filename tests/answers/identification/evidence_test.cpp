#include "answers/identification/evidence.h"

#include <gtest/gtest.h>

#include "answers/identification/least_squares.h"
#include "answers/identification/simulated_log.h"

namespace invdyn::test {
namespace {

// Y and y of a joint, from all rows at once.
Eigen::MatrixXd gram(const std::vector<JointEquations>& joints, std::size_t j) {
  return joints[j].triangle.transpose() * joints[j].triangle;
}

std::vector<JointEquations> of_all(const Evidence& evidence) {
  std::vector<std::size_t> all(evidence.equations().stretches.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return joined(evidence.equations(), all);
}

struct Known {
  Random random{5};
  Robot robot = random_robot(5, {.joints = 3, .prismatic = 0, .fixed = 0, .massless = 0});
  Regressor regressor{robot};
  std::vector<FitColumn> columns =
      fit_columns(robot, regressor, {.friction = true, .offset = true, .rotor = true, .links = true}).columns;
  SimulatedLog log{random, perturbed(random, robot), 3000};
};

// The product of the triangle with itself is that of all rows, however they are cut.
TEST(Evidence, HasTheSumsOfProductsOfAllRows) {
  Known known;
  Evidence evidence(known.regressor, known.columns, {});
  collect(evidence, known.log, known.robot);
  known.log.fill(known.robot);
  const Block& block = known.log.block;
  Regressor::Workspace workspace(known.regressor);
  known.regressor.fill(
      {block.q.data(), block.dq.data(), block.ddq.data(), nullptr, block.capacity, block.rows}, workspace);
  const auto joints = of_all(evidence);
  for (std::size_t j = 0; j < 3; ++j) {
    const std::vector<Eigen::Index>& columns = evidence.equations().columns_of[j];
    Eigen::MatrixXd Y(block.q.rows(), static_cast<Eigen::Index>(columns.size()) + 1);
    const std::vector<Eigen::Index>& available = known.regressor.columns(j);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      Y.col(static_cast<Eigen::Index>(k)).setZero();
      for (const auto& [parameter, factor] : known.columns[static_cast<std::size_t>(columns[k])].parts) {
        const auto at = std::find(available.begin(), available.end(), parameter) - available.begin();
        Y.col(static_cast<Eigen::Index>(k)) += factor * known.regressor.of_joint(j, workspace).col(at);
      }
    }
    Y.rightCols(1) =
        block.measured.col(static_cast<Eigen::Index>(j)) - block.tau.col(static_cast<Eigen::Index>(j));
    const Eigen::MatrixXd expected = Y.transpose() * Y;
    EXPECT_TRUE(gram(joints, j).isApprox(expected, 1e-11)) << j;
    EXPECT_EQ(joints[j].rows, 3000);
    EXPECT_NEAR(joints[j].sum, block.measured.col(static_cast<Eigen::Index>(j)).sum(), 1e-8);
  }
}

TEST(Evidence, DoesNotDependOnHowRowsArrive) {
  Known known;
  for (const double average : {0., 0.035}) {
    Evidence one(known.regressor, known.columns, {}), other(known.regressor, known.columns, {});
    collect(one, known.log, known.robot, false, 100, average);
    collect(other, known.log, known.robot, false, 37, average);
    ASSERT_EQ(one.equations().stretches.size(), other.equations().stretches.size());
    for (std::size_t i = 0; i < one.equations().stretches.size(); ++i)
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_EQ(one.equations().stretches[i].joints[j].triangle,
                  other.equations().stretches[i].joints[j].triangle);
  }
}

TEST(Evidence, KeepsABoundedNumberOfStretches) {
  Known known;
  Evidence evidence(known.regressor, known.columns, {});
  for (int log = 0; log < 5; ++log) collect(evidence, known.log, known.robot);
  EXPECT_LE(evidence.equations().stretches.size(), Evidence::max_stretches);
  EXPECT_GE(evidence.equations().stretches.size(), Evidence::max_stretches / 4);
  double rows = 0;
  for (const Stretch& stretch : evidence.equations().stretches) rows += stretch.joints[1].rows;
  EXPECT_EQ(rows, 15000);
}

// Means of equations are equations: 3 or 4 rows of 10 ms each.
TEST(Evidence, StaysTrueForMeansOfRows) {
  Known known;
  Evidence evidence(known.regressor, known.columns, {});
  collect(evidence, known.log, known.robot, false, 100, 0.035);
  const auto joints = of_all(evidence);
  EXPECT_NEAR(joints[0].rows, 3000 * 0.01 / 0.035, 1);
  EXPECT_EQ(joints[0].weight, 3000);
  const LeastSquares solver(evidence.equations());
  const Model model = ladder_of(known.columns, known.robot, known.regressor,
                                {.friction = true, .offset = true, .rotor = true, .links = true})
                          .back();
  const ModelFit fit = solver.fit(joints, model);
  // Without noise the fit explains each mean, but for rounding.
  const Eigen::VectorXd rest = solver.squares(joints, fit.change);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_LT(rest[static_cast<Eigen::Index>(j)], 1e-18 * joints[j].squares) << j;
}

// All of the first 2 * 8192 rows, half of the next 8192 and a third of the next. The same from any number of
// threads and any chunks.
TEST(Evidence, TakesASampleOfALongLog) {
  constexpr double rows = 36000;
  Known known;
  const SimulatedLog log(known.random, perturbed(known.random, known.robot), static_cast<std::size_t>(rows));
  for (const bool is_sample : {false, true}) {
    EvidenceSettings settings;
    settings.is_sample = is_sample;
    Evidence one(known.regressor, known.columns, settings);
    settings.threads = 3;
    Evidence other(known.regressor, known.columns, settings);
    collect(one, log, known.robot, false, 1000);
    collect(other, log, known.robot, false, 370);
    const auto joints = of_all(one), same = of_all(other);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(joints[j].triangle, same[j].triangle) << j;
    EXPECT_NEAR(joints[0].rows, is_sample ? 2 * 8192 + 8192 / 2 + (rows - 3 * 8192) / 3 : rows,
                is_sample ? 1000 : 0);
    EXPECT_EQ(one.rows(), rows);
  }
}

TEST(Evidence, LeavesOutSlowRowsAndLargeTorques) {
  Known known;
  const EvidenceSettings settings{.min_speed = 0.2, .max_torque = {1e9, 1e9, 5}};
  Evidence evidence(known.regressor, known.columns, settings);
  collect(evidence, known.log, known.robot);
  const auto joints = of_all(evidence);
  for (Eigen::Index j = 0; j < 3; ++j) {
    double kept = 0;
    for (Eigen::Index k = 0; k < known.log.block.q.rows(); ++k)
      if (std::abs(known.log.block.dq(k, j)) >= 0.2 &&
          (j < 2 || std::abs(known.log.block.measured(k, j)) < 5))
        ++kept;
    EXPECT_EQ(joints[static_cast<std::size_t>(j)].rows, kept) << j;
    EXPECT_EQ(static_cast<double>(evidence.left_out()[static_cast<std::size_t>(j)]), 3000 - kept) << j;
  }
}

TEST(Evidence, SplitsOffTheEndOfEachLog) {
  Known known;
  Evidence evidence(known.regressor, known.columns, {});
  collect(evidence, known.log, known.robot);
  collect(evidence, known.log, known.robot);
  const LogEquations later = split_off(evidence.equations(), 0.25);
  for (std::size_t log = 0; log < 2; ++log) {
    double first = 0, last = 0;
    for (const Stretch& stretch : evidence.equations().stretches)
      if (stretch.log == log) first += stretch.joints[0].rows, last = stretch.end;
    double rest = 0;
    for (const Stretch& stretch : later.stretches)
      if (stretch.log == log) {
        rest += stretch.joints[0].rows;
        EXPECT_GT(stretch.begin, last);
      }
    EXPECT_EQ(first + rest, 3000);
    EXPECT_NEAR(rest / 3000, 0.25, 0.02);
  }
}

}  // namespace
}  // namespace invdyn::test
