#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace invdyn {

/// The present form of an option, or of a subcommand, that had another name in former versions of the
/// command, such as `--window FROM:TO` for `--from` of invdyn plot. Empty if there was none of that name.
std::string renamed_option(const CLI::App& command, const std::string& former);

}  // namespace invdyn
