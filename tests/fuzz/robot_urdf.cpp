// Robots in URDF. Floating joints cannot be fixed here, as the file is the only input.
#include "robot/files/urdf_reader.h"

#include "robot/geometry/shape_list.h"
#include "robot_use.h"

void invdyn::fuzz::take(std::string_view input) {
  const std::string text(input);
  const Robot robot = read_urdf_robot(text, "robot.urdf", {}, ignore).robot;
  use(robot);
  ShapeList shapes(robot, {});
  add_urdf_shapes(text, "robot.urdf", shapes);
}
