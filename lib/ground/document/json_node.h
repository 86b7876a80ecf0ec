#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace invdyn {

/// Whether a JSON text may have comments: `// to the end of the line` and `/* ... */`.
enum class Comments { refused, allowed };

/// Parses a JSON text. Throws Error with file, line and column for a syntax error, and with the JSON pointer
/// for a duplicate key in one object (JSON libraries ignore these).
nlohmann::json parse_json(const std::string& text, const std::string& file,
                          Comments comments = Comments::refused);

/// A value inside a JSON file, with its place. So errors can state file, JSON pointer, value and expectation.
/// Every access throws Error if the value does not fit. Refers to the file's name and to the parsed document,
/// which must outlive it.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& document, const std::string& file) : JsonNode(document, document, file) {}

  /// `arm.json: /joints/2/link/mass`; the file's name alone for the whole document. Searches the document.
  std::string place() const;
  /// The value as in the file; a long one is cut.
  std::string value() const;
  /// Throws Error with the value and `expected`.
  [[noreturn]] void fail(const std::string& expected) const;

  /// For an object. expect_keys() refuses keys that are not listed and suggests the nearest listed one.
  void expect_keys(const std::vector<const char*>& allowed) const;
  bool has(const char* key) const;
  /// A required key; `why` ends the error's text if the reason is not obvious.
  JsonNode at(const char* key, const std::string& why = "") const;
  std::vector<JsonNode> elements() const;
  std::vector<std::pair<std::string, JsonNode>> members() const;  ///< of an object, by name

  double number() const;
  std::string text() const;
  bool is_true() const;  ///< true or false
  Eigen::VectorXd numbers(Eigen::Index count) const;
  Eigen::Vector3d vector3() const { return numbers(3); }
  /// The value must be one of these words; returns its index.
  std::size_t choice(std::initializer_list<const char*> words) const;
  bool is_array() const { return value_->is_array(); }
  bool is_null() const { return value_->is_null(); }

  double number_or(const char* key, double otherwise) const {
    const nlohmann::json* value = find(key);
    return value ? below(*value).number() : otherwise;
  }
  std::string text_or(const char* key, const std::string& otherwise) const {
    const nlohmann::json* value = find(key);
    return value ? below(*value).text() : otherwise;
  }

 private:
  JsonNode(const nlohmann::json& value, const nlohmann::json& document, const std::string& file)
      : value_(&value), document_(&document), file_(&file) {}
  JsonNode below(const nlohmann::json& value) const { return {value, *document_, *file_}; }
  const nlohmann::json::object_t& object() const;
  const nlohmann::json* find(const char* key) const;

  const nlohmann::json* value_;
  const nlohmann::json* document_;
  const std::string* file_;
};

}  // namespace invdyn
