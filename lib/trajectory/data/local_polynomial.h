#pragma once

#include <cstddef>
#include <vector>

namespace invdyn {

/// The order of the fitted polynomial and the number of its rows, which is odd and larger than the order.
struct LocalFit {
  std::size_t window = 5, order = 2;

  static constexpr std::size_t min_window = 3, max_window = 101, min_order = 2, max_order = 8;
};

/// The polynomial of best fit, by least squares, to the rows of a window, and its derivatives at one of them
/// [Savitzky & Golay 1964, Anal. Chem. 36, 1627; off the window's centre Gorry 1990, Anal. Chem. 62, 570; on
/// uneven times Gorry 1991, Anal. Chem. 63, 534]. They are weighted sums of the rows, exact for a polynomial
/// of this order. For even times the weights depend only on the row's place in the window.
class LocalPolynomial {
 public:
  explicit LocalPolynomial(const LocalFit& fit);

  /// Times of the window's rows, s, increasing, relative to the row whose derivatives are wanted.
  void take_times(const std::vector<double>& times);

  struct Derivatives {
    double first, second;  ///< per s and per s^2
  };
  /// The derivatives of these rows at row `at`, which must be at time 0.
  Derivatives derivatives(const double* rows, std::size_t at) const {
    Derivatives sums{0, 0};
    for (std::size_t i = 0; i < first_.size(); ++i) {
      const double difference = rows[i] - rows[at];  // so that rows far from zero lose no digits
      sums.first += first_[i] * difference;
      sums.second += second_[i] * difference;
    }
    return sums;
  }

 private:
  std::size_t order_;
  std::vector<double> times_;
  std::vector<double> first_, second_;  // weights of the rows
  std::vector<double> u_, p_, p_before_;
};

}  // namespace invdyn
