#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "typed_shell.h"

namespace invdyn::test {

using Words = std::vector<std::string>;

/// What a shell offers for a line.
struct Offered {
  Words words;
  std::map<std::string, std::string> texts;  ///< what is shown about a word; bash shows nothing
};

/// A shell with the completion that `invdyn completion SHELL` prints, in a folder of its own. The program
/// there is called `invdyn`; it records the arguments it is given, and completes as the real one.
class ShellSession {
 public:
  /// bash, zsh or fish
  explicit ShellSession(const std::string& shell);

  /// Whether the shell is installed.
  static bool is_there(const std::string& shell);

  const Workplace& here() const { return here_; }

  /// What the shell offers at the end of each line.
  std::vector<Offered> offered(const Words& lines);
  Offered offered(const std::string& line) { return offered(Words{line}).front(); }

  /// The arguments that the program gets if a user types this at the shell's prompt, with Tab (\t) to
  /// complete, and then Enter.
  Words typed(const std::string& keys);

 private:
  std::vector<std::string> environment() const;
  void start();

  Workplace here_;
  std::string shell_;
  std::unique_ptr<TypedShell> terminal_;
};

}  // namespace invdyn::test
