#pragma once

#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// The limit for values on an axis: beyond it, numbers of the axis range would overflow.
inline constexpr double largest_drawn = 1e300;

/// A mark on an axis, with its text.
struct Tic {
  double at;
  std::string text;  ///< empty: a minor mark between labelled ones
};

/// The range of an axis and its marks. Texts are values divided by 10^exponent; on logarithmic axes they may
/// have the form `2e-4`.
struct Scale {
  double minimum = 0, maximum = 1;
  std::vector<Tic> tics;
  int exponent = 0;
};

/// The data behind an axis's range: the minimum and the maximum finite value, and whether all values are
/// whole numbers.
class Extent {
 public:
  /// Takes a value. Ignores values that are not finite and, if `logarithmic`, values that are not above zero.
  void take(double value, bool logarithmic);
  bool empty() const { return !(minimum_ <= maximum_); }
  double minimum() const { return minimum_; }
  double maximum() const { return maximum_; }
  bool whole() const { return whole_; }

 private:
  double minimum_ = 1, maximum_ = 0;
  bool whole_ = true;
};

struct ScaleChoice {
  bool logarithmic = false;
  std::optional<double> minimum = {}, maximum = {};  ///< fixed ends
  double margin = 0;                                 ///< free part of the range at each end that is not fixed
  std::size_t max_tics = 6;                          ///< marks with a text
  /// Of rows or times. If all data are whole numbers: up to eight are all marked. With more, and of other
  /// numbers, the first one is marked if there is room. An end without a margin goes on to a mark that is
  /// near.
  bool marks_first = false;
};

/// Tics at 1, 2 or 5 times a power of ten (logarithmic: at the powers), and the range of the data. The range
/// is widened if it is a single point or empty.
Scale scale_for(const Extent& data, const ScaleChoice& choice);

}  // namespace invdyn
