#include "output_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "../error.h"

namespace invdyn {
namespace {

// For the signal handler: the names of the temporary files, each owned by its OutputFile. A name is read
// there while other threads run, so it must stay what it is once `ending` is set: see keep_still_if_ending().
constexpr std::size_t most_unfinished = 1024;
std::array<std::atomic<const char*>, most_unfinished> unfinished{};
std::atomic<int> inseparable{0};  // threads amid steps that no signal may come between
std::atomic<bool> ending{false};

// The process is about to end by a signal that another thread handles.
void keep_still_if_ending() {
  while (ending) ::pause();
}

// Keeps signals off a thread, and a process about to end waiting for it, while there is one.
class Inseparable {
 public:
  Inseparable() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
    ++inseparable;
  }
  ~Inseparable() {
    const int reason = errno;
    --inseparable;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    keep_still_if_ending();
    errno = reason;
  }
  Inseparable(const Inseparable&) = delete;
  Inseparable& operator=(const Inseparable&) = delete;

 private:
  sigset_t before_;
};

// Makes a file of that name and enters it in the table. Returns -1 with errno where that fails.
int make_unfinished(const char* name, mode_t mode) {
  const Inseparable steps;
  int file = -1;
  int reason = EMFILE;
  if (!ending) {
    const char* none = nullptr;
    const auto slot =
        std::find_if(unfinished.begin(), unfinished.end(), [&](std::atomic<const char*>& entry) {
          none = nullptr;
          return entry.compare_exchange_strong(none, name);
        });
    if (slot != unfinished.end()) {
      file = ::open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      reason = errno;
      if (file < 0) *slot = nullptr;
    }
  }
  errno = reason;
  return file;
}

// Before the name is freed.
void forget_unfinished(const char* name) {
  for (std::atomic<const char*>& entry : unfinished)
    if (entry == name) entry = nullptr;
  keep_still_if_ending();
}

// Writes six letters and digits that nobody guesses over the end of the name.
void draw_suffix(std::string& name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  unsigned char random[6];
  if (::getentropy(random, sizeof random) != 0) throw Error(name, std::strerror(errno));
  std::transform(std::begin(random), std::end(random), name.end() - sizeof random,
                 [&](unsigned char byte) { return letters[byte % letters.size()]; });
}

// Gives a finished file the permissions, and where we may the owner, of the one that it replaces.
bool take_over_ownership(int file, const std::string& target) {
  struct stat former {};
  if (::stat(target.c_str(), &former) != 0) return true;
  if (::fchown(file, former.st_uid, former.st_gid) != 0) errno = 0;  // only root may give files away
  return ::fchmod(file, former.st_mode & 07777) == 0;
}

// Whether the path leads to the file that standard output is: /dev/stdout, for one.
bool is_standard_output(const struct stat& file) {
  struct stat output {};
  return ::fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == file.st_dev && output.st_ino == file.st_ino;
}

// What the path leads to through symbolic links, which need not exist yet; empty for a circle of links.
std::string behind_links(std::filesystem::path path) {
  constexpr int most_links = 40;  // as the kernel has it
  std::error_code fault;
  for (int links = 0; links < most_links; ++links) {
    if (!std::filesystem::is_symlink(path, fault)) return path;
    path = path.parent_path() / std::filesystem::read_symlink(path, fault);
  }
  return "";
}

}  // namespace

void remove_unfinished_outputs() {
  ending = true;
  constexpr timespec moment{.tv_sec = 0, .tv_nsec = 100'000};
  while (inseparable > 0) ::nanosleep(&moment, nullptr);  // never by this thread: it takes no signals there
  for (const std::atomic<const char*>& entry : unfinished)
    if (const char* name = entry) ::unlink(name);
}

OutputFile::OutputFile(const std::string& path) : path_(path == "-" ? "standard output" : path) {
  struct stat status {};
  const bool exists = path != "-" && ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (exists && S_ISREG(status.st_mode) && is_standard_output(status))) {
    file_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);  // a copy, to close and so learn of late errors
    if (file_ < 0) fail();
    return;
  }
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) fail();
    return;
  }
  if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) fail();
  const std::string target = behind_links(path);
  if (target.empty()) {
    errno = ELOOP;
    fail();
  }
  open_beside(target, exists);
}

void OutputFile::open_beside(const std::string& target, bool replaces) {
  target_ = target;
  // A new file gets what the umask leaves, as the kernel sees to; one that takes the place of another is
  // nobody else's to read until it has the permissions of that.
  const mode_t mode = replaces ? 0600 : 0666;
  do {
    temporary_ = target + ".XXXXXX";
    draw_suffix(temporary_);
    file_ = make_unfinished(temporary_.c_str(), mode);
  } while (file_ < 0 && errno == EEXIST);
  if (file_ >= 0) return;
  temporary_.clear();
  throw Error(path_, std::string("no file can be written beside it, to take its place when complete: ") +
                         std::strerror(errno));
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_unfinished(temporary_.c_str());
}

void OutputFile::fail() const {
  keep_still_if_ending();  // the file may be gone already
  if (errno == EPIPE) throw ClosedPipe{};
  throw Error(path_, std::string("cannot be written: ") + std::strerror(errno));
}

void OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {  // a pipe that does not block, and is full
      pollfd wait{file_, POLLOUT, 0};
      ::poll(&wait, 1, -1);
      continue;
    }
    if (count < 0) fail();
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::overwrite(std::size_t offset, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::pwrite(file_, text.data(), text.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    offset += static_cast<std::size_t>(count);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::sync() {
  while (::fdatasync(file_) != 0)
    if (errno != EINTR) fail();
}

void OutputFile::end() {
  if (!temporary_.empty() && !take_over_ownership(file_, target_)) fail();
  if (::close(std::exchange(file_, -1)) != 0) fail();
}

bool OutputFile::take_place() {
  return ::rename(temporary_.c_str(), target_.c_str()) == 0;
}

void OutputFile::forget_temporary() {
  forget_unfinished(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::commit() {
  end();
  if (temporary_.empty()) return;
  if (!take_place()) fail();
  forget_temporary();
}

// No fail() amid the steps: it would wait for the end of a process that waits for them.
void commit_together(OutputFile& data, OutputFile& about) {
  data.end();
  about.end();
  const OutputFile* failed = nullptr;
  {
    const Inseparable steps;
    if (ending) return;  // to nobody: the process ends now
    if (::unlink(about.target_.c_str()) != 0 && errno != ENOENT)
      failed = &about;
    else if (!data.take_place())
      failed = &data;
    else if (!about.take_place())
      failed = &about;
  }
  if (failed) failed->fail();
  data.forget_temporary();
  about.forget_temporary();
}

}  // namespace invdyn
