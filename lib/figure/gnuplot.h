#pragma once

#include <string>

#include "figure.h"

namespace invdyn {

// Figures are drawn by gnuplot 5.4 (T. Williams, C. Kelley and others), which runs as a program of its own.

enum class FigureFormat { svg, png, pdf, text };

/// The script that makes gnuplot draw the figure, its data inside. `output_path` empty: to the standard
/// output of gnuplot. Names and labels appear as they are, whatever they hold: control characters and what is
/// not UTF-8 by their codes (`\x0a`), nothing as a command. Throws Error where a curve has not as many x as
/// y, an axis ends before it begins, or the figure has no panel.
std::string gnuplot_script(const Figure& figure, FigureFormat format, const std::string& output_path = "");

/// The drawing's bytes. Throws Error where gnuplot is not installed, or with what it said where it fails.
std::string drawn(const Figure& figure, FigureFormat format);

}  // namespace invdyn
