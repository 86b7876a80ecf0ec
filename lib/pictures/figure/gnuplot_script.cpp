#include "gnuplot_script.h"

#include "../../ground/base/error.h"
#include "print_script.h"

namespace invdyn {

std::string gnuplot_script(const Figure& figure, FigureFormat format) {
  expect_drawable(figure);
  if (format == FigureFormat::text)
    throw UsageError("`format`", "is txt, which is drawn without gnuplot: expected svg, png or pdf");
  return print_script(figure, format);
}

}  // namespace invdyn
