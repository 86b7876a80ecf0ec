#pragma once

#include <memory>
#include <string>
#include <vector>

namespace invdyn {

/// A value of a YAML document, with its content. An alias is the value itself.
struct YamlValue {
  enum class Kind { empty, word, list, mapping };

  Kind kind;
  int line;                                  ///< from 1
  int position;                              ///< of its first byte in the text
  std::string word = {};                     ///< of a word
  std::size_t size = 0;                      ///< of a list, including elements that are not kept
  std::vector<const YamlValue*> parts = {};  ///< elements of a list; alternating keys and values of a mapping
};

/// Parses a text of one YAML document. It keeps 1,000 words of a list of a mesh: its
/// points and indices. Throws Error with file and line, and with the column for YAML errors. It also throws
/// Error for documents beyond these limits: 2 million values, 100,000 kept values, 300 nested levels, 128 KiB
/// of text without a value. yaml-cpp has no such limits: it turns 8 MiB of "[" into 2 GiB of tokens before
/// the first value.
std::shared_ptr<const YamlValue> parse_yaml(const std::string& text, const std::string& file);

}  // namespace invdyn
