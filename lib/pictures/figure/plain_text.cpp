#include "plain_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../ground/base/visible_text.h"

namespace invdyn {
namespace {

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
