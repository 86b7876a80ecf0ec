#include "visible_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace invdyn {
namespace {

struct Codes {
  std::uint32_t first, last;
};

// Unicode Character Database 15.0 (DerivedGeneralCategory.txt): all characters of the categories Cc
// (control), Zl and Zp (line and paragraph separator), and those of Cf (format) without a shape. This
// includes Bidi_Control of PropList.txt. Signs of Cf that enclose digits are shown: 0600-0605, 06dd, 070f,
// 0890-0891, 08e2, 110bd, 110cd. Of the other characters, XML 1.0 forbids only the noncharacters fffe and
// ffff.
constexpr std::array<Codes, 17> unseen{{{0x00, 0x1f},
                                        {0x7f, 0x9f},
                                        {0xad, 0xad},
                                        {0x61c, 0x61c},
                                        {0x180e, 0x180e},
                                        {0x200b, 0x200f},
                                        {0x2028, 0x202e},
                                        {0x2060, 0x2064},
                                        {0x2066, 0x206f},
                                        {0xfeff, 0xfeff},
                                        {0xfff9, 0xfffb},
                                        {0xfffe, 0xffff},
                                        {0x13430, 0x1343f},
                                        {0x1bca0, 0x1bca3},
                                        {0x1d173, 0x1d17a},
                                        {0xe0001, 0xe0001},
                                        {0xe0020, 0xe007f}}};

bool is_seen(std::uint32_t code) {
  return std::none_of(unseen.begin(), unseen.end(),
                      [&](const Codes& codes) { return code >= codes.first && code <= codes.last; });
}

std::uint8_t byte_of(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

std::uint32_t code_of(std::string_view character) {
  constexpr std::uint8_t bits_of_first[] = {0x7f, 0x1f, 0x0f, 0x07};
  std::uint32_t code = byte_of(character, 0) & bits_of_first[character.size() - 1];
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte_of(character, i) & 0x3f);
  return code;
}

void append_code(std::string& text, const char* begin, std::uint32_t code, int digits) {
  text += begin;
  for (int i = digits - 1; i >= 0; --i) text += "0123456789abcdef"[code >> (4 * i) & 15];
}

// The number of printable ASCII characters at the beginning: for most texts, all.
std::size_t count_of_plain(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c < 0x20 || c > 0x7e; });
  return static_cast<std::size_t>(end - text.begin());
}

std::string escaped(std::string_view text, bool keeps_lines) {
  std::string result;
  while (!text.empty()) {
    const std::size_t plain = count_of_plain(text);
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
    const std::uint32_t code = size == 0 ? byte_of(text, 0) : code_of(character);
    if (size != 0 && (is_seen(code) || (keeps_lines && code == '\n')))
      result += character;
    else if (character.size() == 1)
      append_code(result, "\\x", code, 2);
    else
      code > 0xffff ? append_code(result, "\\U", code, 8) : append_code(result, "\\u", code, 4);
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace

std::size_t character_size(std::string_view text) {
  const std::uint8_t first = byte_of(text, 0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte_of(text, i) & 0xc0) != 0x80) return 0;
  const std::uint8_t second = byte_of(text, 1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool beyond = (first == 0xf4 && second > 0x8f) || (first == 0xed && second > 0x9f);  // surrogates
  return overlong || beyond ? 0 : size;
}

std::string visible(std::string_view text) {
  return escaped(text, false);
}

std::string visible_lines(std::string_view text) {
  return escaped(text, true);
}

}  // namespace invdyn
