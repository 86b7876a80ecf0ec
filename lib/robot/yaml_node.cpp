#include "yaml_node.h"

#include <algorithm>

#include "../error.h"
#include "../nearest_name.h"
#include "../number.h"
#include "../wording.h"

namespace invdyn {
namespace {

int line_of(const YAML::Node& node) {
  return node.Mark().line + 1;
}

}  // namespace

YAML::Node parse_yaml(const std::string& text, const std::string& file) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.empty()) throw Error(file, "is empty: expected a YAML document");
    if (documents.size() > 1)
      throw Error(file + ":" + std::to_string(line_of(documents[1])),
                  "a second YAML document begins: expected one in a file");
    return documents[0];
  } catch (const YAML::Exception& fault) {
    throw Error(
        file + ":" + std::to_string(fault.mark.line + 1) + ":" + std::to_string(fault.mark.column + 1),
        fault.msg + ": expected YAML");
  }
}

std::string snake_case(const std::string& lower_camel_case) {
  std::string snake;
  for (const char c : lower_camel_case) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital) snake += '_';
    snake += capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return snake;
}

std::string YamlNode::place() const {
  return *file_ + ":" + std::to_string(line_);
}

std::string YamlNode::value() const {
  if (is_word()) return parse_finite(value_.Scalar()) ? value_.Scalar() : in_quotes(value_.Scalar());
  if (is_mapping()) return "a mapping";
  if (!is_list()) return "empty";
  std::vector<std::string> words;
  for (const YAML::Node& element : value_) words.push_back(element.IsScalar() ? element.Scalar() : "...");
  const std::string list = "[" + joined(words) + "]";
  return list.size() <= 60 ? list : "a list of " + std::to_string(words.size());
}

void YamlNode::fail(const std::string& expected) const {
  throw Error(place(), what_ + " is " + value() + ": expected " + expected);
}

double YamlNode::number(const std::string& unit) const {
  const auto number = is_word() ? parse_finite(value_.Scalar()) : std::nullopt;
  if (!number) fail("a finite number" + (unit.empty() ? "" : " (" + unit + ")"));
  return *number;
}

std::string YamlNode::text() const {
  if (!is_word()) fail("a text");
  return value_.Scalar();
}

std::size_t YamlNode::choice(std::initializer_list<const char*> words) const {
  const std::vector<std::string> names(words.begin(), words.end());
  const std::string word = is_word() ? value_.Scalar() : "";
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  fail("one of " + joined(names) + (word.empty() ? "" : did_you_mean(word, names)));
}

std::vector<YamlNode> YamlNode::elements() const {
  if (!is_list()) fail("a list");
  std::vector<YamlNode> elements;
  for (const YAML::Node& element : value_)
    elements.emplace_back(element, *file_, line_of(element),
                          "number " + std::to_string(elements.size() + 1) + " of " + what_);
  return elements;
}

Eigen::VectorXd YamlNode::numbers(Eigen::Index count, const std::string& unit) const {
  const auto list = is_list() ? elements() : std::vector<YamlNode>{};
  if (static_cast<Eigen::Index>(list.size()) != count)
    fail("a list of " + std::to_string(count) + " numbers" + (unit.empty() ? "" : " (" + unit + ")"));
  Eigen::VectorXd numbers(count);
  for (Eigen::Index i = 0; i < count; ++i) numbers[i] = list[static_cast<std::size_t>(i)].number(unit);
  return numbers;
}

YamlMapping::YamlMapping(const YamlNode& node, const std::string& owner) : node_(node) {
  if (!node.is_mapping()) node.fail("a mapping, key: value");
  for (const auto& pair : node.value_) {
    const int line = line_of(pair.first);
    if (!pair.first.IsScalar())
      throw Error(node.file() + ":" + std::to_string(line), "a key is no word: expected key: value");
    const std::string key = pair.first.Scalar();
    const YamlNode value(pair.second, node.file(), line, key);
    for (const Entry& other : entries_)
      if (other.key == key)
        throw Error(value.place(), in_quotes(key) + " stands here and in line " +
                                       std::to_string(other.value.line()) + ": expected it once");
    entries_.push_back({key, value});
  }
  if (!owner.empty()) call(owner);
}

void YamlMapping::call(const std::string& owner) {
  for (Entry& entry : entries_) entry.value.what_ = entry.key + " of " + owner;
}

void YamlMapping::add(const YamlMapping& other) {
  for (const Entry& entry : other.entries_)
    if (std::none_of(entries_.begin(), entries_.end(), [&](const Entry& own) {
          return own.key == entry.key || own.key == snake_case(entry.key) || snake_case(own.key) == entry.key;
        }))
      entries_.push_back(entry);
}

YamlMapping::Entry* YamlMapping::entry(const std::string& key) {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == entries_.end() ? nullptr : &*found;
}

std::optional<YamlNode> YamlMapping::find(const std::string& key) {
  const std::string snake = snake_case(key);
  Entry* const camel = entry(key);
  Entry* const other = snake == key ? nullptr : entry(snake);
  if (camel && other)
    throw Error(other->value.place(), in_quotes(snake) + " stands beside " + in_quotes(key) + " in line " +
                                          std::to_string(camel->value.line()) + ": expected one of the two");
  Entry* const found = camel ? camel : other;
  if (!found) return std::nullopt;
  found->asked_for = true;
  return found->value;
}

YamlNode YamlMapping::at(const std::string& key) {
  if (auto value = find(key)) return *value;
  throw Error(node_.place(), in_quotes(key) + " is missing from " + node_.what() + ": expected it here");
}

}  // namespace invdyn
