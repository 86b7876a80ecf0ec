#include "shell_line.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace invdyn {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// NAME=VALUE
bool sets_variable(const std::string& word) {
  const std::size_t sign = word.find('=');
  return sign != std::string::npos && sign > 0 && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(sign),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

class Splitter {
 public:
  Splitter(std::string_view line, Shell shell, std::string_view breaks)
      : line_(line), is_fish_(shell == Shell::fish), breaks_(breaks) {}

  ShellLine split() {
    while (at_ < line_.size()) take(line_[at_++]);
    const bool is_redirected = redirects_;
    redirects_ = false;
    end_word(true);
    return {words_, is_redirected};
  }

 private:
  void take(char c) {
    if (word_.open_quote == '\'') {
      take_in_single_quotes(c);
    } else if (c == '\\') {
      take_escaped();
    } else if (word_.open_quote == '"') {
      take_in_double_quotes(c);
    } else {
      take_outside(c);
    }
  }

  void take_in_single_quotes(char c) {
    const bool is_escape =
        is_fish_ && c == '\\' && at_ < line_.size() && (line_[at_] == '\'' || line_[at_] == '\\');
    if (is_escape)
      add(line_[at_++]);
    else if (c == '\'') {
      word_.open_quote = '\0';
      word_.has_closed_quote = true;
    } else
      add(c);
  }

  // In double quotes a backslash stays before most characters.
  void take_escaped() {
    if (at_ == line_.size()) return;  // the cursor is after it
    const char c = line_[at_++];
    const std::string_view special = is_fish_ ? "$\"\\" : "$`\"\\";
    if (c != '\n' && word_.open_quote == '"' && special.find(c) == special.npos) add('\\');
    if (c != '\n') add(c);
  }

  void take_in_double_quotes(char c) {
    if (c == '"') {
      word_.open_quote = '\0';
      word_.has_closed_quote = true;
      return;
    }
    if (c == '$' || (c == '`' && !is_fish_)) word_.is_literal = false;
    add(c);
  }

  void take_outside(char c) {
    if (brackets_ > 0) {
      brackets_ += (c == '(') - (c == ')');
      add(c);
    } else if (is_blank(c)) {
      end_word(false);
    } else if (c == '\'' || c == '"') {
      word_.open_quote = c;
      word_.begin = word_.text.size();
      has_word_ = true;
    } else if (c == '<' || c == '>') {
      take_redirection();
    } else if (c == ';' || c == '|' || c == '&' || c == '\n') {
      words_.clear();  // another command
      word_ = {};
      has_word_ = redirects_ = false;
    } else {
      if (c == '$' || c == '(' || (c == '`' && !is_fish_)) word_.is_literal = false;
      if (c == '(') ++brackets_;
      add(c);
      if (breaks_.find(c) != breaks_.npos) word_.begin = word_.text.size();
    }
  }

  // `2>>log`, `>&2`; not `<(command)`, which is a word.
  void take_redirection() {
    if (at_ < line_.size() && line_[at_] == '(') {
      word_.is_literal = false;
      return;
    }
    const bool is_number = std::all_of(word_.text.begin(), word_.text.end(),
                                       [](unsigned char c) { return std::isdigit(c) != 0; });
    if (is_number) word_ = {};
    has_word_ = has_word_ && !is_number;
    end_word(false);
    while (at_ < line_.size() && std::string_view("<>&|").find(line_[at_]) != std::string_view::npos) ++at_;
    redirects_ = true;
  }

  void add(char c) {
    word_.text += c;
    has_word_ = true;
  }

  void end_word(bool is_last) {
    if (!has_word_ && !is_last) return;
    const bool is_setting = words_.empty() && !is_last && sets_variable(word_.text);
    if (!redirects_ && !is_setting) words_.push_back(word_);
    redirects_ = has_word_ = false;
    word_ = {};
  }

  std::string_view line_;
  bool is_fish_;
  std::string_view breaks_;
  std::size_t at_ = 0;
  std::vector<ShellWord> words_;
  ShellWord word_;
  bool has_word_ = false;   // `""` is one, too
  bool redirects_ = false;  // the next word is the file of a redirection
  int brackets_ = 0;
};

}  // namespace

ShellLine split_line(std::string_view line, Shell shell, std::string_view breaks) {
  return Splitter(line, shell, breaks).split();
}

std::string quoted_for_bash(const std::string& text, char open_quote) {
  const std::string_view special = open_quote == '\''  ? ""
                                   : open_quote == '"' ? "$`\"\\"
                                                       : " \t!\"#$&'()*;<>?[\\]^`{|}~";
  std::string quoted;
  for (const char c : text) {
    if (open_quote == '\'' && c == '\'') {
      quoted += "'\\''";
    } else if (open_quote == '"' && c == '!') {
      quoted += "\"\\!\"";  // bash looks for history in double quotes, too, where no backslash prevents it
    } else {
      if (special.find(c) != special.npos) quoted += '\\';
      quoted += c;
    }
  }
  // Readline ends the quote, but not after a word that ends with the quote's character.
  return open_quote != '\0' && quoted.ends_with(open_quote) ? quoted + open_quote : quoted;
}

std::string with_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  return home && path.starts_with("~/") ? home + path.substr(1) : path;
}

}  // namespace invdyn
