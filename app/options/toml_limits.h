#pragma once

#include <string>

namespace invdyn {

/// Throws Error, with file and line, where a text is no TOML in a way that toml++ 3.3 does not survive: it
/// recurses into keys of any number of parts, makes any number of values, and takes some characters for ones
/// that its tests have ruled out. Whatever passes here it parses or refuses. A byte order mark may come
/// first.
void expect_parsable_toml(const std::string& text, const std::string& file);

}  // namespace invdyn
