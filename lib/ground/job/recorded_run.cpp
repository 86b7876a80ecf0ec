#include "recorded_run.h"

#include <cerrno>

#include "../base/error.h"
#include "../base/sha256.h"
#include "../document/json_node.h"
#include "../document/read_text_file.h"
#include "../npy/data_json.h"
#include "run_record.h"

namespace invdyn {
namespace {

using Record = nlohmann::json;  // as it is read

std::string text_in(const Record& value, const JsonNode& node) {
  const std::string text = node.text();
  if (text.empty()) node.fail("text that is not empty");
  if (text.find('\0') != std::string::npos) node.fail("text without a NUL");
  return value.get<std::string>();
}

RecordedSetting setting_in(const std::string& key, const Record& value, const JsonNode& node) {
  using Kind = RecordedSetting::Kind;
  if (value.is_null()) return {key, Kind::open, {}};
  if (value.is_boolean()) {
    if (value.get<bool>()) return {key, Kind::flag, {"true"}};
    return {key, Kind::flag, {}};
  }
  if (value.is_string()) return {key, Kind::value, {text_in(value, node)}};
  if (!value.is_array()) node.fail("null, true, false, text, or an array of texts");
  RecordedSetting setting{key, Kind::list, {}};
  const std::vector<JsonNode> elements = node.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) setting.values.push_back(text_in(value[i], elements[i]));
  return setting;
}

RecordedFile file_in(const Record& value, const JsonNode& node) {
  RecordedFile file;
  file.name = node.text_or("file", "");
  file.sha256 = node.text_or("sha256", "");
  if (const auto size = value.find("size"); size != value.end()) {
    if (!size->is_number_unsigned()) node.at("size").fail("a number of bytes");
    file.size = size->get<std::uint64_t>();
  }
  if (const auto identity = identity_in(value)) file.sample_crc32 = identity->sample_crc32;
  return file;
}

}  // namespace

std::vector<std::string> RecordedRun::values(const std::string& key) const {
  for (const RecordedSetting& setting : settings)
    if (setting.key == key) return setting.values;
  return {};
}

RecordedRun read_recorded_run(const std::string& path) {
  const Record document = parse_json(read_text_file(path, "a sidecar"), path);
  const JsonNode node(document, path);
  if (!document.is_object() || !document.contains("settings") || !document["settings"].is_object() ||
      !document.contains("inputs") || !document["inputs"].is_array())
    throw Error(path, "has no \"settings\" and \"inputs\": expected a sidecar, as --sidecar writes it");
  RecordedRun run;
  run.version = node.at("invdyn").text();
  run.command = node.at("command").text();
  const JsonNode settings = node.at("settings");
  for (const auto& [key, value] : document["settings"].items())
    run.settings.push_back(setting_in(key, value, settings.at(key.c_str())));
  const std::vector<JsonNode> inputs = node.at("inputs").elements();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    run.inputs.push_back(file_in(document["inputs"][i], inputs[i]));
    if (run.inputs.back().name.empty()) inputs[i].fail("an object with the key \"file\" and a file name");
  }
  if (document.contains("data") && !document["data"].is_null())
    run.output = file_in(document["data"], node.at("data"));
  if (document.contains("outputs")) {
    const std::vector<JsonNode> outputs = node.at("outputs").elements();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      run.more_outputs.push_back(
          {outputs[i].at("setting").text(), file_in(document["outputs"][i], outputs[i])});
      if (run.more_outputs.back().file.name.empty())
        outputs[i].fail("an object with the key \"file\" and a file name");
    }
  }
  return run;
}

Match match_of(const std::string& path, const RecordedFile& recorded) {
  const InputState now = state_of(path);
  if (!now.is_file) return Match::missing;
  if (recorded.size && now.size != *recorded.size) return Match::different;
  if (!recorded.sha256.empty()) {
    const auto hash = sha256_of_file(path);
    if (!hash) throw Error(path, unhashed_text(errno));
    return hash == recorded.sha256 ? Match::same : Match::different;
  }
  if (!recorded.size) return Match::different;
  if (!recorded.sample_crc32) return Match::same_size;
  return identity_of_file(path) == DataIdentity{*recorded.size, *recorded.sample_crc32} ? Match::same
                                                                                        : Match::different;
}

}  // namespace invdyn
