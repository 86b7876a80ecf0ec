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
  bool is_file = false;  ///< a regular one; of what is none, it cannot be told whether it is the same
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;  ///< since 1970
};
InputState state_of(const std::string& path);

/// Whether this file describes the output as it is, under its key `data` (data_identity.h).
bool is_described(const std::string& output, const std::string& description);

/// What an output is made from and how, for the file beside it from which a later run knows whether that is
/// complete: version, settings, inputs with sizes and times, and the output's own size, time and checksum of
/// a sample. Contents of inputs are not compared.
class RunRecord {
 public:
  /// `run`: a JSON object of version, command and settings.
  RunRecord(std::string run, std::vector<InputState> inputs)
      : run_(std::move(run)), inputs_(std::move(inputs)) {}

  std::string text(const DescribedData& output) const;
  /// Nothing where the output and its record are those of just this run; else why it has to be made. The
  /// reason is empty where there is no output yet.
  std::optional<std::string> reason_to_make(const std::string& output) const;

 private:
  std::string run_;
  std::vector<InputState> inputs_;
};

}  // namespace invdyn
