#include "excitation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>
#include <random>

#include "../../dynamics/core/inverse_dynamics.h"
#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/parallel/parallel_for.h"
#include "../../trajectory/generate/profile.h"
#include "../identification/condition_number.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
// Base parameters whose columns differ by less than this part are not determined apart in practice: such
// differences come from rounded angles in robot files.
constexpr double smallest_difference = 1e-4;
constexpr double torque_reserve = 1e-3;  // part of the limit, for torques between the instants
constexpr std::size_t random_motions = Excitation::random_series, climbers = 8;

// The standard defines the numbers of the engine, but not those of its distributions, and std::log is not the
// same everywhere.
class RandomNumbers {
 public:
  RandomNumbers(std::uint64_t seed, std::uint64_t stream) : engine_(seed * 1000 + stream) {}

  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  // Nearly normal, with variance 1: the sum of twelve uniform numbers.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }

 private:
  std::mt19937_64 engine_;
};

// What is searched of a joint: numbers without bounds for the shape of its motion, and numbers from 0 to 1
// for its size as a part of the largest within the limits, and its place within the range.
struct JointChoice {
  VectorXd shape;  // k^2 a_k and k b_k for k = 2 .. n
  double size = 1, place = 0.5;
};
using Choice = std::vector<JointChoice>;

// How far a motion breaks the limits of torque (0: nowhere), and else its condition number.
struct Merit {
  double excess = infinity, condition = infinity;
  bool operator<(const Merit& other) const {
    return excess != other.excess ? excess < other.excess : condition < other.condition;
  }
};

struct Candidate {
  Choice choice;
  Merit merit;
};

double bounce(double value) {  // back into [0, 1]
  if (value < 0) value = -value;
  if (value > 1) value = std::max(0.0, 2 - value);
  return value;
}

// A trial takes some 5 ns for each product of three base parameters.
std::size_t trials_of(const ExcitationRequest& request, const Robot& robot, double parameters) {
  constexpr double most_products = 1e11;
  constexpr std::size_t usual = 6000, fewest = 100;
  const auto most = static_cast<std::size_t>(most_products / std::max(1.0, std::pow(parameters, 3)));
  if (most < fewest)
    throw Error(
        robot.name(),
        "has " + six_digits(parameters) +
            " parameters to determine, and the search would take too long: fix some joints with `lock`, or "
            "give fewer parts in `fit`");
  if (request.trials.value_or(0) > most)
    throw UsageError("`trials`", "is " + std::to_string(*request.trials) + ", and with " +
                                     six_digits(parameters) +
                                     " parameters the search would take many minutes: expected at most " +
                                     std::to_string(most));
  return request.trials.value_or(std::min(usual, most));
}

class Search {
 public:
  Search(const Robot& robot, const ExcitationRequest& request)
      : robot_(robot),
        request_(request),
        dynamics_(robot, {.gravity = request.gravity}),
        regressor_(robot, request.gravity),
        base_(regressor_, request.parameters, smallest_difference),
        condition_(regressor_, base_),
        coarse_(request.harmonics, std::max<std::size_t>(200, 40 * request.harmonics)),
        fine_(request.harmonics, 8 * static_cast<std::size_t>(coarse_.count())),
        limits_torque_((request.limits.torque.array() < infinity).any()),
        trials_(trials_of(request, robot, static_cast<double>(base_.size()))) {}

  Excitation run();

 private:
  struct Workspace {
    explicit Workspace(const Search& search) : dynamics(search.dynamics_), regressor(search.regressor_) {}
    InverseDynamics::BlockWorkspace dynamics;
    Regressor::Workspace regressor;
    SeriesRows rows, shape;
    Eigen::MatrixXd tau;
  };

  Choice random_choice(RandomNumbers& random) const;
  Choice changed(const Choice& choice, double step, RandomNumbers& random) const;
  FourierSeries series_of_joint(const JointChoice& choice, Index joint, SeriesRows& shape) const;
  std::vector<FourierSeries> series_of(const Choice& choice, SeriesRows& shape) const;
  MotionRows rows_of(const std::vector<FourierSeries>& joints, const SeriesInstants& instants,
                     Workspace& workspace) const;
  double torque_excess(const MotionRows& rows, Workspace& workspace) const;
  Merit merit(const Choice& choice, const Merit& to_beat, Workspace& workspace) const;
  Candidate climb(Candidate best, std::size_t trials, RandomNumbers& random);
  double trapezoid_condition() const;
  void count();

  const Robot& robot_;
  const ExcitationRequest& request_;
  InverseDynamics dynamics_;
  Regressor regressor_;
  BaseParameters base_;
  ConditionNumber condition_;
  SeriesInstants coarse_, fine_;
  bool limits_torque_;
  std::size_t trials_;
  std::mutex counting_;
  std::size_t done_ = 0;
};

Choice Search::random_choice(RandomNumbers& random) const {
  Choice choice(robot_.dof());
  for (JointChoice& joint : choice) {
    joint.shape.resize(static_cast<Index>(2 * (request_.harmonics - 1)));
    for (double& value : joint.shape) value = random.normal();
    joint.size = random.uniform();
    joint.place = random.uniform();
  }
  return choice;
}

// One joint is changed, or all.
Choice Search::changed(const Choice& choice, double step, RandomNumbers& random) const {
  Choice result = choice;
  const std::size_t one = random.below(2 * choice.size());
  for (std::size_t j = 0; j < result.size(); ++j) {
    if (one < result.size() && one != j) continue;
    for (double& value : result[j].shape) value += step * random.normal();
    result[j].size = bounce(result[j].size + step * random.normal());
    result[j].place = bounce(result[j].place + step * random.normal());
  }
  return result;
}

// The shape, made as large as the limits allow, times its size.
FourierSeries Search::series_of_joint(const JointChoice& choice, Index joint, SeriesRows& shape) const {
  const ExcitationLimits& limits = request_.limits;
  const auto n = static_cast<Index>(request_.harmonics);
  FourierSeries series{0, VectorXd::Zero(n), VectorXd::Zero(n)};
  for (Index k = 2; k <= n; ++k) {
    const auto order = static_cast<double>(k);
    series.a[k - 1] = choice.shape[2 * k - 4] / (order * order);
    series.b[k - 1] = choice.shape[2 * k - 3] / order;
  }
  series.come_to_rest();
  coarse_.fill(series, request_.duration, joint, shape);
  const double lowest = shape.q.col(joint).minCoeff(), highest = shape.q.col(joint).maxCoeff();
  const double middle = (lowest + highest) / 2, span = (highest - lowest) * coarse_.peak_factor();
  const double speed = shape.dq.col(joint).cwiseAbs().maxCoeff() * coarse_.peak_factor();
  const double acceleration = shape.ddq.col(joint).cwiseAbs().maxCoeff() * coarse_.peak_factor();
  const double range = limits.upper[joint] - limits.lower[joint];
  constexpr double smallest = 0.05;
  const double largest = span > 0 ? std::min({range / span, limits.velocity[joint] / speed,
                                              limits.acceleration[joint] / acceleration})
                                  : 0;
  const double factor = largest * std::lerp(smallest, 1.0, choice.size);
  series.a *= factor;
  series.b *= factor;
  const double room = range - factor * span;
  series.centre = limits.lower[joint] + std::max(0.0, room) * choice.place + factor * (span / 2 - middle);
  return series;
}

std::vector<FourierSeries> Search::series_of(const Choice& choice, SeriesRows& shape) const {
  const auto dof = static_cast<Index>(choice.size());
  shape.q.resize(coarse_.count(), dof);
  shape.dq.resize(coarse_.count(), dof);
  shape.ddq.resize(coarse_.count(), dof);
  std::vector<FourierSeries> joints;
  for (Index j = 0; j < dof; ++j)
    joints.push_back(series_of_joint(choice[static_cast<std::size_t>(j)], j, shape));
  return joints;
}

MotionRows Search::rows_of(const std::vector<FourierSeries>& joints, const SeriesInstants& instants,
                           Workspace& workspace) const {
  const auto dof = static_cast<Index>(joints.size());
  SeriesRows& rows = workspace.rows;
  rows.q.resize(instants.count(), dof);
  rows.dq.resize(instants.count(), dof);
  rows.ddq.resize(instants.count(), dof);
  workspace.tau.resize(instants.count(), dof);
  for (Index j = 0; j < dof; ++j)
    instants.fill(joints[static_cast<std::size_t>(j)], request_.duration, j, rows);
  const auto count = static_cast<std::size_t>(instants.count());
  return {rows.q.data(), rows.dq.data(), rows.ddq.data(), workspace.tau.data(), count, count};
}

// The greatest excess over a limit of torque, as a part of the limit.
double Search::torque_excess(const MotionRows& rows, Workspace& workspace) const {
  if (!limits_torque_) return 0;
  dynamics_.row_torques(rows, workspace.dynamics);
  double excess = 0;
  for (Index j = 0; j < workspace.tau.cols(); ++j)
    excess = std::max(
        excess, workspace.tau.col(j).cwiseAbs().maxCoeff() / request_.limits.torque[j] - 1 + torque_reserve);
  return excess;
}

// A merit that is better than the one to beat holds between the instants too.
Merit Search::merit(const Choice& choice, const Merit& to_beat, Workspace& workspace) const {
  const std::vector<FourierSeries> joints = series_of(choice, workspace.shape);
  const MotionRows rows = rows_of(joints, coarse_, workspace);
  Merit merit{torque_excess(rows, workspace)};
  if (merit.excess == 0) merit.condition = condition_.quick(rows, workspace.regressor);
  if (!limits_torque_ || !(merit < to_beat)) return merit;
  merit.excess = torque_excess(rows_of(joints, fine_, workspace), workspace);
  if (merit.excess > 0) merit.condition = infinity;
  return merit;
}

void Search::count() {
  if (!request_.progress) return;
  const std::lock_guard one_at_a_time(counting_);
  request_.progress(++done_, trials_);
}

// Takes each change that is better. The step grows after a success and shrinks slowly after failures, so that
// about one change in five is a success [I. Rechenberg, Evolutionsstrategie, 1973].
Candidate Search::climb(Candidate best, std::size_t trials, RandomNumbers& random) {
  constexpr double growth = 1.5, shrinkage = 0.9036020036098448;  // 1.5^(-1/4)
  constexpr double smallest_step = 1e-3, largest_step = 1;
  Workspace workspace(*this);
  double step = 0.3;
  for (std::size_t i = 0; i < trials; ++i) {
    Candidate next{changed(best.choice, step, random), {}};
    next.merit = merit(next.choice, best.merit, workspace);
    if (next.merit < best.merit) {
      best = std::move(next);
      step = std::min(step * growth, largest_step);
    } else {
      step = std::max(step * shrinkage, smallest_step);
    }
    count();
  }
  return best;
}

double Search::trapezoid_condition() const {
  const auto n = static_cast<std::size_t>(coarse_.count());  // even
  const double half = request_.duration / 2;
  const auto dof = static_cast<Index>(robot_.dof());
  Eigen::MatrixXd q(n, dof), dq(q), ddq(q);
  for (Index j = 0; j < dof; ++j) {
    const ExcitationLimits& limits = request_.limits;
    const ProfilePoint middle = at(Profile::trapezoid, 1, 2), start = at(Profile::trapezoid, 0, 1);
    const double way =
        std::min({limits.upper[j] - limits.lower[j], limits.velocity[j] * half / middle.velocity,
                  limits.acceleration[j] * half * half / start.acceleration});
    const double from = (limits.lower[j] + limits.upper[j] - way) / 2;
    for (std::size_t i = 0; i < n; ++i) {
      const bool back = i >= n / 2;
      const ProfilePoint point = at(Profile::trapezoid, 2 * (back ? i - n / 2 : i) + 1, n);
      const auto row = static_cast<Index>(i);
      const double sign = back ? -1 : 1;
      q(row, j) = from + way * (back ? 1 - point.position : point.position);
      dq(row, j) = sign * way * point.velocity / half;
      ddq(row, j) = sign * way * point.acceleration / (half * half);
    }
  }
  Regressor::Workspace workspace(regressor_);
  return condition_.exact({q.data(), dq.data(), ddq.data(), nullptr, n, n}, workspace);
}

Excitation Search::run() {
  if (base_.size() == 0)
    throw Error(robot_.name(), "no torque depends on the parameters of `fit`: expected other parameters");
  std::vector<Candidate> candidates(random_motions);
  parallel_for(candidates.size(), request_.threads, [&](std::size_t i) {
    Workspace workspace(*this);
    RandomNumbers random(request_.seed, i);
    candidates[i].choice = random_choice(random);
    candidates[i].merit = merit(candidates[i].choice, {}, workspace);
    count();
  });
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.merit < b.merit; });
  Workspace workspace(*this);
  const auto exact_condition = [&](const Candidate& candidate) {
    return condition_.exact(rows_of(series_of(candidate.choice, workspace.shape), coarse_, workspace),
                            workspace.regressor);
  };
  std::vector<double> conditions;
  for (const Candidate& candidate : candidates) conditions.push_back(exact_condition(candidate));
  std::nth_element(conditions.begin(), conditions.begin() + random_motions / 2, conditions.end());

  candidates.resize(climbers);
  parallel_for(climbers, request_.threads, [&](std::size_t i) {
    RandomNumbers random(request_.seed, random_motions + i);
    candidates[i] = climb(std::move(candidates[i]), (trials_ - random_motions) / climbers, random);
  });
  const Candidate& best =
      *std::min_element(candidates.begin(), candidates.end(),
                        [](const Candidate& a, const Candidate& b) { return a.merit < b.merit; });
  if (best.merit.excess > 0)
    throw Error(robot_.name(),
                "no motion was found that keeps the torque limits; the best motion exceeds a limit by " +
                    six_digits(100 * best.merit.excess) +
                    " %: expected larger limits, or a smaller range of positions");
  return {series_of(best.choice, workspace.shape), static_cast<std::size_t>(base_.size()),
          exact_condition(best), conditions[random_motions / 2], trapezoid_condition()};
}

}  // namespace

ExcitationLimits excitation_limits(const Robot& robot) {
  const auto dof = static_cast<Index>(robot.dof());
  const VectorXd unlimited = VectorXd::Constant(dof, infinity);
  ExcitationLimits limits{-unlimited, unlimited, unlimited, unlimited, unlimited};
  for (Index j = 0; j < dof; ++j) {
    const Joint& joint = robot.moving_joint(static_cast<std::size_t>(j));
    const double usual = joint.is_revolute() ? std::numbers::pi : infinity;
    limits.lower[j] = joint.limits.lower.value_or(-usual);
    limits.upper[j] = joint.limits.upper.value_or(usual);
    limits.velocity[j] = joint.limits.velocity.value_or(infinity);
    limits.torque[j] = joint.limits.effort.value_or(infinity);
  }
  return limits;
}

std::size_t usual_harmonics(double duration) {
  return static_cast<std::size_t>(std::clamp(std::ceil(duration / 2), 5.0, 15.0));
}

Excitation find_excitation(const Robot& robot, const ExcitationRequest& request) {
  constexpr std::size_t most_parameters = 2000;  // about 2/3 of them are base parameters
  if (request.parameters.size() > most_parameters)
    trials_of(request, robot, static_cast<double>(request.parameters.size()));
  return Search(robot, request).run();
}

}  // namespace invdyn
