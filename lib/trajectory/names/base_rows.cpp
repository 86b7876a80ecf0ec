#include "base_rows.h"

#include <algorithm>

#include "../../ground/base/error.h"
#include "../../ground/text/number.h"
#include "../pose/base_numbers.h"
#include "../pose/orientations.h"

namespace invdyn {

void BaseRows::read_twist(Block& block, std::size_t at, const Quaternion& q) const {
  const auto row = static_cast<Eigen::Index>(at);
  Eigen::ArrayXXd &twist = block.base.twist, &rates = block.base.rates;
  const Twist read = twist_from(axes_, q, twist_in(twist, rates, row));
  put_three(read.v, row, 0, twist);
  put_three(read.w, row, 3, twist);
  put_three(read.dv, row, 0, rates);
  put_three(read.dw, row, 3, rates);
}

std::exception_ptr BaseRows::finish(Block& block, PlaceBy places) {
  constexpr double farthest = 1e12;  // m, beyond Jupiter's orbit: no robot has been there
  const auto component = [&](Eigen::Index i, std::size_t row) -> double& {
    return block.base.pose(static_cast<Eigen::Index>(row), 3 + i);
  };
  if (reading_.has_angles && block.rows > 0) {
    const std::lock_guard lock(mutex_);
    if (!first_ || block.line[0] < first_->line) first_ = {block.line[0], component(0, 0), component(1, 0)};
  }
  for (std::size_t row = 0; row < block.rows; ++row) {
    double &w = component(0, row), &x = component(1, row), &y = component(2, row), &z = component(3, row);
    Quaternion q = reading_.has_angles ? quaternion_of_angles(w, x, y) : Quaternion{w, x, y, z};
    const double length = q.norm(), error = std::abs(length - 1);
    const double distance =
        three_in(block.base.pose, static_cast<Eigen::Index>(row), 0).cwiseAbs().maxCoeff();
    if (!(error <= wrong_length) || !(distance <= farthest)) {
      block.after -= std::min(block.after, block.rows - row);
      block.rows = row;
      return std::make_exception_ptr(
          Error(place_in(file_, places, block.line[row]),
                !(error <= wrong_length) ? "base_qw to base_qz" + wrong_length_text(length)
                                         : "base_x to base_z place the base at " + six_digits(distance) +
                                               " m: expected at most " + six_digits(farthest) + " m"));
    }
    if (error > odd_length) {
      const std::lock_guard lock(mutex_);
      if (!odd_ || block.line[row] < odd_->line) odd_ = {block.line[row], length};
    }
    q = q.normalized();
    w = q.w, x = q.x, y = q.y, z = q.z;
    if (reading_.known != Known::q) read_twist(block, row, q);
  }
  return nullptr;
}

// Rolls are within half a turn and pitches within a quarter, until a motion that turns over counts them on.
std::string BaseRows::doubt_of_first(PlaceBy places) const {
  constexpr double most_roll = 3.2, most_pitch = 1.6;
  if (!first_ || (std::abs(first_->roll) <= most_roll && std::abs(first_->pitch) <= most_pitch)) return "";
  const bool is_roll = std::abs(first_->roll) > most_roll;
  return place_text(places, first_->line) + ": " + (is_roll ? "base_roll" : "base_pitch") + " is " +
         six_digits(is_roll ? first_->roll : first_->pitch) +
         " rad, so the motion begins with an overturned base: are the angles of the base in degrees? Then name "
         "the columns \"base_roll (deg)\", \"base_pitch (deg)\" and \"base_yaw (deg)\"";
}

std::vector<std::string> BaseRows::warnings(PlaceBy places) const {
  std::vector<std::string> texts;
  if (const std::string doubt = doubt_of_first(places); !doubt.empty()) texts.push_back(doubt);
  if (odd_)
    texts.push_back(place_text(places, odd_->line) + ": base_qw to base_qz" + odd_length_text(odd_->length));
  return texts;
}

}  // namespace invdyn
