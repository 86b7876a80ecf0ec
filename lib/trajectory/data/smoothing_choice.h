#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace invdyn {

/// The cut-off of a SmoothingSpline for each column of noisy positions, Hz, by generalized cross-validation
/// [Craven & Wahba 1979], in which a parameter counts as 1.4 [Kim & Gu 2004]: plain cross-validation follows
/// noise in some logs of every hundred.
///
/// The rows are averaged over 10 ms first, and the lower of both cut-offs is taken. Cross-validation assumes
/// that the noise of each row is independent of the row before; noise of an encoder or a filter is not, but
/// means over 10 ms nearly are.
///
/// Of long trajectories it takes parts, evenly spread. A cut-off has three digits, so that it can be written
/// and used again. It is between 0.3 / duration and 0.4 of the rate. Precondition: t (s) increases, at least
/// SmoothingSpline::min_rows rows.
///
/// The last `together` columns are components of one motion and have one cut-off, by the sum of their scores;
/// it is the last one.
std::vector<double> automatic_cutoffs(std::span<const double> t,
                                      const std::vector<std::vector<double>>& columns,
                                      std::size_t together = 1);

}  // namespace invdyn
