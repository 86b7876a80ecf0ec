#include "write_fence.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>

#include "command_line/command_line.h"
#include "ground/job/protected_files.h"

namespace invdyn {
namespace {

namespace fs = std::filesystem;

// Rights that headers of Linux 5.13 lack.
constexpr std::uint64_t move_between_folders = 1u << 13;  // LANDLOCK_ACCESS_FS_REFER, of version 2
constexpr std::uint64_t truncate_file = 1u << 14;         // LANDLOCK_ACCESS_FS_TRUNCATE, of version 3

// All rights to change files that the kernel's version of Landlock knows. It refuses unknown rights.
std::uint64_t rights_of_version(int version) {
  std::uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                         LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= 2) rights |= move_between_folders;
  if (version >= 3) rights |= truncate_file;
  return rights;
}

// glibc has no names for these calls.
int landlock_version() {
  return static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, nullptr, std::size_t{0}, LANDLOCK_CREATE_RULESET_VERSION));
}

// Whether files may now be changed beneath the place. A pipe or socket is not Landlock's business: EBADFD.
bool allow(int rules, const fs::path& place, std::uint64_t rights) {
  // Stays open: while it is, a file system that keeps no names has the same inode for the same folder.
  const int opened = ::open(place.c_str(), O_PATH | O_CLOEXEC);
  if (opened < 0) return true;  // nothing is written there either
  struct stat status {};
  if (::fstat(opened, &status) != 0) return false;
  landlock_path_beneath_attr beneath{};
  beneath.parent_fd = opened;
  beneath.allowed_access =
      S_ISDIR(status.st_mode) ? rights : rights & (LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_file);
  return ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0 ||
         errno == EBADFD;
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

void add_folder(fs::path path, std::set<fs::path>& places) {
  std::error_code none;
  while (path.has_parent_path() && path != path.parent_path() && !fs::exists(path, none))
    path = path.parent_path();
  places.insert(fs::exists(path, none) ? path : ".");
}

void add_file(fs::path path, std::set<fs::path>& places) {
  constexpr int max_links = 40;  // as the kernel has it
  std::error_code none;
  for (int links = 0; links < max_links; ++links) {
    if (fs::exists(path, none) && !fs::is_regular_file(path, none)) {
      places.insert(path);
      return;
    }
    add_folder(folder_of(path), places);  // a folder of sidecars may have to be made
    if (!fs::is_symlink(path, none)) return;
    path = path.parent_path() / fs::read_symlink(path, none);
  }
}

}  // namespace

std::set<fs::path> written_by(const CLI::App& command) {
  std::set<fs::path> places{"/dev/null"};  // a `gnuplot` that is a shell script writes there
  if (const CLI::Option* open = command.get_option_no_throw("--open"); open && open->count() > 0)
    places.insert("/");  // the browser, a child, keeps its own files
  for (const CLI::Option* option : command.get_options()) {
    const bool is_folder = decided_by(*option) == Decides::folder;
    if (!is_folder && !names_written_file(*option)) continue;
    for (const std::string& path : option->results()) {
      if (path == "-") continue;
      if (is_folder) {
        add_folder(path, places);
        continue;
      }
      for (const std::string& file : files_written(path, false)) add_file(file, places);
    }
  }
  return places;
}

void fence_writes(const std::set<fs::path>& places) {
  const int version = landlock_version();
  if (version < 1) return;
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = rights_of_version(version);
  const int rules =
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0));
  if (rules < 0) return;
  bool is_complete = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  for (const fs::path& place : places)
    is_complete = is_complete && allow(rules, place, handled.handled_access_fs);
  if (is_complete) ::syscall(SYS_landlock_restrict_self, rules, 0);
  ::close(rules);
}

}  // namespace invdyn
