#pragma once

#include <string>

#include "figure.h"

namespace invdyn {

/// The figure in characters, panels one below another: a title, the label of the y axis, the axes, the label
/// of the x axis, a key. Shaded bands are left out. Throws as expect_drawable() does.
std::string text_figure(const Figure& figure);

}  // namespace invdyn
