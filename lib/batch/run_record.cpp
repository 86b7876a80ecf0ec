#include "run_record.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "../trajectory/data_json.h"
#include "../trajectory/npy_columns.h"
#include "../trajectory/npy_header.h"
#include "../wording.h"

namespace invdyn {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const InputState& input) {
  if (!input.is_file) return {{"file", input.path}};
  return {{"file", input.path}, {"size", input.size}, {"modified_ns", input.modified_ns}};
}

// As it is written: names of files need not be UTF-8.
std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

// Empty where it cannot be read, or is of no sensible size.
std::string contents(const std::string& path) {
  constexpr std::uintmax_t max_size = 8 << 20;
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault) || std::filesystem::file_size(path, fault) > max_size)
    return "";
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// What two objects have under different values.
std::vector<std::string> differing_keys(const Json& one, const Json& other) {
  std::vector<std::string> keys;
  if (!one.is_object() || !other.is_object()) return keys;
  for (const auto& [key, value] : one.items())
    if (!other.contains(key) || other[key] != value) keys.push_back(key);
  for (const auto& [key, value] : other.items())
    if (!one.contains(key)) keys.push_back(key);
  return keys;
}

}  // namespace

std::string run_record_path(const std::string& output) {
  return output + ".run.json";
}

InputState state_of(const std::string& path) {
  InputState state{.path = path};
  struct stat status {};
  state.is_file = path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (!state.is_file) return state;
  state.size = static_cast<std::uint64_t>(status.st_size);
  state.modified_ns = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  return state;
}

bool is_described(const std::string& output, const std::string& description) {
  const Json document = Json::parse(contents(description), nullptr, false);
  if (!document.is_object() || !document.contains("data")) return false;
  const auto described = identity_in(document["data"]);
  return described && described == identity_of_file(output);
}

std::string RunRecord::text(const DescribedData& output) const {
  Json json = Json::parse(run_);
  Json inputs = Json::array();
  for (const InputState& input : inputs_) inputs.push_back(json_of(input));
  json["inputs"] = inputs;
  json["data"] = data_json(output);
  json["data"]["modified_ns"] = output.modified_ns;
  return text_of(json);
}

std::optional<std::string> RunRecord::reason_to_make(const std::string& output) const {
  const InputState made = state_of(output);
  const std::string path = run_record_path(output);
  std::error_code fault;
  if (!std::filesystem::exists(output, fault)) return "";
  if (!made.is_file) return output + " is no regular file";
  if (!std::filesystem::exists(path, fault)) return output + " has no record in " + path;

  const Json record = Json::parse(contents(path), nullptr, false);
  const Json data = record.is_object() && record.contains("data") ? record["data"] : Json();
  if (!identity_in(data) || !data.contains("file") || !data["file"].is_string())
    return path + " is no record of a run";
  if (data.value("modified_ns", Json()) != made.modified_ns || identity_in(data) != identity_of_file(output))
    return output + " has been changed since";
  if (is_npy_name(output) && !is_described(output, npy_columns_path(output)))
    return npy_columns_path(output) + " is not that of " + output;

  const DescribedData same{data["file"].get<std::string>(), *identity_in(data), made.modified_ns};
  const Json wanted = Json::parse(text(same));
  if (wanted == record) {
    for (const InputState& input : inputs_)
      if (!input.is_file) return input.path + " is no regular file";
    return {};
  }
  if (wanted["invdyn"] != record.value("invdyn", Json())) return output + " was made by another version";
  const auto settings = differing_keys(wanted["settings"], record.value("settings", Json()));
  if (!settings.empty()) return output + " was made with other settings: " + joined(settings);
  const Json inputs = record.value("inputs", Json::array());
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (i >= inputs.size() || inputs[i] != wanted["inputs"][i])
      return inputs_[i].path + " is not the file any more that " + output + " was made from";
  return output + " was made in another way";
}

}  // namespace invdyn
