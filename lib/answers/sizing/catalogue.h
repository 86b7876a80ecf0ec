#pragma once

#include <string>
#include <vector>

#include "motor_table.h"

namespace invdyn {

/// A motor with the gears that it is offered with: a row of a catalogue.
struct CatalogueMotor {
  std::string joint;                  ///< it is for this joint only; empty: for every revolute joint
  Motor motor;                        ///< without gear ratio
  std::vector<double> gear_ratios;    ///< motor speed over joint speed, > 0; at least one
  std::optional<double> price, mass;  ///< any unit; kg
  double size = 0;                    ///< price, mass or rated power: see Catalogue
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
/// times top speed. Throws Error with file and line. `note` reports a file without gears, and gears
/// without an efficiency.
Catalogue read_catalogue(const std::string& path, const Robot& robot, const Warn& note);

/// What can hardly be meant of its motors: rotors in kg cm^2, torques in N cm. None: nothing.
std::optional<std::string> catalogue_doubt(const Robot& robot, const Catalogue& catalogue);

}  // namespace invdyn
