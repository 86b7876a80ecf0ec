#include "differentiate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../lanes/kernel/instruction_set.h"
#include "../pose/orientations.h"

namespace invdyn {
namespace {

// One column of a block with the times of its rows.
struct Series {
  const Differentiation& how;
  const Block& block;
  const double* steps;    // from row k-1 to row k; none before row 0
  const double* middles;  // from the middle of the step before to that of the step to row k
  const Kernel& kernel;

  double step_before(std::size_t k) const { return steps[k]; }
  double time(std::size_t k) const { return block.t[static_cast<Eigen::Index>(k)]; }
  bool begins_trajectory() const { return block.first_row == 0; }

  // For rows from `begin` on. Row begin - 1 of x must be known, unless begin is the first row of the
  // trajectory. `h`: from x of the row before to x of the row, s.
  void backward(const double* x, const double* h, double* y, std::size_t begin, double x_before_first,
                std::size_t rows_without_derivative) const {
    const auto differences = [&](std::size_t from) { kernel.differences(x, h, y, from, block.rows); };
    std::size_t k = begin;
    if (begins_trajectory() && k == 0) {
      if (how.start == Start::extrapolate) {
        differences(rows_without_derivative);
        for (std::size_t i = 0; i < rows_without_derivative; ++i) y[i] = y[rows_without_derivative];
        return;
      }
      const double change = x[0] - x_before_first;
      y[0] = change == 0 ? 0 : change / first_step();
      k = 1;
    }
    differences(k);
  }
  double first_step() const { return how.step ? *how.step : time(1) - time(0); }

  bool is_first(std::size_t k) const { return begins_trajectory() && k == 0; }
  bool is_last(std::size_t k) const { return block.last && k + 1 == block.rows; }

  double central_first(const double* x, std::size_t k) const {
    const std::size_t lo = is_first(k) ? k : k - 1, hi = is_last(k) ? k : k + 1;
    const double span = how.step ? static_cast<double>(hi - lo) * *how.step : time(hi) - time(lo);
    return (x[hi] - x[lo]) / span;
  }
  double central_second(const double* x, std::size_t k) const {
    const std::size_t mid = is_first(k) ? k + 1 : is_last(k) ? k - 1 : k;
    const double h1 = step_before(mid), h2 = step_before(mid + 1);
    return 2 * ((x[mid + 1] - x[mid]) / h2 - (x[mid] - x[mid - 1]) / h1) / (h1 + h2);
  }
};

// A column of the block, and its derivatives. Without q, dq is known.
struct Column {
  const double* q;
  double *dq, *ddq;
};

std::vector<Column> columns_of(const Differentiation& how, Block& block) {
  std::vector<Column> columns;
  const auto add = [&](Known known, Eigen::ArrayXXd& q, Eigen::ArrayXXd& dq, Eigen::ArrayXXd& ddq,
                       auto count) {
    for (Eigen::Index j = 0; j < count && known != Known::q_dq_ddq; ++j)
      columns.push_back({known == Known::q ? q.col(j).data() : nullptr, dq.col(j).data(), ddq.col(j).data()});
  };
  add(how.known, block.q, block.dq, block.ddq, block.q.cols());
  // The orientation is no column.
  if (block.has_base())
    add(how.base, block.base.pose, block.base.twist, block.base.rates, how.base == Known::q ? 3 : 6);
  return columns;
}

// The orientation of a base around one row after another: three columns that are valid around that row.
class Turns {
 public:
  Turns(const Differentiation& how, Block& block) {
    if (!block.has_base() || how.base != Known::q) return;
    orientations_.emplace(block.base.pose.col(3).data(), block.capacity);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto column = static_cast<Eigen::Index>(3 + i);
      r_[i].resize(block.rows);
      columns_[i] = {r_[i].data(), block.base.twist.col(column).data(), block.base.rates.col(column).data()};
    }
  }

  bool any() const { return orientations_.has_value(); }
  /// Makes rows `first` to `last` relative to row k.
  const std::array<Column, 3>& around(std::size_t k, std::size_t first, std::size_t last) {
    for (std::size_t row = first; row <= last; ++row) {
      const Eigen::Vector3d r = row == k ? Eigen::Vector3d::Zero() : orientations_->relative(k, row);
      for (std::size_t i = 0; i < 3; ++i) r_[i][row] = r[static_cast<Eigen::Index>(i)];
    }
    return columns_;
  }
  const std::array<Column, 3>& columns() const { return columns_; }

 private:
  std::optional<Orientations> orientations_;  // none: nothing is derived from it
  std::array<std::vector<double>, 3> r_;
  std::array<Column, 3> columns_{};
};

// Uses the polynomial fitted to the window around each own row.
void fit_polynomials(const Differentiation& how, Block& block) {
  const std::size_t window = how.fit.window, half = window / 2;
  assert(block.rows >= window);
  LocalPolynomial polynomial(how.fit);
  std::vector<double> times(window);
  const std::vector<Column> columns = columns_of(how, block);
  Turns turns(how, block);
  for (std::size_t k = block.own_begin(); k < block.own_end(); ++k) {
    std::size_t first = std::max(k, half) - half;  // if k < half, it is near the beginning of the trajectory
    if (block.last) first = std::min(first, block.rows - window);
    for (std::size_t i = 0; i < window; ++i)
      times[i] = how.step
                     ? (static_cast<double>(first + i) - static_cast<double>(k)) * *how.step
                     : block.t[static_cast<Eigen::Index>(first + i)] - block.t[static_cast<Eigen::Index>(k)];
    polynomial.take_times(times);
    const auto fit = [&](const Column& column) {
      if (column.q) {
        const LocalPolynomial::Derivatives derivatives = polynomial.derivatives(column.q + first, k - first);
        column.dq[k] = derivatives.first;
        column.ddq[k] = derivatives.second;
      } else {
        column.ddq[k] = polynomial.derivatives(column.dq + first, k - first).first;
      }
    };
    std::for_each(columns.begin(), columns.end(), fit);
    if (!turns.any()) continue;
    for (const Column& column : turns.around(k, first, first + window - 1)) fit(column);
  }
}

// From row k - 1 to row k, for k from 1 on.
std::vector<double> steps_of(const Differentiation& how, const Block& block) {
  std::vector<double> steps(block.rows, how.step.value_or(0));
  const double* const t = block.t.data();
  double* const step = steps.data();
  if (!how.step)
    for (std::size_t k = 1; k < block.rows; ++k) step[k] = t[k] - t[k - 1];
  return steps;
}

// Differences of q are velocities in the middles of steps. Before a pause, a robot may have rested: then its
// velocity was that up to the end of the pause.
std::vector<double> middles_of(const Differentiation& how, const std::vector<double>& steps) {
  constexpr double pause = 10;
  std::vector<double> middles = steps;
  if (how.step) return middles;
  for (std::size_t k = 2; k < steps.size(); ++k)
    if (steps[k - 1] < pause * steps[k]) middles[k] = (steps[k - 1] + steps[k]) / 2;
  return middles;
}

// The rule of Series::backward(), whose dq of the row before is seen from row k too.
void turn_backward(const Series& series, Turns& turns, std::size_t begin, std::size_t end) {
  const bool begins = series.begins_trajectory();
  if (begins) end = std::max(end, std::min<std::size_t>(3, series.block.rows));  // for the first rows
  for (std::size_t k = begins ? std::max<std::size_t>(begin, 1) : begin; k < end; ++k)
    for (const auto& [r, w, dw] : turns.around(k, k < 2 ? 0 : k - 2, k)) {
      w[k] = -r[k - 1] / series.step_before(k);
      const double w_before = k < 2 ? 0 : (r[k - 1] - r[k - 2]) / series.step_before(k - 1);
      dw[k] = (w[k] - w_before) / series.middles[k];
    }
  if (!begins || begin > 1) return;
  const bool from_rest = series.how.start == Start::rest;
  for (const auto& [r, w, dw] : turns.columns()) {
    if (from_rest && begin == 0) w[0] = dw[0] = 0;
    if (from_rest) continue;
    if (begin == 0) w[0] = w[1];
    for (std::size_t k = begin; k < 2; ++k) dw[k] = dw[2];
  }
}

void differentiate_without_gaps(const Differentiation& how, Block& block, const Kernel& kernel) {
  if (how.scheme == Scheme::savitzky_golay) return fit_polynomials(how, block);
  const std::vector<double> steps = steps_of(how, block);
  const std::vector<double> middles = middles_of(how, steps);
  const Series series{how, block, steps.data(), middles.data(), kernel};
  const std::size_t begin = block.own_begin(), end = block.own_end();
  Turns turns(how, block);
  const auto central = [&](const Column& column, std::size_t k) {
    column.ddq[k] = column.q ? series.central_second(column.q, k) : series.central_first(column.dq, k);
    if (column.q) column.dq[k] = series.central_first(column.q, k);
  };
  for (const Column& column : columns_of(how, block)) {
    if (how.scheme == Scheme::backward) {
      // ddq of the first own row needs dq of the previous row, so that dq is computed again here. If the
      // start covers own rows, the first row is their history.
      const std::size_t first = block.first_row == 0 ? 0 : begin;
      if (column.q)
        series.backward(column.q, series.steps, column.dq, first > 0 ? first - 1 : 0, column.q[0], 1);
      series.backward(column.dq, column.q ? series.middles : series.steps, column.ddq, first, 0,
                      column.q ? 2 : 1);
    } else {
      for (std::size_t k = begin; k < end; ++k) central(column, k);
    }
  }
  if (!turns.any()) return;
  if (how.scheme == Scheme::backward) return turn_backward(series, turns, begin, end);
  for (std::size_t k = begin; k < end; ++k) {
    const std::size_t middle = series.is_first(k) ? k + 1 : series.is_last(k) ? k - 1 : k;
    for (const Column& column : turns.around(k, middle - 1, middle + 1)) central(column, k);
  }
}

// Rows `begin` to `end` of a block, between gaps, are a trajectory of their own.
void differentiate_stretch(const Differentiation& how, Block& block, std::size_t begin, std::size_t end,
                           const Kernel& kernel) {
  Differentiation of_stretch = how;
  if (block.after_gap[begin]) of_stretch.start = Start::extrapolate;
  Block stretch(block.dof, end - begin);
  stretch.rows = end - begin;
  stretch.before = std::max(block.own_begin(), begin) - begin;
  stretch.after = end - std::min(block.own_end(), end);
  stretch.first_row = block.after_gap[begin] ? 0 : block.first_row;
  stretch.last = block.last || end < block.rows;
  const auto rows = [&](auto& of, std::size_t from) {
    return of.middleRows(static_cast<Eigen::Index>(from), static_cast<Eigen::Index>(stretch.rows));
  };
  rows(stretch.t, 0) = rows(block.t, begin);
  rows(stretch.q, 0) = rows(block.q, begin);
  rows(stretch.dq, 0) = rows(block.dq, begin);
  rows(stretch.ddq, 0) = rows(block.ddq, begin);
  if (block.has_base()) {
    stretch.hold_base(true);
    rows(stretch.base.pose, 0) = rows(block.base.pose, begin);
    rows(stretch.base.twist, 0) = rows(block.base.twist, begin);
    rows(stretch.base.rates, 0) = rows(block.base.rates, begin);
  }
  differentiate_without_gaps(of_stretch, stretch, kernel);
  rows(block.dq, begin) = rows(stretch.dq, 0);
  rows(block.ddq, begin) = rows(stretch.ddq, 0);
  if (!block.has_base()) return;
  rows(block.base.twist, begin) = rows(stretch.base.twist, 0);
  rows(block.base.rates, begin) = rows(stretch.base.rates, 0);
}

void differentiate_stretches(const Differentiation& how, Block& block, const Kernel& kernel) {
  for (std::size_t begin = 0, end = 0; begin < block.rows; begin = end) {
    for (end = begin + 1; end < block.rows && !block.after_gap[end];) ++end;
    if (begin < block.own_end() && end > block.own_begin())
      differentiate_stretch(how, block, begin, end, kernel);
  }
}

}  // namespace

std::size_t Differentiation::rows_before() const {
  if (is_static || scheme == Scheme::given) return 0;
  return scheme == Scheme::savitzky_golay ? fit.window - 1 : 2;  // the last row uses the whole last window
}

std::size_t Differentiation::rows_after() const {
  if (is_static) return 0;
  if (has_gaps) return rows_of_stretch() - 1;  // a stretch that begins here may depend on all of them
  return scheme == Scheme::savitzky_golay ? fit.window / 2 : scheme == Scheme::central ? 1 : 0;
}

std::size_t Differentiation::rows_needed() const {
  if (is_static || known_of_all() == Known::q_dq_ddq) return 1;
  if (scheme == Scheme::savitzky_golay) return fit.window;  // up to max_needed
  const std::size_t orders = known_of_all() == Known::q ? 2 : 1;
  if (scheme == Scheme::central || start == Start::extrapolate) return orders + 1;
  return orders == 1 && !step ? 2 : 1;  // from rest, only dq's first step needs a length
}

std::size_t Differentiation::rows_of_stretch() const {
  Differentiation after_gap = *this;
  after_gap.start = Start::extrapolate;
  return after_gap.rows_needed();
}

void differentiate(const Differentiation& how, Block& block, const std::string& file) {
  differentiate(how, block, file, kernel_for(chosen_instruction_set()));
}

void differentiate(const Differentiation& how, Block& block, const std::string& file, const Kernel& kernel) {
  if (how.is_static) {
    block.dq.setZero();
    block.ddq.setZero();
    block.base.twist.setZero();
    block.base.rates.setZero();
    return;
  }
  if (how.known_of_all() == Known::q_dq_ddq) return;
  if (block.first_row == 0 && block.rows < how.rows_needed())
    throw Error(
        file,
        "has " + counted(block.rows, "data row") + ": expected at least " +
            std::to_string(how.rows_needed()) + " rows for the finite differences" +
            (how.known_of_all() == Known::q
                 ? " (backward differences from rest need only one row: `differentiate` backward `start` rest)"
                 : ""));
  const auto end =
      block.after_gap.begin() + static_cast<std::ptrdiff_t>(std::min(block.rows, block.after_gap.size()));
  if (std::find(block.after_gap.begin(), end, true) != end)
    return differentiate_stretches(how, block, kernel);
  differentiate_without_gaps(how, block, kernel);
}

}  // namespace invdyn
