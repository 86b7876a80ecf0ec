#pragma once

#include <string>

#include "figure.h"
#include "gnuplot_script.h"

namespace invdyn {

/// The script of a figure as in a printed journal, for any format except text.
std::string print_script(const Figure& figure, FigureFormat format);

}  // namespace invdyn
