#pragma once

#include <string>

#include "figure.h"

namespace invdyn {

/// The script of a figure in characters, `text_width` of them wide.
std::string character_script(const Figure& figure);

}  // namespace invdyn
