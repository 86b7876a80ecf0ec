#include "torque_lag.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "../../trajectory/data/rests.h"
#include "blocked_sums.h"
#include "thresholds.h"

namespace invdyn {
namespace {

constexpr double max_lag = 0.5;  // s
constexpr std::ptrdiff_t max_shift = 250, min_shift = 4;
constexpr int term_count = 5;
using Products = Eigen::Matrix<double, term_count, term_count>;
using Terms = Eigen::Matrix<double, term_count, 1>;

// At rest dry friction holds a joint with any torque, which follows others at any time.
bool moves(const RowRuns& rows, std::size_t joint) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row)
      low = std::min(low, run.q(row, joint)), high = std::max(high, run.q(row, joint));
  return high - low > threshold::rest;
}

double mean_step(const RowRuns& rows) {
  double duration = 0, steps = 0;
  for (const RowRuns::Run& run : rows.runs()) {
    if (run.rows() < 2) continue;
    duration += run.t(run.rows() - 1) - run.t(0);
    steps += static_cast<double>(run.rows() - 1);
  }
  return steps > 0 ? duration / steps : 0;
}

Terms terms_of(const RowRuns::Run& run, std::size_t row, std::size_t joint) {
  const double dq = run.dq(row, joint);
  return {1, run.tau(row, joint), static_cast<double>((dq > 0) - (dq < 0)), dq, run.ddq(row, joint)};
}

// The part of the variance of the measured torque that the terms leave, for each shift.
class ShiftedFits {
 public:
  ShiftedFits(const RowRuns& rows, std::size_t joint, std::ptrdiff_t shifts)
      : shifts_(shifts), sums_(static_cast<std::size_t>(2 * shifts + 1)) {
    Products products = Products::Zero();
    for (const RowRuns::Run& run : rows.runs()) {
      const auto count = static_cast<std::ptrdiff_t>(run.rows());
      if (count < 4 * shifts) continue;
      for (std::ptrdiff_t row = shifts; row < count - shifts; ++row) {
        const Terms x = terms_of(run, static_cast<std::size_t>(row), joint);
        products += x * x.transpose();
        for (std::ptrdiff_t shift = -shifts; shift <= shifts; ++shift) {
          const double y = run.measured(static_cast<std::size_t>(row + shift), joint);
          Sums& sums = sums_[static_cast<std::size_t>(shift + shifts)];
          sums.products += y * x;
          sums.square += y * y;
        }
      }
    }
    const Terms scale =
        (products.diagonal().array() > 0).select(products.diagonal().array().sqrt().inverse(), 1).matrix();
    Products scaled = scale.asDiagonal() * products * scale.asDiagonal();
    constexpr double ridge = 1e-10;  // for terms that depend on each other
    scaled.diagonal().array() += ridge;
    const Eigen::LDLT<Products> solver(scaled);
    for (Sums& sums : sums_) {
      const Terms column = scale.cwiseProduct(sums.products);
      const double variance =
          sums.square - sums.products[0] * sums.products[0] / std::max(products(0, 0), 1.0);
      const double rest = sums.square - column.dot(solver.solve(column));
      parts_.push_back(variance > 0 ? std::max(rest, 0.0) / variance : 1);
    }
  }

  double operator[](std::ptrdiff_t shift) const { return parts_[static_cast<std::size_t>(shift + shifts_)]; }
  std::ptrdiff_t best() const {
    return std::min_element(parts_.begin(), parts_.end()) - parts_.begin() - shifts_;
  }
  double middle() const {
    std::vector<double> parts = parts_;
    const auto middle = parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2);
    std::nth_element(parts.begin(), middle, parts.end());
    return *middle;
  }

 private:
  struct Sums {
    Terms products = Terms::Zero();
    double square = 0;
  };
  std::ptrdiff_t shifts_;
  std::vector<Sums> sums_;
  std::vector<double> parts_;
};

}  // namespace

std::optional<TorqueLag> torque_lag(const RowRuns& rows, std::size_t joint) {
  if (!moves(rows, joint)) return std::nullopt;
  const double step = mean_step(rows);
  std::size_t longest = 0;
  for (const RowRuns::Run& run : rows.runs()) longest = std::max(longest, run.rows());
  if (!(step > 0)) return std::nullopt;
  const auto shifts = static_cast<std::ptrdiff_t>(
      std::min({max_lag / step, static_cast<double>(longest) / 4, static_cast<double>(max_shift)}));
  if (shifts < min_shift) return std::nullopt;
  const ShiftedFits fits(rows, joint, shifts);
  const std::ptrdiff_t best = fits.best();
  if (best == -shifts || best == shifts || fits[best] > threshold::lag_shown_left ||
      fits[best] > threshold::lag_shown_part * fits.middle())
    return std::nullopt;
  // The minimum of a parabola through three fits.
  const double before = fits[best - 1], at = fits[best], after = fits[best + 1];
  const double curvature = before - 2 * at + after;
  const double shift = static_cast<double>(best) + (curvature > 0 ? (before - after) / (2 * curvature) : 0);
  return TorqueLag{shift * step, shift, fits[0] > 0 ? at / fits[0] : 1, at};
}

std::optional<LagBySlope> lag_by_slope(const RowRuns& rows, std::size_t joint) {
  enum : std::size_t { one, torque, sign, velocity, acceleration, slope, rest, measured, all };
  constexpr double half_width = 0.01;  // s, of a difference: noise of accelerations is far quicker
  const double step = mean_step(rows), slow = slow_part * rows.top_speed(joint);
  if (!(step > 0) || !moves(rows, joint)) return std::nullopt;
  const auto reach = std::max<std::size_t>(1, static_cast<std::size_t>(half_width / step));
  BlockedSums sums(all);
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = reach; row + reach < run.rows(); ++row) {
      const double before = run.dq(row - reach, joint), after = run.dq(row + reach, joint);
      if (!(std::min(before, after) > slow) && !(std::max(before, after) < -slow)) continue;
      const Terms x = terms_of(run, row, joint);
      const double change = run.tau(row + reach, joint) - run.tau(row - reach, joint),
                   y = run.measured(row, joint);
      const std::array<double, all> values{
          x[0], x[1], x[2], x[3], x[4], change / (run.t(row + reach) - run.t(row - reach)), y - x[1], y};
      sums.add(values.data());
    }
  if (sums.rows() < threshold::rows || !(sums.variance(measured) > 0)) return std::nullopt;
  const LinearFit fit = sums.fit(rest, {one, torque, sign, velocity, acceleration, slope});
  const double left = fit.residual_squares / (sums.variance(measured) * static_cast<double>(sums.rows()));
  if (!std::isfinite(fit.errors[5])) return std::nullopt;
  return LagBySlope{-fit.coefficients[5], fit.errors[5], step, left};
}

}  // namespace invdyn
