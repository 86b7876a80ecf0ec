#include "quaternion_order_watch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void QuaternionOrderWatch::take(const Block& block) {
  constexpr std::size_t enough = 1000;
  for (std::size_t k = block.own_begin(); k < block.own_end() && w_.size() < enough; ++k) {
    const auto row = block.base.pose.row(static_cast<Eigen::Index>(k));
    const double w = row[3], x = row[4], y = row[5], z = row[6];
    w_.push_back(std::abs(w));
    up_.push_back(1 - 2 * (x * x + y * y));
    // The file's four numbers in the other order have w and x, or y and z, for x and y.
    up_of_other_.push_back(order_ == QuaternionOrder::wxyz ? 1 - 2 * (w * w + x * x)
                                                           : 1 - 2 * (y * y + z * z));
  }
}

std::string QuaternionOrderWatch::warning() const {
  constexpr double small = 0.15, lies = 60, stands = 30, degree = std::numbers::pi / 180;
  if (w_.empty()) return "";
  const double w = median(w_), up = median(up_), other = median(up_of_other_);
  if (!((w < small || up < std::cos(lies * degree)) && other > std::cos(stands * degree))) return "";
  const auto tilt = [&](double cosine) {
    return std::to_string(std::lround(std::acos(std::clamp(cosine, -1.0, 1.0)) / degree)) + " degrees";
  };
  const bool is_wxyz = order_ == QuaternionOrder::wxyz;
  const std::string read = is_wxyz ? "wxyz" : "xyzw", name = is_wxyz ? "xyzw" : "wxyz";
  return "in the order " + read + ", the base's quaternions have |w| " +
         six_digits(std::round(w * 1000) / 1000) + " and a tilt of " + tilt(up) + "; in the order " + name +
         ", the tilt is " + tilt(other) + " (medians of the first rows): probably `quaternion` " + name;
}

}  // namespace invdyn
