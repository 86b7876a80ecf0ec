#include "json_node.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "../base/error.h"
#include "../base/nearest_name.h"
#include "../base/wording.h"

namespace invdyn {
namespace {

using nlohmann::json;

// No robot has deeper nesting; it would exhaust the stack of json::dump().
constexpr std::size_t deepest = 100;
// 10,000 joints have some 350,000.
constexpr std::size_t max_json_values = 500'000;

// A reference token of a JSON pointer (RFC 6901), with its slash.
std::string token(std::string_view key) {
  std::string text = "/";
  for (const char c : key)
    if (c == '~')
      text += "~0";
    else if (c == '/')
      text += "~1";
    else
      text += c;
  return text;
}

// Writes the JSON pointer to a value within another one before `pointer`, if it is there.
bool prepend_pointer(const json& value, const json& within, std::string& pointer) {
  if (&value == &within) return true;
  if (within.is_object()) {
    for (const auto& [key, each] : within.get_ref<const json::object_t&>())
      if (prepend_pointer(value, each, pointer)) {
        pointer.insert(0, token(key));
        return true;
      }
  } else if (within.is_array()) {
    for (std::size_t i = 0; i < within.size(); ++i)
      if (prepend_pointer(value, within[i], pointer)) {
        pointer.insert(0, token(std::to_string(i)));
        return true;
      }
  }
  return false;
}

// Builds the document within limits, and refuses duplicate keys, which the finished document does not show.
// (A callback of json::parse() could do this, but then json::parse() searches all elements before the one
// that just ended.)
class DocumentBuilder : public nlohmann::json_sax<json> {
 public:
  explicit DocumentBuilder(const std::string& file) : file_(file) {}

  json take() { return std::move(document_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& value) override { return add(std::move(value)); }

  bool start_object(std::size_t) override { return enter(json::object()); }
  bool start_array(std::size_t) override { return enter(json::array()); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& key) override {
    Level& level = levels_.back();
    const auto [place, is_new] = level.value->emplace(key, nullptr);
    level.key = std::move(key);
    if (!is_new)
      throw Error(file_ + ": " + pointer(), "this key is repeated in its object: expected it once");
    next_ = &*place;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& fault) override {
    if (const auto* number = dynamic_cast<const json::out_of_range*>(&fault)) throw *number;
    throw dynamic_cast<const json::parse_error&>(fault);
  }

 private:
  struct Level {
    json* value;      // a list or an object that has not ended
    std::string key;  // the last one of an object
  };

  bool add(json value) {
    if (levels_.size() > deepest)
      throw Error(file_, "lists and objects are nested more than " + std::to_string(deepest) +
                             " levels deep: expected fewer");
    if (++values_ > max_json_values)
      throw Error(file_, "has more than " + std::to_string(max_json_values) + " values: expected fewer");
    if (!levels_.empty() && levels_.back().value->is_array())
      next_ = &levels_.back().value->emplace_back(std::move(value));
    else
      *next_ = std::move(value);
    return true;
  }
  bool enter(json value) {
    add(std::move(value));
    levels_.push_back({next_, {}});
    return true;
  }
  bool leave() {
    levels_.pop_back();
    return true;
  }
  std::string pointer() const {
    std::string text;
    for (const Level& level : levels_)
      text += token(level.value->is_array() ? std::to_string(level.value->size() - 1) : level.key);
    return text;
  }

  const std::string& file_;
  json document_;
  json* next_ = &document_;  // where the next value goes, outside of lists
  std::vector<Level> levels_;
  std::size_t values_ = 0;
};

// `arm.json:3:5`: line and column, from 1, of the character at this index.
std::string place_in_text(const std::string& file, const std::string& text, std::size_t index) {
  const std::string before = text.substr(0, index);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

// What is usual in other languages and no JSON, at or before the character of the fault, with the right text:
// a decimal comma, single quotes, a comma too many or too few. Empty: something else.
std::string usual_mistake(const std::string& text, std::size_t at) {
  const auto found = [&](std::size_t place) { return place != std::string::npos && place < text.size(); };
  if (!found(at)) return {};
  if (text[at] == '\'') {
    const std::size_t end = text.find_first_of("'\n", at + 1);
    const std::string inside = found(end) ? text.substr(at + 1, end - at - 1) : "name";
    return "; write \"" + inside + "\" with double quotes";
  }
  const std::size_t begin = std::min(at, text.find_last_not_of("0123456789", at) + 1);
  const std::size_t before = begin == 0 ? std::string::npos : text.find_last_not_of(" \t\r\n", begin - 1);
  if (!found(before)) return {};
  const bool is_after_comma = text[before] == ',';
  if (text[at] >= '0' && text[at] <= '9' && is_after_comma && before + 1 == begin) {
    const std::size_t whole = text.find_last_not_of("-0123456789", before - 1) + 1;
    if (whole < before)
      return "; write " + text.substr(whole, before - whole) + "." + text.substr(begin, at + 1 - begin) +
             " with a decimal point";
  }
  if ((text[at] == ']' || text[at] == '}') && is_after_comma) return "; delete the comma before it";
  return {};
}

// The library's message, "[json.exception.parse_error.101] parse error at line 3, column 5: ...", in our
// form. Its column is 0 if the fault is a line's end; it may contain all of an unclosed text.
[[noreturn]] void rethrow(const json::parse_error& fault, const std::string& text, const std::string& file,
                          Comments comments) {
  std::string message = fault.what();
  message.erase(0, message.find(": ") + 2);
  if (message.size() > 200) message = message.substr(0, 197) + "...";
  const std::size_t at = fault.byte - 1;
  const std::string mistake = usual_mistake(text, at);
  if (!mistake.empty())
    message += mistake;
  else if (message.find("unexpected string literal; expected '}'") != std::string::npos)
    message += "; is a comma missing before it?";
  else if (at < text.size() && std::string_view("NIi/#").find(text[at]) != std::string_view::npos)
    message += comments == Comments::allowed ? "; comments begin with //, and JSON has no NaN and no Infinity"
                                             : "; JSON has no NaN, no Infinity and no comments";
  else if (message.find("expected") == std::string::npos)
    message += ": expected JSON";
  throw Error(place_in_text(file, text, at), message);
}

// The first place of a number outside of texts.
std::size_t find_number(const std::string& text, const std::string& number) {
  const auto is_of_a_number = [&](std::size_t i) {
    return i < text.size() && std::string_view("+-.0123456789Ee").find(text[i]) != std::string_view::npos;
  };
  bool inside_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (inside_text && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inside_text = !inside_text;
    } else if (!inside_text && is_of_a_number(i)) {
      const std::size_t begin = i;
      while (is_of_a_number(i + 1)) ++i;
      if (text.compare(begin, i + 1 - begin, number) == 0) return begin;
    }
  }
  return 0;
}

// "... number overflow parsing '1e999'" has no position: it is found by the number's own text.
[[noreturn]] void rethrow(const json::out_of_range& fault, const std::string& text, const std::string& file) {
  const std::string message = fault.what();
  const std::size_t quote = message.find('\'');
  const std::string number = message.substr(quote + 1, message.rfind('\'') - quote - 1);
  throw Error(place_in_text(file, text, find_number(text, number)),
              "the number " + number + " is beyond the largest double: expected a finite number");
}

}  // namespace

json parse_json(const std::string& text, const std::string& file, Comments comments) {
  try {
    DocumentBuilder builder(file);
    json::sax_parse(text, &builder, json::input_format_t::json, true, comments == Comments::allowed);
    return builder.take();
  } catch (const json::parse_error& fault) {
    rethrow(fault, text, file, comments);
  } catch (const json::out_of_range& fault) {
    rethrow(fault, text, file);
  }
}

std::string JsonNode::place() const {
  std::string pointer;
  prepend_pointer(*value_, *document_, pointer);
  return pointer.empty() ? *file_ : *file_ + ": " + pointer;
}

std::string JsonNode::value() const {
  const std::string value = value_->dump();
  if (value.size() <= 60) return value;
  std::size_t cut = 57;
  while ((static_cast<unsigned char>(value[cut]) & 0xc0) == 0x80) --cut;  // not inside a UTF-8 character
  return value.substr(0, cut) + "...";
}

void JsonNode::fail(const std::string& expected) const {
  throw Error(place(), "is " + value() + ": expected " + expected);
}

const json::object_t& JsonNode::object() const {
  if (!value_->is_object()) fail("an object, { ... }");
  return value_->get_ref<const json::object_t&>();
}

const json* JsonNode::find(const char* key) const {
  const auto found = object().find(key);
  return found == object().end() ? nullptr : &found->second;
}

void JsonNode::expect_keys(const std::vector<const char*>& allowed) const {
  for (const auto& [key, value] : object()) {
    if (std::find(allowed.begin(), allowed.end(), std::string_view(key)) != allowed.end()) continue;
    const std::vector<std::string> names(allowed.begin(), allowed.end());
    throw Error(below(value).place(),
                "unknown key \"" + key + "\": expected one of " + joined(names) + did_you_mean(key, names));
  }
}

bool JsonNode::has(const char* key) const {
  return find(key) != nullptr;
}

JsonNode JsonNode::at(const char* key, const std::string& why) const {
  if (const json* value = find(key)) return below(*value);
  throw Error(place(), "the key \"" + std::string(key) + "\" is missing: expected it here" + why);
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!value_->is_array()) fail("a list, [ ... ]");
  std::vector<JsonNode> nodes;
  nodes.reserve(value_->size());
  for (const json& value : *value_) nodes.push_back(below(value));
  return nodes;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  std::vector<std::pair<std::string, JsonNode>> found;
  for (const auto& [name, value] : object()) found.emplace_back(name, below(value));
  return found;
}

double JsonNode::number() const {
  if (!value_->is_number()) fail("a finite number");
  return value_->get<double>();  // the parser has refused non-finite numbers
}

std::string JsonNode::text() const {
  if (!value_->is_string()) fail("a text");
  return value_->get<std::string>();
}

Eigen::VectorXd JsonNode::numbers(Eigen::Index count) const {
  const auto list = value_->is_array() ? elements() : std::vector<JsonNode>{};
  if (static_cast<Eigen::Index>(list.size()) != count)
    fail("a list of " + std::to_string(count) + " numbers");
  Eigen::VectorXd result(count);
  for (Eigen::Index i = 0; i < count; ++i) result[i] = list[static_cast<std::size_t>(i)].number();
  return result;
}

bool JsonNode::is_true() const {
  if (!value_->is_boolean()) fail("true or false");
  return value_->get<bool>();
}

std::size_t JsonNode::choice(std::initializer_list<const char*> words) const {
  const std::string word = value_->is_string() ? text() : "";
  const auto found = std::find(words.begin(), words.end(), std::string_view(word));
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::vector<std::string> names(words.begin(), words.end());
  fail("one of " + joined(names) + (word.empty() ? "" : did_you_mean(word, names)));
}

}  // namespace invdyn
