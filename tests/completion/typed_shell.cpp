#include "typed_shell.h"

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <system_error>

namespace invdyn::test {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

TypedShell::TypedShell(const std::vector<std::string>& arguments, const std::string& folder,
                       const std::vector<std::string>& environment) {
  const std::vector<char*> argv = pointers_to(arguments), envp = pointers_to(environment);
  struct winsize size {
    50, 200, 0, 0
  };
  id_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  if (id_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (id_ > 0) return;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_DFL);
  if (::chdir(folder.c_str()) == 0) ::execvpe(argv[0], argv.data(), envp.data());
  ::_exit(127);
}

TypedShell::~TypedShell() {
  ::close(terminal_);
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

void TypedShell::type(const std::string& keys) {
  for (std::size_t sent = 0; sent < keys.size();) {
    const ssize_t count = ::write(terminal_, keys.data() + sent, keys.size() - sent);
    if (count < 0) throw std::system_error(errno, std::generic_category(), "write to a terminal");
    sent += static_cast<std::size_t>(count);
  }
}

void TypedShell::look() {
  pollfd waited{terminal_, POLLIN, 0};
  std::array<char, 4096> buffer;
  if (::poll(&waited, 1, 20) <= 0) return;
  const ssize_t count = ::read(terminal_, buffer.data(), buffer.size());
  if (count > 0) screen_.append(buffer.data(), static_cast<std::size_t>(count));
}

bool TypedShell::wait_for(const std::string& path) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(30);
  while (!std::filesystem::exists(path)) {
    if (Clock::now() > end) return false;
    look();
  }
  return true;
}

}  // namespace invdyn::test
