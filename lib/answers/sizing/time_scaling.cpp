#include "time_scaling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "polynomial.h"

namespace invdyn {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// Speeds above this are treated as unbounded: there, torques change with the speed only by rounding.
constexpr double beyond_sense = 1e6;

// A quadratic in s between two speeds.
struct Piece {
  double from = 0, to = infinite;
  Quadratic torque;
};

double within(double from, double to) {
  return to == infinite ? 2 * from + 1 : from + (to - from) / 2;
}

// Excludes all s of the piece with |torque| above limit + slope * s.
void exclude(const Piece& piece, double limit, double slope, IntervalSet& excluded) {
  if (!(piece.from < piece.to)) return;
  std::array<double, 6> ends;
  std::size_t count = 0;
  ends[count++] = piece.from;
  for (const double sign : {1.0, -1.0}) {
    const Zeros zeros = zeros_of(piece.torque - Quadratic{0, sign * slope, sign * limit});
    for (std::size_t i = 0; i < zeros.count; ++i)
      if (zeros.values[i] > piece.from && zeros.values[i] < piece.to) ends[count++] = zeros.values[i];
  }
  std::sort(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(count));
  ends[count] = piece.to;
  for (std::size_t i = 0; i < count; ++i) {
    const double s = within(ends[i], ends[i + 1]);
    if (ends[i] < ends[i + 1] && std::abs(piece.torque.at(s)) > limit + slope * s)
      excluded.insert(ends[i], ends[i + 1]);
  }
}

// Excludes all s at which a speed is above its limit.
void exclude_speed(double speed, double limit, IntervalSet& excluded) {
  if (speed != 0) excluded.insert(limit / std::abs(speed), infinite);
}

// One joint at one sample.
struct Sample {
  double dq = 0, ddq = 0;
  Quadratic tau;
};

// The torque at the motor's shaft. Its factor changes when the load changes its direction.
std::vector<Piece> motor_pieces(const MotorShaft& shaft, const Sample& sample) {
  const Quadratic own = shaft.own(sample.dq, sample.ddq), load = sample.tau - own;
  std::vector<double> ends{0};
  if (shaft.efficiency() < 1) {
    const Zeros zeros = zeros_of(load);
    for (std::size_t i = 0; i < zeros.count; ++i)
      if (zeros.values[i] > 0) ends.push_back(zeros.values[i]);
    std::sort(ends.begin(), ends.end());
  }
  ends.push_back(infinite);
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double factor = shaft.load_factor(load.at(within(ends[i], ends[i + 1])), sample.dq);
    pieces.push_back({ends[i], ends[i + 1], 1 / shaft.ratio() * (own + factor * load)});
  }
  return pieces;
}

// Excludes all s at which the piece is above a curve. `speed`: of the motor at s = 1.
void exclude_curve(const Piece& piece, const SpeedTorqueCurve& curve, double speed, IntervalSet& excluded) {
  if (speed == 0) return exclude(piece, curve.at(0), 0, excluded);
  for (const SpeedTorqueCurve::Piece& part : curve.pieces())
    exclude({std::max(piece.from, part.from / speed), std::min(piece.to, part.to / speed), piece.torque},
            part.torque - part.slope * part.from, part.slope * speed, excluded);
}

// The sum over all samples of squared motor torque times time, as a function of s. It is a quartic between
// the speeds at which a load changes its direction.
class SquaredTorque {
 public:
  void add(const std::vector<Piece>& pieces, double time) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Quartic square = square_of(pieces[i].torque);
      if (i == 0) {
        invdyn::add(first_, time, square);
        continue;
      }
      Quartic change{};
      invdyn::add(change, time, square);
      invdyn::add(change, -time, square_of(pieces[i - 1].torque));
      changes_.push_back({pieces[i].from, change});
    }
  }

  // Excludes all s at which the sum exceeds squared limit times duration. `speed`: the motor's mean speed at
  // s = 1.
  void exclude(const JointRating& rating, double duration, double speed, IntervalSet& excluded) {
    const SpeedTorqueCurve limit = rating.motor->continuous_curve.value_or(
        SpeedTorqueCurve({{0, rating.motor->continuous_torque.value_or(0)}}));
    std::sort(changes_.begin(), changes_.end(), [](const Change& a, const Change& b) { return a.at < b.at; });
    Quartic sum = first_;
    double from = 0;
    for (std::size_t i = 0; i <= changes_.size(); ++i) {
      const double to = i < changes_.size() ? changes_[i].at : infinite;
      for (const SpeedTorqueCurve::Piece& part : limit.pieces()) {
        const double begin = speed > 0 ? std::max(from, part.from / speed) : from;
        const double end = speed > 0 ? std::min(to, part.to / speed) : to;
        if (!(begin < end) || excluded.covers(begin, end)) continue;
        Quartic excess = sum;
        invdyn::add(excess, -duration,
                    square_of({0, part.slope * speed, part.torque - part.slope * part.from}));
        exclude_positive(excess, begin, end, excluded);
        if (speed == 0) break;
      }
      if (i < changes_.size()) invdyn::add(sum, 1, changes_[i].change);
      from = to;
    }
  }

 private:
  struct Change {
    double at;
    Quartic change;
  };

  static void exclude_positive(const Quartic& excess, double begin, double end, IntervalSet& excluded) {
    const double last =
        end == infinite ? std::max(begin, std::min(bound_of_zeros(excess), beyond_sense)) : end;
    std::vector<double> ends = crossings(excess, begin, last);
    ends.insert(ends.begin(), begin);
    ends.push_back(end);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
      if (value_at(excess, within(ends[i], ends[i + 1])) > 0) excluded.insert(ends[i], ends[i + 1]);
  }

  Quartic first_{};
  std::vector<Change> changes_;
};

// Collects the torques of all rows at one speed.
class Torques : public Sink {
 public:
  explicit Torques(std::vector<std::vector<double>>& of_joints) : of_joints_(of_joints) {}
  void take(const Block& block) override {
    for (std::size_t j = 0; j < block.dof; ++j)
      for (std::size_t row = block.own_begin(); row < block.own_end(); ++row)
        of_joints_[j].push_back(block.tau(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j)));
  }

 private:
  std::vector<std::vector<double>>& of_joints_;
};

// Collects velocities and accelerations of the motions at their own speed. The quadratics come from the
// torques at this speed, half of it and twice of it.
class Samples : public Sink {
 public:
  Samples(std::span<const RecordedMotion> motions, const TrajectoryTorques& dynamics)
      : half_(dynamics.dof()), own_(half_), twice_(half_), dq_(half_), ddq_(half_) {
    Torques half(half_), twice(twice_);
    for (const RecordedMotion& motion : motions) {
      motion.replay(1, dynamics, *this);
      motion.replay(0.5, dynamics, half);
      motion.replay(2, dynamics, twice);
      const std::vector<double> times = motion.times();
      for (std::size_t row = 0; row < times.size(); ++row)
        share_.push_back(((row > 0 ? times[row] - times[row - 1] : 0) +
                          (row + 1 < times.size() ? times[row + 1] - times[row] : 0)) /
                         2);
      duration_ += motion.duration();
    }
  }

  void take(const Block& block) override {
    Torques(own_).take(block);
    for (std::size_t j = 0; j < block.dof; ++j)
      for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
        dq_[j].push_back(block.dq(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j)));
        ddq_[j].push_back(block.ddq(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j)));
      }
  }

  Sample sample(std::size_t joint, std::size_t row) const {
    // Divided differences at 1/2, 1 and 2.
    const double at_half = half_[joint][row], at_1 = own_[joint][row], at_2 = twice_[joint][row];
    const double first = 2 * (at_1 - at_half), second = at_2 - at_1;
    const double square = (second - first) / 1.5, linear = second - 3 * square;
    return {dq_[joint][row], ddq_[joint][row], {square, linear, at_1 - square - linear}};
  }
  std::size_t rows() const { return share_.size(); }
  double share(std::size_t row) const { return share_[row]; }  // of the time, by the trapezoidal rule, s
  double duration() const { return duration_; }

 private:
  std::vector<std::vector<double>> half_, own_, twice_, dq_, ddq_;
  std::vector<double> share_;
  double duration_ = 0;
};

}  // namespace

double largest_speed(const Ratings& ratings, std::span<const RecordedMotion> motions,
                     const TrajectoryTorques& dynamics) {
  const Samples samples(motions, dynamics);
  const MotionLoads loads = loads_of_cycle(ratings, dynamics, motions, 1);
  IntervalSet excluded;
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    const JointRating& rating = ratings[j];
    SquaredTorque squared;
    for (std::size_t row = 0; row < samples.rows(); ++row) {
      const Sample sample = samples.sample(j, row);
      if (rating.gives(LimitKind::speed)) exclude_speed(sample.dq, *rating.limits.velocity, excluded);
      if (rating.gives(LimitKind::torque))
        exclude({0, infinite, sample.tau}, *rating.limits.effort, 0, excluded);
      if (!rating.motor) continue;
      const double speed = std::abs(rating.shaft.ratio() * sample.dq);
      if (rating.gives(LimitKind::motor_speed)) exclude_speed(speed, *rating.motor->top_speed(), excluded);
      const std::vector<Piece> pieces = motor_pieces(rating.shaft, sample);
      for (const Piece& piece : pieces) {
        if (rating.motor->peak_torque) exclude(piece, *rating.motor->peak_torque, 0, excluded);
        if (rating.motor->curve) exclude_curve(piece, *rating.motor->curve, speed, excluded);
      }
      if (rating.gives(LimitKind::motor_rms)) squared.add(pieces, samples.share(row));
    }
    if (!rating.gives(LimitKind::motor_rms)) continue;
    const double mean_speed = std::abs(rating.shaft.ratio()) * loads.mean_speed(j);
    squared.exclude(rating, samples.duration(), mean_speed, excluded);
  }
  if (excluded.intervals().empty()) return infinite;
  const auto& [from, to] = *excluded.intervals().rbegin();
  return to < infinite || from > beyond_sense ? infinite : from;
}

}  // namespace invdyn
