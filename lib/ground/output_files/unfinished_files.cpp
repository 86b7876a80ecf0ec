#include "unfinished_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>

namespace invdyn {
namespace {

constexpr std::string_view new_mark = ".invdyn-", former_mark = ".invdyn~";
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t suffix_size = 6;
constexpr std::size_t max_target_size = NAME_MAX - 1 - new_mark.size() - suffix_size;

// For the signal handler: the names of the temporary files, each owned by its OutputFile. The handler reads a
// name while other threads run, so no name may change after `ending` is set: see keep_still_if_ending().
constexpr std::size_t max_unfinished = 4096;
std::array<std::atomic<const char*>, max_unfinished> unfinished{};
std::atomic<int> inseparable{0};  // threads in steps that a signal may not interrupt
std::atomic<bool> ending{false};

// Writes letters and digits that nobody can guess over the end of the name.
bool draw_suffix(std::string& name) {
  unsigned char random[suffix_size];
  if (::getentropy(random, sizeof random) != 0) return false;
  std::transform(std::begin(random), std::end(random), name.end() - suffix_size,
                 [&](unsigned char byte) { return letters[byte % letters.size()]; });
  return true;
}

// Before the file is locked, another run can take it for litter. Then its name is removed, or soon will be.
bool lock_unfinished(int file) {
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;  // a file system without locks
  struct stat status {};
  return ::fstat(file, &status) == 0 && status.st_nlink > 0;
}

// Makes a file of this name and enters it in the table.
int make_named(const char* name, mode_t mode) {
  const Inseparable steps;
  int file = -1;
  int reason = EMFILE;
  if (!ending) {
    const auto slot = std::find_if(unfinished.begin(), unfinished.end(), [&](auto& entry) {
      const char* none = nullptr;
      return entry.compare_exchange_strong(none, name);
    });
    if (slot != unfinished.end()) {
      file = ::open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      reason = errno;
      if (file >= 0 && !lock_unfinished(file)) {
        ::unlink(name);
        ::close(file);
        file = -1;
        reason = EEXIST;
      }
      if (file < 0) *slot = nullptr;
    }
  }
  errno = reason;
  return file;
}

}  // namespace

std::optional<UnfinishedName> parse_unfinished_name(std::string_view name) {
  const std::size_t rest = new_mark.size() + suffix_size;
  if (name.size() < 2 + rest || name.front() != '.') return {};
  const std::string_view mark = name.substr(name.size() - rest, new_mark.size());
  if (mark != new_mark && mark != former_mark) return {};
  if (name.substr(name.size() - suffix_size).find_first_not_of(letters) != name.npos) return {};
  const std::string_view target = name.substr(1, name.size() - 1 - rest);
  return UnfinishedName{std::string(target), mark == former_mark, target.size() < max_target_size};
}

bool has_room_for_name(std::string_view target) {
  return target.size() < max_target_size;
}

std::string former_name(std::string temporary) {
  temporary.replace(temporary.size() - suffix_size - former_mark.size(), former_mark.size(), former_mark);
  return temporary;
}

int make_unfinished(std::string& name, const std::string& target, mode_t mode) {
  const std::filesystem::path path(target);
  const std::string shown = path.filename().string().substr(0, max_target_size);
  name =
      (path.parent_path() / ("." + shown + std::string(new_mark) + std::string(suffix_size, 'X'))).string();
  for (;;) {
    if (!draw_suffix(name)) return -1;
    const int file = make_named(name.c_str(), mode);
    if (file >= 0 || (errno != EEXIST && errno != EINTR)) return file;
  }
}

void forget_unfinished(const std::string& name) {
  const auto slot = std::find(unfinished.begin(), unfinished.end(), name.c_str());
  if (slot != unfinished.end()) *slot = nullptr;
  keep_still_if_ending();
}

Inseparable::Inseparable() {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  ++inseparable;
}

Inseparable::~Inseparable() {
  const int reason = errno;
  --inseparable;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  keep_still_if_ending();
  errno = reason;
}

bool is_ending() {
  return ending;
}

void keep_still_if_ending() {
  while (ending) ::pause();
}

void remove_unfinished_outputs() {
  ending = true;
  constexpr timespec moment{.tv_sec = 0, .tv_nsec = 100'000};
  while (inseparable > 0) ::nanosleep(&moment, nullptr);  // not this thread: there it blocks signals
  for (const std::atomic<const char*>& entry : unfinished)
    if (const char* name = entry) ::unlink(name);
}

}  // namespace invdyn
