#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace invdyn {

/// What became of a regular file since it was opened, as its size and its time of modification tell.
enum class FileChange { none, grown, changed };

/// What is said of a file that has been changed.
inline constexpr const char* changed_file_text =
    "was changed while it was read, so its rows may be of two versions: expected it to stay as it is; run "
    "again when nothing writes to it";

/// Thrown by a read that another thread has told to wait no longer.
struct StoppedInput {};

/// A file to read from its beginning to its end: a regular file, a pipe, a terminal, a device. One thread
/// reads; any may stop it. A regular file may grow meanwhile, and is read to its end as it is then; where it
/// has become shorter than it was when opened, that is an error and no end.
class InputFile {
 public:
  /// Opens the file, or standard input for `-`. Throws Error, which says that `expected` was expected.
  InputFile(const std::string& path, std::string expected);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& name() const { return name_; }  ///< for messages
  /// In bytes, when it was opened; none: not a regular file.
  std::optional<std::size_t> size() const { return size_; }
  /// Whether a regular file is longer now. Throws Error.
  bool has_grown() const { return change() == FileChange::grown; }
  /// none for what is no regular file. Throws Error.
  FileChange change() const;
  /// Throws Error where it has been changed, so that what was read may be of two versions.
  void expect_unchanged() const;

  /// Waits for bytes and takes those that are there, at most `most` (> 0); returns their number, 0 at the
  /// end of the file. Throws Error, and StoppedInput after stop().
  std::size_t read(char* into, std::size_t most);
  /// Whether a read would not have to wait.
  bool is_ready() const;
  /// Goes on at a byte of a regular file, and takes another one for its end.
  void restrict_to(std::size_t begin, std::size_t end);
  /// Of a regular file, whatever has been read of it: fills `into` from that byte on; returns how much there
  /// was, up to size(). Throws Error, also where the file does not reach that far any more.
  std::size_t read_at(std::size_t offset, char* into, std::size_t size) const;
  /// Ends a read under way, and all later ones. For any thread.
  void stop() noexcept;

 private:
  [[noreturn]] void fail() const;
  [[noreturn]] void fail_as_shorter() const;

  std::string name_, expected_;
  std::optional<std::size_t> size_;
  std::int64_t modified_s_ = 0, modified_ns_ = 0;  // when it was opened
  std::size_t at_ = 0;                             // of a regular file: where the next read begins
  std::size_t left_ = std::numeric_limits<std::size_t>::max();  // until it is taken to end
  int file_ = -1;
  bool ended_ = false;  // a terminal would go on behind its end
  int stop_ = -1;       // an eventfd, which poll() looks at too; a regular file needs none
};

}  // namespace invdyn
