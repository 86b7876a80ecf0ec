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
};
InputState state_of(const std::string& path);

/// Whether this file describes the output as it is, under its key `data` (data_identity.h).
bool is_described(const std::string& output, const std::string& description);

/// The record of an output in a file next to it. A later run reads it to know whether the output is complete.
/// It has the version, the settings, sizes and times of the inputs, and size, time and a sample's checksum of
/// the output. Contents of inputs are not compared.
class RunRecord {
 public:
  /// `run`: a JSON object of version, command and settings.
  RunRecord(std::string run, std::vector<InputState> inputs)
      : run_(std::move(run)), inputs_(std::move(inputs)) {}

  std::string text(const DescribedData& output) const;
  /// Nothing if output and record belong to this run; otherwise the reason to make it again. The reason is
  /// empty if there is no output yet.
  std::optional<std::string> reason_to_make(const std::string& output) const;

 private:
  std::string run_;
  std::vector<InputState> inputs_;
};

}  // namespace invdyn
