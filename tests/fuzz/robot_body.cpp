// Choreonoid's .body files.
#include "robot/files/body_reader.h"

#include "robot/geometry/shape_list.h"
#include "robot_use.h"

void invdyn::fuzz::take(std::string_view input) {
  const std::string text(input);
  const Robot robot = read_body_robot(text, "robot.body", {}, ignore).robot;
  use(robot);
  ShapeList shapes(robot, {});
  add_body_shapes(text, "robot.body", shapes);
}
