#include "base_outputs.h"

#include <algorithm>

#include "../loads/wrench_history.h"
#include "base_columns.h"

namespace invdyn {
namespace {

Eigen::Vector3d three_in(const Eigen::ArrayXXd& values, std::size_t row, Eigen::Index first) {
  const auto k = static_cast<Eigen::Index>(row);
  return {values(k, first), values(k, first + 1), values(k, first + 2)};
}

Quaternion orientation_in(const Block& block, std::size_t row) {
  const auto at = block.base.pose.row(static_cast<Eigen::Index>(row));
  return {at[3], at[4], at[5], at[6]};
}

// Copies the columns; returns where the next one begins.
double* put_columns(const Eigen::ArrayXXd& values, const Block& block, double* out) {
  for (Eigen::Index j = 0; j < values.cols(); ++j, out += block.capacity) {
    const double* const column = values.col(j).data();
    std::copy(column + block.own_begin(), column + block.own_end(), out + block.own_begin());
  }
  return out;
}

// From this column on.
void put_three(const Eigen::Vector3d& three, const Block& block, std::size_t row, double* column) {
  for (const double value : three) {
    column[row] = value;
    column += block.capacity;
  }
}

}  // namespace

std::vector<std::string> base_motion_names() {
  std::vector<std::string> names;
  for (const BasePart& part : {base_position, base_quaternion, base_twist, base_rates})
    for (std::size_t i = part.first; i < part.first + part.count; ++i)
      names.emplace_back(base_columns[i].name);
  return names;
}

void put_base_motion(const Block& block, TwistAxes axes, double* out) {
  const auto& base = block.base;
  out = put_columns(base.pose, block, out);
  const std::size_t of_three = 3 * block.capacity;
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const Twist twist = twist_to(axes, orientation_in(block, row),
                                 {three_in(base.twist, row, 0), three_in(base.twist, row, 3),
                                  three_in(base.rates, row, 0), three_in(base.rates, row, 3)});
    put_three(twist.v, block, row, out);
    put_three(twist.w, block, row, out + of_three);
    put_three(twist.dv, block, row, out + 2 * of_three);
    put_three(twist.dw, block, row, out + 3 * of_three);
  }
}

std::vector<std::string> base_wrench_names(WrenchAxes axes) {
  std::vector<std::string> names;
  for (const std::string_view component : wrench_components)
    names.push_back("base_" + std::string(component) + (axes == WrenchAxes::base ? "_body" : ""));
  return names;
}

void put_base_wrench(const Block& block, WrenchAxes axes, double* out) {
  const Eigen::ArrayXXd& wrench = block.base.wrench;
  if (axes == WrenchAxes::world) {
    put_columns(wrench, block, out);
    return;
  }
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const Quaternion q = orientation_in(block, row).conjugate();
    put_three(rotated(q, three_in(wrench, row, 0)), block, row, out);
    put_three(rotated(q, three_in(wrench, row, 3)), block, row, out + 3 * block.capacity);
  }
}

}  // namespace invdyn
