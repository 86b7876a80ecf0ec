#include "text_feed.h"

#include <algorithm>
#include <cstring>

#include "../base/error.h"
#include "csv_text.h"

namespace invdyn {

TextFeed::TextFeed(const std::string& path, std::string expected, std::size_t max_read)
    : file_(path, std::move(expected)), max_read_(max_read) {}

std::size_t TextFeed::fetch(char* into, std::size_t maximum) {
  if (rest_begin_ == rest_.size()) return file_.read(into, std::min(maximum, max_read_));
  const std::size_t count = std::min(maximum, rest_.size() - rest_begin_);
  std::memcpy(into, rest_.data() + rest_begin_, count);
  rest_begin_ += count;
  return count;
}

void TextFeed::give_back(const char* text, std::size_t size) {
  if (rest_begin_ < rest_.size()) {
    rest_begin_ -= size;
  } else {
    rest_.assign(text, text + size);
    rest_begin_ = 0;
  }
}

bool TextFeed::read_ahead(const std::string& place) {
  rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(rest_begin_));
  rest_begin_ = 0;
  const std::size_t before = rest_.size();
  const std::size_t maximum =
      std::min({usual_size, max_read_, longest_line - std::min(before, longest_line)});
  if (maximum == 0) throw Error(place, long_line_text(rest_.data(), rest_.size()));
  rest_.resize(before + maximum);
  rest_.resize(before + file_.read(rest_.data() + before, maximum));
  return rest_.size() > before;
}

void TextFeed::put_back(std::string_view text) {
  rest_.insert(rest_.begin() + static_cast<std::ptrdiff_t>(rest_begin_), text.begin(), text.end());
}

void TextFeed::restrict_to(std::size_t begin, std::size_t end) {
  rest_.clear();
  rest_begin_ = 0;
  file_.restrict_to(begin, end);
}

}  // namespace invdyn
