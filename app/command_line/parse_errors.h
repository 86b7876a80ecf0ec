#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace invdyn {

// Errors for lines that CLI11 cannot take, with what was probably meant. `words`: the whole line.

/// Throws UsageError for a word that the command does not know.
[[noreturn]] void fail_unexpected(const CLI::App& command, const std::string& word,
                                  const std::vector<const char*>& words);
/// Throws UsageError for CLI11's error.
[[noreturn]] void fail_to_parse(const CLI::App& program, const CLI::ParseError& fault,
                                const std::vector<const char*>& words);

}  // namespace invdyn
