#include "sidecar.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "config_file.h"
#include "error.h"
#include "trajectory/npy_columns.h"
#include "trajectory/npy_header.h"

namespace invdyn {
namespace {

using Json = nlohmann::ordered_json;

// As given or by default; null where the program finds the value itself.
Json setting(const CLI::Option& option) {
  const std::vector<std::string>& given = option.results();
  if (!takes_value(option)) return !given.empty();
  if (takes_several(option)) return given;
  if (!given.empty()) return given.back();
  if (option.get_default_str().empty()) return nullptr;
  return option.get_default_str();
}

bool are_one_file(const std::string& one, const std::string& other) {
  using std::filesystem::absolute, std::filesystem::weakly_canonical;  // the latter leaves "a" and "./a"
  return weakly_canonical(absolute(one)) == weakly_canonical(absolute(other));
}

}  // namespace

Sidecar::Sidecar(const std::string& path, const BatchFile& run, KeptFiles kept) {
  if (path.empty()) return;
  if (path == "-" && run.output == "-")
    throw UsageError("--sidecar", "is standard output, where the rows go: expected a file");
  if (path != "-") {
    if (run.output != "-" && are_one_file(path, run.output))
      throw UsageError("--sidecar", "is the output " + run.output + ": expected another file");
    if (is_npy_name(run.output) && are_one_file(path, npy_columns_path(run.output)))
      throw UsageError("--sidecar", "is the file of the names of " + run.output + ": expected another file");
    if (run.input != "-") kept.add_input(run.input);
    if (const auto replaced = kept.replaced_by(path))
      throw UsageError("--sidecar", "is " + *replaced + ": expected another file");
  }
  file_.emplace(path);
}

void Sidecar::commit(const CLI::App& command, const Robot& robot, const Eigen::Vector3d& gravity,
                     const std::optional<Shard>& shard, std::size_t rows, const Terminal& terminal) {
  if (!file_) return;
  Json json;
  json["invdyn"] = INVDYN_VERSION;
  json["command"] = full_name(command);
  Json& settings = json["settings"] = Json::object();
  for (const CLI::Option* option : command.get_options())
    if (const std::string key = config_key(command, *option); !key.empty()) settings[key] = setting(*option);
  if (shard) settings["shard"] = std::to_string(shard->index) + "/" + std::to_string(shard->count);
  Json joints = Json::array();
  for (std::size_t j = 0; j < robot.dof(); ++j) joints.push_back(robot.moving_joint(j).name);
  json["robot"] = {{"name", robot.name()}, {"joints", joints}};
  json["gravity"] = {gravity.x(), gravity.y(), gravity.z()};
  json["rows"] = rows;
  json["notes"] = terminal.notes();
  json["warnings"] = terminal.warnings();
  // Names of files need not be UTF-8.
  file_->write(json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  file_->commit();
}

}  // namespace invdyn
