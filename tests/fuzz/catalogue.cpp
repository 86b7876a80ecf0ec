// Catalogues of motors and gears. What is read can be tried on a joint.
#include "answers/sizing/catalogue.h"

#include <cstdlib>

#include "answers/sizing/thermal_cycle.h"
#include "target.h"
#include "trajectory/files/run_csv.h"

void invdyn::fuzz::take(std::string_view input) {
  static const Robot robot = test::arm_of({{"a"}, {"b", JointType::prismatic}});
  for (const CatalogueMotor& motor :
       read_catalogue(file_with("catalogue.csv", input), robot, [](const std::string&) {}).motors) {
    if (motor.gear_ratios.empty()) std::abort();
    if (motor.motor.thermal_time) {
      const double rise = ThermalCycle(*motor.motor.thermal_time).after(0, 1, 1, 1);
      if (!(rise >= 0 && rise <= 1 + 1e-12)) std::abort();
    }
  }
}
