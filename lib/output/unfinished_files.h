#pragma once

#include <sys/types.h>

#include <csignal>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

// An output is written under a temporary name next to its target: `.NAME.invdyn-XXXXXX` for NAME, with six
// random letters and digits. The process that writes it holds a lock on it (flock), which ends with the
// process however that ends: a temporary file whose lock can be taken is litter. While several files are put
// in place together, the former ones wait as `.NAME.invdyn~XXXXXX`, with the letters of the new ones.

/// Whether the temporary name of a file contains the whole name of the target, so that a later run can put
/// the file in its place.
bool has_room_for_name(std::string_view target);

/// A name of this kind, taken apart.
struct UnfinishedName {
  std::string target;      ///< NAME
  bool is_former = false;  ///< moved aside; else new and unfinished
  bool has_target = true;  ///< false: NAME was too long, and is cut
};
std::optional<UnfinishedName> parse_unfinished_name(std::string_view name);
/// The name under which the former file waits while this temporary file takes its place.
std::string former_name(std::string temporary);

/// Makes a temporary file next to the target, locked, open for reading and writing; until it is forgotten it
/// is removed when a signal ends the process. Its name is put into `name`, which must stay where it is.
/// Returns -1 with errno where that fails.
int make_unfinished(std::string& name, const std::string& target, mode_t mode);
/// Before the name is freed.
void forget_unfinished(const std::string& name);

/// Keeps signals off a thread, and lets a process about to end wait for it.
class Inseparable {
 public:
  Inseparable();
  ~Inseparable();
  Inseparable(const Inseparable&) = delete;
  Inseparable& operator=(const Inseparable&) = delete;

 private:
  sigset_t before_;
};

/// Whether the process is about to end by a signal that another thread handles.
bool is_ending();
/// Does not return in that case: the thread must print and complete nothing more.
void keep_still_if_ending();

/// Removes the temporary files of all outputs under way, for a process that is about to end: from here on its
/// other threads make none, and wait where they would complete one. May be called from a signal handler.
void remove_unfinished_outputs();

}  // namespace invdyn
