#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace invdyn {

/// The present form of an option of the command that had another name in former versions, such as
/// `--window FROM:TO` for `--from` of invdyn plot; empty where there was none of that name.
std::string renamed_option(const CLI::App& command, const std::string& former);

}  // namespace invdyn
