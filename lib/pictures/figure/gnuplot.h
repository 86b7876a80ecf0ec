#pragma once

#include <string>

#include "figure.h"
#include "gnuplot_script.h"

namespace invdyn {

// Figures in image formats are drawn by gnuplot 5.4 (T. Williams, C. Kelley and others), which runs as a
// separate program.

/// The drawing's bytes. Throws Error as expect_drawable() does; for images, also if gnuplot is not installed;
/// if it fails, with its message; if its output does not begin as the format requires.
std::string drawn(const Figure& figure, FigureFormat format);

}  // namespace invdyn
