#include "yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <deque>
#include <istream>
#include <streambuf>
#include <unordered_map>

#include "../base/error.h"
#include "../base/wording.h"

namespace invdyn {
namespace {

constexpr std::size_t max_values = 2'000'000, max_kept = 100'000, max_words_of_list = 1000, max_depth = 300,
                      max_bytes_without_value = 128 << 10;

// Of a list under one of these keys, the words after the first thousand do not count: the numbers of a mesh.
constexpr std::string_view keys_of_meshes[] = {"vertices",      "faces",     "triangles",       "normals",
                                               "normalIndices", "texCoords", "texCoordIndices", "colors",
                                               "colorIndices",  "coord",     "coordIndex",      "coordinate",
                                               "crossSection",  "spine",     "height"};

// Passes the text in small pieces, and counts them until the next value.
class CountedText : public std::streambuf {
 public:
  CountedText(std::string text, const std::string& file) : text_(std::move(text)), file_(file) {}
  void see_value() { since_value_ = 0; }

 protected:
  int_type underflow() override {
    if (given_ == text_.size()) return traits_type::eof();
    constexpr std::size_t piece = 2048;  // the size of yaml-cpp's reads
    const std::size_t count = std::min(piece, text_.size() - given_);
    since_value_ += count;
    if (since_value_ > max_bytes_without_value)
      throw Error(place_in(file_, 1 + static_cast<std::size_t>(
                                          std::count(text_.data(), text_.data() + given_, '\n'))),
                  "the last value before this line is longer than 128 KiB: is a bracket or quote not closed? "
                  "Expected shorter values and comments");
    setg(text_.data() + given_, text_.data() + given_, text_.data() + given_ + count);
    given_ += count;
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_;
  const std::string& file_;
  std::size_t given_ = 0, since_value_ = 0;
};

// Builds the tree as the parser reads.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(CountedText& text, const std::string& file, bool has_marks_of_documents)
      : text_(text), file_(file), has_marks_(has_marks_of_documents) {}

  std::deque<YamlValue> take() { return std::move(values_); }  ///< after the whole document

  void OnDocumentStart(const YAML::Mark&) override { ++documents_; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add_word(mark, anchor, Kind::empty, "");
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& word) override {
    add_word(mark, anchor, Kind::word, word);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    see(mark);
    put(mark, anchors_.at(anchor));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    enter(mark, anchor, Kind::list);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    enter(mark, anchor, Kind::mapping);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  using Kind = YamlValue::Kind;
  struct Open {
    YamlValue& value;
    bool is_of_mesh = false;
    std::size_t words = 0;
  };

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& what) const {
    throw Error(place_in(file_, static_cast<std::size_t>(mark.line) + 1), what);
  }

  // The parser does not get past a token that cannot begin a value: it would then report empty documents
  // without end.
  void see(const YAML::Mark& mark) {
    if (documents_ > 1)
      fail(
          mark,
          has_marks_
              ? "a second YAML document begins: expected only one in a file"
              : "there is more text after a whole YAML document: expected one mapping, as in \"key: value\"");
    if (++seen_ > max_values)
      fail(mark, "more than " + std::to_string(max_values) + " values in the file: expected fewer values");
    text_.see_value();
  }

  // Adds the value to the open list or mapping.
  void put(const YAML::Mark& mark, const YamlValue* value) {
    if (++kept_ > max_kept)
      fail(mark, "more than " + std::to_string(max_kept) +
                     " values in the file: expected fewer values (of each list in a mesh, only the first " +
                     std::to_string(max_words_of_list) + " count)");
    if (open_.empty()) return;
    open_.back().value.parts.push_back(value);
    ++open_.back().value.size;
  }
  YamlValue& add(const YAML::Mark& mark, YAML::anchor_t anchor, Kind kind) {
    YamlValue& value = values_.emplace_back(YamlValue{kind, mark.line + 1, mark.pos});
    if (anchor != YAML::NullAnchor) anchors_[anchor] = &value;
    put(mark, &value);
    return value;
  }
  void add_word(const YAML::Mark& mark, YAML::anchor_t anchor, Kind kind, const std::string& word) {
    see(mark);
    const bool in_mesh = !open_.empty() && open_.back().is_of_mesh;
    if (in_mesh && ++open_.back().words > max_words_of_list && anchor == YAML::NullAnchor)
      ++open_.back().value.size;
    else
      add(mark, anchor, kind).word = word;
  }
  void enter(const YAML::Mark& mark, YAML::anchor_t anchor, Kind kind) {
    see(mark);
    const bool is_of_mesh = kind == Kind::list && is_key_of_mesh();
    open_.push_back({add(mark, anchor, kind), is_of_mesh});
    if (open_.size() > max_depth)
      fail(mark, "lists and mappings are nested more than " + std::to_string(max_depth) +
                     " levels deep: expected fewer");
  }

  // Whether the next value of the open mapping belongs to such a key.
  bool is_key_of_mesh() const {
    if (open_.empty() || open_.back().value.kind != Kind::mapping || open_.back().value.parts.size() % 2 == 0)
      return false;
    return std::find(std::begin(keys_of_meshes), std::end(keys_of_meshes),
                     open_.back().value.parts.back()->word) != std::end(keys_of_meshes);
  }

  CountedText& text_;
  const std::string& file_;
  bool has_marks_;
  std::size_t documents_ = 0, seen_ = 0, kept_ = 0;
  std::deque<YamlValue> values_;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, const YamlValue*> anchors_;
};

std::deque<YamlValue> values_of(const std::string& text, const std::string& file) {
  CountedText counted(text, file);
  std::istream stream(&counted);
  stream.exceptions(std::ios::badbit);  // passes on the streambuf's own exception
  const bool has_marks = text.find("\n---") != std::string::npos || text.find("\n...") != std::string::npos;
  TreeBuilder builder(counted, file, has_marks);
  YAML::Parser parser(stream);
  if (!parser.HandleNextDocument(builder)) throw Error(file, "is empty: expected a YAML document");
  parser.HandleNextDocument(builder);
  return builder.take();
}

}  // namespace

std::shared_ptr<const YamlValue> parse_yaml(const std::string& text, const std::string& file) {
  try {
    const auto values = std::make_shared<const std::deque<YamlValue>>(values_of(text, file));
    return {values, &values->front()};
  } catch (const YAML::Exception& fault) {
    throw Error(
        file + ":" + std::to_string(fault.mark.line + 1) + ":" + std::to_string(fault.mark.column + 1),
        fault.msg + ": expected YAML");
  }
}

}  // namespace invdyn
