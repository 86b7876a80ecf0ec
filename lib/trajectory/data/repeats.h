#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace invdyn {

/// The rows that repeat the positions of the row before, although the joints move: a logger that is faster
/// than the robot's clock writes the last positions again. Differences take such a row for a stop.
///
/// They last at most 0.1 s, are three in sequence or, if all positions are held about as long, any number,
/// and are between steps of one joint in the same direction, each of at least three of the joint's smallest
/// steps: rests, counts of an encoder and turning points repeat rows as well. At the begin, where no step is
/// before them, the joint goes on at a steady speed. The rows are runs of `run`
/// consecutive rows each.
std::vector<std::size_t> repeated_rows(std::span<const double> t, const std::vector<std::vector<double>>& q,
                                       std::size_t run);

/// The rows in which three joints or more all have one value, but for full turns, and which at least two of
/// them leave for where they came from: a read of the robot that failed. Few rows of a motion are so.
std::vector<std::size_t> failed_rows(const std::vector<std::vector<double>>& q);

/// Replaces the values of repeated rows by polynomials through the two other rows before them and the two
/// after, or as many as there are; a first row that is replaced continues the rows after it backwards.
void fill_rows(std::span<const double> t, const std::vector<std::size_t>& rows, std::span<double> values);

}  // namespace invdyn
