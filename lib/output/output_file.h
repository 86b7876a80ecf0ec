#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace invdyn {

/// Thrown when the reader of a pipe has gone (`| head`): no failure, but nothing more to do.
struct ClosedPipe {};

/// Where a command writes its data. A regular file is written under a temporary name beside its target and
/// takes the target's place in commit(); until then, and if that never comes, a file that was there stays as
/// it was. Devices, pipes and standard output (`-`) are written directly. Errors throw Error with the path; a
/// closed pipe throws ClosedPipe. Threads may have one each at the same time.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Whether this is a regular file, to take the place of its target.
  bool replaces_target() const { return !temporary_.empty(); }
  /// Of such a file: puts text in the place of what was written there, from this byte on.
  void overwrite(std::size_t offset, std::string_view text);
  /// Of such a file: waits until what was written is on the disk, so that after commit() even a power cut
  /// leaves the target's old contents or all of the new ones.
  void sync();
  /// Ends the file; the target now has its new contents.
  void commit();
  /// Commits a regular file and the one that tells what is in it. Whoever opens `data` and then reads `about`
  /// never has new data with a former description; for a moment there is none. No signal comes between.
  friend void commit_together(OutputFile& data, OutputFile& about);

 private:
  void end();
  bool take_place();
  void forget_temporary();
  void open_beside(const std::string& target, bool replaces);
  [[noreturn]] void fail() const;

  std::string path_;       // as the user named it
  std::string target_;     // the regular file to replace; empty: written directly
  std::string temporary_;  // empty: none
  int file_ = -1;
};

/// Removes the temporary files of all outputs under way, for a process that is about to end: from here on its
/// other threads make none, and wait where they would complete one. May be called from a signal handler.
void remove_unfinished_outputs();

}  // namespace invdyn
