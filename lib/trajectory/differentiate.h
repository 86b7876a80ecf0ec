#pragma once

#include <optional>
#include <string>

#include "block.h"
#include "local_polynomial.h"

namespace invdyn {

/// backward: y_k = (x_k - x_{k-1}) / (t_k - t_{k-1}), as the sample program of the Choreonoid text has it.
/// central: y_k = (x_{k+1} - x_{k-1}) / (t_{k+1} - t_{k-1}), one-sided at the ends; and where both
/// derivatives of q are wanted, ddq is the second difference over the three rows around k, uneven steps
/// included (at the ends over the three rows there). savitzky_golay: dq and ddq of a polynomial fitted by
/// least squares to the rows of a window around k, at their own times; near the ends, of that of the first or
/// last window [Savitzky & Golay 1964; Gorry 1990, 1991]. q stays as it is. given: nothing is differenced.
enum class Scheme { backward, central, savitzky_golay, given };

/// What backward differences take for the time before the first row.
/// rest: q and zero velocity were held there, for a step as long as the first one.
/// extrapolate: the first rows take the derivatives of the first row that has them.
enum class Start { rest, extrapolate };

/// Which columns of a block are data, the others being derived from them.
enum class Known { q, q_dq, q_dq_ddq };

struct Differentiation {
  Scheme scheme = Scheme::backward;
  Start start = Start::rest;
  Known known = Known::q;
  bool is_static = false;  ///< every row stands by itself: dq and ddq are zero, whatever is known of them
  std::optional<double> step = {};  ///< s; in place of the differences of the times
  LocalFit fit = {};                ///< for savitzky_golay

  static constexpr std::size_t max_before = LocalFit::max_window - 1, max_after = LocalFit::max_window / 2,
                               max_needed = LocalFit::max_window;

  /// Rows of history and of look-ahead that a row's derivatives depend on.
  std::size_t rows_before() const;
  std::size_t rows_after() const;
  /// The least number of rows that a trajectory must have to be differenced so.
  std::size_t rows_needed() const;
};

/// Fills dq and ddq of the block's own rows from the columns that are known. A block that begins the
/// trajectory must hold at least rows_needed() rows: throws Error with `file` where the trajectory has fewer.
void differentiate(const Differentiation& how, Block& block, const std::string& file);

}  // namespace invdyn
