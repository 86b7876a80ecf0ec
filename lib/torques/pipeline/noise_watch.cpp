#include "noise_watch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "../../robot/model/names.h"
#include "../../trajectory/data/noise_gain.h"
#include "../../trajectory/data/quantity.h"
#include "../../trajectory/data/rests.h"
#include "../../trajectory/data/smoothing_spline.h"

namespace invdyn {
namespace {

// A warning is given above these parts of the arm's torque and of a joint's torque.
constexpr double warned_of_arm = 0.05, warned_of_joint = 0.1;
// Differences of clean rows err less than a spline. These parts are where a spline begins to be better.
constexpr double smoothed_of_arm = 0.02, smoothed_of_joint = 0.04;
// A joint is smoothed if its own noise makes this part of what would be smoothed.
constexpr double part_of_one_joint = 0.25;

NoiseGains gains_of(const Differentiation& how, double step, std::optional<double> lowpass = {},
                    std::span<const double> measured = {}) {
  if (how.known == Known::q_dq_ddq) return {0, 0, 1};
  const Responses found = responses(how, step, lowpass, measured);
  const auto gain = [](const std::optional<Response>& response, double otherwise) {
    return response ? response->noise_gain : otherwise;
  };
  if (how.known == Known::q) return {gain(found.q, 1), gain(found.dq, 0), gain(found.ddq, 0)};
  return {0, 1, gain(found.ddq, 0)};
}

std::string list_of(const Cutoffs& cutoffs, const Robot& robot) {
  const bool are_same = std::all_of(cutoffs.begin(), cutoffs.end(),
                                    [&](const auto& each) { return each && each == cutoffs.front(); });
  if (are_same) return shortest(*cutoffs.front());
  const std::vector<std::string> names = prepared_names(robot);
  std::string text;
  for (std::size_t j = 0; j < cutoffs.size(); ++j)
    if (cutoffs[j]) text += (text.empty() ? "" : ",") + names[j] + "=" + shortest(*cutoffs[j]);
  return text;
}

}  // namespace

std::vector<std::string> prepared_names(const Robot& robot) {
  std::vector<std::string> names = moving_joint_names(robot);
  if (robot.base_floats()) names.insert(names.end(), {"base_x", "base_y", "base_z", "base"});
  return names;
}

Cutoffs chosen_cutoffs(const Smoothing& smoothing, const Robot& robot, const PreparedSource& rows) {
  const std::vector<std::string> names = prepared_names(robot);
  Cutoffs cutoffs(names.size(), smoothing.cutoff);
  if (smoothing.automatic) {
    const std::vector<double> found = rows.automatic_cutoffs();
    std::copy(found.begin(), found.end(), cutoffs.begin());
  }
  for (const auto& [name, cutoff] : smoothing.joints) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
      throw UsageError(
          "`smooth`",
          "has the name " + in_quotes(name) +
              std::string(robot.base_floats() ? ", which is neither a moving joint nor part of the base"
                                              : ", which is not a moving joint of the robot") +
              ": expected one of " + joined(names));
    cutoffs[static_cast<std::size_t>(at - names.begin())] = cutoff;
  }
  return cutoffs;
}

std::optional<std::string> cutoff_doubt(const Cutoffs& cutoffs, const PreparedSource& rows) {
  constexpr double least_part = 0.2;  // of a period
  if (rows.rows() < 2) return std::nullopt;
  const double step = rows.mean_step(), duration = step * static_cast<double>(rows.rows() - 1);
  for (const auto& cutoff : cutoffs) {
    if (cutoff && *cutoff >= 0.5 / step)
      return "`smooth` at " + six_digits(*cutoff) +
             " Hz changes nothing, because the frequency is above half the rate of the rows, " +
             three_digits(0.5 / step) + " Hz: expected a lower frequency, or `smooth` auto";
    if (cutoff && *cutoff * duration < least_part)
      return "`smooth` at " + six_digits(*cutoff) +
             " Hz is too low: the smoothed motion is almost only a parabola. One period of this frequency "
             "takes " +
             three_digits(1 / *cutoff) + " s, but the motion takes only " + three_digits(duration) +
             " s: expected a higher frequency, or `smooth` auto";
  }
  return std::nullopt;
}

Cutoffs cutoffs_where_noisy(const Robot& robot, const TrajectoryTorques& dynamics, const Differentiation& how,
                            const MotionSample& measured, const PreparedSource& rows) {
  Cutoffs none(prepared_names(robot).size());
  if (measured.rows() < std::max(how.rows_needed(), SmoothingSpline::min_rows)) return none;
  if (rows.has_repeats()) {  // near turning points they are not told from sound rows
    const std::vector<double> found = rows.automatic_cutoffs();
    return {found.begin(), found.end()};
  }
  MotionSample differences;
  TrajectoryTorques::Workspace workspace(dynamics);
  const std::size_t around = how.rows_before() + how.rows_after();
  rows.sample(MotionSample::max_runs, MotionSample::run_rows + around, [&](Block& block) {
    block.before = block.first_row == 0 ? 0 : how.rows_before();
    block.last = block.first_row + block.rows == rows.range()->end;
    block.after = block.last ? 0 : how.rows_after();
    differentiate(how, block, rows.name());
    dynamics.fill_torques(block, workspace);
    differences.take(block);
  });
  // Not that of the sample, which has few of the rows.
  const double step = how.step.value_or(rows.mean_step());
  if (!robot.base_floats() && is_surely_quiet(how.known, measured, differences, step)) return none;
  const TorqueNoise noise(robot, dynamics, how.known, measured, differences,
                          std::vector<NoiseGains>(robot.dof(), gains_of(how, step)), gains_of(how, step));
  if (!noise.is_above(smoothed_of_arm, smoothed_of_joint)) return none;
  const std::vector<double> found = rows.automatic_cutoffs();
  for (std::size_t j = 0; j < noise.sources(); ++j)  // three of them are axes of the base's orientation
    if (noise.comes_from(j, part_of_one_joint * smoothed_of_arm, part_of_one_joint * smoothed_of_joint)) {
      const std::size_t of = std::min(j, none.size() - 1);
      none[of] = found[of];
    }
  return none;
}

std::string in_words(const TrajectorySettings& settings, const Cutoffs& cutoffs, const Robot& robot,
                     const Differentiation& how) {
  const auto smoothed = static_cast<std::size_t>(
      std::count_if(cutoffs.begin(), cutoffs.end(), [](const auto& each) { return each.has_value(); }));
  if (smoothed == 0)
    return (settings.unwrap ? "`unwrap`, no smoothing (there is little noise); " : "") + in_words(how, robot);
  std::string text = (settings.unwrap ? "`unwrap` `smooth` " : "`smooth` ") + list_of(cutoffs, robot);
  if (const std::optional<double> rest = settings.preparation.rest_time())
    text += " `rest` " + shortest(*rest);
  return text + (smoothed < cutoffs.size() ? "; other joints: " + in_words(how, robot) : "");
}

std::vector<NoiseGains> NoiseWatch::gains(const PreparedSource* prepared, double step) const {
  const std::span<const double> resampled =
      prepared ? std::span(prepared->resampled_times()) : std::span<const double>();
  constexpr std::size_t enough_times = 512;  // for gains, the rest takes long
  std::vector<NoiseGains> of_joints(robot_.dof(),
                                    gains_of(how_, step, prepared ? prepared->lowpass() : std::nullopt,
                                             resampled.first(std::min(resampled.size(), enough_times))));
  for (std::size_t j = 0; j < std::min(cutoffs_.size(), of_joints.size()); ++j)
    if (cutoffs_[j]) of_joints[j] = SmoothingSpline::noise_gains(*cutoffs_[j], step);
  return of_joints;
}

std::vector<double> NoiseWatch::sure_speeds(const PreparedSource* prepared,
                                            const std::vector<double>& top_speeds) const {
  const MotionSample& measured = prepared ? measured_ : rows_;
  std::vector<double> speeds = top_speeds, noise(robot_.dof(), 0);
  if (how_.known == Known::q && measured.rows() > 1) {
    noise = noise_levels(how_.known, measured);
    const auto of_joints = gains(prepared, prepared ? prepared->mean_step() : rows_.step());
    for (std::size_t j = 0; j < noise.size(); ++j) noise[j] *= of_joints[j][1];
  } else if (measured.rows() > 1) {
    noise = noise_levels(Known::q_dq, measured);
  }
  for (std::size_t j = 0; j < speeds.size(); ++j)
    speeds[j] = std::max(slow_part * speeds[j], slow_deviations * noise[j]);
  return speeds;
}

// Whether steps from row to row change much from one to the next, and not by the noise: motions of few rows
// look like noise, as high differences do not vanish.
bool NoiseWatch::has_few_rows_per_move(const MotionSample& measured, TorqueNoise::Source source) const {
  constexpr double much = 0.25, of_noise = 5;
  const MotionSample::Rows& rows = measured.sample();
  const auto& columns = how_.known == Known::q ? rows.q : how_.known == Known::q_dq ? rows.dq : rows.ddq;
  const std::vector<double>& x = columns[source.joint];
  double first = 0, second = 0;
  const auto step_to = [&](std::size_t k) {  // over a mean step of time
    return (x[k] - x[k - 1]) * measured.step() / (rows.t[k] - rows.t[k - 1]);
  };
  for (std::size_t k = 2; k < x.size(); ++k) {
    if (k % MotionSample::run_rows < 2) continue;
    const double step = step_to(k), change = step - step_to(k - 1);
    first += step * step, second += change * change;
  }
  const double by_noise = source.level * std::sqrt(6 * static_cast<double>(x.size()));
  return std::sqrt(second) > std::max(much * std::sqrt(first), of_noise * by_noise);
}

std::optional<NoiseWatch::Noise> NoiseWatch::finding(const TrajectoryTorques& dynamics,
                                                     const PreparedSource* prepared) const {
  const MotionSample& measured = prepared ? measured_ : rows_;
  if (measured.rows() < 2 || rows_.rows() < 2) return std::nullopt;
  if (is_surely_quiet(how_.known, measured, rows_, rows_.step())) return std::nullopt;
  const TorqueNoise noise(robot_, dynamics, how_.known, measured, rows_, gains(prepared, rows_.step()));
  const std::optional<std::size_t> worst = noise.worst_joint(warned_of_arm, warned_of_joint);
  if (!worst) return std::nullopt;
  const Joint& joint = robot_.moving_joint(*worst);
  const auto at = static_cast<Eigen::Index>(*worst);
  const std::string part = " about " + three_digits(noise.noise()[at]) + " of the " +
                           three_digits(noise.rms()[at]) + (joint.is_revolute() ? " N m" : " N") +
                           " (RMS) in the torque of joint " + in_quotes(joint.name);
  if (has_few_rows_per_move(measured, noise.main_source(*worst)))
    return Noise{"each move has only few rows, so the finite differences have errors:" + part +
                     "; expected rows at a higher rate, or dq and ddq in the file",
                 *worst, true};
  constexpr const char* noisy[] = {"q", "dq", "ddq"};
  const std::string text =
      "noise on " + std::string(noisy[static_cast<std::size_t>(how_.known)]) + " causes" + part;
  constexpr double most = 0.5;
  if (const auto clock = measured.uneven_clock()) {
    const TorqueNoise even(robot_, dynamics, how_.known, measured.at_even_times(clock->mean), rows_,
                           gains(prepared, rows_.step()));
    if (even.noise()[at] < most * noise.noise()[at])
      return Noise{"errors in the times cause" + part +
                       ": the time steps are equal, but the times in the file " +
                       (clock->step ? "are rounded to " + three_digits(1000 * *clock->step)
                                    : "have errors of " + three_digits(1000 * clock->range)) +
                       " ms; `rate` " + six_digits(clock->rate(measured.rows())) + " replaces these times",
                   *worst, true};
  }
  return Noise{text, *worst, false};
}

std::string NoiseWatch::displacement() const {
  constexpr double of_motion = 0.05, of_noise = 5, turn = 2 * std::numbers::pi;
  const MotionSample::Rows &before = measured_.sample(), &after = rows_.sample();
  if (before.t != after.t || before.t.size() < 2) return "";
  const std::vector<double> noise = noise_levels(Known::q, measured_);
  const auto count = static_cast<double>(before.t.size());
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const Joint& joint = robot_.moving_joint(j);
    double moved = 0, sum = 0, squares = 0;
    for (std::size_t k = 0; k < before.t.size(); ++k) {
      const double difference = after.q[j][k] - before.q[j][k];
      const double by = joint.is_revolute() ? std::remainder(difference, turn) : difference;
      moved += by * by, sum += after.q[j][k], squares += after.q[j][k] * after.q[j][k];
    }
    moved = std::sqrt(moved / count);
    const double motion =
        std::sqrt(std::max(squares / count - sum / count * (sum / count), 0.0) + moved * moved);
    if (moved > std::max(of_motion * motion, of_noise * noise[j]))
      return "smoothing changes the positions of joint " + in_quotes(joint.name) + " by " +
             three_digits(moved) + " " + std::string(unit_of(Quantity::q, joint.is_revolute())) + " (RMS), " +
             three_digits(100 * moved / motion) +
             " % of its motion: the cut-off may be too low; to let invdyn choose the cut-off, give `clean` "
             "instead of "
             "`smooth` or `lowpass`";
  }
  return "";
}

std::string NoiseWatch::repeats() const {
  constexpr double negligible = 1e-3;
  if (rows_.rows() < 2) return "";
  const double part = repeated_part(rows_);
  if (!(part > negligible)) return "";
  return "about " + three_digits(100 * part) +
         " % of the rows repeat the row before, though the joints move: finite "
         "differences give these rows a velocity of zero";
}

}  // namespace invdyn
