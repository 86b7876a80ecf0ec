#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace invdyn::test {

/// A named pipe with its writing end open, so that its reader waits for more data.
class HeldPipe {
 public:
  explicit HeldPipe(const std::string& path) {
    if (::mkfifo(path.c_str(), 0600) != 0) throw std::system_error(errno, std::generic_category(), path);
    file_ = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  }
  ~HeldPipe() { ::close(file_); }
  HeldPipe(const HeldPipe&) = delete;
  HeldPipe& operator=(const HeldPipe&) = delete;

  void write(const std::string& text) const {
    for (std::size_t at = 0; at < text.size();) {
      struct pollfd room {
        .fd = file_, .events = POLLOUT, .revents = 0
      };
      constexpr int max_ms = 20'000;
      if (::poll(&room, 1, max_ms) == 0) throw std::runtime_error("nobody reads from the pipe");
      const ssize_t count = ::write(file_, text.data() + at, text.size() - at);
      if (count < 0 && errno != EAGAIN) throw std::system_error(errno, std::generic_category(), "pipe");
      if (count > 0) at += static_cast<std::size_t>(count);
    }
  }

 private:
  int file_;
};

/// Whether the condition becomes true within 20 s.
inline bool wait_until(const std::function<bool()>& so) {
  using namespace std::chrono_literals;
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!so() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(5ms);
  return so();
}

}  // namespace invdyn::test
