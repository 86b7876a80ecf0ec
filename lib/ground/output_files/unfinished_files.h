#pragma once

#include <sys/types.h>

#include <csignal>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

// An output is written under a temporary name next to its target: `.NAME.invdyn-XXXXXX` for NAME, with six
// random letters and digits. The process that writes it holds a lock on it (flock). The lock ends with the
// process, even if it is killed: a temporary file without a lock is litter. While several files are put in
// place together, the former files wait as `.NAME.invdyn~XXXXXX`, with the letters of the new ones.

/// Whether the temporary name of a file contains the whole name of the target, so that a later run can put
/// the file in its place.
bool has_room_for_name(std::string_view target);

/// The parts of such a name.
struct UnfinishedName {
  std::string target;      ///< NAME
  bool is_former = false;  ///< the former file, moved aside; else a new, unfinished file
  bool has_target = true;  ///< false: NAME was too long and is truncated
};
std::optional<UnfinishedName> parse_unfinished_name(std::string_view name);
/// The name of the former file while this temporary file replaces it.
std::string former_name(std::string temporary);

/// Makes a temporary file next to the target, locked, open for reading and writing. A signal that ends the
/// process removes the file, until forget_unfinished(). Sets `name`, which must stay at its address. If this
/// fails, returns -1 and sets errno.
int make_unfinished(std::string& name, const std::string& target, mode_t mode);
/// Call this before the name is freed.
void forget_unfinished(const std::string& name);

/// Blocks signals in its thread. A process that is about to end waits for it.
class Inseparable {
 public:
  Inseparable();
  ~Inseparable();
  Inseparable(const Inseparable&) = delete;
  Inseparable& operator=(const Inseparable&) = delete;

 private:
  sigset_t before_;
};

/// Whether a signal, handled in another thread, is about to end the process.
bool is_ending();
/// If so, it does not return: the thread must not print or complete anything more.
void keep_still_if_ending();

/// Removes the temporary files of all unfinished outputs, for a process that is about to end. After that,
/// other threads make no such files and stop before they complete one. Can be called from a signal handler.
void remove_unfinished_outputs();

}  // namespace invdyn
