#pragma once

#include <CLI/CLI.hpp>
#include <vector>

namespace invdyn {

/// Throws UsageError if the numbers of a list, or the fields of a value, are given as several words:
/// `--gravity 0 0 -9.81`, `--payload mass=1 link=tool0`. The text has the option as it should be written.
/// Call it before the line is parsed: the parser takes the further numbers for other arguments.
void refuse_split_numbers(const CLI::App& program, const std::vector<const char*>& words);

}  // namespace invdyn
