#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace invdyn {

/// Solves equations of numbers p, a whose factors depend on the signs of p:
///   drive_i = factor_i p_i + inertia_i a_i,  factor_i = 1 + slope_i sign(p_i),  |slope_i| < 1, inertia_i >=
///   0.
/// The caller solves for a under the factors that this class assumes; there p = M a + bias with a positive
/// definite matrix M that this class need not know. So the equations say that a strictly convex function of
/// p, piecewise quadratic, has its minimum, and there is one solution. The next signs are those at the lowest
/// point on the way to the caller's solution [Newton's method with exact line search; it ends after finitely
/// many steps: Sun, Mathematical Programming 76 (1997) 451-467].
template <class T>
class SignSearch {
 public:
  void clear() {
    equations_.clear();
    solutions_ = 0;
  }
  /// The first sign is that of `drive`, which is right without inertia.
  void add(std::size_t index, double slope, const T& drive, double inertia) {
    equations_.push_back({index, T(slope), drive, T(inertia), drive < T(0)});
  }

  /// The factors to solve for a with; those of other indices stay.
  void set_factors(std::span<T> factors) const {
    for (const Equation& each : equations_) factors[each.index] = each.factor(each.is_negative);
  }

  /// Takes the solution with these factors. Returns whether it has other signs, so that it is to be solved
  /// again. Signs that only rounding makes wrong are right. Not of numbers that are not finite.
  bool corrects(std::span<const T> a) {
    T largest(0), worst(0);
    for (Equation& each : equations_) {
      each.next_a = a[each.index];
      const T taken = each.inertia * each.next_a;
      each.next_p = (each.drive - taken) / each.factor(each.is_negative);
      if (!(each.next_p - each.next_p == T(0))) return false;  // the caller looks for such numbers
      largest = std::max(largest, size(each.drive) + size(taken));
      if (each.is_negative == (each.next_p < T(0)) || size(each.next_p) <= worst) continue;
      worst = size(each.next_p);
      undecided_ = each.index;
    }
    if (worst <= T(rounding) * largest) return false;
    const T length = solutions_++ == 0 ? T(1) : lowest();
    for (Equation& each : equations_) {
      each.p = each.p_at(length);
      each.a = each.a_at(length);
      each.is_negative = each.p < T(0);
    }
    return true;
  }

  /// With more solutions than any known case needs, only rounding can be the reason: whose sign it hides.
  std::optional<std::size_t> undecided() const {
    return solutions_ > 50 + 2 * equations_.size() ? std::optional(undecided_) : std::nullopt;
  }

 private:
  static constexpr double rounding = 1e-12;

  struct Equation {
    std::size_t index;
    T slope, drive, inertia;
    bool is_negative;
    T p = T(0), a = T(0), next_p = T(0), next_a = T(0);

    T factor(bool negative) const { return negative ? T(1) - slope : T(1) + slope; }
    T p_at(const T& t) const { return p + t * (next_p - p); }
    T a_at(const T& t) const { return a + t * (next_a - a); }
  };

  static T size(const T& value) { return value < T(0) ? -value : value; }

  // The derivative of the function on the way from p, 0, to next_p, 1. It grows, in straight pieces.
  T rise(const T& t) const {
    T sum(0);
    for (const Equation& each : equations_) {
      if (!(each.inertia > T(0))) continue;
      const T p = each.p_at(t);
      sum +=
          (each.next_p - each.p) * ((each.factor(p < T(0)) * p - each.drive) / each.inertia + each.a_at(t));
    }
    return sum;
  }

  T lowest() const {
    T before(0), after(1);
    if (rise(after) <= T(0)) return after;
    for (const Equation& each : equations_) {
      if ((each.p < T(0)) == (each.next_p < T(0))) continue;
      const T bend = each.p / (each.p - each.next_p);
      if (bend <= before || bend >= after) continue;
      (rise(bend) <= T(0) ? before : after) = bend;
    }
    const T low = rise(before), high = rise(after);
    return low < T(0) ? before + (after - before) * (low / (low - high)) : before;
  }

  std::vector<Equation> equations_;
  std::size_t solutions_ = 0, undecided_ = 0;
};

}  // namespace invdyn
