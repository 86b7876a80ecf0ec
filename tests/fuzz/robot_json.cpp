// Robots in JSON.
#include "robot/files/json_reader.h"

#include "robot_use.h"

void invdyn::fuzz::take(std::string_view input) {
  use(read_json_robot(std::string(input), "robot.json", ignore));
}
