#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "pictures/figure/figure.h"

namespace invdyn {

/// The option --characters of figures in characters.
struct TextLookArgument {
  std::string characters = "auto";

  void add_to(CLI::App& command);
  /// On standard output, if that is a terminal: as wide and high as it, with braille dots and colours if it
  /// has them. Elsewhere the width is from COLUMNS, and the characters are ASCII unless the option says
  /// otherwise.
  TextLook look(bool to_standard_output) const;
};

}  // namespace invdyn
