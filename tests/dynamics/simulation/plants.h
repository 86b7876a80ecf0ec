#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "dynamics/simulation/plant.h"
#include "robot/files/read.h"
#include "support/random_robot.h"

namespace invdyn::test {

inline void place(Plant& plant, const std::vector<double>& q, const std::vector<double>& dq) {
  plant.place(0, q, dq);
}
inline void hold(Plant& plant, const std::vector<double>& tau) {
  plant.hold(tau);
}

inline Robot pendulum() {
  return read_robot("pendulum", [](const std::string&) {});
}

inline Eigen::VectorXd as_vector(std::span<const double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

inline std::vector<double> as_doubles(const Vector& values) {
  std::vector<double> result;
  for (const Real value : values) result.push_back(static_cast<double>(value));
  return result;
}

}  // namespace invdyn::test
