#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "robot/files/json_reader.h"

namespace invdyn {

/// Small valid descriptions, one per convention, that a test changes as needed.
inline nlohmann::json tree_document() {
  return nlohmann::json::parse(R"({
    "name": "arm", "convention": "tree",
    "joints": [
      { "name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
        "link": { "name": "upper", "mass": 2, "com": [0.5, 0, 0], "inertia": { "ixx": 1, "iyy": 2, "izz": 2 } } },
      { "name": "elbow", "type": "revolute", "parent": "upper", "axis": [0, -1, 0],
        "link": { "name": "lower", "mass": 1, "com": [0.25, 0, 0], "inertia": { "ixx": 0, "iyy": 1, "izz": 1 } } }
    ]
  })");
}

/// A revolute, a prismatic and a fixed joint; `row` is dh or mdh.
inline nlohmann::json chain_document(const std::string& row) {
  nlohmann::json document = nlohmann::json::parse(R"({
    "name": "chain",
    "joints": [
      { "name": "turn", "type": "revolute", "link": { "name": "first", "mass": 0 } },
      { "name": "slide", "type": "prismatic", "link": { "name": "second", "mass": 0 } },
      { "name": "weld", "type": "fixed", "link": { "name": "third", "mass": 0 } }
    ]
  })");
  document["convention"] = row;
  document["joints"][0][row] =
      nlohmann::json::parse(R"({ "a": 0.1, "alpha": 0.2, "d": 0.3, "offset": 0.4 })");
  document["joints"][1][row] =
      nlohmann::json::parse(R"({ "a": 0.5, "alpha": 0.6, "theta": 0.7, "offset": 0.8 })");
  document["joints"][2][row] = nlohmann::json::parse(R"({ "a": 0.9, "alpha": 1, "d": 1.1, "theta": 1.2 })");
  return document;
}

/// The document with the value at the JSON pointer set; `value` is a JSON text.
inline nlohmann::json with(nlohmann::json document, const std::string& pointer, const std::string& value) {
  document[nlohmann::json::json_pointer(pointer)] = nlohmann::json::parse(value);
  return document;
}

/// The document without the value at the JSON pointer.
inline nlohmann::json without(nlohmann::json document, const std::string& pointer) {
  const nlohmann::json::json_pointer whole(pointer);
  nlohmann::json& parent = document.at(whole.parent_pointer());
  if (parent.is_array())
    parent.erase(std::stoul(whole.back()));
  else
    EXPECT_EQ(parent.erase(whole.back()), 1u) << pointer << " is not in the document";
  return document;
}

/// Reads a description that must not give a warning.
inline Robot read_silently(const nlohmann::json& document) {
  return read_json_robot(document.dump(), "arm.json",
                         [](const std::string& warning) { ADD_FAILURE() << "unexpected: " << warning; });
}

/// All warnings that reading this description gives.
inline std::vector<std::string> warnings_of(const nlohmann::json& document) {
  std::vector<std::string> warnings;
  read_json_robot(document.dump(), "arm.json",
                  [&](const std::string& warning) { warnings.push_back(warning); });
  return warnings;
}

/// The text of the Error that reading this text must throw.
inline std::string error_of(const std::string& text) {
  try {
    read_json_robot(text, "arm.json", [](const std::string&) {});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace invdyn
