#include "output_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

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

// For the signal handler: the name of the one temporary file, owned by its OutputFile.
std::atomic<const char*> unfinished{nullptr};

// Gives a finished file the permissions, and where we may the owner, of the one that it replaces; a new one
// gets what the umask leaves.
bool take_over_ownership(int file, const std::string& target) {
  struct stat former {};
  if (::stat(target.c_str(), &former) != 0) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return ::fchmod(file, 0666 & ~mask) == 0;
  }
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

void remove_unfinished_output() {
  if (const char* name = unfinished.exchange(nullptr)) ::unlink(name);
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
  open_beside(target);
}

void OutputFile::open_beside(const std::string& target) {
  target_ = target;
  temporary_ = target + ".XXXXXX";
  // No signal between the two lines that make the file and tell the handler of it.
  sigset_t all, before;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, &before);
  file_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
  const int reason = errno;
  if (file_ >= 0) unfinished = temporary_.c_str();
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (file_ >= 0) return;
  temporary_.clear();
  throw Error(path_, std::string("no file can be written beside it, to take its place when complete: ") +
                         std::strerror(reason));
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) remove_unfinished_output();
}

void OutputFile::fail() const {
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

void OutputFile::commit() {
  if (!temporary_.empty() && !take_over_ownership(file_, target_)) fail();
  if (::close(std::exchange(file_, -1)) != 0) fail();
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  unfinished = nullptr;
  temporary_.clear();
}

}  // namespace invdyn
