#include "link_faults.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../ground/matrix/decompositions.h"
#include "payload_fault.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Residuals = JointResiduals;

// Columns of links in the coefficients of a joint.
std::vector<Index> columns_of_links(const Regressor& regressor, std::size_t joint) {
  const std::vector<Index>& all = regressor.columns(joint);
  std::vector<Index> columns;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k] % Index{parameters_per_joint} < Index{parameters_per_link})
      columns.push_back(static_cast<Index>(k));
  return columns;
}

// Residual = friction + rotor + links, of rows in parts of the log in turn: half of them, and the others.
struct Halves {
  static constexpr Index friction = 4;
  std::vector<Index> columns;  // of links
  Index terms;
  std::array<MatrixXd, 2> triangles;
  double squares = 0;  // of the measured torque about its mean

  Halves(const ValidatedLogs& logs, const Regressor& regressor, std::size_t joint)
      : columns(columns_of_links(regressor, joint)), terms(friction + static_cast<Index>(columns.size())) {
    constexpr std::size_t part = 256;
    constexpr double most = 2e8;  // products
    triangles.fill(MatrixXd(0, terms + 1));
    std::size_t count = 0, row_of_log = 0;
    for (const RowRuns::Run& run : logs.rows.runs()) count += run.rows();
    const auto step =
        static_cast<std::size_t>(1 + static_cast<double>(count) * static_cast<double>(terms * terms) / most);
    const std::size_t rows_of_part = std::min(part, count / 16 + 1);
    const double variance = logs.residuals.joints()[joint].measured_variance();
    Regressor::Workspace workspace(regressor);
    for (const RowRuns::Run& run : logs.rows.runs()) {
      const Block block = run.block();
      regressor.fill({block.q.data(), block.dq.data(), block.ddq.data(), nullptr, block.capacity, run.rows()},
                     workspace);
      std::array<std::vector<std::size_t>, 2> rows;
      for (std::size_t row = 0; row < run.rows(); ++row, ++row_of_log)
        if (row_of_log % step == 0 && !logs.rests(run, row, joint))
          rows[row_of_log / rows_of_part % 2].push_back(row);
      for (std::size_t half = 0; half < 2; ++half) {
        squares += variance * static_cast<double>(rows[half].size());
        add_rows(run, rows[half], joint, regressor.of_joint(joint, workspace), triangles[half]);
      }
    }
  }

  void add_rows(const RowRuns::Run& run, const std::vector<std::size_t>& rows, std::size_t joint,
                const Regressor::Rows& coefficients, MatrixXd& triangle) const {
    MatrixXd all = MatrixXd::Zero(triangle.rows() + static_cast<Index>(rows.size()), terms + 1);
    all.topRows(triangle.rows()) = triangle;
    Index at = triangle.rows();
    for (const std::size_t row : rows) {
      const double dq = run.dq(row, joint);
      all.row(at).head<friction>() << 1, static_cast<double>((dq > 0) - (dq < 0)), dq, run.ddq(row, joint);
      for (std::size_t k = 0; k < columns.size(); ++k)
        all(at, friction + static_cast<Index>(k)) = coefficients(static_cast<Index>(row), columns[k]);
      all(at++, terms) = run.measured(row, joint) - run.tau(row, joint);
    }
    triangle = triangle_of(std::move(all));
  }

  // The part of the variance of the measured torque that fits to the other half leave.
  double left() const {
    double sum = 0;
    for (std::size_t half = 0; half < 2; ++half) {
      const MatrixXd &of_fit = triangles[1 - half], &of_test = triangles[half];
      if (of_fit.rows() < terms) return 1;
      // Without combinations of parameters that the motion hardly moves: they fit noise.
      constexpr double little = 0.01;
      const VectorXd scale =
          of_fit.leftCols(terms).colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose();
      const VectorXd x = scale.cwiseProduct(
          least_squares(of_fit.leftCols(terms) * scale.asDiagonal(), of_fit.col(terms), little));
      sum += (of_test.col(terms) - of_test.leftCols(terms) * x).squaredNorm();
    }
    return squares > 0 ? sum / squares : 1;
  }
};

// Mean square of the steps from row to row over the variance: 2 for white noise, far less for a smooth signal
// [von Neumann et al. 1941].
template <class Value>
double roughness(const RowRuns& rows, Value value) {
  double count = 0, sum = 0, squares = 0, steps = 0, of_steps = 0;
  for (std::size_t run = 0; run < rows.runs().size(); ++run)
    for (std::size_t row = 0; row < rows.runs()[run].rows(); ++row) {
      const double now = value(run, row);
      ++count, sum += now, squares += now * now;
      if (row == 0) continue;
      const double step = now - value(run, row - 1);
      ++steps, of_steps += step * step;
    }
  const double variance = squares / count - sum / count * (sum / count);
  return variance > 0 && steps > 0 ? of_steps / steps / variance : 0;
}

bool are_same_rows(const std::vector<RowRuns::Run>& a, const std::vector<RowRuns::Run>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& of_a, const auto& of_b) {
    return of_a.rows() == of_b.rows() && of_a.t(0) == of_b.t(0);
  });
}

// The torque of a wrong column or model is as smooth as the motion. A joint that needs hardly any torque has
// mostly the noise of its sensor, of which nothing can be told. Filters make noise smooth.
bool is_noise(const ValidatedLogs& logs, std::size_t joint) {
  const std::vector<RowRuns::Run>& rows = logs.rows.runs();
  const std::vector<RowRuns::Run>& raw =
      logs.raw && are_same_rows(logs.raw->runs(), rows) ? logs.raw->runs() : rows;
  for (std::size_t j = 0; j < logs.robot.dof(); ++j) {
    const Residuals::Joint& each = logs.residuals.joints()[j];
    const auto speed = [&](std::size_t run, std::size_t row) { return rows[run].dq(row, j); };
    if (each.max_q - each.min_q > threshold::rest && roughness(logs.rows, speed) > threshold::smooth_motion)
      return false;
  }
  return roughness(logs.rows, [&](std::size_t run, std::size_t row) {
           return raw[run].measured(row, joint) - rows[run].tau(row, joint);
         }) > threshold::noise;
}

}  // namespace

std::vector<Fault> link_faults(const ValidatedLogs& logs, const std::vector<bool>& is_open) {
  std::unique_ptr<Regressor> regressor;
  struct Open {
    std::size_t joint;
    double left, rest;  // by the file, and by other links
  };
  std::vector<Open> open;
  bool are_masses = true;  // else nothing is told of the others by a joint that they do not explain
  for (std::size_t j = 0; j < logs.robot.dof(); ++j) {
    const Residuals::Joint& joint = logs.residuals.joints()[j];
    const double left =
        joint.left_by({Residuals::one, Residuals::sign_of_dq, Residuals::velocity, Residuals::acceleration});
    if (!is_open[j] || !(joint.max_q - joint.min_q > threshold::rest) || left < threshold::links_left)
      continue;
    if (!regressor && !(regressor = regressor_of(logs))) return {};
    const double rest = Halves(logs, *regressor, j).left();
    const bool is_explained = rest < std::min(1.0, left) * (1 - threshold::links_explained);
    if (!is_explained && (left < threshold::left_without_cause || is_noise(logs, j))) continue;
    are_masses &= is_explained;
    open.push_back({j, left, rest});
  }
  std::vector<Fault> found;
  const auto explained = [](double left) { return percent(std::max(0.0, 1 - left)); };
  for (const auto& [joint, left, rest] : open) {
    const std::string evidence = "the file explains " + explained(left) +
                                 " of the measured torque's variance; with other masses, the model would "
                                 "explain " +
                                 explained(rest) + " (friction and rotors fitted separately)";
    if (are_masses)
      found.push_back(
          {Suspicion::Kind::links, joint,
           "masses or centres of mass of the links beyond the last of these joints are probably wrong",
           evidence +
               " (a joint with a wrong zero or a wrong sign, two exchanged joints or a base that is mounted in "
               "another direction cause the same residuals)",
           1, in_identify(logs, "`fit` links", "fits the masses")});
    else
      found.push_back({Suspicion::Kind::links, joint,
                       "the model cannot explain the measured torque, whatever the masses are: does a "
                       "column belong to another joint, or is the zero or the direction of a position "
                       "wrong?",
                       evidence});
  }
  return found;
}

}  // namespace invdyn
