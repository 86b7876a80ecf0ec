// A run that is interrupted leaves files as they were.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <thread>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using namespace std::chrono_literals;

// A pipe with a name whose writing end is held open, so that its reader waits for more.
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
      constexpr int most_ms = 20'000;
      if (::poll(&room, 1, most_ms) == 0) throw std::runtime_error("nobody reads from the pipe");
      const ssize_t count = ::write(file_, text.data() + at, text.size() - at);
      if (count < 0 && errno != EAGAIN) throw std::system_error(errno, std::generic_category(), "pipe");
      if (count > 0) at += static_cast<std::size_t>(count);
    }
  }

 private:
  int file_;
};

bool wait_until(const std::function<bool()>& so) {
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!so() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(5ms);
  return so();
}

class Interruption : public testing::TestWithParam<int> {};

TEST_P(Interruption, LeavesTheFormerOutputAndNoTemporaryFile) {
  const Workplace here;
  std::filesystem::create_directory(here / "results");
  here.write("results/torques.csv", "former");
  const auto in_results = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(here / "results"))
      names.push_back(entry.path().filename().string());
    return names;
  };
  const HeldPipe pipe(here / "motion.csv");
  Child child({program, "torque", "pendulum", "motion.csv", "-o", "results/torques.csv"}, here.path());
  // Rows, then as many comments as any buffer holds, so that the program has begun to write when it waits.
  pipe.write("t,pivot\n0,0\n1,0\n");
  const std::string comment = '#' + std::string(1022, ' ') + '\n';
  std::string comments;
  while (comments.size() < (std::size_t{1} << 20)) comments += comment;
  for (int megabytes = 0; megabytes < 33; ++megabytes) pipe.write(comments);
  EXPECT_TRUE(wait_until([&] { return in_results().size() == 2; })) << "no temporary file to be left behind";

  ASSERT_EQ(::kill(child.id(), GetParam()), 0);
  const int status = child.wait();
  EXPECT_TRUE(WIFSIGNALED(status));  // so that a shell's loop ends too
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_THAT(in_results(), testing::ElementsAre("torques.csv"));
  EXPECT_EQ(here.read("results/torques.csv"), "former");
}

INSTANTIATE_TEST_SUITE_P(Signals, Interruption, testing::Values(SIGINT, SIGTERM, SIGHUP, SIGQUIT),
                         [](const testing::TestParamInfo<int>& signal) {
                           return std::string(::sigabbrev_np(signal.param));
                         });

// `nohup` sets SIGHUP to be ignored, and that stays so.
TEST(IgnoredSignal, StaysIgnored) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n");
  const Outcome outcome = here.run_in_bash(
      "mkfifo pipe; trap '' HUP; invdyn torque pendulum pipe -o out.csv & exec 9> pipe; sleep 0.2; kill -HUP "
      "$!; cat m.csv >&9; exec 9>&-; wait $!");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(here.read("out.csv"), testing::StartsWith("t,tau_pivot\n0,"));
}

}  // namespace
}  // namespace invdyn::test
