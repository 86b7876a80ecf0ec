#pragma once

#include <string>

#include "figure.h"

namespace invdyn {

enum class FigureFormat { svg, png, pdf, text };

/// The gnuplot script of the figure, with its data inside; it draws to standard output. Names and labels
/// appear literally and are never commands: control characters and invalid UTF-8 appear as codes (`\x0a`).
/// Throws Error if a curve has different numbers of x and y, an axis ends before it begins, a value is too
/// large to draw, or the figure has no panel.
std::string gnuplot_script(const Figure& figure, FigureFormat format);

}  // namespace invdyn
