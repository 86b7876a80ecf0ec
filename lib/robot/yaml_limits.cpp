#include "yaml_limits.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>

#include "../error.h"
#include "../wording.h"

namespace invdyn {
namespace {

constexpr std::size_t max_values = 100'000, max_depth = 300, max_bytes_without_value = 128 << 10;

// The text in small pieces, each of which counts until the next value is seen.
class CountedText : public std::streambuf {
 public:
  CountedText(std::string text, const std::string& file) : text_(std::move(text)), file_(file) {}
  void see_value() { since_value_ = 0; }

 protected:
  int_type underflow() override {
    if (given_ == text_.size()) return traits_type::eof();
    constexpr std::size_t piece = 2048;  // as yaml-cpp reads
    const std::size_t count = std::min(piece, text_.size() - given_);
    since_value_ += count;
    if (since_value_ > max_bytes_without_value)
      throw Error(place_in(file_, 1 + static_cast<std::size_t>(
                                          std::count(text_.data(), text_.data() + given_, '\n'))),
                  "no value ends in more than 128 KiB before this line: expected brackets and quotes to be "
                  "closed, and "
                  "shorter comments and values");
    setg(text_.data() + given_, text_.data() + given_, text_.data() + given_ + count);
    given_ += count;
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_;
  const std::string& file_;
  std::size_t given_ = 0, since_value_ = 0;
};

// Follows the parser, which builds nothing.
class LimitWatch : public YAML::EventHandler {
 public:
  LimitWatch(CountedText& text, const std::string& file, bool has_marks_of_documents)
      : text_(text), file_(file), has_marks_(has_marks_of_documents) {}

  void OnDocumentStart(const YAML::Mark&) override { ++documents_; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { see(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { see(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string&) override {
    see(mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    enter(mark);
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    enter(mark);
  }
  void OnMapEnd() override { --depth_; }

 private:
  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& what) const {
    throw Error(place_in(file_, static_cast<std::size_t>(mark.line) + 1), what);
  }

  // The parser does not pass a token that can begin no value: there each document after the first is empty,
  // and there is no end of them.
  void see(const YAML::Mark& mark) {
    if (documents_ > 1)
      fail(mark, has_marks_
                     ? "a second YAML document begins: expected one in a file"
                     : "what stands here follows a whole YAML document: expected one mapping, key: value");
    if (++values_ > max_values) fail(mark, "more than 100000 values: expected fewer in a file");
    text_.see_value();
  }
  void enter(const YAML::Mark& mark) {
    see(mark);
    if (++depth_ > max_depth)
      fail(mark, "lists and mappings stand in each other more than 300 deep: expected fewer");
  }

  CountedText& text_;
  const std::string& file_;
  bool has_marks_;
  std::size_t documents_ = 0, values_ = 0, depth_ = 0;
};

}  // namespace

void expect_bounded_yaml(const std::string& text, const std::string& file) {
  CountedText counted(text, file);
  std::istream stream(&counted);
  stream.exceptions(std::ios::badbit);  // of a streambuf that throws, the exception itself
  const bool has_marks = text.find("\n---") != std::string::npos || text.find("\n...") != std::string::npos;
  LimitWatch watch(counted, file, has_marks);
  YAML::Parser parser(stream);
  if (!parser.HandleNextDocument(watch)) throw Error(file, "is empty: expected a YAML document");
  parser.HandleNextDocument(watch);
}

}  // namespace invdyn
