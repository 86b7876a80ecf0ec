#include "shapes.h"

#include <filesystem>

#include "../../ground/base/error.h"
#include "../../ground/document/read_text_file.h"
#include "../files/robot_formats.h"
#include "shape_list.h"

namespace invdyn {
namespace {

// Of the formats that state shapes, by their names in robot_formats().
constexpr struct {
  std::string_view format;
  void (*add_shapes)(const std::string& text, const std::string& file, ShapeList& shapes);
} readers[] = {{"urdf", add_urdf_shapes}, {"mjcf", add_mjcf_shapes}, {"body", add_body_shapes}};

}  // namespace

void add_shapes_of_file(const std::string& robot_file, const ShapeSettings& settings, ShapeList& shapes) {
  std::error_code fault;
  if (!std::filesystem::is_regular_file(robot_file, fault)) {
    if (!std::filesystem::exists(robot_file, fault)) return;
    throw Error(robot_file + ": shapes",
                "the robot comes from a stream, which can be read only once; expected a file");
  }
  const std::string text = settings.expanded ? *settings.expanded : read_text_file(robot_file);
  const std::string_view format = format_of_text(text, robot_file).name;
  for (const auto& [name, add_shapes] : readers)
    if (name == format) add_shapes(text, settings.expanded ? expanded_name(robot_file) : robot_file, shapes);
}

RobotShapes read_shapes(const std::string& robot_file, const Robot& robot, const ShapeSettings& settings) {
  ShapeList shapes(robot, settings);
  try {
    add_shapes_of_file(robot_file, settings, shapes);
  } catch (const Error& error) {
    shapes.leave_out(error);
  }
  return shapes.take();
}

}  // namespace invdyn
