#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "yaml_tree.h"

namespace invdyn {

/// A value inside a YAML file, with its place and description for full error texts: `arm.body:17: mass of
/// link "ARM1" is "x": expected a finite number (kg)`. Every access throws Error if the value does not fit.
/// Refers to the file's name, which must outlive it.
class YamlNode {
 public:
  /// `line` counts from 1; `what` is `mass of link "ARM1"`.
  YamlNode(std::shared_ptr<const YamlValue> value, const std::string& file, int line, std::string what)
      : value_(std::move(value)), file_(&file), line_(line), what_(std::move(what)) {}

  std::string place() const;  ///< `arm.body:17`
  const std::string& what() const { return what_; }
  const std::string& file() const { return *file_; }
  int line() const { return line_; }
  /// The value as in the file, or its kind if it is more than one word.
  std::string value() const;
  /// Throws Error with the value and `expected`.
  [[noreturn]] void fail(const std::string& expected) const;

  bool is_word() const { return value_->kind == YamlValue::Kind::word; }
  bool is_list() const { return value_->kind == YamlValue::Kind::list; }
  bool is_mapping() const { return value_->kind == YamlValue::Kind::mapping; }
  /// The position of the value's beginning in the file; the same for all its aliases.
  int position() const { return value_->position; }

  double number(const std::string& unit) const;
  std::string text() const;
  /// The value must be one of these words; returns its index.
  std::size_t choice(std::initializer_list<const char*> words) const;
  /// The elements of a list, without words after the 1,000th.
  std::vector<YamlNode> elements() const;
  Eigen::VectorXd numbers(Eigen::Index count, const std::string& unit) const;
  Eigen::Vector3d vector3(const std::string& unit) const { return numbers(3, unit); }

 private:
  friend class YamlMapping;

  // A part of this value; keeps the document alive.
  std::shared_ptr<const YamlValue> part(const YamlValue* value) const { return {value_, value}; }

  std::shared_ptr<const YamlValue> value_;
  const std::string* file_;
  int line_;
  std::string what_;
};

/// `joint_id` of `jointId`.
std::string snake_case(const std::string& lower_camel_case);

/// A mapping of keys to values that records which were used. Keys are requested in lowerCamelCase and also
/// found in snake_case. For a repeated key, the last value counts; for two spellings, snake_case. The merge
/// key `<<` adds missing keys from other mappings, the first of a list first.
class YamlMapping {
 public:
  /// Throws Error if the node is no mapping or a key is no word. `owner` ends the descriptions of values:
  /// `link "ARM1"`; if empty, a description is only the key.
  explicit YamlMapping(const YamlNode& node, const std::string& owner = "");

  const YamlNode& node() const { return node_; }
  /// Sets `owner` for the values requested from now on.
  void call(const std::string& owner);
  /// Adds the other mapping's keys, except those that exist here.
  void add(const YamlMapping& other);

  std::optional<YamlNode> find(const std::string& key);
  /// Does not count as use.
  bool has(const std::string& key) { return entry(key) || entry(snake_case(key)); }
  YamlNode at(const std::string& key);

  struct Entry {
    std::string key;
    YamlNode value;
    bool asked_for = false;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  /// Values that do not count because their key is repeated.
  struct Repeated {
    std::string key;
    int line;      ///< of the value that does not count
    int counting;  ///< of the value that counts
  };
  const std::vector<Repeated>& repeated() const { return repeated_; }
  /// The positions of the mappings that `<<` has added.
  const std::vector<int>& merged() const { return merged_; }

 private:
  YamlMapping(const YamlNode& node, int& merges_left);
  void read(int& merges_left);
  void merge(const YamlNode& value, int& merges_left);
  Entry* entry(const std::string& key);

  YamlNode node_;
  std::vector<Entry> entries_;
  std::vector<Repeated> repeated_;
  std::vector<int> merged_;
};

}  // namespace invdyn
