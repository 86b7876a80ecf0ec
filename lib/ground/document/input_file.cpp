#include "input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../base/error.h"
#include "../base/near_file.h"
#include "foreign_file.h"

namespace invdyn {
namespace {

constexpr std::size_t buffer_size = std::size_t{64} << 10;

}  // namespace

InputFile::InputFile(const std::string& path, std::string expected)
    : name_(path == "-" ? "standard input" : path), expected_(std::move(expected)) {
  file_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) fail();
  struct stat status {};
  if (::fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::size_t>(status.st_size);
    modified_s_ = status.st_mtim.tv_sec;
    modified_ns_ = status.st_mtim.tv_nsec;
    const off_t at = ::lseek(file_, 0, SEEK_CUR);  // standard input may already be partly read
    if (at < 0) fail();
    opened_at_ = at_ = static_cast<std::size_t>(at);
    ::posix_fadvise(file_, 0, 0, POSIX_FADV_SEQUENTIAL);
  } else {
    stop_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (stop_ < 0) fail();
  }
}

InputFile::~InputFile() {
  if (file_ >= 0 && file_ != STDIN_FILENO) ::close(file_);
  if (stop_ >= 0) ::close(stop_);
}

void InputFile::fail() const {
  const int reason = errno;
  throw Error(name_, std::string(std::strerror(reason)) + ": expected " + expected_ +
                         (reason == ENOENT ? did_you_mean_file(name_) : ""));
}

void InputFile::fail_as_shorter() const {
  throw Error(name_, "became shorter while it was read: expected an unchanged file");
}

FileChange InputFile::change() const {
  if (!size_) return FileChange::none;
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail();
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > *size_) return FileChange::grown;
  const bool is_same =
      size == *size_ && status.st_mtim.tv_sec == modified_s_ && status.st_mtim.tv_nsec == modified_ns_;
  return is_same ? FileChange::none : FileChange::changed;
}

void InputFile::expect_unchanged() const {
  if (change() == FileChange::changed) throw Error(name_, changed_file_text);
}

std::size_t InputFile::read(char* into, std::size_t maximum) {
  if (!has_begun_) begin(maximum);
  if (unpacker_) return unpack(true) ? unpacker_->take(into, maximum) : 0;
  if (first_bytes_.empty()) return read_bytes(into, maximum);
  const std::size_t count = first_bytes_.copy(into, maximum);
  first_bytes_.remove_prefix(count);
  if (first_bytes_.empty()) buffer_.reset();
  return count;
}

// Reads until it is known whether the file is compressed or of another program; at most `maximum` bytes at
// once.
void InputFile::begin(std::size_t maximum) {
  if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(buffer_size);
  std::optional<Compression> found;
  while (!found) {
    const std::size_t size = first_bytes_.size();
    const std::size_t count = read_bytes(buffer_.get() + size, std::min(maximum, buffer_size - size));
    first_bytes_ = {buffer_.get(), size + count};
    found = count == 0                         ? Compression::none
            : may_become_foreign(first_bytes_) ? std::nullopt
                                               : compression_of(first_bytes_);
  }
  has_begun_ = true;
  compression_ = *found;
  if (compression_ == Compression::none) return refuse_foreign_file();
  unpacker_ = std::make_unique<Unpacker>(compression_, name_);
  unpacker_->give(std::exchange(first_bytes_, {}));
}

void InputFile::refuse_foreign_file() const {
  if (const std::string fault = foreign_file_fault(name_, first_bytes_); !fault.empty())
    throw Error(name_, fault);
}

// The error text of its data, empty if they are intact; none: not known.
std::optional<std::string> InputFile::find_damage() const {
  if (!size_) return std::nullopt;
  const auto unpacker = std::make_unique<Unpacker>(compression_, name_);
  const auto bytes = std::make_unique_for_overwrite<char[]>(buffer_size),
             text = std::make_unique_for_overwrite<char[]>(buffer_size);
  try {
    std::size_t unpacked = 0, at = opened_at_;
    while (const std::size_t count = read_at(at, bytes.get(), buffer_size)) {
      at += count;
      unpacker->give({bytes.get(), count});
      while (unpacker->has_text()) {
        unpacked += unpacker->take(text.get(), buffer_size);
        if (unpacked > max_checked_text) return std::nullopt;
      }
    }
    unpacker->expect_end();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::exception_ptr InputFile::explained(std::exception_ptr fault) const {
  if (!is_compressed()) return fault;
  std::string text;
  try {
    std::rethrow_exception(fault);
  } catch (const DamagedData&) {
    return fault;
  } catch (const UsageError&) {
    return fault;
  } catch (const Error& error) {
    text = error.what();
  } catch (...) {
    return fault;
  }
  std::call_once(checked_, [&] { damage_ = find_damage(); });
  if (damage_ && damage_->empty()) return fault;
  text = damage_ ? *damage_ + " (the first fault in its text: " + text + ")"
                 : text + " (the file is compressed: " + std::string(name_of(compression_)) +
                       " -t checks whether it is damaged)";
  const std::size_t colon = text.find(": ");
  return std::make_exception_ptr(DamagedData(text.substr(0, colon), text.substr(colon + 2)));
}

// Unpacks text if there is none. Returns false at the end, or if it would have to wait and may not.
bool InputFile::unpack(bool may_wait) {
  while (!unpacker_->has_text()) {
    if (!may_wait && !has_bytes()) return false;
    const std::size_t count = read_bytes(buffer_.get(), buffer_size);
    if (count == 0) unpacker_->expect_end();
    if (count == 0) return false;
    unpacker_->give({buffer_.get(), count});
  }
  return true;
}

std::size_t InputFile::read_bytes(char* into, std::size_t maximum) {
  while (!ended_) {
    if (stop_ >= 0) {
      pollfd wait[] = {{file_, POLLIN, 0}, {stop_, POLLIN, 0}};
      const int ready = ::poll(wait, 2, -1);
      if (ready < 0 && errno != EINTR) fail();
      if (ready < 0) continue;
      if (wait[1].revents != 0) throw StoppedInput{};
    }
    const ssize_t count = ::read(file_, into, std::min(maximum, left_));
    if (count == 0 && left_ > 0 && at_ < size_.value_or(0)) fail_as_shorter();
    ended_ = count == 0;
    if (count >= 0) {
      at_ += static_cast<std::size_t>(count);
      left_ -= static_cast<std::size_t>(count);
      return static_cast<std::size_t>(count);
    }
    if (errno != EINTR && errno != EAGAIN) fail();
  }
  return 0;
}

void InputFile::restrict_to(std::size_t begin, std::size_t end) {
  if (::lseek(file_, static_cast<off_t>(begin), SEEK_SET) < 0) fail();
  at_ = begin;
  left_ = end - begin;
  ended_ = false;
  first_bytes_ = {};
}

std::size_t InputFile::read_at(std::size_t offset, char* into, std::size_t size) const {
  const std::size_t maximum = offset < *size_ ? std::min(size, *size_ - offset) : 0;
  std::size_t done = 0;
  while (done < maximum) {
    const ssize_t count = ::pread(file_, into + done, maximum - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    if (count == 0) fail_as_shorter();
    done += static_cast<std::size_t>(count);
  }
  return done;
}

bool InputFile::is_ready() {
  if (unpacker_) return unpack(false) || ended_;
  return !first_bytes_.empty() || has_bytes();
}

bool InputFile::has_bytes() const {
  pollfd now{file_, POLLIN, 0};
  return size_ || ::poll(&now, 1, 0) > 0;
}

void InputFile::stop() noexcept {
  const std::uint64_t one = 1;
  if (stop_ >= 0 && ::write(stop_, &one, sizeof one) < 0)
    return;  // the counter is full: it is already
             // stopped
}

}  // namespace invdyn
