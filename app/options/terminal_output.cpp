#include "terminal_output.h"

#include <unistd.h>

#include "ground/base/error.h"
#include "ground/base/shell_word.h"

namespace invdyn {

void expect_no_terminal(const std::string& output, const std::string& what, const std::string& file,
                        const Terminal& terminal) {
  if ((!output.empty() && output != "-") || ::isatty(STDOUT_FILENO) != 1) return;
  std::string line = "invdyn";
  for (auto word = terminal.typed().begin(); word != terminal.typed().end(); ++word) {
    if (*word == "-o" || *word == "--output")
      ++word;  // with its value, "-"
    else if (*word != "--output=-" && *word != "-o-")
      line += ' ' + shell_word(*word);
  }
  throw UsageError("standard output", "is a terminal, and " + what + ": expected a file or a pipe (" + line +
                                          " -o " + shell_word(file) + ")");
}

}  // namespace invdyn
