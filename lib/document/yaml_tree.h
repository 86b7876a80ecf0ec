#pragma once

#include <memory>
#include <string>
#include <vector>

namespace invdyn {

/// A value of a YAML document, with all that stands in it. An alias is the value itself.
struct YamlValue {
  enum class Kind { empty, word, list, mapping };

  Kind kind;
  int line;                                  ///< from 1
  int position;                              ///< of its first byte in the text
  std::string word = {};                     ///< of a word
  std::size_t size = 0;                      ///< of a list, with the elements that are not kept
  std::vector<const YamlValue*> parts = {};  ///< elements of a list; keys and values of a mapping in turn
};

/// Parses a text of one YAML document. Of a list, 1,000 words are kept: longer ones are the points and
/// indices of meshes. Throws Error with file and line, and for errors of YAML with the column, unless the
/// document fits into memory: at most 2 million values, 100,000 of them kept, at most 300 inside each other,
/// and no 128 KiB of text without one. yaml-cpp itself has no such limits: of 8 MiB of "[" it makes 2 GiB of
/// tokens before it sees the first value.
std::shared_ptr<const YamlValue> parse_yaml(const std::string& text, const std::string& file);

}  // namespace invdyn
