#include "local_polynomial.h"

#include <algorithm>
#include <cassert>

namespace invdyn {

LocalPolynomial::LocalPolynomial(const LocalFit& fit)
    : order_(fit.order),
      times_(fit.window),
      first_(fit.window),
      second_(fit.window),
      u_(fit.window),
      p_(fit.window),
      p_before_(fit.window) {
  assert(fit.window % 2 == 1 && fit.window > fit.order);
}

// The fit uses polynomials p_0, p_1, ... that are orthogonal on the rows' times [Forsythe 1957, J. SIAM 5,
// 74]:
//   p_{m+1}(u) = (u - a_m) p_m(u) - b_m p_{m-1}(u),  a_m = (u p_m, p_m) / (p_m, p_m),
//   b_m = (p_m, p_m) / (p_{m-1}, p_{m-1}).
// The fit is sum_m p_m (x, p_m) / (p_m, p_m), so its derivative at 0 gives row i the weight
// sum_m p_m(u_i) p_m'(0) / (p_m, p_m). Sums are in the order of the rows, so that their rounding is the same
// everywhere.
void LocalPolynomial::take_times(const std::vector<double>& times) {
  if (times == times_) return;
  times_ = times;
  const std::size_t count = times.size();
  const double scale = (times.back() - times.front()) / 2;
  for (std::size_t i = 0; i < count; ++i) u_[i] = times[i] / scale;
  std::fill(p_.begin(), p_.end(), 1.0);
  std::fill(p_before_.begin(), p_before_.end(), 0.0);
  std::fill(first_.begin(), first_.end(), 0.0);
  std::fill(second_.begin(), second_.end(), 0.0);
  struct AtZero {
    double value, first, second;
  };
  AtZero at_zero{1, 0, 0}, at_zero_before{0, 0, 0};
  double norm_before = 1;
  for (std::size_t m = 0;; ++m) {
    double norm = 0, moment = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double square = p_[i] * p_[i];
      norm += square;
      moment += u_[i] * square;
    }
    const double to_first = at_zero.first / norm / scale, to_second = at_zero.second / norm / scale / scale;
    for (std::size_t i = 0; i < count; ++i) {
      first_[i] += p_[i] * to_first;
      second_[i] += p_[i] * to_second;
    }
    if (m == order_) return;
    const double a = moment / norm, b = m > 0 ? norm / norm_before : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double next = (u_[i] - a) * p_[i] - b * p_before_[i];
      p_before_[i] = p_[i];
      p_[i] = next;
    }
    const AtZero next{-a * at_zero.value - b * at_zero_before.value,
                      at_zero.value - a * at_zero.first - b * at_zero_before.first,
                      2 * at_zero.first - a * at_zero.second - b * at_zero_before.second};
    at_zero_before = at_zero;
    at_zero = next;
    norm_before = norm;
  }
}

}  // namespace invdyn
