#include "run_record.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "../base/error.h"
#include "../base/sha256.h"
#include "../base/wording.h"
#include "../document/json_node.h"
#include "../npy/data_json.h"
#include "../npy/npy_columns.h"
#include "../npy/npy_header.h"

namespace invdyn {

std::string unhashed_text(int reason) {
  return "cannot be read to compute its SHA-256: " + std::string(std::strerror(reason));
}

namespace {

using Json = nlohmann::ordered_json;  // as it is written
using Record = nlohmann::json;        // as it is read

Json json_of(const InputState& input, Times times) {
  Json json{{"file", input.path}};
  if (!input.is_file) return json;
  json["size"] = input.size;
  if (times == Times::included) json["modified_ns"] = input.modified_ns;
  if (!input.sha256.empty()) json["sha256"] = input.sha256;
  return json;
}

Json json_of(const OutputState& output, Times times) {
  if (!output.file && output.sha256.empty()) return {};
  Json json = output.file ? data_json(*output.file) : Json{{"size", output.bytes}};
  if (output.file && times == Times::included) json["modified_ns"] = output.file->modified_ns;
  if (!output.sha256.empty()) json["sha256"] = output.sha256;
  return json;
}

// As it is written: names of files need not be UTF-8.
std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

// Empty where it cannot be read, or is of no sensible size.
std::string contents(const std::string& path) {
  constexpr std::uintmax_t max_size = 1 << 20;
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault) || std::filesystem::file_size(path, fault) > max_size)
    return "";
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// null if it is no JSON of limited size and depth: a file next to an output may have any author.
Record record_in(const std::string& path) {
  try {
    return parse_json(contents(path), path);
  } catch (const Error&) {
    return {};
  }
}

const Record& member(const Record& object, const char* key) {
  static const Record none;
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

Record as_read(const Json& json) {
  return Record::parse(text_of(json));
}

// What is to be the same of an input.
Record comparable(Record input) {
  if (input.is_object()) input.erase("sha256");
  return input;
}

Record without(Record object, const std::vector<std::string>& keys) {
  for (const std::string& key : keys)
    if (object.is_object()) object.erase(key);
  return object;
}

// The keys whose values differ.
std::vector<std::string> differing_keys(const Record& one, const Record& other) {
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
  InputState state;
  state.path = path;
  struct stat status {};
  state.is_file = path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (!state.is_file) return state;
  state.size = static_cast<std::uint64_t>(status.st_size);
  state.modified_ns = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  return state;
}

InputState with_hash(InputState input) {
  if (!input.is_file) return input;
  const auto hash = sha256_of_file(input.path);
  const int reason = errno;
  const InputState now = state_of(input.path);
  if (!now.is_file || now.size != input.size || now.modified_ns != input.modified_ns) return input;
  if (!hash) throw Error(input.path, unhashed_text(reason));
  input.sha256 = *hash;
  return input;
}

bool is_described(const std::string& output, const std::string& description) {
  const Record document = record_in(description);
  const auto described = identity_in(member(document, "data"));
  return described && described == identity_of_file(output);
}

std::string RunRecord::text(const OutputState& output, Times times) const {
  Json json = Json::parse(run_);
  Json inputs = Json::array();
  for (const InputState& input : inputs_) inputs.push_back(json_of(input, times));
  json["inputs"] = inputs;
  json["data"] = json_of(output, times);
  return text_of(json);
}

std::optional<std::string> RunRecord::reason_to_make(const std::string& output) const {
  const InputState made = state_of(output);
  const std::string path = run_record_path(output);
  std::error_code fault;
  if (!std::filesystem::exists(output, fault)) return "";
  if (!made.is_file) return output + " is not a regular file";
  if (!std::filesystem::exists(path, fault))
    return output + " has no record " + path +
           " (only runs with `resume` write this record: give `resume` in the first run too)";

  const Record record = record_in(path);
  const Record &data = member(record, "data"), &file = member(data, "file"),
               &inputs = member(record, "inputs");
  if (!identity_in(data) || !file.is_string() || !inputs.is_array())
    return path + " is not the record of a run";
  if (member(data, "modified_ns") != made.modified_ns || identity_in(data) != identity_of_file(output))
    return output + " has been changed since";
  if (is_npy_name(output) && !is_described(output, npy_columns_path(output)))
    return npy_columns_path(output) + " does not describe " + output;

  if (!member(record, "settings").is_object()) return path + " is not the record of a run";
  const Record run = Record::parse(run_);
  if (run["invdyn"] != member(record, "invdyn")) return output + " was made by another version";
  if (run["command"] != member(record, "command")) return output + " was made by another command";
  const auto settings =
      differing_keys(without(run["settings"], immaterial_), without(member(record, "settings"), immaterial_));
  if (!settings.empty()) return output + " was made with other settings: " + joined(settings);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (i >= inputs.size() ||
        comparable(inputs[i]) != comparable(as_read(json_of(inputs_[i], Times::included))))
      return output + " was made from other files, or " + inputs_[i].path + " has changed since then";
  if (inputs.size() != inputs_.size()) return output + " was made from more inputs than this run has";
  for (const InputState& input : inputs_)
    if (!input.is_file) return input.path + " is not a regular file";
  return {};
}

}  // namespace invdyn
