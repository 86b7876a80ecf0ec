#include "base_turns.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../trajectory/pose/orientations.h"

namespace invdyn {
namespace {

constexpr double less_within_window = 3;  // rad

// With the sizes of turns as cosines of half the angle, which need no more than a product.
class Turns {
 public:
  explicit Turns(const Block& block) : orientations_(block.base.pose.col(3).data(), block.capacity) {}

  bool is_wide(std::size_t one, std::size_t other, double half_cosine) const {
    return std::abs(orientations_[one].dot(orientations_[other])) < half_cosine;
  }
  double angle(std::size_t one, std::size_t other) const { return orientations_.relative(one, other).norm(); }

 private:
  Orientations orientations_;
};

// The rows between gaps around a row.
struct Stretch {
  std::size_t begin, end;

  void move_to(std::size_t row, const Block& block) {
    if (row < end) return;
    begin = row;
    for (end = row + 1; end < block.rows && !(end < block.after_gap.size() && block.after_gap[end]);) ++end;
  }
};

}  // namespace

std::optional<BaseTurn> first_wide_turn(const Differentiation& how, const Block& block) {
  if (!block.has_base() || how.is_static || how.base != Known::q) return std::nullopt;
  static const double between = std::cos(most_between_rows / 2), within = std::cos(less_within_window / 2);
  const Turns turns(block);
  const bool fits = how.scheme == Scheme::savitzky_golay;
  const std::size_t before = fits ? how.fit.window / 2 : how.rows_before();
  const std::size_t after = fits ? how.fit.window / 2 : how.scheme == Scheme::central ? 1 : 0;
  Stretch stretch{0, 0};
  for (std::size_t row = 0; row < block.own_end(); ++row) {
    stretch.move_to(row, block);
    if (row < block.own_begin()) continue;
    std::size_t first = std::max(row, stretch.begin + before) - before;
    std::size_t last = std::min(row + after, stretch.end - 1);
    if (fits) {  // near an end, the first or last window
      if (block.last || stretch.end < block.rows) first = std::min(first, stretch.end - how.fit.window);
      last = std::min(first + how.fit.window, stretch.end) - 1;
    }
    for (std::size_t i = first; i < last; ++i)
      if (turns.is_wide(i, i + 1, between))
        return BaseTurn{row, i + 1, wide_turn_text(turns.angle(i, i + 1))};
    for (std::size_t i = first; i <= last && fits; ++i)
      if (turns.is_wide(row, i, within))
        return BaseTurn{row, row,
                        "the base turns by " + six_digits(turns.angle(row, i)) +
                            " rad within the window of " + std::to_string(how.fit.window) +
                            " rows: expected a shorter window, in which the base turns by less than 3 rad"};
  }
  return std::nullopt;
}

}  // namespace invdyn
