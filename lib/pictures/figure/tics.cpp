#include "tics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "../../ground/text/number.h"

namespace invdyn {
namespace {

// A range smaller than this part of its values is a single point with rounding errors.
constexpr double point = 1e-9;
// For smaller values, powers of ten leave the range of doubles.
constexpr double smallest = 1e-290;

double power_of_ten(int exponent) {
  return parse_finite("1e" + std::to_string(exponent)).value_or(0);
}

// The exponent of the leading digit.
int magnitude(double value) {
  int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  if (std::abs(value) >= power_of_ten(exponent + 1)) ++exponent;
  return exponent;
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
  return {text.data(), end.ptr};
}

// Widens a range that is too small to show.
void widen(double& minimum, double& maximum) {
  const double size = std::max(std::abs(minimum), std::abs(maximum));
  if (maximum - minimum > point * size && maximum - minimum > smallest) return;
  const double half = size > smallest ? 0.5 * size : 1;
  minimum -= half;
  maximum += half;
}

void widen_decade(double& minimum, double& maximum) {
  if (maximum > minimum * (1 + point)) return;
  minimum /= 10;
  maximum *= 10;
}

// Tics at the multiples of a step, digit * 10^power.
struct Steps {
  int digit, power;
  double size() const { return digit * power_of_ten(power); }
  std::int64_t first(double minimum) const {
    return static_cast<std::int64_t>(std::ceil(minimum / size() - point));
  }
  std::int64_t last(double maximum) const {
    return static_cast<std::int64_t>(std::floor(maximum / size() + point));
  }
};

// The smallest step that gives at most this number of tics, but at least two.
Steps steps_for(double minimum, double maximum, std::size_t max_tics) {
  const auto count = [&](const Steps& steps) { return steps.last(maximum) - steps.first(minimum) + 1; };
  Steps steps{1, magnitude((maximum - minimum) / static_cast<double>(max_tics)) - 1};
  while (count(steps) > static_cast<std::int64_t>(max_tics)) {
    Steps wider = steps;
    if (steps.digit == 5) ++wider.power;
    wider.digit = steps.digit == 1 ? 2 : steps.digit == 2 ? 5 : 1;
    if (count(wider) < 2) break;
    steps = wider;
  }
  return steps;
}

// multiple * 10^power, rounded once.
double scaled(std::int64_t multiple, int power) {
  const double value = static_cast<double>(multiple);
  return power < 0 ? value / power_of_ten(-power) : value * power_of_ten(power);
}

// The first whole number on an axis that counts.
std::optional<double> first_count(const Extent& data, const ScaleChoice& choice) {
  constexpr double largest = 9999;
  const bool counts = choice.marks_first && !data.empty() && data.whole() && data.minimum() >= -largest &&
                      data.maximum() <= largest;
  if (!counts) return std::nullopt;
  return choice.minimum ? std::ceil(*choice.minimum) : data.minimum();
}

// Moves the ends to marks that lie within a twentieth of the range beyond them, if the step stays the same.
void reach_near_marks(Scale& scale, const ScaleChoice& choice) {
  const Steps steps = steps_for(scale.minimum, scale.maximum, choice.max_tics);
  const double near = (scale.maximum - scale.minimum) / 20;
  const auto mark = [&](std::int64_t multiple) { return scaled(multiple * steps.digit, steps.power); };
  Scale wider = scale;
  const double below = mark(steps.first(scale.minimum) - 1), above = mark(steps.last(scale.maximum) + 1);
  if (!choice.minimum && scale.minimum - below <= near) wider.minimum = below;
  if (!choice.maximum && above - scale.maximum <= near) wider.maximum = above;
  const Steps after = steps_for(wider.minimum, wider.maximum, choice.max_tics);
  if (after.digit == steps.digit && after.power == steps.power) scale = wider;
}

// A mark at the first of the data, if the axis begins there and the next mark is far.
void mark_first(Scale& scale, double first) {
  if (first != scale.minimum || scale.tics.size() < 2) return;
  const double step = scale.tics[1].at - scale.tics[0].at;
  if (scale.tics.front().at - first < step / 2) return;
  const std::string& text = scale.tics.front().text;
  const std::size_t dot = text.find('.');
  const int decimals = dot == std::string::npos ? 0 : static_cast<int>(text.size() - dot - 1);
  scale.tics.insert(scale.tics.begin(), {first, fixed(first / std::pow(10, scale.exponent), decimals + 1)});
}

void mark_evenly(Scale& scale, std::size_t max_tics, std::optional<double> first_of_all) {
  Steps steps = steps_for(scale.minimum, scale.maximum, max_tics);
  constexpr Steps ones{1, 0};
  if (first_of_all && steps.size() > 1) {
    constexpr std::int64_t max_ones = 8;
    if (ones.last(scale.maximum) - ones.first(scale.minimum) < max_ones) steps = ones;
  }
  std::int64_t first = steps.first(scale.minimum);
  const std::int64_t last = steps.last(scale.maximum);
  if (first_of_all && steps.size() > 1) {
    first = steps.first(*first_of_all);
    if (scaled(first * steps.digit, steps.power) - *first_of_all >= steps.size() / 2)
      scale.tics.push_back({*first_of_all, fixed(*first_of_all, 0)});
  }
  const double size = std::max(std::abs(scaled(first * steps.digit, steps.power)),
                               std::abs(scaled(last * steps.digit, steps.power)));
  const int leading = size > 0 ? magnitude(size) : 0;
  scale.exponent = leading >= 5 || leading < -2 ? leading : 0;
  const int shown = steps.power - scale.exponent;
  for (std::int64_t i = first; i <= last; ++i)
    scale.tics.push_back(
        {scaled(i * steps.digit, steps.power), fixed(scaled(i * steps.digit, shown), std::max(0, -shown))});
}

void mark_decades(Scale& scale, std::size_t max_tics) {
  const int first = magnitude(scale.minimum), last = magnitude(scale.maximum);
  const int stride = 1 + (last - first) / static_cast<int>(max_tics);
  const bool plain = first >= -3 && last <= 3;
  // If fewer than three powers of ten are in the range, tics between them have labels too.
  int powers = 0;
  for (int decade = first; decade <= last; ++decade)
    if (const double at = scaled(1, decade); at >= scale.minimum && at <= scale.maximum) ++powers;
  const bool dense = scale.maximum / scale.minimum < 100;
  const auto is_named = [&](int digit) {
    return digit == 1 || (dense && (digit == 2 || digit == 5)) || (!dense && powers < 3 && digit == 3);
  };
  for (int decade = first; decade <= last; ++decade)
    for (int digit = 1; digit <= 9; ++digit) {
      const double at = scaled(digit, decade);
      if (at < scale.minimum || at > scale.maximum) continue;
      const bool named = decade % stride == 0 && is_named(digit);
      std::string text = plain ? shortest(at) : std::to_string(digit) + "e" + std::to_string(decade);
      if (named || stride == 1) scale.tics.push_back({at, named ? std::move(text) : ""});
    }
}

}  // namespace

void Extent::take(double value, bool logarithmic) {
  if (!std::isfinite(value) || (logarithmic && !(value > 0))) return;
  whole_ = whole_ && value == std::floor(value);
  if (empty()) {
    minimum_ = maximum_ = value;
    return;
  }
  minimum_ = std::min(minimum_, value);
  maximum_ = std::max(maximum_, value);
}

Scale scale_for(const Extent& data, const ScaleChoice& choice) {
  double minimum = choice.logarithmic ? 0.1 : 0, maximum = 1;
  if (!data.empty()) {
    minimum = std::max(data.minimum(), choice.logarithmic ? smallest : -largest_drawn);
    maximum = std::min(data.maximum(), largest_drawn);
  }
  const auto fix_ends = [&] {
    if (choice.minimum) minimum = *choice.minimum;
    if (choice.maximum) maximum = *choice.maximum;
  };
  // If all data are beyond a fixed end, the other end starts there too.
  if (choice.minimum) maximum = std::max(maximum, *choice.minimum);
  if (choice.maximum) minimum = std::min(minimum, *choice.maximum);
  fix_ends();
  (choice.logarithmic ? widen_decade : widen)(minimum, maximum);
  if (choice.logarithmic) {
    const double room = std::pow(maximum / minimum, choice.margin);
    minimum /= room;
    maximum *= room;
  } else {
    const double room = (maximum - minimum) * choice.margin;
    minimum -= room;
    maximum += room;
  }
  fix_ends();

  Scale scale;
  scale.minimum = minimum;
  scale.maximum = maximum;
  // A range of less than a factor of 3 may contain no 1, 2 or 5.
  if (choice.logarithmic && maximum / minimum > 3) {
    mark_decades(scale, choice.max_tics);
    return scale;
  }
  const std::optional<double> count = first_count(data, choice);
  const bool reaches = choice.marks_first && !count && choice.margin == 0 && !data.empty();
  if (reaches) reach_near_marks(scale, choice);
  mark_evenly(scale, choice.max_tics, count);
  if (reaches && !choice.minimum) mark_first(scale, data.minimum());
  return scale;
}

}  // namespace invdyn
