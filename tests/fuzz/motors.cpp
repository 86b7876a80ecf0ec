// Tables of motors.
#include "answers/sizing/motor_table.h"

#include "target.h"
#include "trajectory/files/run_csv.h"

void invdyn::fuzz::take(std::string_view input) {
  static const Robot robot = test::arm_of({{"a"}, {"b", JointType::prismatic}});
  with_motors(robot, read_motors(file_with("motors.csv", input), robot, ignore));
}
