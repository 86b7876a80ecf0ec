#include "smoothing_spline.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace invdyn {
namespace {

// Rows are worked on in blocks of this size. Only the state at the beginning of each block is kept on the way
// forward; steps are made again on the way back.
constexpr std::size_t block_rows = 1024;

// Times are even if none is further from its place than this part of a step.
constexpr double even_tolerance = 1e-3;

bool are_even(std::span<const double> t, double step) {
  for (std::size_t k = 0; k < t.size(); ++k)
    if (!(std::abs(t[k] - t[0] - static_cast<double>(k) * step) <= even_tolerance * step)) return false;
  return true;
}

// The frequency of amplitude 1/2, rad/s: 1 / (1 + (omega / omega_half)^6) is 1 / sqrt(2) at the cut-off.
double half_amplitude(double cutoff) {
  constexpr double ratio = 0.86338411188025471827;  // (sqrt(2) - 1)^(1/6)
  return 2 * std::numbers::pi * cutoff / ratio;
}

// Rotates two rows so that the second begins with zero.
template <std::size_t N>
void rotate(std::array<double, N>& first, std::array<double, N>& second, std::size_t column) {
  if (second[column] == 0) return;
  const double length = std::sqrt(first[column] * first[column] + second[column] * second[column]);
  const double c = first[column] / length, s = second[column] / length;
  for (std::size_t j = column; j < N; ++j) {
    const double a = first[j], b = second[j];
    first[j] = c * a + s * b;
    second[j] = c * b - s * a;
  }
  first[column] = length;
  second[column] = 0;
}

// The triangle G with G^T G = M^-1, where M / d is the covariance, for a step d, of the integrals of white
// noise: M = [1/20 1/8 1/6; 1/8 1/3 1/2; 1/6 1/2 1], in units of d^2, d and 1.
struct Weights {
  double g00 = std::sqrt(720.0), g01 = -360 / g00, g02 = 60 / g00;
  double g11 = std::sqrt(192 - g01 * g01), g12 = (-36 - g01 * g02) / g11;
  double g22 = std::sqrt(9 - g02 * g02 - g12 * g12);
};

}  // namespace

SmoothingSpline::SmoothingSpline(std::span<const double> t, double cutoff)
    : t_(t), mean_step_((t.back() - t.front()) / static_cast<double>(t.size() - 1)) {
  assert(t.size() >= min_rows);
  omega_ = half_amplitude(cutoff);
  noise_ = omega_ * mean_step_;
  is_even_ = are_even(t, mean_step_);
}

std::array<double, 3> SmoothingSpline::noise_gains(double cutoff, double step) {
  // The square root of (step / pi) * integral of omega^2p / (1 + (omega / omega_n)^6)^2, p = 0, 1, 2. With
  // a = (2 p + 1) / 6, the integral is omega_n^(2p + 1) (1 - a) pi / (6 sin(pi a)); sin(pi a) is 1/2, 1, 1/2.
  const double omega = half_amplitude(cutoff);
  const double whole = omega * step;
  return {std::sqrt(whole * 10 / 36), omega * std::sqrt(whole * 3 / 36),
          omega * omega * std::sqrt(whole * 2 / 36)};
}

SmoothingSpline::State SmoothingSpline::solved(const Triangle& R, const State& side) {
  State x;
  x[2] = side[2] / R[5];
  x[1] = (side[1] - R[4] * x[2]) / R[3];
  x[0] = (side[0] - R[1] * x[1] - R[2] * x[2]) / R[0];
  return x;
}

double SmoothingSpline::scaled_step(std::size_t k) const {
  return (is_even_ ? mean_step_ : t_[k + 1] - t_[k]) * omega_;
}

class SmoothingSpline::Elimination {
 public:
  explicit Elimination(const SmoothingSpline& spline) : spline_(spline) {}

  /// What the rows before row k say of its state.
  struct Prior {
    Triangle S{};
    bool is_steady = false;
  };

  /// Takes in row k and goes on to the next row. The last row has no next one: its Step ends with R.
  const Step& step(std::size_t k, Prior& prior) {
    if (prior.is_steady && k + 1 < spline_.t_.size()) return steady_;
    using Row = std::array<double, 10>;  // x_k, x_{k+1}, then the parts of the right-hand side
    std::array<Row, 7> row{};
    const Triangle& S = prior.S;
    row[0] = {S[0], S[1], S[2], 0, 0, 0, 1, 0, 0, 0};
    row[1] = {0, S[3], S[4], 0, 0, 0, 0, 1, 0, 0};
    row[2] = {0, 0, S[5], 0, 0, 0, 0, 0, 1, 0};
    row[6] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1};  // q_k = x_k[0]
    for (std::size_t i = 0; i < 3; ++i) rotate(row[i], row[6], i);
    const bool is_last = k + 1 == spline_.t_.size();
    if (!is_last) {
      add_motion(spline_.scaled_step(k), row);
      for (std::size_t column = 0; column < 3; ++column)
        for (std::size_t i = 3; i <= 3 + column; ++i) rotate(row[column], row[i], column);
      rotate(row[3], row[4], 3);
      rotate(row[3], row[5], 3);
      rotate(row[4], row[5], 4);
    }
    Step& result = made_;
    result.R = {row[0][0], row[0][1], row[0][2], row[1][1], row[1][2], row[2][2]};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) result.U[3 * i + j] = row[i][3 + j];
    for (std::size_t i = 0; i < 6; ++i) std::copy_n(row[i].begin() + 6, 4, result.sides[i].begin());
    if (is_last) return result;
    go_on({row[3][3], row[3][4], row[3][5], row[4][4], row[4][5], row[5][5]}, prior);
    return result;
  }

 private:
  // x_{k+1} = F x_k, over a step d.
  void add_motion(double d, std::array<std::array<double, 10>, 7>& row) const {
    static const Weights g;
    const double w = 1 / std::sqrt(d * spline_.noise_);
    const double W[3][3] = {
        {w * g.g00 / (d * d), w * g.g01 / d, w * g.g02}, {0, w * g.g11 / d, w * g.g12}, {0, 0, w * g.g22}};
    for (std::size_t i = 0; i < 3; ++i)
      row[3 + i] = {-W[i][0],
                    -(W[i][0] * d + W[i][1]),
                    -(W[i][0] * d * d / 2 + W[i][1] * d + W[i][2]),
                    W[i][0],
                    W[i][1],
                    W[i][2],
                    0,
                    0,
                    0,
                    0};
  }

  void go_on(const Triangle& next, Prior& prior) {
    if (spline_.is_even_) {
      constexpr double rounding = 1e-13;
      double change = 0, largest = 0;
      for (std::size_t i = 0; i < next.size(); ++i) {
        change = std::max(change, std::abs(next[i] - prior.S[i]));
        largest = std::max(largest, std::abs(next[i]));
      }
      if (change <= rounding * largest) {
        prior.is_steady = true;
        steady_ = made_;
      }
    }
    prior.S = next;
  }

  const SmoothingSpline& spline_;
  Step made_, steady_;
};

// The steps of a block, for the way back.
class SmoothingSpline::StepsOfBlock {
 public:
  explicit StepsOfBlock(Elimination& elimination)
      : elimination_(elimination), made_(block_rows), steps_(block_rows) {}
  const Step& make(std::size_t k, std::size_t begin, Elimination::Prior& prior) {
    const bool is_steady = prior.is_steady;
    const Step& step = elimination_.step(k, prior);
    if (!is_steady) made_[k - begin] = step;
    steps_[k - begin] = is_steady ? &step : &made_[k - begin];
    return step;
  }
  const Step& operator[](std::size_t i) const { return *steps_[i]; }

 private:
  Elimination& elimination_;
  std::vector<Step> made_;
  std::vector<const Step*> steps_;
};

void SmoothingSpline::apply(std::span<const Curve> curves) const {
  const std::size_t rows = t_.size(), count = curves.size();
  struct Begin {
    Elimination::Prior prior;
    std::vector<State> sides;  // of each curve
  };
  std::vector<Begin> begins;
  Elimination elimination(*this);
  Begin now{{}, std::vector<State>(count)};
  std::vector<double> origins;
  for (const Curve& curve : curves) origins.push_back(curve.q[0]);
  const auto forward = [&](const Step& step, std::size_t k, State* z) {
    for (std::size_t c = 0; c < count; ++c) {
      State next;
      State& side = now.sides[c];
      const double y = curves[c].q[k] - origins[c];
      for (std::size_t i = 0; i < 3; ++i) {
        const auto &above = step.sides[i], &below = step.sides[3 + i];
        z[c][i] = above[0] * side[0] + above[1] * side[1] + above[2] * side[2] + above[3] * y;
        next[i] = below[0] * side[0] + below[1] * side[1] + below[2] * side[2] + below[3] * y;
      }
      side = next;
    }
  };
  std::vector<State> sides(block_rows * count), x(count);
  for (std::size_t k = 0; k < rows; ++k) {
    if (k % block_rows == 0) begins.push_back(now);
    forward(elimination.step(k, now.prior), k, sides.data());
  }
  StepsOfBlock steps(elimination);
  for (std::size_t block = begins.size(); block-- > 0;) {
    const std::size_t begin = block * block_rows, end = std::min(begin + block_rows, rows);
    now = begins[block];
    for (std::size_t k = begin; k < end; ++k)
      forward(steps.make(k, begin, now.prior), k, &sides[(k - begin) * count]);
    for (std::size_t k = end; k-- > begin;) {
      const Step& step = steps[k - begin];
      for (std::size_t c = 0; c < count; ++c) {
        State side = sides[(k - begin) * count + c];
        for (std::size_t i = 0; i < 3; ++i)
          side[i] -= step.U[3 * i] * x[c][0] + step.U[3 * i + 1] * x[c][1] + step.U[3 * i + 2] * x[c][2];
        x[c] = solved(step.R, side);
        curves[c].q[k] = origins[c] + x[c][0];
        curves[c].dq[k] = x[c][1] * omega_;
        curves[c].ddq[k] = x[c][2] * omega_ * omega_;
      }
    }
  }
}

// The covariance of x_k is R^-1 (1 + U C_{k+1} U^T) R^-T.
double SmoothingSpline::parameters() const {
  const std::size_t rows = t_.size();
  Elimination elimination(*this);
  Elimination::Prior prior;
  std::vector<Elimination::Prior> begins;
  for (std::size_t k = 0; k < rows; ++k) {
    if (k % block_rows == 0) begins.push_back(prior);
    elimination.step(k, prior);
  }
  using Matrix = std::array<State, 3>;
  const auto transposed = [](const Matrix& m) {
    return Matrix{State{m[0][0], m[1][0], m[2][0]}, State{m[0][1], m[1][1], m[2][1]},
                  State{m[0][2], m[1][2], m[2][2]}};
  };
  StepsOfBlock steps(elimination);
  Matrix C{};  // symmetric
  double sum = 0;
  for (std::size_t block = begins.size(); block-- > 0;) {
    const std::size_t begin = block * block_rows, end = std::min(begin + block_rows, rows);
    prior = begins[block];
    for (std::size_t k = begin; k < end; ++k) steps.make(k, begin, prior);
    for (std::size_t k = end; k-- > begin;) {
      const Step& step = steps[k - begin];
      Matrix UC{}, inner{};
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          for (std::size_t m = 0; m < 3; ++m) UC[i][j] += step.U[3 * i + m] * C[m][j];
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          inner[i][j] = i == j ? 1 : 0;
          for (std::size_t m = 0; m < 3; ++m) inner[i][j] += UC[i][m] * step.U[3 * j + m];
        }
      for (State& column : inner) column = solved(step.R, column);  // symmetric: its rows are its columns
      C = transposed(inner);
      for (State& column : C) column = solved(step.R, column);
      sum += C[0][0];
    }
  }
  return sum;
}

}  // namespace invdyn
