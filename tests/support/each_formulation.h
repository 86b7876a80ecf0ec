#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "dynamics/core/formulation.h"
#include "support/families.h"
#include "support/torque_sizes.h"
#include "support/torques.h"

namespace invdyn {

inline void PrintTo(const Formulation& formulation, std::ostream* out) {
  *out << formulation.name;
}

}  // namespace invdyn

namespace invdyn::test {

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// A test over all formulations(), each with the robots that it takes. A formulation must take at least one.
/// Instantiate with INVDYN_FOR_EACH_FORMULATION.
class EachFormulation : public testing::TestWithParam<Formulation> {
 protected:
  /// Returns none if the formulation does not take the robot or the load.
  std::optional<InverseDynamics> prepared(const Robot& robot, DynamicsSettings settings = links_only);

  /// Visits the samples with a robot that the formulation takes.
  void for_samples(const SampleChoice& choice, const std::function<void(const Sample&)>& visit);

  /// Expects element by element that the two differ by at most `tolerance` times the size; if a size is 0,
  /// they must be equal. The worst ratio of a test is written to its record (--gtest_output).
  void expect_close(const Matrix& values, const Matrix& expected, const Matrix& sizes, double tolerance,
                    const std::string& what = "");

  void TearDown() override;

 private:
  int taken_ = 0;
  Real worst_ = 0;
};

/// Torques of the links alone, without gravity.
DynamicsSettings weightless();

/// The mass matrix of the links, column by column: torques of unit accelerations at zero speed, without
/// gravity.
template <class T>
Matrix mass_matrix(const InverseDynamics& weightless_dynamics, const Vector& q) {
  const Eigen::Index n = q.size();
  Matrix M(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    M.col(i) =
        torques<T>(weightless_dynamics, {q, Vector::Zero(n), Vector::Unit(n, i)}).template cast<Real>();
  return M;
}

/// Reference size for rounding errors in the elements of a mass matrix: sqrt(M_ii M_jj) bounds them.
Matrix mass_matrix_sizes(const Matrix& M);

std::string name_of_formulation(const testing::TestParamInfo<Formulation>& info);

}  // namespace invdyn::test

#define INVDYN_FOR_EACH_FORMULATION(suite) \
  INSTANTIATE_TEST_SUITE_P(All, suite, testing::ValuesIn(formulations()), name_of_formulation)
