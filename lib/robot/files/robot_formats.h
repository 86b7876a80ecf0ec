#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "read.h"

namespace invdyn {

/// A format of robot files. All that reads, writes, converts or names such files goes over the list of them.
struct RobotFormat {
  std::string_view name;                       ///< `urdf`: a copy in it is written to a file in .urdf
  std::vector<std::string_view> more_endings;  ///< of names besides .urdf, in lower case: `.xacro`
  std::string_view what;                       ///< in errors: `URDF, XML whose root element is <robot>`
  /// Whether a text is in this format, from its first character on that is no blank.
  bool (*has_text)(std::string_view text);
  RobotFile (*read)(const std::string& text, const std::string& file, const RobotReading& reading,
                    const Warn& warn);
  std::string (*write)(const RobotFile& robot, const Warn& warn);  ///< nullptr: it is only read

  std::string ending() const { return "." + std::string(name); }
};

/// All formats; the first one is our own JSON.
std::span<const RobotFormat> robot_formats();

/// The format of a text. `file` is its name, and decides if the text does not. Throws Error.
const RobotFormat& format_of_text(const std::string& text, const std::string& file);

/// The format that a file of this name has by its ending, upper or lower case; nullptr: unknown. An .xml may
/// be MJCF as well as URDF.
const RobotFormat* format_in_name(const std::string& path);

/// The format that a copy in a file of this name gets; nullptr if the name gives none that is written.
const RobotFormat* written_format_in_name(const std::string& path);

}  // namespace invdyn
