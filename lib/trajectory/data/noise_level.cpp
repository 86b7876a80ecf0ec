#include "noise_level.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace invdyn {
namespace {

constexpr std::size_t min_order = 3, max_order = 10;
// Differences of few rows show the motion too.
constexpr std::size_t min_rows = 25;

bool are_even(std::span<const double> t) {
  if (t.size() < 2) return true;
  const double step = (t.back() - t.front()) / static_cast<double>(t.size() - 1);
  for (std::size_t k = 1; k < t.size(); ++k)
    if (!(std::abs(t[k] - t[k - 1] - step) <= 1e-3 * step)) return false;
  return true;
}

// Differences of growing order, within runs of rows. Those of noise of standard deviation 1 have the standard
// deviation 1.
class Differences {
 public:
  Differences(std::span<const double> t, std::span<const double> values, std::size_t run)
      : t_(t), values_(values), run_(run), differences_(values.begin(), values.end()), is_even_(true) {
    for (std::size_t begin = 0; begin < t.size() && is_even_; begin += run)
      is_even_ = are_even(t.subspan(begin, std::min(run, t.size() - begin)));
  }

  /// Goes on to the next order.
  void go_on() {
    ++order_;
    const auto m = static_cast<double>(order_);
    squares_ *= 2 * (2 * m - 1) / m;  // the sum of the squared weights: (2 m)! / (m!)^2
    for_each_run([&](std::size_t begin, std::size_t count) {
      double* d = differences_.data() + begin;
      if (is_even_)
        for (std::size_t k = 0; k < count; ++k) d[k] = d[k + 1] - d[k];
      else if (order_ >= min_order)
        for (std::size_t k = 0; k < count; ++k) d[k] = divided(begin + k);
    });
  }

  double rms() const {
    double sum = 0;
    std::size_t all = 0;
    for_each_run([&](std::size_t begin, std::size_t count) {
      for (std::size_t k = begin; k < begin + count; ++k) sum += differences_[k] * differences_[k];
      all += count;
    });
    return all == 0 ? 0 : std::sqrt(sum / static_cast<double>(all)) * scale();
  }

  // The RMS over all rows by the median of the moving rows. It passes over a few large differences.
  double typical() const {
    std::vector<double> moving;
    std::size_t all = 0;
    for_each_run([&](std::size_t begin, std::size_t count) {
      for (std::size_t k = begin; k < begin + count; ++k) {
        const auto rows = values_.subspan(k, order_ + 1);
        if (std::any_of(rows.begin(), rows.end(), [&](double value) { return value != rows.front(); }))
          moving.push_back(std::abs(differences_[k]));
      }
      all += count;
    });
    if (moving.empty()) return 0;
    const auto middle = moving.begin() + static_cast<std::ptrdiff_t>(moving.size() / 2);
    std::nth_element(moving.begin(), middle, moving.end());
    constexpr double median_of_normal = 0.6744897501960817;
    const double part = static_cast<double>(moving.size()) / static_cast<double>(all);
    return *middle / median_of_normal * std::sqrt(part) * scale();
  }

 private:
  template <class Use>
  void for_each_run(const Use& use) const {
    for (std::size_t begin = 0; begin < values_.size(); begin += run_) {
      const std::size_t rows = std::min(run_, values_.size() - begin);
      if (rows > order_) use(begin, rows - order_);
    }
  }

  double scale() const { return is_even_ ? 1 / std::sqrt(squares_) : 1; }

  // Of the values: the weight of row i is 1 / product of t_i - t_j.
  double divided(std::size_t k) const {
    const double step = (t_[k + order_] - t_[k]) / static_cast<double>(order_);
    double sum = 0, squares = 0;
    for (std::size_t i = k; i <= k + order_; ++i) {
      double weight = 1;
      for (std::size_t j = k; j <= k + order_; ++j)
        if (j != i) weight *= step / (t_[i] - t_[j]);
      sum += weight * (values_[i] - values_[k]);
      squares += weight * weight;
    }
    return sum / std::sqrt(squares);
  }

  std::span<const double> t_, values_;
  std::size_t run_, order_ = 0;
  double squares_ = 1;
  std::vector<double> differences_;
  bool is_even_;
};

}  // namespace

double noise_level(std::span<const double> t, std::span<const double> values, std::size_t run,
                   double enough) {
  if (values.size() < min_rows) return 0;
  Differences differences(t, values, std::min(run, values.size()));
  constexpr double unknown = std::numeric_limits<double>::infinity();
  double minimum = unknown, typical = unknown;
  for (std::size_t order = 1; order <= max_order && order < std::min(run, values.size()); ++order) {
    differences.go_on();
    const double rms = order < min_order ? unknown : differences.rms();
    if (!(rms < minimum)) continue;
    minimum = rms;
    if (minimum <= enough) return minimum;
    typical = std::min(typical, differences.typical());
  }
  if (minimum == unknown) return 0;
  constexpr double spread = 0.5;  // less than this part is not spread over the rows: it is from steps
  return typical < spread * minimum ? typical : minimum;
}

double quantization_step(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (sorted.size() < 2) return 0;
  const double rounding = 1e-9 * std::max(std::abs(sorted.front()), std::abs(sorted.back()));
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < sorted.size(); ++k)
    if (const double gap = sorted[k] - sorted[k - 1]; gap > rounding) step = std::min(step, gap);
  if (!std::isfinite(step)) return 0;
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const double steps = (sorted[k] - sorted[k - 1]) / step;
    if (std::abs(steps - std::round(steps)) > 0.01 + rounding / step) return 0;
  }
  return step;
}

double CoarseClock::rate(std::size_t rows) const {
  const double rate = 1 / mean, error = rate * step / (mean * static_cast<double>(rows)),
               digit = std::pow(10, std::ceil(std::log10(error)));
  return digit * std::round(rate / digit);
}

TimeLine time_line(std::span<const double> t) {
  double sum_kt = 0, sum_kk = 0;
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double centred = static_cast<double>(k) - static_cast<double>(t.size() - 1) / 2;
    sum_kt += centred * (t[k] - t[0]), sum_kk += centred * centred;
  }
  const double step = sum_kt / sum_kk;
  double low = 0, high = 0;
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double off = t[k] - t[0] - step * static_cast<double>(k);
    low = std::min(low, off), high = std::max(high, off);
  }
  return {step, high - low};
}

std::optional<CoarseClock> coarse_clock(std::span<const double> t) {
  std::vector<double> steps{0};
  for (std::size_t k = 1; k < t.size(); ++k) steps.push_back(t[k] - t[k - 1]);
  const double step = quantization_step(steps);
  const TimeLine line = time_line(t);
  // Rounded even times stay within one step of the clock beside a line.
  constexpr double rounding = 1.1, coarse = 0.05;
  if (!(step > coarse * line.step && line.range > coarse * line.step && line.range < rounding * step))
    return std::nullopt;
  return CoarseClock{step, line.step};
}

}  // namespace invdyn
