#pragma once

#include <string_view>

namespace invdyn {

/// A robot of each kind of joint, in our own JSON, for a user to replace by numbers of his own.
std::string_view robot_template();

}  // namespace invdyn
