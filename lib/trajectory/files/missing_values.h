#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// What to do where a row lacks a value.
struct MissingValues {
  enum class Policy {
    error,        ///< refuse the file
    skip,         ///< leave the row out
    interpolate,  ///< fill short gaps by straight lines in time; leave longer ones out
    keep,         ///< keep the row; only of a table, whose value then is NaN
  };
  Policy policy = Policy::error;
  double longest = 0.1;  ///< s; the longest gap that is filled

  bool leaves_gaps() const { return policy == Policy::skip || policy == Policy::interpolate; }
};

/// The setting that fills a gap between two rows this long, s: "`missing` interpolate:0.35".
std::string filling(double gap);

/// Whether a field says that its value is missing: empty, NaN, NA, null, -, #N/A of Excel.
bool is_missing(std::string_view field);

}  // namespace invdyn
