#include "terminal_output.h"

#include <unistd.h>

#include "ground/base/error.h"
#include "ground/base/shell_word.h"

namespace invdyn {

void expect_no_terminal(const std::string& output, const std::string& what,
                        const std::vector<std::string>& line) {
  if (output != "-" || ::isatty(STDOUT_FILENO) != 1) return;
  std::string typed = "invdyn";
  for (const std::string& word : line) typed += ' ' + shell_word(word);
  throw UsageError("standard output",
                   "is a terminal, and " + what + ": expected a file or a pipe (" + typed + ")");
}

}  // namespace invdyn
