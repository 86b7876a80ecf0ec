#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace invdyn {

// Errors for lines that CLI11 cannot take, with what was probably meant.

struct ParsedLine {
  const CLI::App& program;                ///< with the command that the line names
  const CLI::App& all;                    ///< with all commands
  const std::vector<const char*>& words;  ///< the whole line
};

/// Throws UsageError for a word that the command does not know.
[[noreturn]] void fail_unexpected(const CLI::App& command, const std::string& word, const ParsedLine& line);
/// Throws UsageError for what CLI11 would take for the value of an option: another option, as in
/// `--smooth -o tau.csv`, or letters after a single dash, as in `-out tau.csv`.
void refuse_options_as_values(const CLI::App& command, const std::vector<const char*>& words);
/// Throws UsageError for CLI11's error.
[[noreturn]] void fail_to_parse(const ParsedLine& line, const CLI::ParseError& fault);

}  // namespace invdyn
