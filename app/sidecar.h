#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ground/job/protected_files.h"
#include "ground/job/run_record.h"
#include "ground/output_files/description_file.h"
#include "terminal.h"

namespace invdyn {

/// The options --sidecar and --sidecar-date of a command.
struct SidecarArgument {
  std::string path;
  bool date = false;
  const CLI::App* command = nullptr;

  /// `more` is added to the help of --sidecar.
  void add_to(CLI::App& to, const std::string& more = "");
  /// The same options for another place of the sidecar.
  SidecarArgument at(const std::string& other_path) const { return {other_path, date, command}; }
  /// Throws UsageError if the sidecar would replace an input, the output of the run or a file that belongs to
  /// it. Nothing is checked without a sidecar.
  void expect_place(const std::string& output, const ProtectedFiles& kept) const;
};

/// The sidecar of one output, its record for `--resume`, or both: they record how the output was made, so
/// that `rerun` can repeat the run (run_record.h). A sidecar has the hashes of inputs and output, a record
/// their times. They are one file if they have one place. Without either, only the output is committed.
class Sidecar {
 public:
  /// `inputs`: all files that the run reads, as they are now; `-` is standard input, and an empty path no
  /// file. With an array, the file of its names is added too. `record`: the path of the record.
  Sidecar(const SidecarArgument& argument, const std::vector<std::string>& inputs,
          const std::string& record = "");
  Sidecar(const Sidecar&) = delete;
  Sidecar& operator=(const Sidecar&) = delete;

  /// Files that are known only when others have been read: the parts of a robot.
  void add_inputs(const std::vector<std::string>& paths);
  void add_input(const InputState& input) { inputs_.push_back(input); }
  /// Records another setting than the one given: one file of a batch is repeated as a single file.
  void set_setting(const std::string& key, const nlohmann::ordered_json& value);
  /// Records something else.
  void set(const std::string& key, const nlohmann::ordered_json& value);
  /// Records a complete output besides the watched one. `setting` names it.
  void add_output(const std::string& setting, const std::string& path);
  void add_messages(const std::vector<std::string>& notes, const std::vector<std::string>& warnings);

  /// Nothing if the output is complete, by its record and its sidecar; otherwise the reason to make it again,
  /// empty if there is none yet.
  std::optional<std::string> reason_to_make(const std::string& output) const;
  /// Opens a file that is put in place with the output, to be written before that.
  OutputFile& add_file(const std::string& path);
  /// Opens the files. Call it before data is written to the output.
  void watch(OutputFile& output);
  /// The files to commit with the watched output.
  std::vector<DescriptionFile*> descriptions(std::optional<std::size_t> rows);
  /// Commits the watched output with them, and all messages of the terminal.
  void commit(std::optional<std::size_t> rows, const Terminal& terminal);
  /// Instead of watch() and commit(), for a run that has written all of its outputs: add_output().
  void write(const Terminal& terminal);

 private:
  RunRecord record() const;
  bool is_wanted() const { return !sidecar_.empty() || !record_.empty(); }
  std::string text(const std::optional<DescribedData>& data, bool hashed, Times times) const;

  std::string sidecar_, record_;  // places; empty: none
  nlohmann::ordered_json run_;    // what there is to record, but for inputs and output
  std::vector<InputState> inputs_;
  std::vector<std::string> immaterial_, notes_, warnings_;
  OutputFile* output_ = nullptr;
  std::list<DescriptionFile> files_;
};

}  // namespace invdyn
