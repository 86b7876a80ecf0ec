#include "plain_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace invdyn {
namespace {

// The bytes of the character at the beginning of `text`, or 0 where it is not UTF-8 (RFC 3629).
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const std::uint8_t second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool beyond = (first == 0xf4 && second > 0x8f) || (first == 0xed && second > 0x9f);  // surrogates
  return overlong || beyond ? 0 : size;
}

// Control characters, and what XML forbids.
bool is_drawn(std::string_view character) {
  const auto byte = static_cast<std::uint8_t>(character[0]);
  if (character.size() == 1) return byte >= 0x20 && byte != 0x7f;
  if (character.size() == 2) return !(byte == 0xc2 && static_cast<std::uint8_t>(character[1]) < 0xa0);
  return character != "\xef\xbf\xbe" && character != "\xef\xbf\xbf" && character != "\xe2\x80\xa8" &&
         character != "\xe2\x80\xa9";
}

std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const std::size_t size = std::max<std::size_t>(character_size(text), 1);
    result.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return result;
}

double character_width(std::string_view character) {
  constexpr std::string_view narrow = "iljtfI.,:;'|!()[]/ ", wide = "mwMW@%";
  if (character.size() == 3) return static_cast<std::uint8_t>(character[0]) >= 0xe3 ? 1 : 0.65;
  if (character.size() == 4) return 1;
  if (narrow.find(character) != narrow.npos) return 0.36;
  if (wide.find(character) != wide.npos) return 0.95;
  return 0.63;
}

}  // namespace

std::string plain_text(std::string_view text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string result;
  for (const std::string_view character : characters(text)) {
    if (character_size(character) != 0 && is_drawn(character)) {
      result += character;
      continue;
    }
    for (const char c : character) {
      const auto byte = static_cast<std::uint8_t>(c);
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return result;
}

std::size_t length_of(std::string_view text) {
  return characters(text).size();
}

double width_of(std::string_view text) {
  double width = 0;
  for (const std::string_view character : characters(text)) width += character_width(character);
  return width;
}

std::string shortened(const std::string& text, double width) {
  if (width_of(text) <= width) return text;
  const auto all = characters(text);
  const std::string ellipsis = "…";
  std::string head, tail;
  double left = width - width_of(ellipsis);
  for (std::size_t first = 0, last = all.size(); first < last;) {
    const bool from_head = head.size() <= tail.size();
    const std::string_view character = from_head ? all[first++] : all[--last];
    left -= character_width(character);
    if (left < 0) break;
    if (from_head)
      head += character;
    else
      tail.insert(0, character);
  }
  return head + ellipsis + tail;
}

}  // namespace invdyn
