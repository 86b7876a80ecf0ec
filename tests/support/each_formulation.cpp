#include "support/each_formulation.h"

#include <algorithm>
#include <cmath>

#include "ground/base/wording.h"
#include "robot/kinematics/dh_chain.h"

namespace invdyn::test {

std::optional<InverseDynamics> EachFormulation::prepared(const Robot& robot, DynamicsSettings settings) {
  settings.method = GetParam().name;
  try {
    std::optional<InverseDynamics> dynamics(std::in_place, robot, settings);
    ++taken_;
    return dynamics;
  } catch (const NotRepresentable&) {
    return std::nullopt;
  }
}

void EachFormulation::for_samples(const SampleChoice& choice,
                                  const std::function<void(const Sample&)>& visit) {
  for (const Sample& sample : samples(choice)) {
    if (!prepared(sample.robot)) continue;
    SCOPED_TRACE(sample.what + ", seed " + std::to_string(sample.seed));
    visit(sample);
  }
}

void EachFormulation::expect_close(const Matrix& values, const Matrix& expected, const Matrix& sizes,
                                   double tolerance, const std::string& what) {
  ASSERT_EQ(values.rows(), expected.rows());
  ASSERT_EQ(values.cols(), expected.cols());
  for (Eigen::Index j = 0; j < values.cols(); ++j)
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      const Real error = std::abs(values(i, j) - expected(i, j)), size = sizes(i, j);
      EXPECT_LE(error, tolerance * size)
          << what << " (" << i << ", " << j << "): " << values(i, j) << " instead of " << expected(i, j);
      if (size > 0) worst_ = std::max(worst_, error / size);
    }
}

void EachFormulation::TearDown() {
  RecordProperty("worst", six_digits(static_cast<double>(worst_)));
  EXPECT_GT(taken_, 0) << GetParam().name << " takes no robot of this test";
}

DynamicsSettings weightless() {
  DynamicsSettings settings = links_only;
  settings.gravity = Eigen::Vector3d::Zero();
  return settings;
}

Matrix mass_matrix_sizes(const Matrix& M) {
  const Vector root = M.diagonal().cwiseAbs().cwiseSqrt();
  return root * root.transpose();
}

std::string name_of_formulation(const testing::TestParamInfo<Formulation>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace invdyn::test
