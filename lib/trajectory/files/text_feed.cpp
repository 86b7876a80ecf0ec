#include "text_feed.h"

#include <algorithm>
#include <cstring>

#include "../../ground/base/error.h"
#include "../../ground/csv/csv_text.h"

namespace invdyn {

TextFeed::TextFeed(const std::string& path, std::string expected, std::size_t max_read)
    : file_(path, std::move(expected)), max_read_(max_read) {}

JointStateText& TextFeed::read_joint_states(const std::string& topic) {
  joint_states_ = std::make_unique<JointStateText>(file_, rest(), max_read_, topic);
  rest_.clear();
  rest_begin_ = 0;
  return *joint_states_;
}

std::size_t TextFeed::read(char* into, std::size_t maximum) {
  maximum = std::min(maximum, max_read_);
  return joint_states_ ? joint_states_->read(into, maximum) : file_.read(into, maximum);
}

std::size_t TextFeed::fetch(char* into, std::size_t maximum) {
  if (filter_) {
    while (rest_begin_ == rest_.size() && !filter_ended_) filter_more();
    if (rest_begin_ == rest_.size()) return 0;
  }
  if (rest_begin_ == rest_.size()) return read(into, maximum);
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

void TextFeed::filter_by(LineFilter& filter) {
  filter_ = &filter;
  const std::string given(rest());
  bytes_filtered_ = given.size();
  rest_.clear();
  rest_begin_ = 0;
  filter_lines([&](std::string& out) { filter.take(given, out); });
}

// Precondition: the rest is empty.
void TextFeed::filter_more() {
  if (filter_fault_) std::rethrow_exception(filter_fault_);
  std::string text(usual_size, '\0');
  text.resize(read(text.data(), text.size()));
  filter_ended_ = text.empty();
  bytes_filtered_ += text.size();
  filter_lines([&](std::string& out) { filter_ended_ ? filter_->end(out) : filter_->take(text, out); });
}

// Lines before a fault come out before it.
void TextFeed::filter_lines(const std::function<void(std::string& out)>& filter) {
  std::string out;
  try {
    filter(out);
  } catch (const Error&) {
    filter_fault_ = std::current_exception();
    filter_ended_ = false;
  }
  rest_.assign(out.begin(), out.end());
  rest_begin_ = 0;
}

void TextFeed::restrict_to(std::size_t begin, std::size_t end) {
  rest_.clear();
  rest_begin_ = 0;
  file_.restrict_to(begin, end);
}

}  // namespace invdyn
