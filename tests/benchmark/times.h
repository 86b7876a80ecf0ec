#pragma once

#include <string>
#include <vector>

namespace invdyn::bench {

/// What the repetitions of one thing took, in ns per row, number or sample.
struct Times {
  std::vector<double> ns = {};

  double median() const;
  double least() const;
  double most() const;
  /// `median (least to most)`.
  std::string text() const;
};

/// One row of the table that all comes down to.
struct Comparison {
  std::string what, rival;
  Times ours, theirs;
};

/// What a part of the benchmarks has found: its comparisons, and Markdown with its own tables.
struct Findings {
  std::vector<Comparison> comparisons = {};
  std::string details = {};
};

std::string table_of(const std::vector<Comparison>& comparisons);

/// Three significant digits.
std::string rounded(double value);
/// `+3 %`: how far a value is off.
std::string deviation(double value, double expected);

}  // namespace invdyn::bench
