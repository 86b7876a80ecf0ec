#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "block.h"
#include "local_polynomial.h"

namespace invdyn {

struct Kernel;

/// backward: y_k = (x_k - x_{k-1}) / (t_k - t_{k-1}), as in the sample program of the Choreonoid text. If
/// both derivatives of q are wanted and steps are uneven, ddq divides by the time between the middles of the
/// steps, where dq belong; after a pause, a step ten times as long as the next one, by that step. central:
/// y_k = (x_{k+1} - x_{k-1}) / (t_{k+1} - t_{k-1}), one-sided at the ends. If both derivatives of q are
/// wanted, ddq is the second difference over the three rows around k, for uneven steps too (at the ends over
/// the last three rows). savitzky_golay: dq and ddq of a polynomial fitted by least squares to the rows of a
/// window around k, at their own times. Near the ends the polynomial of the first or last window is used
/// [Savitzky & Golay 1964; Gorry 1990, 1991]. q does not change. given: nothing is differenced.
enum class Scheme { backward, central, savitzky_golay, given };

/// The assumption of backward differences about the time before the first row. rest: the robot was at rest at
/// the first q, for a step as long as the first one. extrapolate: the first rows take the derivatives of the
/// first row that has them.
enum class Start { rest, extrapolate };

/// The columns of a block that are data; the others are derived from them.
enum class Known { q, q_dq, q_dq_ddq };

struct Differentiation {
  Scheme scheme = Scheme::backward;
  Start start = Start::rest;
  Known known = Known::q;
  Known base = Known::q_dq_ddq;  ///< of a floating base: pose, twist, rates. All, if there is none
  bool is_static = false;        ///< every row is independent: dq and ddq are zero, even if columns for them
                                 ///< are known
  std::optional<double> step = {};  ///< s; replaces the differences of the times
  LocalFit fit = {};                ///< for savitzky_golay
  bool has_gaps = false;            ///< rows may come after a gap, which no difference crosses

  static constexpr std::size_t max_before = LocalFit::max_window - 1, max_after = LocalFit::max_window - 1,
                               max_needed = LocalFit::max_window;

  /// What is known of all: the least of joints and base.
  Known known_of_all() const { return std::min(known, base); }
  /// Numbers of rows of history and of look-ahead that the derivatives of a row depend on.
  std::size_t rows_before() const;
  std::size_t rows_after() const;
  /// The minimum number of rows of a trajectory for these differences.
  std::size_t rows_needed() const;
  /// The same for a stretch between gaps. After a gap, backward differences are extrapolated: the motion was
  /// under way.
  std::size_t rows_of_stretch() const;
};

/// Fills dq and ddq of the block's own rows from the known columns (rad or m, per s, per s^2), and the twist
/// and rates of its base: position and known velocities as joints, the orientation by orientations.h. A block
/// that begins the trajectory must hold at least rows_needed() rows. Throws Error with `file` if the
/// trajectory has fewer.
void differentiate(const Differentiation& how, Block& block, const std::string& file);
/// The same by the kernel that the caller has chosen for all blocks.
void differentiate(const Differentiation& how, Block& block, const std::string& file, const Kernel& kernel);

}  // namespace invdyn
