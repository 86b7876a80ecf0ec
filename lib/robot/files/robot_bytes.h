#pragma once

#include <string>
#include <string_view>

#include "json_reader.h"

namespace invdyn {

/// A described robot as bytes, from which it is read in a tenth of the time that its JSON takes. The build
/// makes those of the shipped robots (compile_robots.cpp). They are for the processor that the library is
/// compiled for.
std::string robot_bytes(const DescribedRobot& robot);

/// The robot that robot_bytes() was given, which must be a valid one. Its places in messages are `file`
/// alone.
DescribedRobot robot_of_bytes(std::string_view bytes, const std::string& file);

}  // namespace invdyn
