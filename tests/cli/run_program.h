#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace invdyn::test {

/// Where the program lies.
extern const std::string program;

/// What became of a command line: both of its streams, and its exit code, or 128 and the signal's number as
/// shells have it.
struct Outcome {
  std::string out, err;
  int code = 0;
};

/// A folder of one's own in which command lines are run as a user types them: `invdyn` is the program.
class Workplace : public TemporaryFolder {
 public:
  /// Runs the line with this folder as the current one and nothing to read on standard input. What it prints
  /// goes to files outside of the folder.
  Outcome run(const std::string& line) const { return run_in("/bin/sh", line); }
  /// The same in bash, for what sh has not.
  Outcome run_in_bash(const std::string& line) const { return run_in("/bin/bash", line); }

 private:
  Outcome run_in(const char* shell, const std::string& line) const;
};

/// A program that runs beside the test, in a folder, with nothing on standard input; killed if still there in
/// the end. Files that the test has open stay closed in it.
class Child {
 public:
  Child(const std::vector<std::string>& arguments, const std::string& folder,
        const std::string& out = "/dev/null", const std::string& err = "/dev/null");
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t id() const { return id_; }
  bool has_ended() const;  ///< may be asked until wait()
  /// Waits for its end; returns its status as wait(2) has it.
  int wait(struct rusage* usage = nullptr);

 private:
  pid_t id_;  // 0 once it has ended
};

/// A CSV file taken apart.
struct Table {
  std::string header;
  std::vector<std::vector<double>> rows;
};
Table table_of(const std::string& csv);

}  // namespace invdyn::test
