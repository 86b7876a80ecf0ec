#include "gnuplot.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/process/program.h"
#include "text_figure.h"

namespace invdyn {
namespace {

// Environment variables that would change the figure that gnuplot makes from the same script.
bool bends_gnuplot(std::string_view variable) {
  for (const std::string_view name : {"GNUTERM=", "GNUPLOT_", "GNUHELP=", "LC_", "LANG=", "LANGUAGE="})
    if (variable.starts_with(name)) return true;
  return false;
}

std::vector<std::string> environment() {
  std::vector<std::string> variables = environment_variables();
  std::erase_if(variables, [](const std::string& variable) { return bends_gnuplot(variable); });
  variables.emplace_back("LC_ALL=C.UTF-8");
  return variables;
}

// The first bytes of a drawing. Other output is not a drawing: the PATH may have another program named
// gnuplot.
std::string_view beginning(FigureFormat format) {
  switch (format) {
    case FigureFormat::svg:
      return "<?xml";
    case FigureFormat::png:
      return "\x89PNG\r\n\x1a\n";
    case FigureFormat::pdf:
      return "%PDF-";
    default:
      return "";
  }
}

// The same figure is the same bytes. Blanks keep the places that the end of the file lists.
void blank_pdf_date(std::string& pdf) {
  const std::size_t begin = pdf.rfind("/CreationDate (");
  const std::size_t end = begin == std::string::npos ? begin : pdf.find(')', begin);
  if (end != std::string::npos)
    std::fill(pdf.begin() + static_cast<std::ptrdiff_t>(begin),
              pdf.begin() + static_cast<std::ptrdiff_t>(end) + 1, ' ');
}

// A browser draws it smaller where the window is narrower.
void let_shrink(std::string& svg) {
  const std::size_t at = svg.find("<svg");
  if (at != std::string::npos) svg.insert(at + 4, " style=\"max-width: 100%; height: auto\"");
}

}  // namespace

std::string drawn(const Figure& figure, FigureFormat format) {
  if (format == FigureFormat::text) return text_figure(figure);
  ProgramResult result = run_program({.words = {"gnuplot", "--default-settings"},
                                      .input = gnuplot_script(figure, format),
                                      .environment = environment()});
  using End = ProgramResult::End;
  if (result.end == End::not_found)
    throw Error("gnuplot",
                "is not on the PATH, but is needed to draw figures: install the Debian package gnuplot-nox");
  if (result.end == End::signalled)
    throw Error("gnuplot",
                "was ended by signal " + std::to_string(result.number) + ": " + in_one_line(result.messages));
  if (result.end == End::too_large) throw Error("gnuplot", "drew more than 1 GiB: expected a smaller figure");
  if (!result.is_success() || result.output.empty())
    throw Error("gnuplot",
                "failed with code " + std::to_string(result.number) + ": " + in_one_line(result.messages));
  if (!result.output.starts_with(beginning(format)))
    throw Error("gnuplot", "returned " + in_quotes(in_one_line(result.output)) +
                               " in place of a figure: expected gnuplot 5.4 on the PATH");
  if (format == FigureFormat::pdf) blank_pdf_date(result.output);
  if (format == FigureFormat::svg) let_shrink(result.output);
  return std::move(result.output);
}

}  // namespace invdyn
