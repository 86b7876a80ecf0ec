#include "plot_argument.h"

#include <filesystem>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "pictures/figure/gnuplot.h"

namespace invdyn {

const std::vector<std::string> figure_formats{"svg", "png", "pdf", "txt"};

std::optional<FigureFormat> format_of_figure_file(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (std::size_t i = 0; i < figure_formats.size(); ++i)
    if (extension == "." + figure_formats[i]) return static_cast<FigureFormat>(i);
  return std::nullopt;
}

void PlotArgument::add_to(CLI::App& command, const std::string& help) {
  mark(command.add_option("--plot", path,
                          "Draw a figure too. " + help + ". The name ends in .svg, .png, .pdf or .txt"),
       Decides::other_file)
      ->type_name("FILE")
      ->group(group::output);
}

void PlotArgument::expect_sensible(const std::vector<std::string>& outputs,
                                   const ProtectedFiles& kept) const {
  if (!is_wanted()) return;
  const auto format = format_of_figure_file(path);
  if (!format)
    throw UsageError("--plot", "is " + path + ": expected a name that ends with .svg, .png, .pdf or .txt");
  if (const auto replaced = kept.replaced_by(path))
    throw UsageError("--plot", "is " + *replaced + ": expected another file");
  for (const std::string& output : outputs)
    if (!output.empty() && place_of(path) == place_of(output))
      throw UsageError("--plot", "is " + output + ", another output: expected another file");
  if (*format != FigureFormat::text)
    drawn({.panels = {{.curves = {{.x = {0, 1}, .y = {0, 1}}}}}}, FigureFormat::svg);
}

void PlotArgument::draw(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings,
                        const Warn& note, OutputFile& file) const {
  draw(motion_figure(tables, settings, note), file);
}

void PlotArgument::draw(const Figure& figure, OutputFile& file) const {
  file.write(drawn(figure, *format_of_figure_file(path)));
}

}  // namespace invdyn
