#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace invdyn {

/// The line with our options in place of those that other programs have, such as `--fs`; empty: this word is
/// none of them, or the command has no such option.
std::string line_with_our_options(const CLI::App& command, const std::string& word,
                                  const std::vector<const char*>& words);

}  // namespace invdyn
