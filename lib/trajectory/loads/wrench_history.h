#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// A force (N) above a moment (N m).
using WrenchValues = Eigen::Matrix<double, 6, 1>;

/// The names of its components in options, files and columns.
inline constexpr std::array<std::string_view, 6> wrench_components{"fx", "fy", "fz", "nx", "ny", "nz"};

/// A measured or planned wrench over time, linear between two times.
struct WrenchHistory {
  std::string file;       ///< for messages
  std::vector<double> t;  ///< s, increasing, at least one
  std::vector<WrenchValues> values;
  bool is_of_ground = false;  ///< ground reactions, of plates or feet

  /// The wrench at `time` (s): exactly that of a row at this time, otherwise interpolated. Precondition:
  /// `time` is between the first and the last time.
  WrenchValues at(double time) const;
};

}  // namespace invdyn
