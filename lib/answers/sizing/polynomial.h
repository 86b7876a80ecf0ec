#pragma once

#include <array>
#include <iterator>
#include <map>

#include "../../dynamics/core/quadratic.h"
#include "../../lanes/scalar/crossings.h"

namespace invdyn {

/// A polynomial of degree 4 or less; coefficient i belongs to s^i.
using Quartic = std::array<double, 5>;

Quartic square_of(const Quadratic& quadratic);
/// sum += factor * other
void add(Quartic& sum, double factor, const Quartic& other);

/// An upper bound of the magnitude of all zeros [Cauchy 1829].
double bound_of_zeros(const Quartic& polynomial);

/// The `count` real zeros of a quadratic, at most two, in any order, computed without cancellation.
struct Zeros {
  std::array<double, 2> values{};
  std::size_t count = 0;
};
Zeros zeros_of(const Quadratic& quadratic);

/// A union of intervals. Intervals that touch are merged.
class IntervalSet {
 public:
  void insert(double from, double to) {
    auto next = to_of_.upper_bound(from);
    if (next != to_of_.begin()) {
      const auto before = std::prev(next);
      if (before->second >= to) return;
      if (before->second >= from) {
        from = before->first;
        next = to_of_.erase(before);
      }
    }
    while (next != to_of_.end() && next->first <= to) {
      if (next->second > to) to = next->second;
      next = to_of_.erase(next);
    }
    to_of_.emplace_hint(next, from, to);
  }

  bool covers(double from, double to) const {
    auto next = to_of_.upper_bound(from);
    return next != to_of_.begin() && std::prev(next)->second >= to;
  }

  const std::map<double, double>& intervals() const { return to_of_; }  ///< end by beginning

 private:
  std::map<double, double> to_of_;
};

}  // namespace invdyn
