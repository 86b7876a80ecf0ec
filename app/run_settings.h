#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "trajectory_files/shard.h"

namespace invdyn {

/// A run as it can be repeated: version, command, and every setting under its key of --config, as given or by
/// default. `shard`: the one that "slurm" stood for.
nlohmann::ordered_json run_json(const CLI::App& command, const std::optional<Shard>& shard);

/// The same without the settings that do not change the content of an output: its place, the speed of the
/// run, and messages.
nlohmann::ordered_json resumable_run_json(const CLI::App& command, const std::optional<Shard>& shard);

}  // namespace invdyn
