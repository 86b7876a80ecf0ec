// Robots in URDF. Floating joints cannot be fixed here, as the file is the only input.
#include "robot_files/urdf_reader.h"

#include "robot_use.h"

void invdyn::fuzz::take(std::string_view input) {
  use(read_urdf_robot(std::string(input), "robot.urdf", {}, ignore).robot);
}
