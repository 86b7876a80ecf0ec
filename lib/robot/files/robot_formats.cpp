#include "robot_formats.h"

#include <algorithm>
#include <filesystem>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/wording.h"
#include "../../ground/compression/compression.h"
#include "../mjcf/mjcf_reader.h"
#include "../mjcf/mjcf_writer.h"
#include "body_reader.h"
#include "json_reader.h"
#include "json_writer.h"
#include "urdf_reader.h"
#include "urdf_writer.h"

namespace invdyn {
namespace {

// The first element's name. Before it, there may be declarations and comments.
std::string_view root_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    const bool is_comment = rest.starts_with("<!--");
    if (!is_comment && !rest.starts_with("<?") && !rest.starts_with("<!"))
      return rest.substr(1, rest.find_first_of(" \t\r\n/>") - 1);
    at = text.find(is_comment ? "-->" : ">", at + 1);
  }
  return {};
}

RobotFile read_mjcf_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn) {
  MjcfRobot found = read_mjcf(text, file,
                              {.fixed = reading.fixed,
                               .fix_all = reading.fix_all,
                               .base_floats = reading.base_floats,
                               .include_outside = reading.include_outside,
                               .edit = reading.edit},
                              warn);
  if (reading.independent_mimics) found.robot = found.robot.with_independent_mimics();
  return {.robot = std::move(found.robot),
          .unused = std::move(found.unused),
          .parts = std::move(found.parts),
          .fixed = std::move(found.fixed),
          .has_rotors_at_joints = true,
          .notes = std::move(found.notes)};
}

// Every XML file begins with <, and a .body file states its format.
const RobotFormat formats[] = {
    {"json",
     {},
     "a robot description in JSON, { ... }",
     [](std::string_view text) { return text.starts_with('{'); },
     read_json_file,
     [](const RobotFile& file, const Warn&) { return json_text(file.robot, file.accepted, file.origins); }},
    {"urdf",
     {".xacro", ".xml"},
     "URDF, XML whose root element is <robot>",
     [](std::string_view text) { return text.starts_with('<') && root_tag(text) != "mujoco"; },
     read_urdf_robot,
     [](const RobotFile& file, const Warn& warn) { return urdf_text(file.robot, warn); }},
    {"mjcf",
     {},
     "MJCF, XML whose root element is <mujoco>",
     [](std::string_view text) { return text.starts_with('<') && root_tag(text) == "mujoco"; },
     read_mjcf_robot,
     [](const RobotFile& file, const Warn& warn) { return mjcf_text(file.robot, warn); }},
    {"body",
     {".yaml", ".yml"},
     "a .body file of Choreonoid, with format: ChoreonoidBody",
     [](std::string_view text) {
       return !text.starts_with('{') && !text.starts_with('<') &&
              text.find("ChoreonoidBody") != std::string_view::npos;
     },
     read_body_robot,
     nullptr}};

std::string ending_of(const std::string& path) {
  return lower_case(std::filesystem::path(without_compression_ending(path)).extension().string());
}

}  // namespace

std::span<const RobotFormat> robot_formats() {
  return formats;
}

// A text of no format is taken for JSON, whose reader tells what is wrong, unless its name contradicts.
const RobotFormat& format_of_text(const std::string& text, const std::string& file) {
  const RobotFormat* const named = format_in_name(file);
  const RobotFormat& expected = named ? *named : formats[0];
  const std::size_t mark = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // byte order mark
  const std::size_t at = text.find_first_not_of(" \t\r\n", mark);
  if (at == std::string::npos) throw Error(file, "is empty: expected " + std::string(expected.what));
  for (const RobotFormat& format : formats)
    if (format.has_text(std::string_view(text).substr(at))) return format;
  if (&expected == &formats[0]) return expected;
  const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  throw Error(place_in(file, 1 + static_cast<std::size_t>(lines)),
              "is in another format than the name of the file says: expected " + std::string(expected.what));
}

const RobotFormat* format_in_name(const std::string& path) {
  const std::string ending = ending_of(path);
  for (const RobotFormat& format : formats)
    if (ending == format.ending() || std::find(format.more_endings.begin(), format.more_endings.end(),
                                               ending) != format.more_endings.end())
      return &format;
  return nullptr;
}

const RobotFormat* written_format_in_name(const std::string& path) {
  const std::string ending = ending_of(path);
  for (const RobotFormat& format : formats)
    if (format.write && ending == format.ending()) return &format;
  return nullptr;
}

}  // namespace invdyn
