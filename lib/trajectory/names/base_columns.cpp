#include "base_columns.h"

#include <algorithm>

namespace invdyn {

std::optional<std::size_t> base_column(std::string_view name) {
  const auto* const found = std::find_if(base_columns.begin(), base_columns.end(),
                                         [&](const BaseColumn& column) { return column.name == name; });
  if (found == base_columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - base_columns.begin());
}

const Joint& joint_like(const BaseColumn& column) {
  const auto joint = [](JointType type) {
    Joint result;
    result.name = "base";
    result.type = type;
    return result;
  };
  static const Joint slides = joint(JointType::prismatic), turns = joint(JointType::continuous);
  return column.turns ? turns : slides;
}

double* rows_of_base(std::size_t column, Block& block) {
  const auto in = [&](Eigen::ArrayXXd& values, std::size_t first) {
    return values.col(static_cast<Eigen::Index>(column - first)).data();
  };
  if (column >= base_rates.first) return in(block.base.rates, base_rates.first);
  if (column >= base_twist.first) return in(block.base.twist, base_twist.first);
  // Angles take the places of qw, qx, qy.
  return in(block.base.pose, column >= base_angles.first ? base_angles.first - base_quaternion.first : 0);
}

std::vector<std::string> unnamed_base_columns(Quantity quantity, QuaternionOrder order) {
  std::vector<std::string> names;
  const auto add = [&](const BasePart& part) {
    for (std::size_t i = 0; i < part.count; ++i) names.emplace_back(base_columns[part.first + i].name);
  };
  if (quantity == Quantity::dq) add(base_twist);
  if (quantity == Quantity::ddq) add(base_rates);
  if (quantity != Quantity::q) return names;
  add(base_position);
  add(base_quaternion);
  if (order == QuaternionOrder::xyzw) std::rotate(names.begin() + 3, names.begin() + 4, names.end());
  return names;
}

bool has_base_pose(const std::vector<std::string>& names) {
  const auto has = [&](const BasePart& part) {
    for (std::size_t i = 0; i < part.count; ++i)
      if (std::find(names.begin(), names.end(), base_columns[part.first + i].name) == names.end())
        return false;
    return true;
  };
  return has(base_position) && (has(base_quaternion) || has(base_angles));
}

}  // namespace invdyn
