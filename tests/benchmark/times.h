#pragma once

#include <string>
#include <vector>

#include "ground/output_files/table.h"

namespace invdyn::bench {

/// The times of the repetitions, in ns per row, number or sample.
struct Times {
  std::vector<double> ns = {};

  double median() const;
  double minimum() const;
  double maximum() const;
  /// `median (minimum to maximum)`.
  std::string text() const;
};

/// One row of the final table.
struct Comparison {
  std::string what, rival;
  Times ours, theirs;
};

/// The results of a part of the benchmarks: its comparisons, and Markdown with its own tables.
struct Findings {
  std::vector<Comparison> comparisons = {};
  std::string details = {};
};

/// The table as a code block of Markdown.
std::string fenced(const Table& table);
std::string table_of(const std::vector<Comparison>& comparisons);

/// Three significant digits.
std::string rounded(double value);
/// `+3 %`: the relative difference of a value.
std::string deviation(double value, double expected);

}  // namespace invdyn::bench
