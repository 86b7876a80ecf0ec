// Robots in MJCF. After form feeds there may be the text of an included part.xml, and the content of
// mesh.stl, mesh.obj and mesh.msh.
#include <filesystem>

#include "robot/mjcf/mjcf_reader.h"
#include "robot/mjcf/mjcf_writer.h"
#include "robot_use.h"

namespace {

std::string_view cut(std::string_view& input) {
  const std::size_t end = input.find('\f');
  const std::string_view piece = input.substr(0, end);
  input.remove_prefix(end == std::string_view::npos ? input.size() : end + 1);
  return piece;
}

}  // namespace

void invdyn::fuzz::take(std::string_view input) {
  const std::string text(cut(input));
  std::string file = "robot.xml";
  for (const char* name : {"part.xml", "mesh.stl", "mesh.obj", "mesh.msh"})
    if (!input.empty()) file = std::filesystem::path(file_with(name, cut(input))).parent_path() / "robot.xml";
  const Robot robot = read_mjcf(text, file, {}, ignore).robot;
  use(robot);
  // A copy has the same joints.
  std::string failure;
  try {
    const Robot copy = read_mjcf(mjcf_text(robot, ignore), "copy.xml", {}, ignore).robot;
    if (copy.dof() != robot.dof()) failure = "other joints";
  } catch (const Error& error) {
    failure = error.what();
    // XML cannot hold all names that its readers let pass, and the writer says so.
    if (failure.ends_with("expected names that are valid in XML")) failure.clear();
  }
  expect_same(failure, "", "a robot that was read cannot be written as MJCF and read again");
}
