// Choreonoid's .body files.
#include "robot_files/body_reader.h"

#include "robot_use.h"

void invdyn::fuzz::take(std::string_view input) {
  use(read_body_robot(std::string(input), "robot.body", {}, ignore).robot);
}
