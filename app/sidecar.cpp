#include "sidecar.h"

#include <ctime>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "run_settings.h"

namespace invdyn {

using Json = nlohmann::ordered_json;

namespace {

// In UTC: 2026-11-23T08:15:00Z.
std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

void SidecarArgument::add_to(CLI::App& to, const std::string& more) {
  command = &to;
  mark(rare(to.add_option(
           "--sidecar", path,
           "JSON file that records the run, for invdyn rerun. The file has the version, every setting, "
           "SHA-256 of inputs and output, notes and warnings" +
               more)),
       Decides::file)
      ->type_name("FILE")
      ->group(group::output);
  mark(rare(to.add_flag("--sidecar-date", date,
                        "Record the date too. Without the date, the same run gives the same sidecar")),
       Decides::run)
      ->group(group::output);
}

void SidecarArgument::expect_place(const std::string& output, const ProtectedFiles& kept) const {
  if (path.empty()) {
    if (date) throw UsageError("--sidecar-date", "is given without --sidecar: expected both");
    return;
  }
  if (path == "-" && output == "-")
    throw UsageError("--sidecar", "is standard output, which already receives the output: expected a file");
  if (path != "-" && output != "-")
    for (const std::string& written : files_written(output, false))
      if (place_of(path) == place_of(written))
        throw UsageError("--sidecar",
                         "is " + path + ", a file of the output " + output + ": expected another file");
  if (const auto replaced = kept.replaced_by(path))
    throw UsageError("--sidecar", "is " + *replaced + ": expected another file");
}

Sidecar::Sidecar(const SidecarArgument& argument, const std::vector<std::string>& inputs,
                 const std::string& record)
    : sidecar_(argument.path), record_(record) {
  if (!is_wanted()) return;
  run_ = run_json(*argument.command);
  immaterial_ = immaterial_settings(*argument.command);
  if (argument.date) run_["date"] = date_now();
  add_inputs(inputs);
}

void Sidecar::add_inputs(const std::vector<std::string>& paths) {
  if (!is_wanted()) return;
  for (const std::string& path : paths)
    if (!path.empty())
      for (const std::string& file : files_read(path)) inputs_.push_back(state_of(file));
}

void Sidecar::set_setting(const std::string& key, const Json& value) {
  if (is_wanted()) run_["settings"][key] = value;
}

void Sidecar::set(const std::string& key, const Json& value) {
  if (is_wanted()) run_[key] = value;
}

void Sidecar::add_output(const std::string& setting, const std::string& path) {
  if (sidecar_.empty()) return;
  const InputState written = with_hash(state_of(path));
  Json output{{"setting", setting}, {"file", path}};
  if (written.is_file) output["size"] = written.size;
  if (!written.sha256.empty()) output["sha256"] = written.sha256;
  run_["outputs"].push_back(output);
}

OutputFile& Sidecar::add_file(const std::string& path) {
  const auto nothing_more = [](const std::optional<DescribedData>&) { return std::string(); };
  return files_.emplace_back(path, nothing_more).file;
}

void Sidecar::add_messages(const std::vector<std::string>& notes, const std::vector<std::string>& warnings) {
  notes_.insert(notes_.end(), notes.begin(), notes.end());
  warnings_.insert(warnings_.end(), warnings.begin(), warnings.end());
}

RunRecord Sidecar::record() const {
  // Names of files need not be UTF-8.
  return {run_.dump(-1, ' ', false, Json::error_handler_t::replace), inputs_, immaterial_};
}

std::optional<std::string> Sidecar::reason_to_make(const std::string& output) const {
  std::optional<std::string> reason = record().reason_to_make(output);
  if (!reason && !sidecar_.empty() && !is_described(output, sidecar_))
    reason = sidecar_ + " does not describe " + output;
  return reason;
}

std::string Sidecar::text(const std::optional<DescribedData>& data, bool hashed, Times times) const {
  OutputState output{.file = data, .bytes = output_->hashed_bytes(), .sha256 = ""};
  if (!hashed) return record().text(output, times);
  output.sha256 = output_->sha256();
  std::vector<InputState> inputs;
  for (const InputState& input : inputs_) inputs.push_back(with_hash(input));
  return RunRecord(run_.dump(-1, ' ', false, Json::error_handler_t::replace), inputs).text(output, times);
}

void Sidecar::watch(OutputFile& output) {
  output_ = &output;
  if (!sidecar_.empty()) output.hash_content();
  const bool has_record = !record_.empty() && output.replaces_target();
  const bool is_one = has_record && !sidecar_.empty() && place_of(sidecar_) == place_of(record_);
  const auto open = [this](const std::string& path, bool hashed, Times times) {
    files_.emplace_back(path, [this, hashed, times](const std::optional<DescribedData>& data) {
      return text(data, hashed, times);
    });
  };
  if (!sidecar_.empty()) open(sidecar_, true, is_one ? Times::included : Times::left_out);
  if (has_record && !is_one) open(record_, false, Times::included);
}

std::vector<DescriptionFile*> Sidecar::descriptions(std::optional<std::size_t> rows) {
  if (rows) set("rows", *rows);
  set("notes", notes_);
  set("warnings", warnings_);
  std::vector<DescriptionFile*> files;
  for (DescriptionFile& file : files_) files.push_back(&file);
  return files;
}

void Sidecar::commit(std::optional<std::size_t> rows, const Terminal& terminal) {
  add_messages(terminal.notes(), terminal.warnings());
  commit_described(*output_, descriptions(rows));
}

void Sidecar::write(const Terminal& terminal) {
  if (sidecar_.empty()) return;
  set("notes", terminal.notes());
  set("warnings", terminal.warnings());
  OutputFile file(sidecar_);
  file.write(record().text({}, Times::left_out));
  file.commit();
}

}  // namespace invdyn
