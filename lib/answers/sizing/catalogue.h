#pragma once

#include <string>
#include <vector>

#include "motor_table.h"

namespace invdyn {

/// A motor with the gears that it is offered with: a row of a catalogue.
struct CatalogueMotor {
  std::string name;
  std::string joint;                          ///< it is for this joint only; empty: for every revolute joint
  Motor motor;                                ///< without gear ratio; its rotor inertia is without the gear
  std::optional<double> thermal_time;         ///< thermal time constant of the winding and housing, s, > 0
  std::optional<double> max_inertia_ratio;    ///< load over rotor, both at the shaft, > 0
  std::vector<double> gear_ratios;            ///< motor speed over joint speed, > 0; at least one
  double gear_inertia = 0;                    ///< at the motor's shaft, kg m^2
  std::optional<double> gear_max_speed;       ///< at the motor's shaft, rad/s
  std::optional<double> gear_peak_torque;     ///< at the joint, N m or N
  std::optional<double> gear_average_torque;  ///< the same, for the mean that counts for its bearings
  double size = 0;                            ///< price, mass or rated power: see Catalogue
};

struct Catalogue {
  std::string file;                    ///< for messages
  std::string measure;                 ///< of the size: `price`, `mass (kg)` or `rated power (W)`
  std::vector<CatalogueMotor> motors;  ///< the smallest first; of the same size in the order of the file
};

/// Reads a CSV file with a row for each motor and its gears. Columns, by name and in any order: `motor`,
/// `continuous_torque`, `peak_torque`, `rotor_inertia`, which must be there, and `joint`, `curve`,
/// `max_speed`, `thermal_time`, `max_inertia_ratio`, `gear_ratios`, `efficiency`, `gear_inertia`,
/// `gear_max_speed`, `gear_peak_torque`, `gear_average_torque`, `price`, `mass`. Units may be in the headers.
/// The size of a motor is its price where the file has this column, else its mass, else continuous torque
/// times top speed. Throws Error with file and line.
Catalogue read_catalogue(const std::string& path, const Robot& robot);

}  // namespace invdyn
