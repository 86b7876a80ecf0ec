#include "shapes.h"

#include <filesystem>

#include "../base/error.h"
#include "../document/read_text_file.h"
#include "../robot_files/read.h"
#include "shape_list.h"

namespace invdyn {
namespace {

bool is_urdf(const std::string& text) {
  const std::size_t at = text.find_first_not_of("\xef\xbb\xbf \t\r\n");
  return at != std::string::npos && text[at] == '<';
}

}  // namespace

RobotShapes read_shapes(const std::string& robot_file, const Robot& robot, const ShapeSettings& settings) {
  ShapeList shapes(robot, settings);
  std::error_code fault;
  if (!std::filesystem::is_regular_file(robot_file, fault)) {
    if (std::filesystem::exists(robot_file, fault))
      shapes.leave_out(robot_file, "shapes",
                       "the robot comes from a stream, which is read once; expected a file");
    return shapes.take();
  }
  try {
    const std::string text = settings.expanded ? *settings.expanded : read_text_file(robot_file);
    if (is_urdf(text))
      add_urdf_shapes(text, settings.expanded ? expanded_name(robot_file) : robot_file, shapes);
    else if (text.find("ChoreonoidBody") != std::string::npos)
      add_body_shapes(text, robot_file, shapes);
  } catch (const Error& error) {
    shapes.leave_out(error);
  }
  return shapes.take();
}

}  // namespace invdyn
