#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../base/sha256.h"
#include "../compression/packer.h"
#include "../npy/data_identity.h"

namespace invdyn {

/// Thrown when the reader of a pipe has gone (`| head`). It is not a failure, but there is nothing more to
/// do.
struct ClosedPipe {};

/// Whether success waits until files and names are on the disk. Then even a power cut leaves either the
/// former contents or all of the new contents.
enum class Sync { no, yes };
/// From now on, every output of the process is synced. Must be called before the first thread begins.
void sync_every_output();

/// The destination of a command's data. A regular file is written under a temporary name next to its target
/// (unfinished_files.h) and replaces the target in commit(). Without commit(), an existing file does not
/// change. Devices, pipes and standard output (`-`) are written directly. A name in `.gz` or `.zst` asks for
/// compressed bytes; sizes, hashes and identity are of them. Throws Error with the path; a closed pipe throws
/// ClosedPipe. Each thread may use its own object.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// After the last write: writes what compression has held back. commit() does it too.
  void finish_content();
  /// Hashes all that is written from here on, for sha256(). Call it before the first write.
  void hash_content();
  /// Of all bytes, after hash_content(). A regular file is read again, because parts of it may be
  /// overwritten.
  /// Precondition: finish_content().
  std::string sha256() const;
  /// The number of hashed bytes, if they are written directly.
  std::uint64_t hashed_bytes() const { return hashed_bytes_; }
  /// Whether this is a regular file that replaces its target. The next four functions are only for such
  /// files.
  bool replaces_target() const { return !temporary_.empty(); }
  /// Its final path, with all symbolic links resolved.
  const std::filesystem::path& target() const { return target_; }
  /// Overwrites earlier bytes with this text, from `offset` on.
  void overwrite(std::size_t offset, std::string_view text);
  /// The bytes written so far. Precondition, as for modified_ns(): finish_content().
  DataIdentity identity() const;
  /// The time of the last change, in ns since 1970.
  std::int64_t modified_ns() const;
  /// Ends the file; the target now has its new contents.
  void commit(Sync sync = Sync::no);
  /// Commits data and the files that describe it: all of them or, if a step fails, none. Signals are blocked
  /// during the steps. The descriptions are missing until all new files are there, so new data never has a
  /// former description. If the process is killed meanwhile, the next process that writes into the folder
  /// completes the steps or undoes them.
  friend void commit_together(OutputFile& data, const std::vector<OutputFile*>& descriptions, Sync sync);

 private:
  class Placement;

  void write_bytes(std::string_view bytes);
  void end(Sync sync);
  void sync_folder() const;
  void read_at(std::size_t offset, char* into, std::size_t size) const;
  void forget_temporary();
  void open_beside(const std::string& target, bool replaces);
  [[noreturn]] void fail() const;

  std::string path_;              // as the user named it
  std::filesystem::path target_;  // the regular file to replace; empty: written directly
  std::string temporary_;         // empty: none
  int file_ = -1;                 // locked until it is in its place
  std::optional<Sha256> hash_;    // of what is written directly
  std::uint64_t hashed_bytes_ = 0;
  std::unique_ptr<Packer> packer_;  // none: the bytes are the text
};

}  // namespace invdyn
