// Motors that move several joints.
#include "trajectory/names/motor_coupling.h"

#include "target.h"
#include "trajectory/files/run_csv.h"

void invdyn::fuzz::take(std::string_view input) {
  const Robot robot = test::arm_of({{"a"}, {"b"}, {"c"}});
  MotorCoupling(file_with("coupling.csv", input), robot).robot_of_motors(robot);
}
