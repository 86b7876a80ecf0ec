#include "fourier_series.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../lanes/scalar/sin_cos.h"

namespace invdyn {
namespace {

using Eigen::Index;

// Sine and cosine of the part numerator / denominator of a turn.
SinCos<double> of_turn(std::size_t numerator, std::size_t denominator) {
  const double part = static_cast<double>(numerator % denominator) / static_cast<double>(denominator);
  return sin_cos(2 * std::numbers::pi * part);
}

}  // namespace

void FourierSeries::come_to_rest() {
  a[0] = b[0] = 0;
  for (Index k = 2; k <= a.size(); ++k) {
    const auto order = static_cast<double>(k);
    a[0] -= order * order * a[k - 1];
    b[0] -= order * b[k - 1];
  }
}

SeriesInstants::SeriesInstants(std::size_t harmonics, std::size_t instants)
    : cosines_(static_cast<Index>(instants), static_cast<Index>(harmonics)), sines_(cosines_) {
  for (std::size_t i = 0; i < instants; ++i)
    for (std::size_t k = 1; k <= harmonics; ++k) {
      const auto [sine, cosine] = of_turn(k * (2 * i + 1), 2 * instants);
      cosines_(static_cast<Index>(i), static_cast<Index>(k - 1)) = cosine;
      sines_(static_cast<Index>(i), static_cast<Index>(k - 1)) = sine;
    }
  const double step = std::numbers::pi * static_cast<double>(harmonics) / static_cast<double>(instants);
  peak_factor_ = 1 / sin_cos(step).cos;
}

void SeriesInstants::fill(const FourierSeries& series, double period, Index column, SeriesRows& rows) const {
  const double w = 2 * std::numbers::pi / period;
  const Eigen::VectorXd speeds =
      Eigen::VectorXd::LinSpaced(series.a.size(), w, w * static_cast<double>(series.a.size()));
  const Eigen::VectorXd da = series.a.cwiseProduct(speeds), db = series.b.cwiseProduct(speeds);
  const Eigen::VectorXd dda = da.cwiseProduct(speeds), ddb = db.cwiseProduct(speeds);
  rows.q.col(column) = (cosines_ * series.a + sines_ * series.b).array() + series.centre;
  rows.dq.col(column) = cosines_ * db - sines_ * da;
  rows.ddq.col(column) = -(cosines_ * dda + sines_ * ddb);
}

FourierMotion::FourierMotion(std::vector<FourierSeries> joints, double duration, const TimeGrid& grid)
    : joints_(std::move(joints)), duration_(duration), grid_(grid), intervals_(grid.intervals(duration)) {}

void FourierMotion::fill(std::size_t first_row, Block& block) const {
  block.first_row = first_row;
  block.rows = std::min(block.capacity, rows() - first_row);
  block.last = first_row + block.rows == rows();
  const double w = 2 * std::numbers::pi / duration_;
  for (std::size_t i = 0; i < block.rows; ++i) {
    const std::size_t instant = first_row + i;
    const auto row = static_cast<Index>(i);
    const bool rests = instant == 0 || instant == intervals_;  // exactly, without rounding
    block.t[row] = grid_.time(instant);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      double q = 0, dq = 0, ddq = 0;
      for (std::size_t k = 1; k <= joints_[j].harmonics(); ++k) {
        const auto [sine, cosine] = of_turn(k * (instant % intervals_), intervals_);
        const double a = joints_[j].a[static_cast<Index>(k - 1)], b = joints_[j].b[static_cast<Index>(k - 1)];
        const double speed = w * static_cast<double>(k);
        q += a * cosine + b * sine;
        dq += speed * (b * cosine - a * sine);
        ddq -= speed * speed * (a * cosine + b * sine);
      }
      const auto column = static_cast<Index>(j);
      block.q(row, column) = joints_[j].centre + q;
      block.dq(row, column) = rests ? 0 : dq;
      block.ddq(row, column) = rests ? 0 : ddq;
    }
  }
}

}  // namespace invdyn
