#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../npy/data_identity.h"

namespace invdyn {

/// Thrown when the reader of a pipe has gone (`| head`): no failure, but nothing more to do.
struct ClosedPipe {};

/// Whether success waits until files and names are on the disk, so that even a power cut leaves the former
/// contents or all of the new ones.
enum class Sync { no, yes };
/// From here on, every output of the process is synced. Before the first thread begins.
void sync_every_output();

/// Where a command writes its data. A regular file is written under a temporary name next to its target
/// (unfinished_files.h) and takes the target's place in commit(); until then, and if that never comes, a file
/// that was there stays as it was. Devices, pipes and standard output (`-`) are written directly. Errors
/// throw Error with the path; a closed pipe throws ClosedPipe. Threads may have one each at the same time.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Whether this is a regular file, to take the place of its target.
  bool replaces_target() const { return !temporary_.empty(); }
  /// Of such a file: its final path, with all symbolic links resolved.
  const std::filesystem::path& target() const { return target_; }
  /// Of such a file: overwrites the earlier bytes with this text, from this byte on.
  void overwrite(std::size_t offset, std::string_view text);
  /// Of such a file: the bytes written so far.
  DataIdentity identity() const;
  /// Of such a file: when it was written last, in ns since 1970.
  std::int64_t modified_ns() const;
  /// Ends the file; the target now has its new contents.
  void commit(Sync sync = Sync::no);
  /// Commits data and the files that describe it: all of them or, where a step fails, none. No signal comes
  /// between. Until all new ones are there, the descriptions are missing: nobody meets new data with a former
  /// description. Where the process is killed meanwhile, the next one that writes into the folder completes
  /// the steps or takes them back.
  friend void commit_together(OutputFile& data, const std::vector<OutputFile*>& descriptions, Sync sync);

 private:
  class Placement;

  void end(Sync sync);
  void sync_folder() const;
  void forget_temporary();
  void open_beside(const std::string& target, bool replaces);
  [[noreturn]] void fail() const;

  std::string path_;              // as the user named it
  std::filesystem::path target_;  // the regular file to replace; empty: written directly
  std::string temporary_;         // empty: none
  int file_ = -1;                 // locked until it is in its place
};

}  // namespace invdyn
