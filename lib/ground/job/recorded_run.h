#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../npy/data_identity.h"

namespace invdyn {

/// A setting of a recorded run.
struct RecordedSetting {
  enum class Kind { open, flag, value, list };  ///< open: the program finds the value itself
  std::string key;
  Kind kind = Kind::open;
  std::vector<std::string> values;  ///< of a flag: `true`, or none
};

/// A file as it is recorded.
struct RecordedFile {
  std::string name;  ///< empty: standard output, a pipe or a device
  std::optional<std::uint64_t> size;
  std::optional<std::uint32_t> sample_crc32;  ///< of the output only
  std::string sha256;                         ///< empty: not recorded
};

/// An output besides the main one: the setting that names it, and the file.
struct RecordedOutput {
  std::string setting;
  RecordedFile file;
};

/// A sidecar or a record of `--resume`, as it is read (run_record.h).
struct RecordedRun {
  std::string version, command;
  std::vector<RecordedSetting> settings;
  std::vector<RecordedFile> inputs;
  RecordedFile output;
  std::vector<RecordedOutput> more_outputs;

  /// The values of a setting; none if it is not there.
  std::vector<std::string> values(const std::string& key) const;
};

/// Throws Error, with the place, for a file that is no such record.
RecordedRun read_recorded_run(const std::string& path);

/// What has become of a file.
enum class Match {
  same,       ///< by its hash or, if there is none, by size and checksum of a sample
  same_size,  ///< the record has no hash and no checksum
  different,
  missing,  ///< or no regular file
};
Match match_of(const std::string& path, const RecordedFile& recorded);

}  // namespace invdyn
