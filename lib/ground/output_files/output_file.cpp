#include "output_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "../base/error.h"
#include "../base/links.h"
#include "../base/wording.h"
#include "litter.h"
#include "unfinished_files.h"

namespace invdyn {
namespace {

bool syncs_all = false;

// Repeats a system call if a signal interrupts it.
template <class Call>
auto completed(const Call& call) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

// Gives a finished file the permissions of the file that it replaces and, if allowed, its owner and group. If
// the group differs, it gets no more permissions than other users. Bits that run a program as its owner are
// not copied: they were only for the former contents.
bool take_over_ownership(int file, const std::filesystem::path& target) {
  struct stat former {
  }, made{};
  if (::stat(target.c_str(), &former) != 0) return true;
  const auto given = [&](uid_t owner) {
    return completed([&] { return ::fchown(file, owner, former.st_gid); }) == 0;
  };
  if (!given(former.st_uid)) given(static_cast<uid_t>(-1));  // only root may change the owner
  if (completed([&] { return ::fstat(file, &made); }) != 0) return false;
  mode_t mode = former.st_mode & 0777;
  if (made.st_gid != former.st_gid) mode &= ~static_cast<mode_t>(070) | (mode & 07) << 3;
  return completed([&] { return ::fchmod(file, mode); }) == 0;
}

// Whether the path leads to the same file as standard output, for example /dev/stdout.
bool is_standard_output(const struct stat& file) {
  struct stat output {};
  return ::fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == file.st_dev && output.st_ino == file.st_ino;
}

}  // namespace

void sync_every_output() {
  syncs_all = true;
}

OutputFile::OutputFile(const std::string& path) : path_(path == "-" ? "standard output" : path) {
  if (const Compression compression = compression_in_name(path); compression != Compression::none)
    packer_ = std::make_unique<Packer>(compression, [this](std::string_view bytes) { write_bytes(bytes); });
  struct stat status {};
  const bool exists = path != "-" && ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (exists && S_ISREG(status.st_mode) && is_standard_output(status))) {
    file_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);  // a copy: closing it reports late errors
    if (file_ < 0) fail();
    return;
  }
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = completed([&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC); });
    if (file_ < 0) fail();
    return;
  }
  if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) fail();
  const std::filesystem::path target = behind_links(path);
  if (target.empty()) {
    errno = ELOOP;
    fail();
  }
  open_beside(target, exists);
}

void OutputFile::open_beside(const std::string& target, bool replaces) {
  target_ = target;
  clear_litter_once(target_.parent_path());
  // A new file gets the permissions of the umask, set by the kernel. A file that replaces another is private
  // until it gets the permissions of that file.
  file_ = make_unfinished(temporary_, target, replaces ? 0600 : 0666);
  if (file_ >= 0) return;
  temporary_.clear();
  const bool has_folder = errno != ENOENT;
  const std::string reason = std::strerror(errno);
  if (target == path_ && !has_folder)
    throw Error(path_, "its folder does not exist: expected an existing folder (mkdir -p makes it)");
  if (target == path_)
    throw Error(path_, "cannot be written, because a new file cannot be made in its folder: " + reason);
  throw Error(path_, "is a symbolic link to " + in_quotes(target) +
                         ", but no new file can be made in the folder of " + in_quotes(target) + ": " +
                         reason + " (with `output-dir`, links must not lead out of the output folder)");
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) {
    completed([&] { return ::unlink(temporary_.c_str()); });
    forget_unfinished(temporary_);
  }
  if (file_ >= 0) ::close(file_);
}

void OutputFile::fail() const {
  keep_still_if_ending();  // the file may already be removed
  if (errno == EPIPE) throw ClosedPipe{};
  throw Error(path_, std::string("cannot be written: ") + std::strerror(errno));
}

void OutputFile::hash_content() {
  if (!replaces_target()) hash_.emplace();
}

std::string OutputFile::sha256() const {
  if (hash_) return hash_->hex();
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail();
  Sha256 hash;
  std::vector<char> piece(1 << 16);
  const auto size = static_cast<std::size_t>(status.st_size);
  for (std::size_t at = 0; at < size; at += piece.size()) {
    const std::size_t count = std::min(piece.size(), size - at);
    read_at(at, piece.data(), count);
    hash.add({piece.data(), count});
  }
  return hash.hex();
}

void OutputFile::write(std::string_view text) {
  packer_ ? packer_->write(text) : write_bytes(text);
}

void OutputFile::finish_content() {
  if (packer_) packer_->finish();
  packer_.reset();
}

void OutputFile::write_bytes(std::string_view text) {
  if (hash_) {
    hash_->add(text);
    hashed_bytes_ += text.size();
  }
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {  // a full pipe in non-blocking mode
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

DataIdentity OutputFile::identity() const {
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail();
  return identity_of(
      static_cast<std::size_t>(status.st_size),
      [this](std::size_t offset, char* into, std::size_t size) { read_at(offset, into, size); });
}

void OutputFile::read_at(std::size_t offset, char* into, std::size_t size) const {
  while (size > 0) {
    const ssize_t count = completed([&] { return ::pread(file_, into, size, static_cast<off_t>(offset)); });
    if (count == 0) errno = EIO;
    if (count <= 0) fail();
    offset += static_cast<std::size_t>(count);
    into += count;
    size -= static_cast<std::size_t>(count);
  }
}

std::int64_t OutputFile::modified_ns() const {
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail();
  return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

// Closing reports late errors. A temporary file stays open because of its lock, so a copy is closed.
void OutputFile::end(Sync sync) {
  finish_content();
  if (!replaces_target()) {
    if (::close(std::exchange(file_, -1)) != 0 && errno != EINTR) fail();
    return;
  }
  if (!take_over_ownership(file_, target_)) fail();
  if (sync == Sync::yes && completed([&] { return ::fsync(file_); }) != 0) fail();
  const auto close_copy = [this] {
    const int copy = ::fcntl(file_, F_DUPFD_CLOEXEC, 0);
    return copy < 0 ? copy : ::close(copy);
  };
  if (completed(close_copy) != 0) fail();
}

void OutputFile::sync_folder() const {
  const std::filesystem::path parent = target_.parent_path();
  const char* const name = parent.empty() ? "." : parent.c_str();
  const int folder = completed([&] { return ::open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  const bool is_synced =
      folder >= 0 && (completed([&] { return ::fsync(folder); }) == 0 || errno == EINVAL);  // not needed
  const int reason = errno;
  if (folder >= 0) ::close(folder);
  if (is_synced) return;
  throw Error(path_,
              "is complete, but its folder cannot be synced, so the file may be lost if the power fails: " +
                  std::string(std::strerror(reason)));
}

void OutputFile::forget_temporary() {
  forget_unfinished(temporary_);
  temporary_.clear();
  ::close(std::exchange(file_, -1));
}

void OutputFile::commit(Sync sync) {
  commit_together(*this, {}, sync);
}

// A file on its way to its target. It can be taken back until all files are in place.
class OutputFile::Placement {
 public:
  explicit Placement(OutputFile& file)
      : file_(file), temporary_(file.temporary_.c_str()), former_(former_name(file.temporary_)) {}

  OutputFile& file() const { return file_; }

  bool move_former_aside() {
    if (completed([&] { return ::rename(target(), former_.c_str()); }) == 0) return has_former_ = true;
    return errno == ENOENT;
  }
  // The former file also keeps its own name until the new file takes it. Without hard links, it has only the
  // other name.
  bool keep_former() {
    if (completed([&] { return ::link(target(), former_.c_str()); }) == 0) return has_former_ = true;
    if (errno == ENOENT) return true;
    const bool has_no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
    return has_no_links && move_former_aside();
  }
  bool place() {
    return is_placed_ = completed([&] { return ::rename(temporary_, target()); }) == 0;
  }
  // If the former file cannot be put back, it stays under its other name. The next run that writes into the
  // folder puts it back.
  void take_back() {
    if (has_former_) {
      // rename() does nothing between two names of one file, so one name must be removed.
      if (completed([&] { return ::rename(former_.c_str(), target()); }) == 0) remove_former();
    } else if (is_placed_) {
      completed([&] { return ::unlink(target()); });
    }
  }
  void remove_former() {
    if (has_former_) completed([&] { return ::unlink(former_.c_str()); });
  }

 private:
  const char* target() const { return file_.target_.c_str(); }

  OutputFile& file_;
  const char* temporary_;
  std::string former_;
  bool has_former_ = false, is_placed_ = false;
};

// Does not call fail() during the steps: fail() may wait for the end of the process, which waits for the
// steps.
void commit_together(OutputFile& data, const std::vector<OutputFile*>& descriptions, Sync sync) {
  if (syncs_all) sync = Sync::yes;
  std::vector<OutputFile*> files{&data};
  files.insert(files.end(), descriptions.begin(), descriptions.end());
  for (const OutputFile* file : files)
    if (files.size() > 1 && file->replaces_target() && !has_room_for_name(file->target_.filename().string()))
      throw Error(file->path_,
                  "has a name of more than 239 bytes: expected a shorter name, because its temporary file "
                  "gets a longer name");
  std::vector<OutputFile::Placement> placements;
  for (OutputFile* file : files) {
    file->end(sync);
    if (file->replaces_target()) placements.emplace_back(*file);
  }
  OutputFile* failed = nullptr;
  {
    const Inseparable steps;
    if (is_ending()) return;  // the destructor of `steps` does not return: the process ends now
    const auto done = [&](bool (OutputFile::Placement::*step)(), OutputFile::Placement& placement) {
      if (!failed && !(placement.*step)()) failed = &placement.file();
    };
    using Placement = OutputFile::Placement;
    const bool is_one = placements.size() < 2;
    for (Placement& each : placements)
      if (!is_one && &each.file() != &data) done(&Placement::move_former_aside, each);
    for (Placement& each : placements)
      if (!is_one && &each.file() == &data) done(&Placement::keep_former, each);
    for (Placement& each : placements) done(&Placement::place, each);
    const int reason = errno;
    for (Placement& each : placements) failed ? each.take_back() : each.remove_former();
    errno = reason;
  }
  if (failed) failed->fail();
  for (const OutputFile::Placement& each : placements) each.file().forget_temporary();
  std::filesystem::path synced;
  for (const OutputFile::Placement& each : placements) {
    const std::filesystem::path folder = each.file().target().parent_path();
    if (sync == Sync::yes && (&each == &placements.front() || folder != synced)) each.file().sync_folder();
    synced = folder;
  }
}

}  // namespace invdyn
