#include "identify_logs.h"

#include <algorithm>
#include <cmath>

#include "answers/identification/delayed_torques.h"
#include "answers/identification/gear_columns.h"
#include "answers/identification/least_squares.h"
#include "answers/identification/rest_shares.h"
#include "answers/validation/thresholds.h"
#include "answers/validation/torque_lag.h"
#include "dynamics/core/derived_columns.h"
#include "ground/base/wording.h"
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

DynamicsSettings without_gravity(DynamicsSettings terms) {
  terms.gravity = Eigen::Vector3d::Zero();
  return terms;
}

}  // namespace

std::vector<std::string> LogList::with(bool payload) const {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (are_loaded[i] == payload) found.push_back(paths[i]);
  return found;
}

LogReader::LogReader(const Robot& robot, const Regressor& regressor, const DynamicsSettings& terms,
                     const MeasuredSettings& measured, TrajectorySettings settings, EvidenceSettings evidence,
                     std::optional<double> average)
    : robot_(robot),
      regressor_(regressor),
      terms_(terms),
      dynamics_(robot, terms),
      measured_(robot, terms, measured),
      weightless_(robot, without_gravity(terms)),
      measured_settings_(measured),
      compared_{Compared{JointResiduals(robot, terms), RowRuns(robot.dof()), RowRuns(robot.dof())},
                Compared{JointResiduals(robot, terms), RowRuns(robot.dof()), RowRuns(robot.dof())}},
      slow_(robot.dof(), 0),
      settings_(std::move(settings)),
      evidence_(std::move(evidence)),
      average_(average) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    Drive& drive = drives_.emplace_back(robot.moving_joint(j).drive);
    if (!terms.spring) drive.spring = {};
    if (!terms.friction) drive.load = 0;
  }
}

void LogReader::learn_links(const LogEquations& equations, const FitChoice& choice) {
  links_ = estimated_links(robot_, regressor_, equations, choice, terms_.gravity);
}

Estimate LogReader::estimate(const LogEquations& equations, const FitChoice& choice) const {
  const Model model = ladder_of(equations.columns, robot_, regressor_, choice).back();
  return {LeastSquares(equations).fit(joined(equations), model).change, {}};
}

bool LogReader::learn_delays(std::vector<FitColumn>& columns, Report& report) {
  constexpr double short_time = 0.005;  // s: within it the torque is linear in time
  std::vector<double> delays(robot_.dof(), 0);
  bool is_any = false;
  std::vector<std::size_t> late;
  for (const Suspicion& each : suspicions(false, false))
    if (each.kind == Suspicion::Kind::lag) late.insert(late.end(), each.joints.begin(), each.joints.end());
  for (FitColumn& column : columns) {
    if (column.part != FitPart::delay) continue;
    const std::size_t joint = column.joint();
    if (std::find(late.begin(), late.end(), joint) == late.end()) continue;
    const std::optional<TorqueLag> lag = torque_lag(compared_[0].rows, joint);
    if (!lag || std::abs(lag->seconds) < short_time) continue;
    delays[joint] = column.value = lag->seconds;
    is_any = true;
    report.note("the measured torque of " + in_quotes(robot_.moving_joint(joint).name) + " is " +
                three_digits(1000 * std::abs(lag->seconds)) + (lag->seconds > 0 ? " ms late" : " ms early") +
                ": the fit shifts this torque to the time of the motion");
  }
  if (is_any) delays_ = delays;
  return is_any;
}

std::unique_ptr<Evidence> LogReader::read(const LogList& logs, const std::vector<FitColumn>& columns,
                                          Report& report, const std::optional<Estimate>& first) {
  auto evidence = std::make_unique<Evidence>(regressor_, columns, evidence_, first, links_, drives_);
  for (std::size_t i = 0; i < logs.paths.size(); ++i) {
    const FirstLook& look = look_at(logs.paths[i], logs.are_loaded[i], report);
    TrajectoryRun run(look.settings, robot_, report);
    const bool is_known = !look.sure_speeds.empty() && !run.unsure_rows();
    const std::vector<std::size_t> before = evidence->left_out();
    const std::size_t rows = evidence->rows();
    evidence->begin_log(logs.are_loaded[i], average_of(run), run.unsure_rows(),
                        is_known ? &look.sure_speeds : &run.sure_speeds());
    DelayedTorques delayed(delays_.empty() ? std::vector<double>(robot_.dof(), 0) : delays_,
                           {evidence.get()});
    std::vector<Sink*> sinks{delays_.empty() ? static_cast<Sink*>(evidence.get()) : &delayed};
    if (are_compared_.insert(logs.paths[i]).second) {
      auto& [residuals, kept, raw] = compared_[logs.are_loaded[i] ? 1 : 0];
      residuals.begin_log(run.name());
      kept.begin_log();
      sinks.insert(sinks.end(), {&residuals, &kept});
    }
    run.finish(dynamics_, sinks, nullptr, nullptr,
               measured_settings_.are_joint_torques() ? nullptr : &measured_);
    evidence->end_log();
    const std::vector<double>& speeds = is_known ? look.sure_speeds : run.sure_speeds();
    for (std::size_t j = 0; j < slow_.size(); ++j)
      slow_[j] =
          evidence_.min_speed ? *evidence_.min_speed : std::max(slow_[j], speeds.empty() ? 0 : speeds[j]);
    if (const std::string text = left_out_text(*evidence, before, rows); !text.empty())
      report.note(run.name() + ": " + text);
    if (!run.noise_gain().empty()) report.note(run.noise_gain());
  }
  return evidence;
}

std::unique_ptr<Evidence> LogReader::read_sample(const LogList& logs, const std::vector<FitColumn>& columns,
                                                 Report& report) {
  evidence_.is_sample = true;
  auto evidence = read(logs, columns, report);
  evidence_.is_sample = false;
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

std::vector<Suspicion> LogReader::suspicions(bool are_loaded, bool is_fitted) const {
  const auto& [residuals, rows, raw] = compared_[are_loaded ? 1 : 0];
  if (residuals.rows() < threshold::rows) return {};
  return invdyn::suspicions({robot_, measured_settings_, residuals, rows, dynamics_, weightless_, are_loaded,
                             settings_.csv.grid.has_value(), is_fitted, &raw});
}

std::optional<MeasuredValues> LogReader::measured_in_files() const {
  MeasuredValues values(robot_.dof());
  for (const Compared& compared : compared_) values.take(compared.raw);
  const bool is_known = std::any_of(compared_.begin(), compared_.end(),
                                    [](const Compared& each) { return !each.raw.runs().empty(); });
  return is_known ? std::optional(values) : std::nullopt;
}

const FirstLook& LogReader::look_at(const std::string& path, bool is_loaded, Report& report) {
  const auto known = looks_.find(path);
  if (known != looks_.end()) return known->second;
  settings_.path = path;
  RowRuns& raw = compared_[is_loaded ? 1 : 0].raw;
  raw.begin_log();
  const FirstLook look = first_look(settings_, robot_, dynamics_, report, &raw,
                                    measured_settings_.are_joint_torques() ? nullptr : &measured_);
  return looks_.emplace(path, look).first->second;
}

// `at rest, reversing or left out by an option: 64 % of the rows of "shoulder"`; empty: hardly any row is.
std::string LogReader::left_out_text(const Evidence& evidence, const std::vector<std::size_t>& before,
                                     std::size_t rows_before) const {
  constexpr double hardly_any = 0.005;
  const auto rows = static_cast<double>(evidence.rows() - rows_before);
  std::vector<std::string> parts;
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const double share = static_cast<double>(evidence.left_out()[j] - before[j]) / rows;
    if (share > hardly_any)
      parts.push_back(three_digits(100 * share) + " % for " + in_quotes(robot_.moving_joint(j).name));
  }
  return parts.empty()
             ? ""
             : (evidence_.max_torque.empty()
                    ? "rows in which a joint is at rest or reverses are left out: "
                    : "rows in which a joint is at rest, reverses or has a large torque are left out: ") +
                   joined(parts);
}

double LogReader::average_of(const TrajectoryRun& run) const {
  return average_.value_or(run.gives_derivatives() ? 0 : usual_average);
}

std::vector<double> LogReader::held_at_rest(const Robot& fitted) const {
  DynamicsSettings terms = terms_;
  terms.friction = false;
  const TrajectoryTorques dynamics(fitted, terms);
  TrajectoryTorques::Workspace workspace(dynamics);
  RestShares shares(fitted);
  for (const RowRuns::Run& run : compared_[0].rows.runs()) {
    Block block = run.block();
    dynamics.fill_torques(block, workspace);
    shares.begin_log(slow_);
    shares.take(block);
  }
  return shares.held();
}

CsvTable LogReader::rows(const std::string& path, const Robot& robot) {
  Report silent;
  TrajectoryRun run(look_at(path, false, silent).settings, robot_, silent);
  const TrajectoryTorques dynamics(robot, terms_);
  const DerivedColumns derived(robot, terms_, {}, drawn_terms);
  DrawnRows rows(run.name(), residual_columns(robot, derived), average_of(run));
  run.finish(dynamics, {&rows}, nullptr, &derived,
             measured_settings_.are_joint_torques() ? nullptr : &measured_);
  return rows.table();
}

}  // namespace invdyn
