#include "path_fit.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../sizing/time_scaling.h"
#include "../sizing/verdict.h"
#include "timed_path.h"

namespace invdyn {
namespace {

constexpr std::size_t path_points = 10'000;
// A limit binds where its margin is below this.
constexpr double at_limit = 0.01;

// Lowers limits that rows exceed, in the steps around these rows.
class Excess : public Sink {
 public:
  Excess(const PathRatings& rated, TimedPath& path, const std::vector<PathPlace>& places)
      : rated_(rated), limits_(rated.limits()), path_(path), places_(places) {}

  void take(const Block& block) override {
    for (std::size_t row = block.own_begin(); row < block.own_end(); ++row, ++row_) {
      const auto k = static_cast<Eigen::Index>(row);
      for (std::size_t i = 0; i < limits_.size(); ++i) {
        const auto j = static_cast<Eigen::Index>(limits_[i].joint);
        const Demand demand =
            rated_.demand(limits_[i], {block.q(k, j), block.dq(k, j), block.ddq(k, j), block.tau(k, j)});
        if (demand.broken) lower(i, demand);
      }
    }
  }
  bool found() const { return found_; }

 private:
  void lower(std::size_t limit, const Demand& demand) {
    found_ = true;
    const TimedPath::Part& part = path_.parts()[places_[row_].stretch];
    if (!part.moving) return;
    PathLimits& limits = part.moving->limits;
    const std::size_t own = places_[row_].stretch, last = limits.lengths().size() - 2;
    const bool continues = row_ + 1 < places_.size() && places_[row_ + 1].stretch == own;
    const bool continued = row_ > 0 && places_[row_ - 1].stretch == own;
    limits.lower(limit, (std::abs(demand.value) - demand.limit) * 2 + 1e-9 * demand.limit,
                 continued ? places_[row_ - 1].step : 0, continues ? places_[row_ + 1].step : last);
  }

  const PathRatings& rated_;
  std::vector<PathLimit> limits_;
  TimedPath& path_;
  const std::vector<PathPlace>& places_;
  std::size_t row_ = 0;
  bool found_ = false;
};

// The limit that is exceeded most where nothing moves along the path; none: no limit is.
std::optional<PathFit::Blocked> blocked_at(const PathRatings& rated, const TimedPath::Stretch& stretch,
                                           const RecordedMotion& motion) {
  std::optional<PathFit::Blocked> worst;
  const std::vector<double> times = motion.times();
  std::size_t knot = 0;
  for (std::size_t i = 0; i < stretch.torques.size(); ++i) {
    const std::vector<double>& knots = stretch.path.curve->knots();
    while (knot + 1 < knots.size() && knots[knot + 1] <= stretch.torques.lengths()[i]) ++knot;
    for (const PathLimit& limit : stretch.limits.limits()) {
      const PathPoint& point = stretch.torques.at(i, limit.joint);
      if (!limit.kind) continue;
      for (const double coulomb : {0.0, point.coulomb}) {
        const Demand demand = rated.demand(limit, {0, 0, 0, point.rest + coulomb});
        if (!demand.broken || (worst && worst->check.demand->margin <= demand.margin)) continue;
        const std::size_t row = stretch.path.rows[knot];
        worst = {{limit.joint, *limit.kind, demand, times[row], 0}, row + 1};
      }
    }
  }
  return worst;
}

// Whether the bends of most knots alternate, and alone, by the torques and accelerations that they need, cost
// more than half of the speed at over a tenth of the points.
bool is_crooked(const PathRatings& rated, const TimedPath& path, const TrajectoryTorques& dynamics) {
  constexpr std::size_t every = 8;
  std::size_t slow = 0, all = 0, flips = 0, knots = 0;
  for (const TimedPath::Stretch& stretch : path.stretches()) {
    flips += stretch.path.curve->flips();
    knots += stretch.path.curve->knots().size();
  }
  if (flips * 2 < knots) return false;
  TrajectoryTorques::Workspace workspace(dynamics);
  for (const TimedPath::Stretch& stretch : path.stretches()) {
    const std::size_t count = (stretch.torques.size() + every - 1) / every;
    Block block(dynamics.dof(), count);
    block.rows = count;
    std::size_t piece = 0;
    for (std::size_t k = 0; k < count; ++k)
      stretch.path.curve->evaluate(stretch.torques.lengths()[every * k], piece, block,
                                   static_cast<Eigen::Index>(k));
    block.dq.setZero();
    dynamics.fill_torques(block, workspace);
    for (std::size_t k = 0; k < count; ++k) {
      const double top = stretch.limits.top_speed(every * k);
      double square = std::numeric_limits<double>::infinity();
      for (const PathLimit& limit : stretch.limits.limits()) {
        const PathPoint& point = stretch.torques.at(every * k, limit.joint);
        const JointRating& rating = rated.ratings[limit.joint];
        const auto row = static_cast<Eigen::Index>(k), column = static_cast<Eigen::Index>(limit.joint);
        const double bend = std::abs(block.tau(row, column) - point.rest);
        if (!limit.kind)
          square = std::min(square, rated.acceleration[limit.joint] / std::abs(point.ddq));
        else if (*limit.kind == LimitKind::torque)
          square = std::min(square, (*rating.limits.effort - std::abs(point.rest)) / bend);
        else if (*limit.kind == LimitKind::motor_peak)
          square = std::min(
              square,
              (*rating.motor->peak_torque * std::abs(rating.shaft.ratio()) - std::abs(point.rest)) / bend);
      }
      slow += std::isfinite(top) && square < top * top / 4;
    }
    all += count;
  }
  return slow * 10 > all;
}

// Which limits bind, and for how long.
void add_shares(const PathRatings& rated, const TimedPath& path, PathFit& fit) {
  const std::vector<PathLimit> limits = rated.limits();
  for (const PathLimit& limit : limits) fit.shares.push_back({limit, 0});
  std::size_t points = 0;
  for (const TimedPath::Stretch& stretch : path.stretches()) points += stretch.torques.size();
  const std::size_t every = 1 + points / 2000;
  double length = 0;
  for (const TimedPath::Part& part : path.parts()) {
    if (!part.moving) {
      fit.moments.push_back({part.begin, length, 0, {}});
      continue;
    }
    const TimedPath::Stretch& stretch = *part.moving;
    const std::vector<double>& lengths = stretch.torques.lengths();
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
      std::optional<std::size_t> nearest;
      double least = at_limit;
      for (std::size_t k = 0; k < limits.size(); ++k) {
        const PathPoint& point = stretch.torques.at(i, limits[k].joint);
        const double margin =
            rated.demand(limits[k], sample_of(point, stretch.speed.y[i], stretch.speed.u[i])).margin;
        if (margin >= least) continue;
        least = margin;
        nearest = k;
      }
      if (nearest) fit.shares[*nearest].share += (stretch.times[i + 1] - stretch.times[i]) / path.duration();
      if (i % every == 0 || (!fit.moments.empty() && fit.moments.back().limit != nearest))
        fit.moments.push_back(
            {part.begin + stretch.times[i], length + lengths[i], stretch.speed.y[i], nearest});
    }
    length += lengths.back();
  }
  fit.moments.push_back({path.duration(), length, 0, {}});
}

// Whether a joint is far from rest in the first or the last row.
bool moves_at_ends(const RecordedMotion& motion) {
  constexpr double much = 0.05;  // of the joint's largest speed
  const Block &first = motion.blocks().front(), &last = motion.blocks().back();
  Eigen::ArrayXd top = Eigen::ArrayXd::Zero(static_cast<Eigen::Index>(first.dof));
  for (const Block& block : motion.blocks())
    top = top.max(
        block.dq.topRows(static_cast<Eigen::Index>(block.rows)).abs().colwise().maxCoeff().transpose());
  const auto moves = [&](const Block& block, Eigen::Index row) {
    return (block.dq.row(row).abs().transpose() > much * top).any();
  };
  return moves(first, 0) || moves(last, static_cast<Eigen::Index>(last.rows) - 1);
}

// The ratings without limits of a whole motion.
Ratings of_moments(Ratings ratings) {
  for (JointRating& rating : ratings)
    if (rating.motor) {
      rating.motor->continuous_torque.reset();
      rating.motor->continuous_curve.reset();
    }
  return ratings;
}

class Copied : public Sink {
 public:
  explicit Copied(RecordedMotion& motion) : motion_(motion) {}
  void take(const Block& block) override { motion_.take(block); }

 private:
  RecordedMotion& motion_;
};

// What is still exceeded after all, by little, makes the motion slower as a whole.
RecordedMotion slowed(const PathRatings& rated, const RecordedMotion& motion,
                      const TrajectoryTorques& dynamics) {
  const Ratings ratings = of_moments(rated.ratings);
  double speed = largest_speed(ratings, {&motion, 1}, dynamics);
  for (const Block& block : motion.blocks())
    for (std::size_t j = 0; j < rated.acceleration.size(); ++j) {
      const double most = block.ddq.topRows(static_cast<Eigen::Index>(block.rows))
                              .col(static_cast<Eigen::Index>(j))
                              .abs()
                              .maxCoeff();
      if (most > 0) speed = std::min(speed, std::sqrt(rated.acceleration[j] / most));
    }
  if (!(speed > 0))
    throw Error("`fit-path`",
                "with one of the limits, the robot can only just stay at rest, so every motion exceeds this "
                "limit slightly: expected larger limits");
  RecordedMotion slower;
  Copied rows(slower);
  motion.replay(std::min(speed, 1.0), dynamics, rows);
  return slower;
}

// Throws Error where the reason is not a pose that cannot be held.
std::optional<PathFit::Blocked> blocked_by(const PathRatings& rated, const TimedPath::Stretch& stretch,
                                           const RecordedMotion& motion) {
  if (stretch.speed.is_unbounded)
    throw Error(
        "`fit-path`",
        "no limit bounds the acceleration of this motion: give `acceleration` or `motors`, or write limits "
        "of torque into the robot's description");
  const std::optional<PathFit::Blocked> blocked = blocked_at(rated, stretch, motion);
  if (!blocked)
    throw Error("`fit-path`",
                "no motion along the path was found: expected smoother positions, or higher limits");
  return blocked;
}

// The rows of a path that has been timed. While some exceed limits between the points, these are lowered
// there.
RecordedMotion kept_rows(const PathRatings& rated, const TrajectoryTorques& dynamics, TimedPath& path,
                         double begin, double step) {
  constexpr int most_trials = 8;
  for (int trial = 0; trial < most_trials; ++trial) {
    std::vector<PathPlace> places;
    RecordedMotion motion = path.rows(begin, step, places);
    Excess excess(rated, path, places);
    motion.replay(1, dynamics, excess);
    if (!excess.found()) return motion;
    if (path.time()) {  // too low to hold the robot
      path.restore();
      break;
    }
  }
  std::vector<PathPlace> places;
  return slowed(rated, path.rows(begin, step, places), dynamics);
}

}  // namespace

PathFit fastest_fit(const Ratings& ratings, const RecordedMotion& motion, const TrajectoryTorques& dynamics,
                    const PathFitRequest& request) {
  if (!dynamics.are_quadratic())
    throw Error(
        "`fit-path`",
        "needs torques that are a quadratic function of the speed, but this robot's friction depends on "
        "the load or follows a curve over speed: use a robot without friction.load and without "
        "friction.curve, or give `no-friction`");
  PathFit fit;
  fit.checks = check_limits(ratings, loads_of_cycle(ratings, dynamics, {&motion, 1}, 1));
  if (breaks_a_position(fit.checks)) return fit;
  const PathRatings rated{ratings, request.acceleration};
  TimedPath path(motion, rated, dynamics, path_points);
  if (path.stretches().empty())
    throw Error("`fit-path`", "no joint moves: expected a motion with different positions");
  if (const TimedPath::Stretch* stretch = path.time()) {
    fit.blocked = blocked_by(rated, *stretch, motion);
    return fit;
  }
  path.sharpen();
  const std::vector<double> times = motion.times();
  const auto rows = static_cast<double>(times.size());
  const double step = request.step.value_or(motion.duration() / (rows - 1));
  if (request.step && *request.step > path.duration())
    throw Error("`fitted-dt`", "is " + six_digits(step) + " s, but the motion takes " +
                                   six_digits(path.duration()) + " s: expected a smaller step");
  RecordedMotion fastest = kept_rows(rated, dynamics, path, motion.begin(), step);
  fit.loads.emplace(loads_of_cycle(ratings, dynamics, {&fastest, 1}, 1));
  fit.checks = check_limits(ratings, *fit.loads);
  if (breaks_a_position(fit.checks)) return fit;
  fit.motion = std::move(fastest);
  add_shares(rated, path, fit);
  for (std::size_t i = 1; i < path.parts().size(); ++i)
    if (path.parts()[i].moving && path.parts()[i - 1].moving) {
      const std::size_t row = path.parts()[i].moving->path.rows.front();
      fit.corners.push_back({row + 1, times[row]});
    }
  fit.stops_at_ends = moves_at_ends(motion);
  constexpr std::size_t many_corners = 10;  // fewer may be a path of lines
  fit.is_crooked =
      (fit.corners.size() >= many_corners && 3 * static_cast<double>(fit.corners.size()) > rows) ||
      is_crooked(rated, path, dynamics);
  return fit;
}

}  // namespace invdyn
