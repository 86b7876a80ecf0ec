#include "text_look_argument.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "arguments.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"

namespace invdyn {
namespace {

const std::vector<std::string> kinds{"auto", "plain", "braille"};

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::optional<std::size_t> size_in(const char* name) {
  const auto size = parse_finite(variable(name));
  if (!size || *size < 1 || *size > 1e6) return {};
  return static_cast<std::size_t>(*size);
}

// The locale of the characters, as in setlocale(3).
bool has_utf8() {
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (locale.empty()) locale = variable(name);
  std::transform(locale.begin(), locale.end(), locale.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  return locale.find("utf-8") != locale.npos || locale.find("utf8") != locale.npos;
}

// NO_COLOR: no-color.org.
TextLook::Colours colours() {
  const std::string_view terminal = variable("TERM");
  if (terminal.empty() || terminal == "dumb" || !variable("NO_COLOR").empty()) return TextLook::Colours::none;
  return terminal.find("256") != terminal.npos || !variable("COLORTERM").empty() ? TextLook::Colours::many
                                                                                 : TextLook::Colours::sixteen;
}

}  // namespace

void TextLookArgument::add_to(CLI::App& command) {
  offer_words(command.add_option(
                  "--characters", characters,
                  "Characters of a figure in text: " + joined(kinds) +
                      ". auto: braille dots with colours in a terminal that can show them, else plain ASCII"),
              kinds)
      ->type_name("KIND")
      ->group(group::output)
      ->capture_default_str();
}

TextLook TextLookArgument::look(bool to_standard_output) const {
  constexpr std::size_t minimum_width = 40, maximum_width = 400, minimum_height = 10, maximum_height = 1000;
  const std::size_t kind = choice_argument("--characters", characters, kinds);
  const bool to_terminal = to_standard_output && ::isatty(STDOUT_FILENO) == 1;
  TextLook look;
  struct winsize window {};
  const bool has_size = to_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0;
  if (to_terminal) look.colours = colours();
  look.braille = kind == 2 || (kind == 0 && look.colours != TextLook::Colours::none && has_utf8());
  if (has_size && window.ws_col > 0)
    look.width = window.ws_col;
  else if (const auto width = size_in("COLUMNS"))
    look.width = *width;
  look.width = std::clamp(look.width, minimum_width, maximum_width);
  if (has_size && window.ws_row > 0)
    look.height = window.ws_row;
  else if (to_terminal)
    look.height = size_in("LINES");
  if (look.height) look.height = std::clamp(*look.height, minimum_height, maximum_height);
  return look;
}

}  // namespace invdyn
