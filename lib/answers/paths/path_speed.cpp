#include "path_speed.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../sizing/polynomial.h"

namespace invdyn {
namespace {

// Speeds above this are treated as unbounded.
constexpr double beyond_sense = 1e6;
// What rows allow at the zero of a quadratic may be negative by rounding.
constexpr double rounding = 1e-12;

// u at a speed y lies between the highest lower bound and the lowest upper one.
struct Bounds {
  double low = -no_bound, high = no_bound;
  const PathRow *of_low = nullptr, *of_high = nullptr;
  const PathRow* broken = nullptr;  // has no u and is not met
  bool is_high_broken = false;

  bool are_met() const { return !broken && low - high <= rounding * (std::abs(low) + std::abs(high)); }
};

Bounds bounds_at(const std::vector<PathRow>& rows, double y) {
  Bounds bounds;
  for (const PathRow& row : rows) {
    const double moved = (row.square * y + row.linear) * y, slope = row.slope * y;
    const double low = row.low - slope - moved, high = row.high + slope - moved;
    if (row.factor < std::numeric_limits<double>::min()) {
      if (low > 0 || high < 0) {
        bounds.broken = &row;
        bounds.is_high_broken = high < 0;
      }
      continue;
    }
    const double inverse = 1 / row.factor;
    if (low * inverse > bounds.low) {
      bounds.low = low * inverse;
      bounds.of_low = &row;
    }
    if (high * inverse < bounds.high) {
      bounds.high = high * inverse;
      bounds.of_high = &row;
    }
  }
  return bounds;
}

Quadratic high_of(const PathRow& row) {
  return {-row.square, row.slope - row.linear, row.high};
}
Quadratic low_of(const PathRow& row) {
  return {-row.square, -row.slope - row.linear, row.low};
}

// What is negative where these bounds are not met.
Quadratic room(const Bounds& bounds) {
  if (bounds.broken) return bounds.is_high_broken ? high_of(*bounds.broken) : -1 * low_of(*bounds.broken);
  return bounds.of_low->factor * high_of(*bounds.of_high) + -bounds.of_high->factor * low_of(*bounds.of_low);
}

// The largest y from `from` to `to` at which a u meets all rows: from a y at which two of them exclude each
// other, they do down to the next zero of what is between them.
std::optional<double> highest_speed(const std::vector<PathRow>& rows, double from, double to) {
  for (double y = to;;) {
    const Bounds bounds = bounds_at(rows, y);
    if (bounds.are_met()) return y;
    const Zeros zeros = zeros_of(room(bounds));
    double next = -no_bound;
    for (std::size_t i = 0; i < zeros.count; ++i)
      if (zeros.values[i] <= y * (1 + rounding) && zeros.values[i] > next) next = zeros.values[i];
    if (!(next >= from)) return std::nullopt;
    if (next >= y * (1 - rounding)) return std::min(next, y);  // the zero at which y is
    y = next;
  }
}

std::optional<double> lowest_speed(const std::vector<PathRow>& rows, double from, double to) {
  for (double y = from;;) {
    const Bounds bounds = bounds_at(rows, y);
    if (bounds.are_met()) return y;
    const Zeros zeros = zeros_of(room(bounds));
    double next = no_bound;
    for (std::size_t i = 0; i < zeros.count; ++i)
      if (zeros.values[i] >= y * (1 - rounding) && zeros.values[i] < next) next = zeros.values[i];
    if (!(next <= to)) return std::nullopt;
    if (next <= y * (1 + rounding)) return std::max(next, y);
    y = next;
  }
}

class TwoPasses {
 public:
  explicit TwoPasses(const PathLimits& limits)
      : limits_(limits),
        lengths_(limits.lengths()),
        last_(lengths_.size() - 1),
        top_(last_ + 1),
        sets_(last_ + 1) {
    for (std::size_t i = 0; i < last_; ++i) top_[i] = std::min(limits.top_speed(i), beyond_sense);
    speed_.y.assign(last_ + 1, 0);
    speed_.u.assign(last_, 0);
    sets_[last_] = {0, 0};
  }

  PathSpeed speed() {
    for (std::size_t i = last_; i > 0; --i)
      if (!find_set(i - 1)) return impossible(i - 1);
    if (sets_[0].from > 0) return impossible(0);
    for (std::size_t i = 0; i < last_;) {
      if (go(i))
        ++i;
      else if (speed_.impossible)
        return speed_;
      else if (!lower_set(i))
        return impossible(i);
    }
    return speed_;
  }

 private:
  PathSpeed impossible(std::size_t step) {
    speed_.impossible = step;
    return speed_;
  }

  // y' of the next point is within its set: from^2 <= y^2 + 2 h u <= to^2.
  PathRow into(std::size_t next) const {
    const SpeedRange& set = sets_[next];
    return {2 * (lengths_[next] - lengths_[next - 1]), 1, 0, set.from * set.from, set.to * set.to, 0,
            std::numeric_limits<std::size_t>::max()};
  }

  // The largest and smallest speed of a point from which the set of the next one can be reached.
  bool find_set(std::size_t i) {
    const PathRow next = into(i + 1);
    std::optional<double> to, from;
    SpeedRange range{0, top_[i]};
    for (double y = top_[i]; !to;) {
      range = limits_.rows_of(i, y, true, rows_);
      rows_.push_back(next);
      to = highest_speed(rows_, range.from, y);
      if (!to && range.from <= 0) return false;
      y = range.from;
    }
    if (range.from > 0) range.to = 0;  // the rows are for other speeds
    for (double y = 0; !from;) {
      if (y >= range.to) {
        range = limits_.rows_of(i, y, false, rows_);
        rows_.push_back(next);
      }
      from = lowest_speed(rows_, y, std::min(range.to, *to));
      if (!from && range.to >= *to) from = to;
      y = range.to;
    }
    sets_[i] = {std::min(*from, *to), *to};
    return true;
  }

  // The largest rate from a point into the next set.
  bool go(std::size_t i) {
    const double y = speed_.y[i];
    const double twice_h = 2 * (lengths_[i + 1] - lengths_[i]);
    limits_.rows_of(i, y, true, rows_);
    Bounds bounds = bounds_at(rows_, y);
    if (bounds.high == no_bound || sets_[i + 1].to >= beyond_sense) {
      speed_.is_unbounded = true;
      impossible(i);
      return false;
    }
    rows_.push_back(into(i + 1));
    const double most = (sets_[i + 1].to - y) * (sets_[i + 1].to + y) / twice_h;
    const double least = (sets_[i + 1].from - y) * (sets_[i + 1].from + y) / twice_h;
    // The speeds of both points are rounded.
    const double rounded = 1e-9 * (std::abs(bounds.low) + std::abs(bounds.high)) + 1e-15 * y * y / twice_h;
    if (bounds.broken || bounds.low > std::min(most, bounds.high) + rounded || bounds.high < least - rounded)
      return false;
    double& next = speed_.y[i + 1];
    if (most <= bounds.high) {
      speed_.u[i] = most;
      next = sets_[i + 1].to;
    } else {
      speed_.u[i] = bounds.high;
      next = std::clamp(std::sqrt(std::max(0.0, y * y + twice_h * bounds.high)), sets_[i + 1].from,
                        sets_[i + 1].to);
    }
    if (y + next > 0) return true;
    impossible(i);
    return false;
  }

  // No u leads on from here: the sets are not convex. The next lower speed that has one is now the largest,
  // and the sets before it follow. Goes back to the first point that is outside its set.
  bool lower_set(std::size_t& i) {
    if (++lowered_ > 1000 || i == 0) return false;
    const double y = speed_.y[i] * (1 - 1e-9);
    top_[i] = y;
    if (!find_set(i)) return false;
    do {
      --i;
      if (!find_set(i)) return false;
    } while (i > 0 && speed_.y[i] > sets_[i].to);
    return true;
  }

  const PathLimits& limits_;
  const std::vector<double>& lengths_;
  std::size_t last_;
  std::vector<double> top_;
  std::vector<SpeedRange> sets_;
  std::vector<PathRow> rows_;
  PathSpeed speed_;
  int lowered_ = 0;
};

}  // namespace

PathSpeed fastest_speed(const PathLimits& limits) {
  return TwoPasses(limits).speed();
}

}  // namespace invdyn
