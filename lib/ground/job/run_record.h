#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../npy/data_identity.h"

namespace invdyn {

/// `torques.csv.run.json` for `torques.csv`.
std::string run_record_path(const std::string& output);

/// A file that a run reads, as it was before that.
struct InputState {
  std::string path;
  bool is_file = false;  ///< a regular one; for others it is unknown whether they are the same
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;  ///< since 1970
  std::string sha256;            ///< empty: not asked for, or changed while the run read it
};
InputState state_of(const std::string& path);
/// The same with the hash of the content, unless the file has changed since. Throws Error if it cannot be
/// read.
InputState with_hash(InputState input);
/// Ends the text of an error for a file that cannot be hashed, by errno.
std::string unhashed_text(int reason);

/// An output as its run has written it.
struct OutputState {
  std::optional<DescribedData> file;  ///< none: standard output, a pipe or a device
  std::uint64_t bytes = 0;            ///< of these
  std::string sha256;                 ///< empty: not asked for
};

/// Whether this file describes the output as it is, under its key `data` (data_identity.h).
bool is_described(const std::string& output, const std::string& description);

/// Whether a record has the times of inputs and output. `--resume` needs them. Without them the record of a
/// run that is repeated is the same.
enum class Times { left_out, included };

/// The record of a run in JSON: version, command, settings, inputs and output. Sidecars and the records of
/// `--resume` are such records. The latter are next to their output, and a later run reads them to know
/// whether the output is complete. For that it compares sizes and times of inputs, not their contents.
class RunRecord {
 public:
  /// `run`: a JSON object of version, command, settings, and whatever else is to be recorded. Settings that
  /// are `immaterial` do not change the content of an output.
  RunRecord(std::string run, std::vector<InputState> inputs, std::vector<std::string> immaterial = {})
      : run_(std::move(run)), inputs_(std::move(inputs)), immaterial_(std::move(immaterial)) {}

  std::string text(const OutputState& output, Times times) const;
  /// Nothing if output and record belong to this run; otherwise the reason to make it again. The reason is
  /// empty if there is no output yet.
  std::optional<std::string> reason_to_make(const std::string& output) const;

 private:
  std::string run_;
  std::vector<InputState> inputs_;
  std::vector<std::string> immaterial_;
};

}  // namespace invdyn
