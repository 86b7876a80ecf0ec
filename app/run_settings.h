#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace invdyn {

/// A run as it can be repeated: version, command, and every setting under its key of --config, as given or by
/// default.
nlohmann::ordered_json run_json(const CLI::App& command);

/// The keys of settings that do not change the content of an output: its place, the speed of the run, and
/// messages.
const std::vector<std::string>& immaterial_settings();

}  // namespace invdyn
