#include "sidecar.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "npy/data_json.h"
#include "run_settings.h"

namespace invdyn {

using Json = nlohmann::ordered_json;

Sidecar::Sidecar(const std::string& path, const BatchFile& run, bool resume, ProtectedFiles kept) {
  if (path.empty()) return;
  if (path == "-" && run.output == "-")
    throw UsageError("--sidecar", "is standard output, where the rows go: expected a file");
  if (path != "-" && run.output != "-")
    for (const std::string& written : files_written(run.output, resume))
      if (place_of(path) == place_of(written))
        throw UsageError("--sidecar", "is " + path + ", which is written with the output " + run.output +
                                          ": expected another file");
  kept.add_input(run.input);
  if (const auto replaced = kept.replaced_by(path))
    throw UsageError("--sidecar", "is " + *replaced + ": expected another file");
  file_.emplace(path, DescriptionFile::Text());
}

DescriptionFile* Sidecar::description(const CLI::App& command, const Robot& robot,
                                      const Eigen::Vector3d& gravity, const std::optional<Shard>& shard,
                                      const std::size_t& rows, const Terminal& terminal) {
  if (!file_) return nullptr;
  file_->text = [&, gravity](const std::optional<DescribedData>& data) {
    Json json = run_json(command, shard);
    Json joints = Json::array();
    for (std::size_t j = 0; j < robot.dof(); ++j) joints.push_back(robot.moving_joint(j).name);
    json["robot"] = {{"name", robot.name()}, {"joints", joints}};
    json["gravity"] = {gravity.x(), gravity.y(), gravity.z()};
    json["rows"] = rows;
    json["notes"] = terminal.notes();
    json["warnings"] = terminal.warnings();
    json["data"] = data ? data_json(*data) : Json();
    // Names of files need not be UTF-8.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  };
  return &*file_;
}

}  // namespace invdyn
