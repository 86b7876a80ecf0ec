#pragma once

#include <string_view>

namespace invdyn {

/// A robot with each kind of joint, in our own JSON. Users replace its numbers by their own.
std::string_view robot_template();

/// The JSON schema of our own format, robots/robot.schema.json.
std::string_view robot_schema();
/// `$schema` of descriptions to edit: an editor finds the schema in the folder of the description.
inline constexpr const char* robot_schema_name = "robot.schema.json";

}  // namespace invdyn
