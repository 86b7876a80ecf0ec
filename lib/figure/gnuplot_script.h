#pragma once

#include <string>

#include "figure.h"

namespace invdyn {

enum class FigureFormat { svg, png, pdf, text };

/// The script that makes gnuplot draw the figure to its standard output, its data inside. Names and labels
/// appear as they are, whatever they hold: control characters and what is not UTF-8 by their codes (`\x0a`),
/// nothing as a command. Throws Error where a curve has not as many x as y, an axis ends before it begins, a
/// value is too large to draw, or the figure has no panel.
std::string gnuplot_script(const Figure& figure, FigureFormat format);

}  // namespace invdyn
