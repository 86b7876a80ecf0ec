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

// Where two rows that exclude each other at y can next agree: at a zero of what is between them, or at the
// end of a range.
struct Turn {
  double y;
  bool at_zero;
};

Turn turn_below(const Bounds& bounds, double y) {
  const double from =
      bounds.broken ? bounds.broken->from : std::max(bounds.of_low->from, bounds.of_high->from);
  Turn next{from, false};
  const Zeros zeros = zeros_of(room(bounds));
  for (std::size_t i = 0; i < zeros.count; ++i)
    if (zeros.values[i] <= y * (1 + rounding) && zeros.values[i] >= next.y) next = {zeros.values[i], true};
  return next;
}

Turn turn_above(const Bounds& bounds, double y) {
  const double to = bounds.broken ? bounds.broken->to : std::min(bounds.of_low->to, bounds.of_high->to);
  Turn next{to, false};
  const Zeros zeros = zeros_of(room(bounds));
  for (std::size_t i = 0; i < zeros.count; ++i)
    if (zeros.values[i] >= y * (1 - rounding) && zeros.values[i] <= next.y) next = {zeros.values[i], true};
  return next;
}

struct SpeedSet {
  double from = 0, to = 0;
};

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
    const SpeedSet& set = sets_[next];
    return {2 * (lengths_[next] - lengths_[next - 1]), 1, 0, set.from * set.from, set.to * set.to, 0};
  }

  void find_rows(std::size_t i, double y, bool below) {
    limits_.rows_of(i, y, below, rows_);
    rows_.push_back(into(i + 1));
  }

  // The largest and smallest speed of a point from which the set of the next one can be reached. All speeds
  // on the way to it are excluded by two rows at least.
  bool find_set(std::size_t i) {
    double to = top_[i], from = 0;
    find_rows(i, to, true);
    for (;;) {
      const Bounds bounds = bounds_at(rows_, to);
      if (bounds.are_met()) break;
      const Turn next = turn_below(bounds, to);
      if (!next.at_zero && next.y <= 0) return false;
      const bool stays = next.y >= to * (1 - rounding);
      to = std::min(next.y, to);
      if (stays && next.at_zero) break;  // the zero at which it is
      if (limits_.have_pieces()) find_rows(i, to, true);
    }
    if (limits_.have_pieces()) find_rows(i, from, false);
    while (from < to) {
      const Bounds bounds = bounds_at(rows_, from);
      if (bounds.are_met()) break;
      const Turn next = turn_above(bounds, from);
      const bool stays = next.y <= from * (1 + rounding);
      from = std::clamp(next.y, from, to);
      if (stays && next.at_zero) break;
      if (limits_.have_pieces()) find_rows(i, from, false);
    }
    sets_[i] = {from, to};
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
  std::vector<SpeedSet> sets_;
  std::vector<PathRow> rows_;
  PathSpeed speed_;
  int lowered_ = 0;
};

}  // namespace

PathSpeed fastest_speed(const PathLimits& limits) {
  return TwoPasses(limits).speed();
}

}  // namespace invdyn
