#pragma once

#include <string_view>

namespace invdyn {

/// A robot with each kind of joint, in our own JSON. Users replace its numbers by their own.
std::string_view robot_template();

}  // namespace invdyn
