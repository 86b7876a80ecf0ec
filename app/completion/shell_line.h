#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// The shells whose command lines are completed.
enum class Shell { bash, zsh, fish };

/// A word of a command line, without its quotes.
struct ShellWord {
  std::string text;
  /// Whether the text is the word's value. Not so after `$`, a backquote or a bracket: nothing is expanded or
  /// run here.
  bool is_literal = true;
  char open_quote = '\0';  ///< of the last word: the quote that has not ended
  bool has_closed_quote = false;
  std::size_t begin = 0;  ///< of the last word: where the part begins, in `text`, that the shell replaces
};

/// A command line up to the cursor.
struct ShellLine {
  std::vector<ShellWord> words;  ///< the command's name first; the word at the cursor last, it may be empty
  bool is_redirected = false;    ///< the word at the cursor is the file of `>` or `<`
};

/// Splits a command line up to the cursor as the shell does, apart from expansions. Redirections are left
/// out, and so are variables before the command. `breaks`: characters outside of quotes after which the shell
/// begins to replace the word at the cursor (COMP_WORDBREAKS of bash).
ShellLine split_line(std::string_view line, Shell shell, std::string_view breaks = "");

/// The text as a word at the cursor, as it goes on in bash after the text that bash keeps.
std::string quoted_for_bash(const std::string& text, char open_quote);

/// `~/arm.json` as the path that it is for the shell.
std::string with_home(const std::string& path);

}  // namespace invdyn
