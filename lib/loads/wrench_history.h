#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// A force over a moment, N and N m.
using WrenchValues = Eigen::Matrix<double, 6, 1>;

/// What its components are called in options, files and columns.
inline constexpr std::array<std::string_view, 6> wrench_components{"fx", "fy", "fz", "nx", "ny", "nz"};

/// A wrench that was measured or planned: between two of its times it goes linearly from one to the other.
struct WrenchHistory {
  std::string file;       ///< for messages
  std::vector<double> t;  ///< s, increasing, at least one
  std::vector<WrenchValues> values;

  /// Of the row that stands at this time, exactly, or interpolated. Precondition: t is between the first
  /// time and the last.
  WrenchValues at(double time) const;
};

}  // namespace invdyn
