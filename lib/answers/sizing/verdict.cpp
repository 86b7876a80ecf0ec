#include "verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "../../ground/base/wording.h"
#include "../../ground/output_files/table.h"
#include "time_scaling.h"

namespace invdyn {
namespace {

std::string with_unit(const Ratings& ratings, const LimitCheck& check, double value) {
  const std::string_view unit = unit_of(check.kind, ratings[check.joint].is_revolute);
  return four_digits(value) + (unit.empty() ? "" : " " + std::string(unit));
}

// `motor RMS 0.351 of 0.32 N m`
std::string demand_text(const Ratings& ratings, const LimitCheck& check) {
  const Demand& demand = *check.demand;
  const bool is_position = check.kind == LimitKind::position;
  return std::string(name_of(check.kind)) + " " +
         four_digits(is_position ? demand.value : std::abs(demand.value)) +
         (is_position ? ", beyond " : " of ") + with_unit(ratings, check, demand.limit);
}

std::size_t broken_among(const std::vector<LimitCheck>& checks) {
  return static_cast<std::size_t>(std::count_if(checks.begin(), checks.end(), [](const LimitCheck& check) {
    return check.demand && check.demand->broken;
  }));
}

// To four digits: a shorter time would break the limit.
std::string rounded_up(double seconds) {
  const double unit = std::pow(10, std::floor(std::log10(seconds)) - 3);
  return four_digits(unit * std::ceil(seconds / unit - 1e-6));
}

// Joints without a limit that their load could break.
std::vector<std::string> unlimited_joints(const Ratings& ratings, const std::vector<LimitCheck>& checks) {
  std::set<std::size_t> limited;
  for (const LimitCheck& check : checks)
    if (check.demand && check.kind != LimitKind::position) limited.insert(check.joint);
  std::vector<std::string> names;
  for (std::size_t j = 0; j < ratings.size(); ++j)
    if (!limited.count(j)) names.push_back(ratings[j].name);
  return names;
}

// `; price 350`; empty if a chosen motor does not give it.
std::string total(const Catalogue& catalogue, const std::vector<DriveChoice>& choices, const char* name,
                  std::optional<double> CatalogueMotor::*member, const char* unit) {
  double sum = 0;
  for (const DriveChoice& choice : choices) {
    if (!choice.chosen) continue;
    const std::optional<double>& value = catalogue.motors[choice.chosen->motor].*member;
    if (!value) return "";
    sum += *value;
  }
  return name + six_digits(sum) + unit;
}

// The joints for which no drive of the catalogue passes, and the drive that comes nearest for the first of
// them.
std::string missing_text(const Ratings& ratings, const Catalogue& catalogue,
                         const std::vector<DriveChoice>& choices) {
  std::vector<std::string> without, untried;
  const TriedDrive* nearest = nullptr;
  for (std::size_t j = 0; j < choices.size(); ++j) {
    if (choices[j].chosen) continue;
    if (!nearest) nearest = choices[j].nearest();
    (choices[j].refused.empty() ? untried : without).push_back(ratings[j].name);
  }
  if (!untried.empty())
    return catalogue.file + " has no row for " + joined(untried) +
           ": add rows with the joint's name in the column joint. For a revolute joint, this column may also be "
           "empty";
  if (without.empty()) return "";
  const LimitCheck& worst = nearest->worst();
  return "no motor of " + catalogue.file + " passes for " + joined(without) + "; the nearest motor" +
         (without.size() > 1 ? " for " + without.front() : "") + ": " +
         catalogue.motors[nearest->motor].motor.name + " with gear ratio " + four_digits(nearest->ratio) +
         ", " + demand_text(ratings, worst);
}

}  // namespace

std::string limit_text(const Ratings& ratings, const LimitCheck& check) {
  const JointRating& rating = ratings[check.joint];
  const bool named = is_of_motor(check.kind) && rating.motor && !rating.motor->name.empty();
  return rating.name + (named ? " (" + rating.motor->name + ")" : "") + ", " + demand_text(ratings, check);
}

std::string smallest_change(const Robot& robot, const Ratings& ratings, const TrajectoryTorques& dynamics,
                            std::span<const RecordedMotion> motions, const std::vector<LimitCheck>& checks) {
  if (breaks_a_position(checks)) return "a path within the position limits";
  constexpr double very_slow = 1e-6;
  const LimitCheck& worst = *worst_of(checks);
  bool helps = worst.kind != LimitKind::inertia_ratio;  // a slower motion
  std::string slowest = ", because no slower motion keeps every limit";
  if (!motions.empty() && dynamics.are_quadratic()) {
    const double speed = largest_speed(ratings, motions, dynamics);
    if (speed > 0 && speed < 1 && !any_broken(checks_of_cycle(robot, ratings, dynamics, motions, speed))) {
      const double duration =
          std::accumulate(motions.begin(), motions.end(), 0.0,
                          [](double sum, const RecordedMotion& motion) { return sum + motion.duration(); });
      return rounded_up(duration / speed) + " s instead of " + four_digits(duration) + " s";
    }
    if (helps && speed == 0) {
      const auto checks_at_rest = checks_of_cycle(robot, ratings, dynamics, motions, very_slow);
      if (any_broken(checks_at_rest))
        slowest =
            "; even a very slow motion exceeds a limit: " + limit_text(ratings, *worst_of(checks_at_rest));
    }
    helps = helps && speed > 0;
  }
  const double demand = std::abs(worst.demand->value), limit = worst.demand->limit;
  const std::string by = limit > 0 ? three_digits(100 * (demand / limit - 1)) + " % " : "";
  return (broken_among(checks) > 1
              ? "higher limits" + (by.empty() ? "" : " (" + ratings[worst.joint].name + ": " + by + "higher)")
              : "a limit of " + with_unit(ratings, worst, demand) +
                    (by.empty() ? "" : " (" + by + "higher)")) +
         (helps ? "" : slowest);
}

Verdict verdict_of(const Ratings& ratings, const std::vector<LimitCheck>& checks, const std::string& change) {
  const std::size_t broken = broken_among(checks);
  const LimitCheck* worst = worst_of(checks);
  if (broken > 0)
    return {false, true,
            "does not fit: " + (broken == 1 ? "" : counted(broken, "limit") + " broken, the worst: ") +
                limit_text(ratings, *worst) + "; smallest change to fit: " + change};
  const std::vector<std::string> unlimited = unlimited_joints(ratings, checks);
  if (!worst)
    return {
        true, false,
        "not checked: no limit of speed or torque is given; give limits by `motors` FILE or `catalogue` FILE"};
  return {true, true,
          "fits, nearest limit: " + limit_text(ratings, *worst) + ", " +
              three_digits(100 * worst->demand->margin) + " % left" +
              (unlimited.empty() ? "" : "; no limit is given for " + joined(unlimited))};
}

Verdict verdict_of_choice(const Ratings& ratings, const Catalogue& catalogue,
                          const std::vector<DriveChoice>& choices, const std::vector<LimitCheck>& checks,
                          const std::string& change) {
  if (const std::string missing = missing_text(ratings, catalogue, choices); !missing.empty())
    return {false, true,
            "does not fit: " + missing + (change.empty() ? "" : "; smallest change to fit: " + change)};
  Verdict verdict = verdict_of(ratings, checks, change);
  verdict.text += total(catalogue, choices, "; total price ", &CatalogueMotor::price, "") +
                  total(catalogue, choices, "; mass of the motors ", &CatalogueMotor::mass, " kg");
  return verdict;
}

std::string sweep_verdict(const std::vector<SweepPoint>& points) {
  const auto fits = [](const SweepPoint& point) { return !any_broken(point.checks); };
  const auto fitting = static_cast<std::size_t>(std::count_if(points.begin(), points.end(), fits));
  if (std::none_of(points.begin(), points.end(),
                   [](const SweepPoint& point) { return worst_of(point.checks); }))
    return "not checked: no limit of speed or torque is given";
  const SweepPoint& first = points.front();
  std::string text = fitting == points.size() ? "fits at every point"
                     : fitting == 0
                         ? "does not fit at any point"
                         : "fits at " + std::to_string(fitting) + " of " + counted(points.size(), "point");
  const auto values = {std::tuple{"payload", &SweepPoint::payload, " kg"},
                       {"speed", &SweepPoint::speed, ""},
                       {"gear ratio", &SweepPoint::ratio, ""}};
  if (std::count_if(values.begin(), values.end(),
                    [&](const auto& value) { return (first.*std::get<1>(value)).has_value(); }) > 1)
    return text;
  for (const auto& [name, member, unit] : values) {
    if (!(first.*member)) continue;
    text = "";
    for (std::size_t i = 0, end = 0; i < points.size(); i = end) {
      while (end < points.size() && fits(points[end]) == fits(points[i])) ++end;
      const std::string from = four_digits(*(points[i].*member)),
                        to = four_digits(*(points[end - 1].*member));
      text += std::string(i == 0 ? "" : "; ") + (fits(points[i]) ? "fits: " : "does not fit: ") + name + " " +
              from + (from == to ? "" : " to " + to) + unit;
    }
  }
  return text;
}

}  // namespace invdyn
