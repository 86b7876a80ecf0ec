#pragma once

#include <string>

#include "figure.h"

namespace invdyn {

enum class FigureFormat { svg, png, pdf, text };

/// The gnuplot script of the figure, as in a printed journal, with its data inside; it draws to standard
/// output. Names and labels appear literally and are never commands: control characters and invalid UTF-8
/// appear as codes (`\x0a`). Throws as expect_drawable() does, and UsageError for text.
std::string gnuplot_script(const Figure& figure, FigureFormat format);

}  // namespace invdyn
