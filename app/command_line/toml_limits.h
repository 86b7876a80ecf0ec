#pragma once

#include <string>

namespace invdyn {

/// Throws Error, with file and line, for text that is not TOML in a way that toml++ 3.3 does not survive:
/// toml++ recurses into keys of any number of parts, makes any number of values, and takes some characters
/// for others that its tests have ruled out. It parses or refuses all text that passes here. A byte order
/// mark may come first.
void expect_parsable_toml(const std::string& text, const std::string& file);

}  // namespace invdyn
