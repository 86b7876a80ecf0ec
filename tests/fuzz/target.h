#pragma once

#include <string>
#include <string_view>

#include "ground/base/error.h"

namespace invdyn::fuzz {

/// Reads one input as the program would read a file or an option with this text. Each target has one
/// definition. It may throw Error; any other exception and every crash is a finding.
void take(std::string_view input);

/// The path of a file of this name with this text. The next call with the same name replaces the text.
std::string file_with(const std::string& name, std::string_view text);

/// A finding of the target itself: two methods that must give the same text gave different texts.
void expect_same(const std::string& actual, const std::string& expected, const std::string& what);

/// For warnings that do not matter.
inline const Warn ignore = [](const std::string&) {};

}  // namespace invdyn::fuzz
