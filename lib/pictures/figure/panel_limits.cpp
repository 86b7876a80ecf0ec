#include "panel_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

// A limit is drawn if the axis is at most so many times as long as for the values and zero alone.
constexpr double max_stretch = 3;

}  // namespace

PanelLimits::PanelLimits(const MotionColumns& columns, const MotionFigureSettings& settings)
    : columns_(columns) {
  if (!settings.robot) return;
  const Motors motors = settings.motors ? *settings.motors : Motors();
  ratings_ = ratings_of(settings.motors ? with_motors(*settings.robot, motors) : *settings.robot, motors, {});
}

const JointRating* PanelLimits::rating(const std::string& joint) const {
  const auto found = std::find_if(ratings_.begin(), ratings_.end(),
                                  [&](const JointRating& rating) { return rating.name == joint; });
  return found == ratings_.end() ? nullptr : &*found;
}

bool PanelLimits::is_near(double limit, double minimum, double maximum) {
  const double low = std::min(minimum, 0.0), high = std::max(maximum, 0.0);
  return std::max(high, limit) - std::min(low, limit) <= max_stretch * (high - low);
}

bool PanelLimits::is_approached(bool is_upper, double minimum, double maximum) {
  constexpr double small = 0.05;  // an overshoot, or rounding
  return is_upper ? maximum > small * -minimum : -minimum > small * maximum;
}

PanelLimits::Span PanelLimits::span_of(const AllSeries& series, const std::string& joint) const {
  Span span;
  for (const MotionColumns::Series& each : series) {
    if (!joint.empty() && each.joint != joint) continue;
    for (const double value : columns_.values(each)) {  // NaN: a gap
      span.minimum = std::min(span.minimum, value);
      span.maximum = std::max(span.maximum, value);
    }
  }
  return span;
}

std::vector<JointLimit> PanelLimits::all_limits(const AllSeries& series, const std::string& joint) const {
  const JointRating* const rated = rating(joint);
  if (!rated) return {};
  const AxisQuantity axis = series.front().axis;
  std::vector<JointLimit> all = limits_of(*rated, axis);
  for (JointLimit& limit : all) limit.value *= columns_.per_si_unit(axis, series.front().kind);
  return all;
}

std::vector<JointLimit> PanelLimits::limits_ahead(const AllSeries& series, const std::string& joint) const {
  const AxisQuantity axis = series.front().axis;
  const bool is_position = axis == AxisQuantity::position || axis == AxisQuantity::desired_position;
  const Span own = span_of(series, joint);
  std::vector<JointLimit> ahead = all_limits(series, joint);
  std::erase_if(ahead, [&](const JointLimit& limit) {
    return !is_position && !is_approached(limit.is_upper, own.minimum, own.maximum);
  });
  return ahead;
}

std::vector<JointLimit> PanelLimits::near_limits(const AllSeries& series, const std::string& joint,
                                                 Span shown) const {
  const Span own = span_of(series, joint);
  std::vector<JointLimit> near = limits_ahead(series, joint);
  std::erase_if(near, [&](const JointLimit& limit) {
    return !is_near(limit.value, own.minimum, own.maximum) &&
           (limit.value < shown.minimum || limit.value > shown.maximum);
  });
  return near;
}

std::vector<std::vector<JointLimit>> PanelLimits::drawn_limits(const AllSeries& series,
                                                               const std::vector<std::string>& joints,
                                                               Span shown) const {
  std::vector<JointLimit> drawn;
  for (const std::string& joint : joints)
    for (const JointLimit& limit : near_limits(series, joint, shown)) drawn.push_back(limit);
  std::vector<std::vector<JointLimit>> of_joints;
  for (const std::string& joint : joints)
    std::erase_if(of_joints.emplace_back(all_limits(series, joint)), [&](const JointLimit& limit) {
      return std::find(drawn.begin(), drawn.end(), limit) == drawn.end();
    });
  return of_joints;
}

void PanelLimits::leave_out_far(const AllSeries& series, const std::string& joint,
                                const std::vector<JointLimit>& drawn_of_joint) {
  std::set<LimitLook> drawn;
  for (const JointLimit& limit : drawn_of_joint) drawn.insert(limit.look);
  for (const JointLimit& limit : limits_ahead(series, joint))
    if (!drawn.contains(limit.look))
      leave_out(std::string(name_of(series.front().axis, series.front().kind)) +
                    (limit.look == LimitLook::joint ? "" : ", " + name_of(limit.look)),
                joint);
}

void PanelLimits::add(Panel& panel, const std::vector<MotionColumns::Series>& series) {
  std::vector<std::string> joints;
  for (const MotionColumns::Series& each : series) add_once(joints, each.joint);
  Span shown = span_of(series, "");
  for (const std::string& joint : joints)
    for (const JointLimit& limit : near_limits(series, joint, {})) {
      shown.minimum = std::min(shown.minimum, limit.value);
      shown.maximum = std::max(shown.maximum, limit.value);
    }
  const std::vector<std::vector<JointLimit>> limits = drawn_limits(series, joints, shown);
  for (std::size_t j = 0; j < joints.size(); ++j) leave_out_far(series, joints[j], limits[j]);
  const bool are_same =
      std::all_of(limits.begin(), limits.end(), [&](const auto& each) { return each == limits.front(); });
  std::set<LimitLook> named;
  const auto add_level = [&](const JointLimit& limit, std::optional<std::size_t> colour) {
    Level level{.y = limit.value, .look = static_cast<std::size_t>(limit.look)};
    if (named.insert(limit.look).second) level.name = name_of(limit.look);
    if (colour && !level.name.empty()) {  // the key shows the dash pattern in grey
      Level sample = level;
      sample.y = std::numeric_limits<double>::quiet_NaN();
      panel.levels.push_back(sample);
      level.name.clear();
    }
    level.colour = colour;
    panel.levels.push_back(level);
  };
  if (!are_same) {
    for (std::size_t j = 0; j < joints.size(); ++j)
      for (const JointLimit& limit : limits[j]) {
        std::vector<std::size_t> having;
        for (std::size_t i = 0; i < joints.size(); ++i)
          if (std::count(limits[i].begin(), limits[i].end(), limit) > 0) having.push_back(i);
        if (having.size() == 1) add_level(limit, columns_.number_of(joints[j]));
        if (having.size() > 1 && having.front() == j) add_level(limit, std::nullopt);
      }
    return;
  }
  std::optional<double> upper, lower;
  for (const JointLimit& limit : limits.front()) {
    add_level(limit, std::nullopt);
    if (!limit.is_strict()) continue;
    if (limit.is_upper) upper = std::min(upper.value_or(limit.value), limit.value);
    if (!limit.is_upper) lower = std::max(lower.value_or(limit.value), limit.value);
  }
  if (upper) panel.bands.push_back({*upper, true});
  if (lower) panel.bands.push_back({*lower, false});
}

std::string PanelLimits::note() const {
  std::string list;
  for (const auto& [limit, joints] : far_)
    list += (list.empty() ? "" : "; ") + limit + " (" + joined(joints) + ')';
  return list.empty() ? "" : "limits outside the drawing: " + list;
}

}  // namespace invdyn
