#include "run_findings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "../../ground/base/wording.h"
#include "../../torques/guard/contact_watch.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {
namespace {

constexpr std::size_t max_stretches = 1000, max_jumps = 50;
constexpr double near_share = 0.01;  // of the motion: stretches nearer than this become one
// A step of position that is so many times as fast as the steps beside it is no motion.
constexpr double jump_ratio = 8;
constexpr double min_jump = 0.01;  // rad or m: less is not seen
constexpr double turn = 2 * std::numbers::pi, many_turns = 3;

template <class Stretch>
std::vector<Stretch> merged(const std::vector<Stretch>& stretches, double nearer_than) {
  std::vector<Stretch> result;
  for (const Stretch& each : stretches) {
    if (result.empty() || each.from - result.back().to > nearer_than) {
      result.push_back(each);
      continue;
    }
    Stretch& before = result.back();
    if (each.worst.margin < before.worst.margin) {
      before.worst = each.worst;
      before.at = each.at;
    }
    before.to = each.to;
    before.last_row = each.last_row;
  }
  return result;
}

std::string seconds(double t) {
  return six_digits(t) + " s";
}

std::string when(double from, double to) {
  return from == to ? "at " + seconds(from) : "from " + seconds(from) + " to " + seconds(to);
}

}  // namespace

RunFindings::RunFindings(Ratings ratings) : ratings_(std::move(ratings)), joints_(ratings_.size()) {}

void RunFindings::take(const Block& block) {
  if (block.own_begin() == block.own_end()) return;
  if (rows_ == 0) first_ = block.t(static_cast<Eigen::Index>(block.own_begin()));
  last_ = block.t(static_cast<Eigen::Index>(block.own_end()) - 1);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    for (const LimitKind kind : sample_limits)
      if (ratings_[j].gives(kind) && may_break(kind, block, j)) see_limit(kind, block, j);
    see_jumps(block, j);
    const auto own = block.q.col(static_cast<Eigen::Index>(j))
                         .segment(static_cast<Eigen::Index>(block.own_begin()),
                                  static_cast<Eigen::Index>(block.own_end() - block.own_begin()));
    joints_[j].farthest = std::max(joints_[j].farthest, own.abs().maxCoeff());
  }
  see_contacts(block);
  rows_ += block.own_end() - block.own_begin();
}

bool RunFindings::may_break(LimitKind kind, const Block& block, std::size_t joint) const {
  if (is_of_motor(kind)) return true;
  const Eigen::ArrayXXd& values = kind == LimitKind::position ? block.q
                                  : kind == LimitKind::speed  ? block.dq
                                                              : block.tau;
  const auto own = values.col(static_cast<Eigen::Index>(joint))
                       .segment(static_cast<Eigen::Index>(block.own_begin()),
                                static_cast<Eigen::Index>(block.own_end() - block.own_begin()));
  for (const double extreme : {own.minCoeff(), own.maxCoeff()})
    if (ratings_[joint].demand(kind, {.q = extreme, .dq = extreme, .tau = extreme}).broken) return true;
  return false;
}

void RunFindings::see_limit(LimitKind kind, const Block& block, std::size_t joint) {
  const auto j = static_cast<Eigen::Index>(joint);
  std::vector<Stretch>& stretches = joints_[joint].stretches[static_cast<std::size_t>(kind)];
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const auto i = static_cast<Eigen::Index>(row);
    const Demand demand = ratings_[joint].demand(
        kind, {.q = block.q(i, j), .dq = block.dq(i, j), .ddq = block.ddq(i, j), .tau = block.tau(i, j)});
    if (demand.broken) add(stretches, demand, block.t(i), rows_ + row - block.own_begin());
  }
}

void RunFindings::add(std::vector<Stretch>& stretches, const Demand& demand, double t,
                      std::size_t row) const {
  if (!stretches.empty() && stretches.back().last_row + 1 == row) {
    Stretch& last = stretches.back();
    last.to = t;
    last.last_row = row;
    if (demand.margin < last.worst.margin) {
      last.worst = demand;
      last.at = t;
    }
    return;
  }
  if (stretches.size() == max_stretches)
    for (double gap = near_share * (t - first_); stretches.size() > max_stretches / 2; gap *= 2)
      stretches = merged(stretches, gap);
  stretches.push_back({t, t, t, demand, row});
}

// One row off, or a step to another place: the rows before and after it move much more slowly.
void RunFindings::see_jumps(const Block& block, std::size_t joint) {
  const auto j = static_cast<Eigen::Index>(joint);
  OfJoint& of = joints_[joint];
  Steps& steps = of.steps;
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const auto i = static_cast<Eigen::Index>(row);
    const double q = block.q(i, j), t = block.t(i);
    const double velocity = steps.rows == 0 ? 0 : (q - steps.q) / (t - steps.t);
    const bool stands_out = steps.rows >= 3 && std::abs(steps.size) > min_jump &&
                            std::abs(steps.velocity) > jump_ratio * std::abs(steps.before) &&
                            std::abs(steps.velocity) > jump_ratio * std::abs(velocity);
    if (stands_out && of.jumps.size() < max_jumps)
      of.jumps.push_back({steps.at, steps.size});
    else if (stands_out)
      ++of.more_jumps;
    steps = {q, t, velocity, steps.velocity, q - steps.q, t, steps.rows + 1};
  }
}

void RunFindings::see_contacts(const Block& block) {
  const ContactColumns& columns = block.contact_columns;
  if (columns.count == 0) return;
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const auto i = static_cast<Eigen::Index>(row);
    const double left = block.contacts(i, columns.left());
    if (!(left > ContactWatch::considerable)) continue;
    const auto cause = static_cast<Break>(static_cast<int>(block.contacts(i, columns.cause())));
    add(unsupported_[cause], demand_for(left, ContactWatch::considerable), block.t(i),
        rows_ + row - block.own_begin());
  }
}

std::vector<MotionFinding> RunFindings::findings() const {
  std::vector<MotionFinding> found;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    add_limits(j, found);
    add_jumps(j, found);
    add_turns(j, found);
  }
  add_contacts(found);
  return found;
}

void RunFindings::add_limits(std::size_t joint, std::vector<MotionFinding>& found) const {
  for (const LimitKind kind : sample_limits) {
    const bool is_torque =
        kind == LimitKind::torque || kind == LimitKind::motor_peak || kind == LimitKind::motor_curve;
    const auto& stretches = joints_[joint].stretches[static_cast<std::size_t>(kind)];
    for (const Stretch& stretch : merged(stretches, near_share * (last_ - first_)))
      found.push_back({is_torque ? MotionFinding::Kind::torque : MotionFinding::Kind::limit,
                       text(joint, kind, stretch), joint, stretch.from, stretch.to});
  }
}

std::string RunFindings::text(std::size_t joint, LimitKind kind, const Stretch& stretch) const {
  const JointRating& rating = ratings_[joint];
  const std::string unit(unit_of(kind, rating.is_revolute));
  return "joint " + in_quotes(rating.name) + ": " + std::string(name_of(kind)) + " " +
         six_digits(stretch.worst.value) + " " + unit + " is beyond the limit of " +
         six_digits(stretch.worst.limit) + " " + unit + ", " + when(stretch.from, stretch.to);
}

void RunFindings::add_jumps(std::size_t joint, std::vector<MotionFinding>& found) const {
  const JointRating& rating = ratings_[joint];
  const std::string unit(unit_of(Quantity::q, rating.is_revolute));
  for (const Jump& jump : joints_[joint].jumps)
    found.push_back({MotionFinding::Kind::jump,
                     "joint " + in_quotes(rating.name) + ": the position jumps by " + six_digits(jump.size) +
                         " " + unit + " at " + seconds(jump.at),
                     joint, jump.at, jump.at});
  if (const std::size_t more = joints_[joint].more_jumps; more > 0)
    found.push_back(
        {MotionFinding::Kind::jump,
         "joint " + in_quotes(rating.name) + ": " + std::to_string(more) + " more jumps are not listed",
         joint});
}

void RunFindings::add_contacts(std::vector<MotionFinding>& found) const {
  for (const auto& [cause, stretches] : unsupported_)
    for (const Stretch& stretch : merged(stretches, near_share * (last_ - first_)))
      found.push_back({MotionFinding::Kind::contact,
                       std::string(text_of(cause)) + "; a part of the wrench, up to " +
                           three_digits(100 * stretch.worst.value) +
                           " % of the weight, cannot come from the contacts, " +
                           when(stretch.from, stretch.to),
                       {},
                       stretch.from,
                       stretch.to});
}

// A fact, and no fault: a joint without limits may turn so. Angles in degrees are seen by it.
void RunFindings::add_turns(std::size_t joint, std::vector<MotionFinding>& found) const {
  const JointRating& rating = ratings_[joint];
  const double farthest = joints_[joint].farthest;
  if (!rating.is_revolute || rating.gives(LimitKind::position) || !(farthest > many_turns * turn)) return;
  found.push_back({MotionFinding::Kind::other,
                   "joint " + in_quotes(rating.name) + ": is up to " + six_digits(farthest) +
                       " rad from zero, " + three_digits(farthest / turn) + " full turns",
                   joint});
}

}  // namespace invdyn
