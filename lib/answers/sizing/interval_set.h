#pragma once

#include <iterator>
#include <map>

namespace invdyn {

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
