#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "../compression/unpacker.h"

namespace invdyn {

/// The change of a regular file since it was opened, by its size and time of modification.
enum class FileChange { none, grown, changed };

/// The error text for a changed file.
inline constexpr const char* changed_file_text =
    "was changed while it was read, so its rows may be from two versions: expected an unchanged file; run "
    "again when no program writes to it";

/// Thrown by a read that another thread has stopped.
struct StoppedInput {};

/// A file to read from its beginning to its end: a regular file, a pipe, a terminal, a device. One thread
/// reads; any thread may stop it. A regular file may grow in the meantime and is read to its new end. A file
/// that became shorter than when opened is an error. A file that begins as compressed data do is unpacked as
/// it is read, whatever its name; sizes and offsets are of the file.
class InputFile {
 public:
  /// Opens the file, or standard input for `-`. Throws Error; its text ends with `expected`.
  InputFile(const std::string& path, std::string expected);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& name() const { return name_; }  ///< for messages
  /// Size in bytes when it was opened; none: not a regular file.
  std::optional<std::size_t> size() const { return size_; }
  /// Whether a regular file is longer now. Throws Error.
  bool has_grown() const { return change() == FileChange::grown; }
  /// FileChange::none for other than regular files. Throws Error.
  FileChange change() const;
  /// Throws Error if the file was changed: its rows may be a mix of two versions.
  void expect_unchanged() const;

  /// Waits for bytes and reads the available ones, at most `most` (> 0). Returns their number, 0 at the end
  /// of the file. Throws Error, and StoppedInput after stop().
  std::size_t read(char* into, std::size_t maximum);
  /// Whether a read would not have to wait. Throws as read() does.
  bool is_ready();
  /// After the first read.
  Compression compression() const { return compression_; }
  bool is_compressed() const { return compression_ != Compression::none; }
  /// The bytes of the file read so far, for progress.
  std::size_t position() const { return at_; }
  /// Continues at byte `begin` of a regular file that is not compressed, and treats byte `end` as its end.
  void restrict_to(std::size_t begin, std::size_t end);
  /// For a regular file, independent of read(): fills `into` from byte `offset` on. Returns the number of
  /// bytes, up to size(). Throws Error, also if the file has become too short.
  std::size_t read_at(std::size_t offset, char* into, std::size_t size) const;
  /// For an error in the text of a compressed file: damaged data may be its cause. Returns the error of the
  /// data if there is one. To find it, a regular file is unpacked to its end, once, up to max_checked_text
  /// bytes of text; where that is impossible, the text of the error says how to check the file. Returns other
  /// errors as they are. Any thread may call it after the first read.
  std::exception_ptr explained(std::exception_ptr fault) const;
  static constexpr std::size_t max_checked_text = std::size_t{64} << 20;
  /// Ends a waiting read and all later ones. Any thread may call it.
  void stop() noexcept;

 private:
  [[noreturn]] void fail() const;
  [[noreturn]] void fail_as_shorter() const;
  void begin(std::size_t maximum);
  void refuse_foreign_file() const;
  std::optional<std::string> find_damage() const;
  bool unpack(bool may_wait);
  std::size_t read_bytes(char* into, std::size_t maximum);
  bool has_bytes() const;

  std::string name_, expected_;
  std::optional<std::size_t> size_;
  std::int64_t modified_s_ = 0, modified_ns_ = 0;  // when it was opened
  std::size_t opened_at_ = 0;
  std::size_t at_ = 0;  // in a regular file: where the next read begins
  std::size_t left_ = std::numeric_limits<std::size_t>::max();  // bytes up to the assumed end
  int file_ = -1;
  bool ended_ = false;  // a terminal would continue after its end
  Compression compression_ = Compression::none;
  bool has_begun_ = false;
  std::unique_ptr<char[]> buffer_;  // of the first bytes; of all bytes if they are compressed
  std::string_view first_bytes_;    // if they are not compressed, and not yet taken
  std::unique_ptr<Unpacker> unpacker_;
  mutable std::once_flag checked_;             // for damage
  mutable std::optional<std::string> damage_;  // empty: there is none; none: not known
  int stop_ = -1;                              // an eventfd for poll(); a regular file needs none
};

}  // namespace invdyn
