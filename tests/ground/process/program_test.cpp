// Other programs, here shells and what they run.

#include "ground/process/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <thread>

#include "ground/base/error.h"

namespace invdyn::test {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::StartsWith;
using End = ProgramResult::End;

ProgramCall shell(const std::string& script) {
  return {.words = {"/bin/sh", "-c", script}, .environment = environment_variables()};
}

TEST(Program, TakesWordsAsTheyAre) {
  const ProgramResult result = run_program(
      {.words = {"printf", "%s|", "a b", "$(id)", "", "'\"\\", "*"}, .environment = environment_variables()});
  EXPECT_TRUE(result.is_success());
  EXPECT_EQ(result.output, "a b|$(id)||'\"\\|*|");
  EXPECT_EQ(result.messages, "");
}

TEST(Program, HasItsStreamsAndItsEnvironment) {
  ProgramCall call = shell("cat; echo $COLOUR >&2");
  call.input = "12\n";
  call.environment.emplace_back("COLOUR=red");
  const ProgramResult result = run_program(call);
  EXPECT_EQ(result.output, "12\n");
  EXPECT_EQ(result.messages, "red\n");
  EXPECT_EQ(run_program(shell("cat")).output, "") << "there is nothing on its standard input";
}

TEST(Program, TellsHowItHasEnded) {
  EXPECT_EQ(run_program(shell("exit 3")).number, 3);
  EXPECT_FALSE(run_program(shell("exit 3")).is_success());
  const ProgramResult killed = run_program(shell("kill -TERM $$"));
  EXPECT_EQ(killed.end, End::signalled);
  EXPECT_EQ(killed.number, SIGTERM);
  EXPECT_EQ(run_program({.words = {"no-such-program"}, .environment = {}}).end, End::not_found);
  try {
    run_program({.words = {"/"}, .environment = {}});
    ADD_FAILURE() << "a folder was run";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith("/: cannot be started: "));
  }
}

// More than any pipe holds, on both streams at once.
TEST(Program, IsReadWhileItWrites) {
  const ProgramResult result = run_program(
      shell("for i in 1 2 3 4 5 6 7 8; do head -c 500000 /dev/zero; head -c 500000 /dev/zero >&2; "
            "done; echo last >&2"));
  EXPECT_TRUE(result.is_success());
  EXPECT_EQ(result.output.size(), 4'000'000u);
  EXPECT_EQ(result.messages.size(), 65536u);
  EXPECT_TRUE(result.messages.ends_with("last\n")) << "the end of messages is kept";
}

TEST(Program, IsEndedWhenItWritesTooMuch) {
  ProgramCall call = shell("cat /dev/zero");
  call.max_output = 100'000;
  const ProgramResult result = run_program(call);
  EXPECT_EQ(result.end, End::too_large);
  EXPECT_LT(result.output.size(), 10'000'000u);
  call = shell("head -c 100000 /dev/zero");
  call.max_output = 100'000;
  EXPECT_TRUE(run_program(call).is_success()) << "the limit itself";
}

bool is_alive(const std::string& id) {
  return ::kill(std::stoi(id), 0) == 0;
}

// Also if it has closed its streams, or writes messages for ever.
TEST(Program, IsEndedWithItsChildrenWhenItIsTooSlow) {
  for (const std::string script :
       {"sleep 60 & echo $!; wait", "sleep 60 >/dev/null 2>&1 & echo $!; exec >&- 2>&-; wait",
        "sleep 60 & echo $!; yes >&2"}) {
    ProgramCall call = shell(script);
    call.time_limit = seconds(1);
    const auto begin = std::chrono::steady_clock::now();
    const ProgramResult result = run_program(call);
    EXPECT_EQ(result.end, End::too_slow) << script;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(20)) << script;
    for (int i = 0; i < 500 && is_alive(result.output); ++i)  // until somebody has waited for it
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(is_alive(result.output)) << script;
  }
}

// A child that outlives the program keeps the streams open.
TEST(Program, IsNotWaitedForBeyondItsEnd) {
  const auto begin = std::chrono::steady_clock::now();
  const ProgramResult result = run_program(shell("sleep 60 & echo done"));
  EXPECT_TRUE(result.is_success());
  EXPECT_EQ(result.output, "done\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(20));
}

TEST(Program, RunsOnSeveralThreads) {
  std::vector<std::string> outputs(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < outputs.size(); ++i)
      threads.emplace_back([&, i] { outputs[i] = run_program(shell("echo " + std::to_string(i))).output; });
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(outputs[i], std::to_string(i) + "\n");
}

TEST(OneLine, IsShort) {
  EXPECT_EQ(in_one_line("\n"), "it printed no message");
  EXPECT_EQ(in_one_line("no  such\n\tfile\n"), "no such file");
  const std::string line = in_one_line(std::string(5000, 'a') + " the reason");
  EXPECT_LT(line.size(), 600u);
  EXPECT_THAT(line, HasSubstr(" ... "));
  EXPECT_TRUE(line.ends_with(" the reason"));
}

}  // namespace
}  // namespace invdyn::test
