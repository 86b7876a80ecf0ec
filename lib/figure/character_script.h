#pragma once

#include <string>

#include "figure.h"

namespace invdyn {

/// The script of a figure in characters, `text_width` characters wide.
std::string character_script(const Figure& figure);

}  // namespace invdyn
