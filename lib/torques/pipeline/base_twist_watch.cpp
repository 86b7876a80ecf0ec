#include "base_twist_watch.h"

#include <cmath>
#include <numbers>

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
  const Twist &one = last_->twists[static_cast<std::size_t>(axes_)],
              &other = row.twists[static_cast<std::size_t>(axes_)];
  const Eigen::Vector3d v_read = (one.v + other.v) / 2, w_read = (one.w + other.w) / 2;
  linear_.twists += v_read.squaredNorm();
  angular_.twists += w_read.squaredNorm();
  linear_.products += v_read.dot(v);
  angular_.products += w_read.dot(w);
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
      " are not the derivatives of the pose (they differ by " +
      six_digits(std::round(100 * std::sqrt(differs_v ? linear_.share(own) : angular_.share(own)))) + " %)";
  for (std::size_t i = 0; i < all_axes.size(); ++i)
    if (linear_.share(i) < same && angular_.share(i) < same)
      return text + ": probably `base-twist` " + axes_names[i];
  return warning_of_units();  // slopes of a base that rests are noise
}

// Only factors between usual units are named: no sound twist has them.
std::string BaseTwistWatch::warning_of_units() const {
  const auto is_near = [](const Sums& sums, double factor) {
    return sums.are_related() && std::abs(sums.excess() / factor - 1) < 0.03;
  };
  const auto text = [](const std::string& columns, const Sums& sums, const std::string& rest) {
    return columns + " are " + three_digits(sums.excess()) + " times the derivatives of the pose: probably " +
           rest;
  };
  constexpr double degrees = 180 / std::numbers::pi;
  if (is_near(linear_, 1000) && is_near(angular_, 1000))
    return text("base_vx to base_wz", linear_, "the times are in ms: `time-unit` ms");
  if (is_near(angular_, degrees))
    return text("base_wx to base_wz", angular_,
                "deg/s: `map` base_wx=base_wx:deg/s,base_wy=base_wy:deg/s,base_wz=base_wz:deg/s");
  if (is_near(linear_, 1000))
    return text("base_vx to base_vz", linear_,
                "mm/s: `map` base_vx=base_vx:mm/s,base_vy=base_vy:mm/s,base_vz=base_vz:mm/s");
  return "";
}

}  // namespace invdyn
