#include "payload_fault.h"

#include "../../ground/base/error.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"
#include "../../ground/matrix/decompositions.h"
#include "../../robot/model/reach.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Residuals = JointResiduals;

double mean_left_by_model(const ValidatedLogs& logs) {
  double sum = 0;
  for (const Residuals::Joint& joint : logs.residuals.joints())
    sum += joint.left_by({Residuals::one, Residuals::sign_of_dq, Residuals::velocity});
  return sum / static_cast<double>(logs.robot.dof());
}

// Residual = friction + payload: the triangle that is left of the rows of a joint when friction is off, the
// payload's ten parameters and the residual, both over the deviation of the measured torque.
MatrixXd rows_of_payload(const ValidatedLogs& logs, const Regressor& regressor, std::size_t joint) {
  constexpr Index friction = 3, payload = parameters_per_link, all = friction + payload + 1;
  const double scale = 1 / std::sqrt(logs.residuals.joints()[joint].measured_variance());
  const std::vector<std::pair<Index, Index>> columns = columns_of_payload(regressor, joint);
  MatrixXd triangle(0, all);
  Regressor::Workspace workspace(regressor);
  for (const RowRuns::Run& run : logs.rows.runs()) {
    const Block block = run.block();
    regressor.fill({block.q.data(), block.dq.data(), block.ddq.data(), nullptr, block.capacity, run.rows()},
                   workspace);
    const Regressor::Rows coefficients = regressor.of_joint(joint, workspace);
    MatrixXd rows = MatrixXd::Zero(triangle.rows() + static_cast<Index>(run.rows()), all);
    rows.topRows(triangle.rows()) = triangle;
    auto own = rows.bottomRows(static_cast<Index>(run.rows()));
    for (std::size_t row = 0; row < run.rows(); ++row) {
      if (logs.rests(run, row, joint)) continue;
      const auto at = static_cast<Index>(row);
      const double dq = run.dq(row, joint);
      own.row(at).head<friction>() << 1, static_cast<double>((dq > 0) - (dq < 0)), dq;
      own(at, all - 1) = run.measured(row, joint) - run.tau(row, joint);
      for (const auto& [from, parameter] : columns) own(at, friction + parameter) = coefficients(at, from);
    }
    own *= scale;
    triangle = triangle_of(std::move(rows));
  }
  if (triangle.rows() <= friction) return MatrixXd(0, payload + 1);
  return triangle.bottomRightCorner(triangle.rows() - friction, payload + 1);
}

}  // namespace

std::unique_ptr<Regressor> regressor_of(const ValidatedLogs& logs) {
  try {
    return std::make_unique<Regressor>(logs.robot, logs.dynamics.settings().gravity);
  } catch (const Error&) {
    return nullptr;
  }
}

std::vector<std::pair<Index, Index>> columns_of_payload(const Regressor& regressor, std::size_t joint) {
  const auto first = static_cast<Index>(parameters_per_joint * (regressor.dof() - 1));
  const std::vector<Index>& all = regressor.columns(joint);
  std::vector<std::pair<Index, Index>> columns;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k] >= first && all[k] < first + Index{parameters_per_link})
      columns.emplace_back(static_cast<Index>(k), all[k] - first);
  return columns;
}

std::vector<Fault> payload_faults(const ValidatedLogs& logs) {
  if (mean_left_by_model(logs) < threshold::payload_left) return {};
  const std::unique_ptr<Regressor> regressor = regressor_of(logs);
  if (!regressor) return {};
  MatrixXd rows(0, Index{parameters_per_link} + 1);
  std::vector<std::size_t> carriers;
  for (std::size_t j = 0; j < logs.robot.dof(); ++j) {
    if (!logs.residuals.joints()[j].varies() || columns_of_payload(*regressor, j).empty()) continue;
    carriers.push_back(j);
    const MatrixXd own = rows_of_payload(logs, *regressor, j), before = rows;
    rows.resize(before.rows() + own.rows(), before.cols());
    rows << before, own;
  }
  if (rows.rows() == 0) return {};
  const MatrixXd A = rows.leftCols(rows.cols() - 1);
  const VectorXd b = rows.rightCols(1), payload = least_squares(A, b);
  const double explained = 1 - (b - A * payload).squaredNorm() / b.squaredNorm();
  if (!(payload[0] > 0) || payload[0] > threshold::payload_mass * moving_mass(logs.robot) ||
      !(explained > threshold::payload_explained))
    return {};
  const std::string link = logs.robot.links()[logs.robot.moving_joints().back() + 1].name;
  std::vector<Fault> found;
  for (const std::size_t joint : carriers)
    found.push_back(
        {Suspicion::Kind::tool, joint, "does the robot carry a payload or tool that the model lacks?",
         "a body on link " + in_quotes(link) + " explains " + percent(explained) +
             " of the residuals (friction fitted separately). A link whose mass in the file is too small causes the same residuals",
         1,
         in_identify(
             logs,
             std::string(logs.is_fitted ? "" : "`trust-links` ") + "`fit` " + shell_word("payload=" + link),
             "fits it")});
  return found;
}

}  // namespace invdyn
