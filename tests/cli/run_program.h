#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace invdyn::test {

/// Where the program lies.
extern const std::string program;

/// The result of a command line: both of its output streams and its exit code, or 128 plus the signal's
/// number, as in shells.
struct Outcome {
  std::string out, err;
  int code = 0;
};

/// A separate folder in which command lines run as a user types them: `invdyn` is the program.
class Workplace : public TemporaryFolder {
 public:
  /// Runs the line in this folder with empty standard input. Its output goes to files outside of the folder.
  Outcome run(const std::string& line) const { return run_in("/bin/sh", line); }
  /// The same in bash, for features that sh does not have.
  Outcome run_in_bash(const std::string& line) const { return run_in("/bin/bash", line); }

 private:
  Outcome run_in(const char* shell, const std::string& line) const;
};

/// A program that runs in parallel with the test, in a folder, with empty standard input; killed if it still
/// runs at the end. Files that the test has open are closed in it.
class Child {
 public:
  Child(const std::vector<std::string>& arguments, const std::string& folder,
        const std::string& out = "/dev/null", const std::string& err = "/dev/null");
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t id() const { return id_; }
  bool has_ended() const;  ///< may be called until wait()
  /// Waits for its end; returns its status as in wait(2).
  int wait(struct rusage* usage = nullptr);

 private:
  pid_t id_;  // 0 after it has ended
};

/// A parsed CSV file.
struct Table {
  std::string header;
  std::vector<std::vector<double>> rows;
};
Table table_of(const std::string& csv);

}  // namespace invdyn::test
