#include "base_twist_watch.h"

#include <cmath>

#include "../../ground/base/wording.h"
#include "../../trajectory/pose/base_numbers.h"

namespace invdyn {
namespace {

constexpr std::array all_axes{TwistAxes::world, TwistAxes::body, TwistAxes::mujoco};
constexpr std::array<const char*, 3> axes_names{"world", "body", "mujoco"};

}  // namespace

BaseTwistWatch::Row BaseTwistWatch::row_of(const Block& block, std::size_t row) const {
  const auto k = static_cast<Eigen::Index>(row);
  const Block::Base& base = block.base;
  Row result{block.t[k], three_in(base.pose, k, 0), orientation_in(base.pose, k), {}};
  const Twist in_file = twist_to(axes_, result.q, twist_in(base.twist, base.rates, k));
  for (std::size_t i = 0; i < all_axes.size(); ++i)
    result.twists[i] = twist_from(all_axes[i], result.q, in_file);
  return result;
}

// The mean of two rows against the slope between them.
void BaseTwistWatch::compare(const Row& row) {
  const double step = row.t - last_->t;
  const Eigen::Vector3d v = (row.place - last_->place) / step;
  const Eigen::Vector3d w = rotation_vector(last_->q.conjugate() * row.q) / step;
  linear_.slopes += v.squaredNorm();
  angular_.slopes += w.squaredNorm();
  for (std::size_t i = 0; i < all_axes.size(); ++i) {
    linear_.differences[i] += ((row.twists[i].v + last_->twists[i].v) / 2 - v).squaredNorm();
    angular_.differences[i] += ((row.twists[i].w + last_->twists[i].w) / 2 - w).squaredNorm();
  }
  ++rows_;
}

void BaseTwistWatch::take(const Block& block) {
  for (std::size_t k = block.own_begin(); k < block.own_end(); ++k) {
    if (k < block.after_gap.size() && block.after_gap[k]) last_.reset();
    const Row row = row_of(block, k);
    if (last_ && row.t > last_->t) compare(row);
    last_ = row;
  }
}

std::string BaseTwistWatch::warning() const {
  constexpr std::size_t enough_rows = 20;
  constexpr double other = 0.25, same = 0.05;  // of the squares of the slopes
  if (rows_ < enough_rows) return "";
  const auto own = static_cast<std::size_t>(axes_);
  const bool differs_v = linear_.share(own) > other, differs_w = angular_.share(own) > other;
  if (!differs_v && !differs_w) return "";
  const std::string text =
      std::string(differs_v ? "base_vx to base_vz" : "base_wx to base_wz") +
      (differs_v && differs_w ? " and base_wx to base_wz" : "") +
      " are not the slopes of the pose (they differ by " +
      six_digits(std::round(100 * std::sqrt(differs_v ? linear_.share(own) : angular_.share(own)))) +
      " % of them)";
  for (std::size_t i = 0; i < all_axes.size(); ++i)
    if (linear_.share(i) < same && angular_.share(i) < same)
      return text + ": probably `base-twist` " + axes_names[i];
  return "";  // slopes of a base that rests are noise
}

}  // namespace invdyn
