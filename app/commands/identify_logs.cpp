#include "identify_logs.h"

#include <algorithm>
#include <cmath>

#include "answers/identification/least_squares.h"
#include "dynamics/core/derived_columns.h"
#include "pictures/figure/drawn_rows.h"
#include "pictures/figure/residual_figure.h"
#include "torques/pipeline/trajectory_run.h"

namespace invdyn {
namespace {

// The noise of each joint's residual: the median of its RMS over stretches, as a few of them may be wrong.
Eigen::VectorXd usual_noise(const LogEquations& equations, const Eigen::VectorXd& change) {
  const LeastSquares solver(equations);
  std::vector<std::vector<double>> sizes(equations.joints());
  std::vector<double> torques(equations.joints(), 0), rows(equations.joints(), 0);
  for (const Stretch& stretch : equations.stretches) {
    const Eigen::VectorXd rest = solver.squares(stretch.joints, change);
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      torques[j] += stretch.joints[j].squares;
      rows[j] += stretch.joints[j].rows;
      if (stretch.joints[j].rows > 0)
        sizes[j].push_back(std::sqrt(rest[static_cast<Eigen::Index>(j)] / stretch.joints[j].rows));
    }
  }
  Eigen::VectorXd noise(static_cast<Eigen::Index>(sizes.size()));
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    constexpr double rounding = 1e-9;  // of the torque
    double usual = 0;
    if (!sizes[j].empty()) {
      const auto middle = sizes[j].begin() + static_cast<std::ptrdiff_t>(sizes[j].size() / 2);
      std::nth_element(sizes[j].begin(), middle, sizes[j].end());
      usual = *middle;
    }
    noise[static_cast<Eigen::Index>(j)] =
        std::max({usual, rounding * std::sqrt(torques[j] / std::max(1.0, rows[j])), 1e-300});
  }
  return noise;
}

}  // namespace

LogReader::LogReader(const Robot& robot, const Regressor& regressor, const DynamicsSettings& terms,
                     const MeasuredSettings& measured, TrajectorySettings settings, EvidenceSettings evidence,
                     std::optional<double> average)
    : robot_(robot),
      regressor_(regressor),
      terms_(terms),
      dynamics_(robot, terms),
      measured_(robot, terms, measured),
      are_joint_torques_(measured.are_joint_torques()),
      settings_(std::move(settings)),
      evidence_(std::move(evidence)),
      average_(average) {}

std::unique_ptr<Evidence> LogReader::read(const LogList& logs, const std::vector<FitColumn>& columns,
                                          Report& report, const std::optional<Estimate>& first) {
  auto evidence = std::make_unique<Evidence>(regressor_, columns, evidence_, first);
  for (std::size_t i = 0; i < logs.paths.size(); ++i) {
    settings_.path = logs.paths[i];
    TrajectoryRun run(settings_, robot_, report);
    evidence->begin_log(logs.are_loaded[i], average_of(run), run.unsure_rows());
    run.finish(dynamics_, {evidence.get()}, nullptr, nullptr, are_joint_torques_ ? nullptr : &measured_);
    evidence->end_log();
    if (!run.noise_gain().empty()) report.note(run.noise_gain());
  }
  return evidence;
}

std::unique_ptr<Evidence> LogReader::read_robustly(const LogList& logs, const FitChoice& choice,
                                                   std::unique_ptr<Evidence> evidence) {
  constexpr int max_rounds = 12;
  constexpr double little = 1e-3;  // of the noise
  Report silent;
  Eigen::VectorXd before;
  for (int round = 0; round < max_rounds; ++round) {
    const LogEquations& equations = evidence->equations();
    const Model model = ladder_of(equations.columns, robot_, regressor_, choice).back();
    const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
    const Eigen::VectorXd noise = usual_noise(equations, fit.change);
    if (before.size() > 0 && ((noise - before).cwiseAbs().array() < little * before.array()).all()) break;
    before = noise;
    evidence = read(logs, equations.columns, silent, Estimate{fit.change, noise});
  }
  return evidence;
}

double LogReader::average_of(const TrajectoryRun& run) const {
  return average_.value_or(run.gives_derivatives() ? 0 : usual_average);
}

CsvTable LogReader::rows(const std::string& path, const Robot& robot) {
  settings_.path = path;
  Report silent;
  TrajectoryRun run(settings_, robot_, silent);
  const TrajectoryTorques dynamics(robot, terms_);
  const DerivedColumns derived(robot, terms_, {}, drawn_terms);
  DrawnRows rows(run.name(), residual_columns(robot, derived), average_of(run));
  run.finish(dynamics, {&rows}, nullptr, &derived, are_joint_torques_ ? nullptr : &measured_);
  return rows.table();
}

}  // namespace invdyn
