#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "../../ground/base/wording.h"

namespace invdyn {

/// The place of the end of `read`, which begins the text of the file.
inline std::string place_after(std::string_view read, const std::string& file) {
  return place_in(file, 1 + static_cast<std::size_t>(std::count(read.begin(), read.end(), '\n')));
}

/// Words and numbers of a text, separated by white space.
class MeshText {
 public:
  explicit MeshText(std::string_view text) : rest_(text) {}

  /// The next word; empty at the end.
  std::string_view word() {
    skip_blanks();
    std::size_t length = 0;
    while (length < rest_.size() && !is_blank(rest_[length])) ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }
  std::optional<double> number() { return number_in<double>(word()); }
  /// A number that a float holds.
  std::optional<float> coordinate() {
    const std::optional<double> read = number();
    if (!read || !is_coordinate(*read)) return std::nullopt;
    return static_cast<float>(*read);
  }
  std::optional<std::int64_t> integer() { return number_in<std::int64_t>(word()); }

  /// The next line, without its end.
  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return line;
  }
  std::string_view rest() const { return rest_; }

  /// Whether a float holds it: finite, and not too large.
  static bool is_coordinate(double number) { return std::abs(number) <= std::numeric_limits<float>::max(); }

  template <class Number>
  static std::optional<Number> number_in(std::string_view word) {
    Number number{};
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (word.empty() || fault != std::errc() || end != word.data() + word.size()) return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>)
      if (!std::isfinite(number)) return std::nullopt;
    return number;
  }

 private:
  static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
  }
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

}  // namespace invdyn
