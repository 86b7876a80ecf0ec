#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace invdyn {

/// A run as it can be repeated: version, command, and every setting under its key of --config, as given or by
/// default.
nlohmann::ordered_json run_json(const CLI::App& command);

/// The settings that are given or have a default, for readers of a report: keys and values. The options in
/// the group of outputs are left out.
std::vector<std::pair<std::string, std::string>> shown_settings(const CLI::App& command);

/// The keys of settings that do not change the content of an output (keeps_outputs()).
std::vector<std::string> immaterial_settings(const CLI::App& command);

}  // namespace invdyn
