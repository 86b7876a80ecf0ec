#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "../../ground/base/report.h"

namespace invdyn {

/// Whether a file name ends in .xacro, upper or lower case.
bool is_xacro_name(const std::string& path);

/// Whether a text has macros, expressions or conditions of xacro.
bool has_xacro(const std::string& text);

/// The command that makes a URDF of this file: `xacro arm.urdf.xacro > arm.urdf`.
std::string xacro_command(const std::string& path);

/// The URDF that the user's own program `xacro` writes for this file, which is at most as large as a file
/// that is read whole. It runs without a shell. `arguments` are NAME=value. The file is trusted: xacro
/// evaluates the Python expressions in it. Throws Error.
std::string expanded_by_xacro(const std::string& path, const std::vector<std::string>& arguments,
                              const Warn& warn, std::chrono::seconds time_limit = std::chrono::seconds(60));

}  // namespace invdyn
