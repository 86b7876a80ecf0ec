#include "angle_unit.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <vector>

#include "blocked_sums.h"
#include "thresholds.h"

namespace invdyn {
namespace {

struct InDegrees {
  enum : std::size_t { one, sign, velocity, torque, measured, all };
};

// Measured torques beside those of the model for angles in degrees.
std::vector<BlockedSums> sums_in_degrees(const Robot& robot, const RowRuns& rows,
                                         const TrajectoryTorques& dynamics) {
  std::vector<BlockedSums> sums(rows.dof(), BlockedSums(InDegrees::all));
  TrajectoryTorques::Workspace workspace(dynamics);
  for (const RowRuns::Run& run : rows.runs()) {
    Block block = run.block();
    for (std::size_t j = 0; j < rows.dof(); ++j)
      if (robot.moving_joint(j).is_revolute())
        for (Eigen::ArrayXXd* quantity : {&block.q, &block.dq, &block.ddq})
          quantity->col(static_cast<Eigen::Index>(j)) *= std::numbers::pi / 180;
    dynamics.fill_torques(block, workspace);
    for (std::size_t row = 0; row < run.rows(); ++row)
      for (std::size_t j = 0; j < rows.dof(); ++j) {
        const double dq = run.dq(row, j),
                     tau = block.tau(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
        const std::array<double, InDegrees::all> values{1, static_cast<double>((dq > 0) - (dq < 0)), dq, tau,
                                                        run.measured(row, j)};
        sums[j].add(values.data());
      }
  }
  return sums;
}

// The part of the variance that any multiple of the model's torque leaves, friction apart.
double left_by_multiple(const JointResiduals::Joint& joint) {
  return joint.sums
             .fit(JointResiduals::residual, {JointResiduals::one, JointResiduals::sign_of_dq,
                                             JointResiduals::velocity, JointResiduals::computed})
             .residual_squares /
         (joint.measured_variance() * static_cast<double>(joint.sums.rows()));
}

bool is_beyond(const JointResiduals::Joint& joint) {
  return joint.is_revolute && joint.explained() < threshold::explained_in_wrong_unit;
}

}  // namespace

std::optional<double> explained_in_degrees(const Robot& robot, const JointResiduals& residuals,
                                           const RowRuns& rows, const TrajectoryTorques& dynamics) {
  if (std::none_of(residuals.joints().begin(), residuals.joints().end(), is_beyond)) return std::nullopt;
  const std::vector<BlockedSums> sums = sums_in_degrees(robot, rows, dynamics);
  for (std::size_t j = 0; j < rows.dof(); ++j) {
    const JointResiduals::Joint& joint = residuals.joints()[j];
    const double spread = sums[j].variance(InDegrees::measured) * static_cast<double>(sums[j].rows());
    if (!is_beyond(joint) || !(spread > 0)) continue;
    const LinearFit fit = sums[j].fit(
        InDegrees::measured, {InDegrees::one, InDegrees::sign, InDegrees::velocity, InDegrees::torque});
    const double slope = fit.coefficients[3], explained = 1 - fit.residual_squares / spread;
    if (explained > threshold::explained_in_right_unit &&
        1 - explained < threshold::left_in_right_unit * left_by_multiple(joint) &&
        fit.t_ratio(3) > threshold::t_ratio && slope * threshold::plain_factor > 1 &&
        slope < threshold::plain_factor)
      return explained;
  }
  return std::nullopt;
}

}  // namespace invdyn
