#include "base_outputs.h"

#include <algorithm>

#include "../loads/wrench_history.h"
#include "../pose/base_numbers.h"
#include "base_columns.h"

namespace invdyn {
namespace {

// Copies the columns; returns where the next one begins.
double* put_columns(const Eigen::ArrayXXd& values, const Block& block, double* out) {
  for (Eigen::Index j = 0; j < values.cols(); ++j, out += block.capacity) {
    const double* const column = values.col(j).data();
    std::copy(column + block.own_begin(), column + block.own_end(), out + block.own_begin());
  }
  return out;
}

// From this column on.
void put_columns(const Eigen::Vector3d& three, const Block& block, std::size_t row, double* column) {
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
    const auto k = static_cast<Eigen::Index>(row);
    const Twist twist = twist_to(axes, orientation_in(base.pose, k), twist_in(base.twist, base.rates, k));
    put_columns(twist.v, block, row, out);
    put_columns(twist.w, block, row, out + of_three);
    put_columns(twist.dv, block, row, out + 2 * of_three);
    put_columns(twist.dw, block, row, out + 3 * of_three);
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
    const auto k = static_cast<Eigen::Index>(row);
    const Quaternion q = orientation_in(block.base.pose, k).conjugate();
    put_columns(rotated(q, three_in(wrench, k, 0)), block, row, out);
    put_columns(rotated(q, three_in(wrench, k, 3)), block, row, out + 3 * block.capacity);
  }
}

}  // namespace invdyn
