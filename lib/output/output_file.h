#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// Thrown when the reader of a pipe has gone (`| head`): no failure, but nothing more to do.
struct ClosedPipe {};

/// Where a command writes its data. A regular file is written under a temporary name beside its target and
/// takes the target's place in commit(); until then, and if that never comes, a file that was there stays as
/// it was. Devices, pipes and standard output (`-`) are written directly. Errors throw Error with the path; a
/// closed pipe throws ClosedPipe.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Ends the file; the target now has its new contents.
  void commit();

 private:
  void open_beside(const std::string& target);
  [[noreturn]] void fail() const;

  std::string path_;       // as the user named it
  std::string target_;     // the regular file to replace; empty: written directly
  std::string temporary_;  // empty: none
  int file_ = -1;
};

/// Removes the temporary file of an output under way, if there is one. May be called from a signal handler.
void remove_unfinished_output();

}  // namespace invdyn
