#include "toml_limits.h"

#include <string_view>

#include "ground/base/error.h"
#include "ground/base/wording.h"

namespace invdyn {
namespace {

// Settings are lists of numbers in tables of commands; deeper is none. toml++ takes some 250 bytes for each
// value and part of a key, and goes through its tables one by one to find some.
constexpr std::size_t max_depth = 16, max_key_parts = 16, max_nodes = 100'000;
// Texts of many numbers count as one value, and take 32 bytes for each number.
constexpr std::size_t max_bytes = 1 << 20;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

class TomlScan {
 public:
  TomlScan(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        skip_comment();
      else if (c == '"' || c == '\'')
        skip_string(c);
      else
        take(c);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(place_in(file_, line_), what + ": expected TOML, such as gravity = [0, 0, -9.81]");
  }

  void skip_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  // One that does not end, the parser refuses.
  void skip_string(char quote) {
    const char before = at_ > 0 ? text_[at_ - 1] : '\n';
    if ((is_of_a_word(before) && !is_blank(before)) || (in_value_ && before == '.'))
      fail("quotes inside a word");
    const std::string_view rest = std::string_view(text_).substr(at_);
    const bool has_lines = rest.starts_with(std::string(3, quote));
    at_ += has_lines ? 3 : 1;
    line_is_blank_ = false;
    last_ = quote;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        if (!has_lines) return;  // which the parser refuses
        ++line_;
      } else if (c == '\\' && quote == '"') {
        if (++at_ < text_.size() &&
            std::string_view("btnfr\"\\uU").find(text_[at_]) == std::string_view::npos)
          fail("a backslash before none of b, t, n, f, r, u, U, a quote or a backslash");
      } else if (c == quote && !has_lines) {
        ++at_;
        return;
      } else if (c == quote && quotes_here(quote) >= 3) {
        at_ += quotes_here(quote);
        return;
      }
    }
  }

  // At most five: three end a text of several lines, and up to two before them belong to it.
  std::size_t quotes_here(char quote) const {
    std::size_t count = 0;
    while (count < 5 && at_ + count < text_.size() && text_[at_ + count] == quote) ++count;
    return count;
  }

  // A character outside of strings and comments.
  void take(char c) {
    ++at_;
    const bool begins_line = line_is_blank_;
    if ((c == '[' || c == '{') && !can_open(begins_line)) fail("a bracket where no value begins");
    if (c == '=' && in_value_) fail("a second \"=\" after a key");
    track_value(c, begins_line);
    if (c == '\n' ? open_.empty() : !is_blank(c)) last_ = c;
    line_is_blank_ = c == '\n' || (line_is_blank_ && (c == ' ' || c == '\t'));
    switch (c) {
      case '\n':
        ++line_;
        parts_ = 1;
        break;
      case '=':
      case ',':
        parts_ = 1;
        count_node();
        break;
      case '.':
        if (!in_value_) count_node();
        if (++parts_ > max_key_parts) fail("a key of more than 16 parts");
        break;
      case '[':
      case '{':
        open_ += c;
        if (open_.size() > max_depth) fail("lists and tables are nested more than 16 deep");
        if (begins_line && c == '[' && open_.size() == 1) expect_key();
        parts_ = 1;
        count_node();
        break;
      case ']':
      case '}':
        if (!open_.ends_with(c == ']' ? '[' : '{')) fail("a bracket that closes none");
        open_.pop_back();
        break;
      case ':':
        fail("a time, which no setting takes");
      case '+':
      case '-':
        if (in_value_ && !can_have_sign()) fail("a sign inside a value; no setting takes a date");
        break;
      default:
        if (!is_of_a_word(c)) fail("a character outside of quotes that no key or number has");
    }
  }

  // A value begins after these characters, a header on a line of its own.
  bool can_open(bool begins_line) const {
    return last_ == '=' || last_ == ',' || last_ == '[' || (begins_line && open_.empty());
  }

  // A sign begins a number or its exponent. Elsewhere it makes toml++ look for a date.
  bool can_have_sign() const {
    const char before = text_[at_ - 2];
    return is_blank(before) || std::string_view("eE\n=,[").find(before) != std::string_view::npos;
  }

  void count_node() {
    if (++nodes_ > max_nodes) fail("more than 100000 values and parts of keys");
  }

  // Whether the next text belongs to a value, or else to a key or the name of a table.
  void track_value(char c, bool begins_line) {
    if (c == '\n') in_header_ = false;
    if (c == '[' && begins_line && open_.empty()) in_header_ = true;
    if (c == '{' || (c == '\n' && open_.empty()))
      in_value_ = false;
    else if (c == ',')
      in_value_ = open_.ends_with('[');
    else if (c == '=' || c == '[')
      in_value_ = !in_header_;
  }

  // After the opening brackets of [table] and [[tables]], which begin a line.
  void expect_key() const {
    std::size_t at = at_;
    if (at < text_.size() && text_[at] == '[') ++at;
    at = text_.find_first_not_of(" \t", at);
    if (at == std::string::npos) return;  // the parser refuses what ends too early
    const char c = text_[at];
    if (!is_of_a_key(c) && c != '"' && c != '\'' && c != ']') fail("a bracket without the name of a table");
  }

  // Without quotes.
  static bool is_of_a_key(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  // Keys, numbers and blanks.
  static bool is_of_a_word(char c) {
    return is_of_a_key(c) || c == '+' || c == ' ' || c == '\t' || c == '\r';
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0, line_ = 1, parts_ = 1, nodes_ = 0;
  std::string open_;  // brackets
  char last_ = '\n';  // before this one, without the blanks, and within brackets without the ends of lines
  bool line_is_blank_ = true, in_header_ = false, in_value_ = false;
};

}  // namespace

void expect_parsable_toml(const std::string& text, const std::string& file) {
  if (text.size() > max_bytes)
    throw Error(file, "is larger than 1 MiB, the limit for settings: expected TOML");
  TomlScan(text, file).run();
}

}  // namespace invdyn
