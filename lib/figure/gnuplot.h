#pragma once

#include <string>

#include "figure.h"
#include "gnuplot_script.h"

namespace invdyn {

// Figures are drawn by gnuplot 5.4 (T. Williams, C. Kelley and others), which runs as a program of its own.

/// The drawing's bytes. Throws Error as gnuplot_script() does, where gnuplot is not installed,
/// with what it said where it fails, and where what it returned does not begin as the format must.
std::string drawn(const Figure& figure, FigureFormat format);

}  // namespace invdyn
