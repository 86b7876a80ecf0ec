#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "ground/csv/csv_table.h"
#include "ground/job/protected_files.h"
#include "ground/output_files/output_file.h"
#include "pictures/figure/gnuplot_script.h"
#include "pictures/figure/motion_figure.h"

namespace invdyn {

/// The formats of figures, in the order of FigureFormat.
extern const std::vector<std::string> figure_formats;
/// By the ending of the name.
std::optional<FigureFormat> format_of_figure_file(const std::string& path);

/// The option --plot of commands that write other things too: a figure next to them.
struct PlotArgument {
  std::string path;  ///< empty: no figure

  void add_to(CLI::App& command, const std::string& help);
  bool is_wanted() const { return !path.empty(); }
  /// Before anything is computed. Throws UsageError if the name is of no format, or if the figure would
  /// replace an input or one of these outputs. Throws Error if gnuplot, which it needs, is not installed.
  void expect_sensible(const std::vector<std::string>& outputs, const ProtectedFiles& kept) const;
  /// Draws the tables. Does not commit the file.
  void draw(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings, const Warn& note,
            OutputFile& file) const;
  void draw(const Figure& figure, OutputFile& file) const;
};

}  // namespace invdyn
