#include "yaml_node.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "../base/error.h"
#include "../base/nearest_name.h"
#include "../base/wording.h"
#include "../text/number.h"

namespace invdyn {
namespace {

// Merges into one mapping. Aliases of aliases could make a short text endless work.
constexpr int max_merges = 100;

}  // namespace

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
  if (is_word()) return parse_finite(value_->word) ? value_->word : in_quotes(value_->word);
  if (is_mapping()) return "a mapping";
  if (!is_list()) return "empty";
  std::vector<std::string> words;
  for (const YamlValue* element : value_->parts)
    words.push_back(element->kind == YamlValue::Kind::word ? element->word : "...");
  const std::string list = "[" + joined(words) + "]";
  return list.size() <= 60 ? list : "a list of " + std::to_string(value_->size);
}

void YamlNode::fail(const std::string& expected) const {
  throw Error(place(), what_ + " is " + value() + ": expected " + expected);
}

double YamlNode::number(const std::string& unit) const {
  const auto number = is_word() ? parse_finite(value_->word) : std::nullopt;
  if (!number) fail("a finite number" + (unit.empty() ? "" : " (" + unit + ")"));
  return *number;
}

std::string YamlNode::text() const {
  if (!is_word()) fail("a text");
  return value_->word;
}

std::size_t YamlNode::choice(std::initializer_list<const char*> words) const {
  const std::vector<std::string> names(words.begin(), words.end());
  const std::string word = is_word() ? value_->word : "";
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  fail("one of " + joined(names) + (word.empty() ? "" : did_you_mean(word, names)));
}

std::vector<YamlNode> YamlNode::elements() const {
  if (!is_list()) fail("a list");
  std::vector<YamlNode> elements;
  for (const YamlValue* element : value_->parts)
    elements.emplace_back(part(element), *file_, element->line,
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
  int merges_left = max_merges;
  read(merges_left);
  if (!owner.empty()) call(owner);
}

YamlMapping::YamlMapping(const YamlNode& node, int& merges_left) : node_(node) {
  read(merges_left);
}

// `merges_left` is shared by all mappings that are merged into one, at any depth.
void YamlMapping::read(int& merges_left) {
  if (!node_.is_mapping()) node_.fail("a mapping, as in \"key: value\"");
  struct Place {
    std::size_t count = 0;
    int last_line = 0;
  };
  std::unordered_map<std::string, Place> places;
  const std::vector<const YamlValue*>& parts = node_.value_->parts;
  for (std::size_t i = 0; i < parts.size(); i += 2) {
    const YamlValue& key = *parts[i];
    if (key.kind != YamlValue::Kind::word)
      throw Error(place_in(node_.file(), static_cast<std::size_t>(key.line)),
                  "a key is not a word: expected a word before the colon, as in \"key: value\"");
    Place& place = places[key.word];
    ++place.count;
    place.last_line = key.line;
  }
  std::vector<YamlNode> to_merge;
  for (std::size_t i = 0; i < parts.size(); i += 2) {
    const std::string& key = parts[i]->word;
    const int line = parts[i]->line;
    const YamlNode value(node_.part(parts[i + 1]), node_.file(), line, key);
    if (key == "<<")
      to_merge.push_back(value);
    else if (Place& place = places[key]; --place.count == 0)
      entries_.push_back({key, value});
    else
      repeated_.push_back({key, line, place.last_line});
  }
  for (const YamlNode& value : to_merge) merge(value, merges_left);
}

void YamlMapping::merge(const YamlNode& value, int& merges_left) {
  for (const YamlNode& node : value.is_list() ? value.elements() : std::vector{value}) {
    if (--merges_left < 0)
      throw Error(node.place(),
                  "more than " + std::to_string(max_merges) +
                      " mappings are merged into one mapping (with the key <<): expected fewer");
    const YamlMapping other(node, merges_left);
    add(other);
    merged_.push_back(node.position());
    merged_.insert(merged_.end(), other.merged_.begin(), other.merged_.end());
    repeated_.insert(repeated_.end(), other.repeated_.begin(), other.repeated_.end());
  }
}

void YamlMapping::call(const std::string& owner) {
  for (Entry& entry : entries_) entry.value.what_ = entry.key + " of " + owner;
}

void YamlMapping::add(const YamlMapping& other) {
  std::unordered_set<std::string> own;  // in snake_case
  for (const Entry& entry : entries_) own.insert(snake_case(entry.key));
  for (const Entry& entry : other.entries_)
    if (!own.contains(snake_case(entry.key))) entries_.push_back(entry);
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
  if (camel && other && !camel->asked_for) {
    camel->asked_for = true;
    repeated_.push_back({key, camel->value.line(), other->value.line()});
  }
  Entry* const found = other ? other : camel;
  if (!found) return std::nullopt;
  found->asked_for = true;
  return found->value;
}

YamlNode YamlMapping::at(const std::string& key) {
  if (auto value = find(key)) return *value;
  throw Error(node_.place(), in_quotes(key) + " is missing from " + node_.what() + ": expected it here");
}

}  // namespace invdyn
