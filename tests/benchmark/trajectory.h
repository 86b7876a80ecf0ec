#pragma once

#include <string>
#include <vector>

namespace invdyn::bench {

/// The header of a trajectory of these joints: `t,q_a,q_b`; with a base that floats, its pose after t.
std::string trajectory_header(const std::vector<std::string>& joints, bool base_floats = false);

/// A row of a smooth motion, each number with 17 significant digits, like measured numbers. Each joint is the
/// sum of two sines, sampled about every millisecond by a clock with an error of a few microseconds. The same
/// text everywhere.
void append_trajectory_row(std::string& text, std::size_t row, std::size_t joints, bool base_floats = false);

}  // namespace invdyn::bench
