#pragma once

#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// Values beyond this have no place on an axis: the numbers of its range would leave those of doubles.
inline constexpr double largest_drawn = 1e300;

/// A mark on an axis, with its text.
struct Tic {
  double at;
  std::string text;  ///< empty: a small mark between those with a text
};

/// The range of an axis and its marks. Texts are values over 10^exponent; on logarithmic
/// axes they may be of the form `2e-4`.
struct Scale {
  double least = 0, most = 1;
  std::vector<Tic> tics;
  int exponent = 0;
};

/// The basis of an axis's range: the minimum and the maximum finite value that it must show, and
/// whether all are whole numbers.
class Extent {
 public:
  /// Takes in a value; not a finite one, and with `logarithmic` none that is not above zero.
  void take(double value, bool logarithmic);
  bool empty() const { return !(least_ <= most_); }
  double least() const { return least_; }
  double most() const { return most_; }
  bool whole() const { return whole_; }

 private:
  double least_ = 1, most_ = 0;
  bool whole_ = true;
};

struct ScaleChoice {
  bool logarithmic = false;
  std::optional<double> least = {}, most = {};  ///< fixed ends
  double margin = 0;         ///< share of the range that is left free at either end that is not fixed
  std::size_t max_tics = 6;  ///< with a text
  /// Of whole numbers: each is marked where there are no more than eight, else the first one where there is
  /// room.
  bool marks_first = false;
};

/// Tics at 1, 2 or 5 times a power of ten (logarithmic: at the powers), and the range of the data, made wider
/// where it is a point or nothing.
Scale scale_for(const Extent& data, const ScaleChoice& choice);

}  // namespace invdyn
