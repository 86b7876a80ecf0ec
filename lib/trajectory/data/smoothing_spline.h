#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace invdyn {

/// A quintic smoothing spline: the function f that minimizes
///   sum_k (q_k - f(t_k))^2 + lambda integral f'''(t)^2 dt,
/// with its derivatives. It takes any increasing times. Far from the ends, for even steps h, it is a filter
/// without delay, of amplitude 1 / (1 + lambda h (2 pi frequency)^6). The cut-off is the frequency of
/// amplitude 1/sqrt(2), as of LowPass; for uneven steps h is their mean.
///
/// f is the mean of a random motion, whose third derivative is white noise, given the rows [Wahba 1978]. So
/// position, velocity and acceleration of a row are a state x_k, and the spline is a least-squares problem
/// over all states [Paige & Saunders 1977]: each row adds q_k = x_k[0], each step x_{k+1} = F x_k, with a
/// weight. It is solved by rotations, from the first row to the last and back. The cost is linear in the
/// rows, and the result has nearly all digits of a double at any cut-off.
class SmoothingSpline {
 public:
  /// The fewest rows that determine a spline.
  static constexpr std::size_t min_rows = 4;

  /// t: s, increasing, at least min_rows. It must outlive the object. cutoff: Hz, > 0.
  SmoothingSpline(std::span<const double> t, double cutoff);

  struct Curve {
    std::span<double> q, dq, ddq;
  };
  /// Replaces q by the spline, and fills its derivatives, per s and per s^2.
  void apply(std::span<double> q, std::span<double> dq, std::span<double> ddq) const {
    const Curve curve{q, dq, ddq};
    apply({&curve, 1});
  }
  /// The same of several: the eliminations are the same for all.
  void apply(std::span<const Curve> curves) const;

  /// The effective number of parameters: the trace of the matrix that takes q to f, from 3 to the number of
  /// rows.
  double parameters() const;

  /// Standard deviation of f, f' and f'' for white noise of standard deviation 1 on q, far from the ends.
  /// `step`: s.
  static std::array<double, 3> noise_gains(double cutoff, double step);

 private:
  /// Position, velocity, acceleration, in units of q and 1 / omega_.
  using State = std::array<double, 3>;
  /// The upper triangle of a 3x3 matrix, row by row.
  using Triangle = std::array<double, 6>;

  /// Elimination of one state: R x_k + U x_{k+1} = z, and the next state's prior, triangle S and right-hand
  /// side.
  struct Step {
    Triangle R;
    std::array<double, 9> U;
    /// Both right-hand sides, z above the next prior's, from (prior's right-hand side, q_k).
    std::array<std::array<double, 4>, 6> sides;
  };
  /// Goes through the rows, makes each step, and reuses it as soon as it no longer changes.
  class Elimination;
  class StepsOfBlock;

  static State solved(const Triangle& R, const State& side);
  double scaled_step(std::size_t k) const;

  std::span<const double> t_;
  double mean_step_, omega_, noise_;  // omega_: rad/s, of amplitude 1/2. noise_: omega_ mean_step_
  bool is_even_;
};

}  // namespace invdyn
