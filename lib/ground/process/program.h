#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// Another program, found on the PATH and started without a shell.
struct ProgramCall {
  std::vector<std::string> words;                       ///< its name, then its arguments
  std::string_view input = {};                          ///< its standard input
  std::vector<std::string> environment;                 ///< NAME=value
  std::size_t max_output = std::size_t{1} << 30;        ///< bytes of standard output
  std::optional<std::chrono::seconds> time_limit = {};  ///< none: as long as it takes
};

/// How a program has ended.
struct ProgramResult {
  enum class End {
    exited,
    signalled,
    not_found,  ///< it, or the interpreter of its script
    too_large,  ///< its output; it was ended
    too_slow    ///< it was ended
  };
  End end = End::exited;
  int number = 0;             ///< exit code or signal
  std::string output = {};    ///< of standard output
  std::string messages = {};  ///< of standard error, its last 64 KiB

  bool is_success() const { return end == End::exited && number == 0; }
};

/// Runs a program and waits for it. It runs in a process group of its own, which does not outlive this call:
/// a program that is too slow or too large is killed with its children. If our process is killed, the kernel
/// kills the program. Throws Error, named after the program, if it cannot be started.
ProgramResult run_program(const ProgramCall& call);

/// Our environment variables, NAME=value.
std::vector<std::string> environment_variables();

/// What a program has said, in one line; if it is long, without its middle.
std::string in_one_line(std::string_view messages);

/// Kills all programs that run_program() waits for, for a process that is about to end. Can be called from a
/// signal handler.
void kill_running_programs();

}  // namespace invdyn
