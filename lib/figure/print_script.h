#pragma once

#include <string>

#include "figure.h"
#include "gnuplot_script.h"

namespace invdyn {

/// The script of a figure as a journal prints it, for a format that is not text.
std::string print_script(const Figure& figure, FigureFormat format);

}  // namespace invdyn
