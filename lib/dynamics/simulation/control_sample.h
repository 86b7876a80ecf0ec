#pragma once

#include <Eigen/Core>
#include <array>
#include <string_view>

#include "../../trajectory/data/quantity.h"

namespace invdyn {

/// The values of all joints at one control instant, in the order of robot.moving_joints().
struct ControlSample {
  double t = 0;             ///< s
  Eigen::VectorXd q, dq;    ///< of the plant, rad or m, per s
  Eigen::VectorXd ddq;      ///< of the plant, just after the torques have been set, per s^2
  Eigen::VectorXd desired;  ///< position, rad or m
  Eigen::VectorXd error;    ///< desired - q, rad or m
  Eigen::VectorXd tau;      ///< held from this instant to the next, N m or N
};

/// A quantity of the sample: the prefix of its columns' names, its values, and its unit.
struct SampleQuantity {
  std::string_view name;
  Eigen::VectorXd ControlSample::*values;
  Quantity unit_of;  ///< a quantity with the same unit
};

inline constexpr std::array<SampleQuantity, 6> sample_quantities{{
    {"q", &ControlSample::q, Quantity::q},
    {"dq", &ControlSample::dq, Quantity::dq},
    {"ddq", &ControlSample::ddq, Quantity::ddq},
    {"desired", &ControlSample::desired, Quantity::q},
    {"error", &ControlSample::error, Quantity::q},
    {"tau", &ControlSample::tau, Quantity::tau},
}};

}  // namespace invdyn
