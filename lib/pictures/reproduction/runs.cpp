#include "runs.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "../../dynamics/core/inverse_dynamics.h"
#include "../../ground/text/number.h"
#include "../../robot/files/read.h"

namespace invdyn {

Robot reproduced_robot(const std::string& name) {
  return read_robot(shipped_robot(name), [](const std::string&) {});
}

Block with_torques(const Robot& robot, const DynamicsSettings& settings, Block motion) {
  const InverseDynamics dynamics(robot, settings);
  InverseDynamics::BlockWorkspace workspace(dynamics);
  dynamics.fill_torques(motion, workspace);
  return motion;
}

std::vector<double> points(const Eigen::ArrayXXd& columns, std::size_t joint) {
  const auto column = columns.col(static_cast<Eigen::Index>(joint));
  return {column.begin(), column.end()};
}

std::vector<double> points(const Eigen::ArrayXd& times) {
  return {times.begin(), times.end()};
}

Curve over_time(const std::string& name, const Block& block, const Eigen::ArrayXXd& columns,
                std::size_t joint) {
  return {.name = name, .x = points(block.t), .y = points(columns, joint)};
}

double rounded(double value, int decimals) {
  const double power = std::pow(10.0, decimals);
  return std::round(value * power) / power + 0.0;
}

std::string in_digits(double value) {
  std::array<char, 32> text;
  const int digits = std::abs(value) < 1e-9 ? 1 : 3;
  const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::general, digits).ptr;
  std::from_chars(text.begin(), end, value);
  return std::abs(value) >= 1000 && std::abs(value) < 1e6 ? shortest(value) : std::string(text.begin(), end);
}

Eigen::VectorXd radians(std::initializer_list<double> degrees) {
  Eigen::VectorXd angles(static_cast<Eigen::Index>(degrees.size()));
  std::copy(degrees.begin(), degrees.end(), angles.begin());
  return angles * (std::numbers::pi / 180);
}

}  // namespace invdyn
