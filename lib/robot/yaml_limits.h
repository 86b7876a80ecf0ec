#pragma once

#include <string>

namespace invdyn {

/// Throws Error, with file and line, unless the text is one YAML document that fits into memory: at most
/// 100,000 values, at most 300 of them inside each other, and no 128 KiB of text without one. yaml-cpp itself
/// has no such limits: of 8 MiB of "[" it makes 2 GiB of tokens before it sees the first value. Its own
/// errors pass through.
void expect_bounded_yaml(const std::string& text, const std::string& file);

}  // namespace invdyn
