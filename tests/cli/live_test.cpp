// Rows that arrive slowly through a pipe get their results at once.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <sstream>

#include "cli/held_pipe.h"
#include "cli/run_program.h"

namespace invdyn::test {
namespace {

struct Live {
  std::string name, header, way;
  std::size_t delay;   ///< delay of the result, in rows
  std::size_t needed;  ///< rows needed before the first result
};
void PrintTo(const Live& live, std::ostream* out) {
  *out << live.name;
}
class LivePipe : public testing::TestWithParam<Live> {};

// The result of a row must arrive before the next row is written.
TEST_P(LivePipe, IsAnsweredRowByRow) {
  const auto& [name, header, way, delay, needed] = GetParam();
  for (const std::string threads : {"1", "3"}) {
    const Workplace here;
    const HeldPipe pipe(here / "motion.csv");
    std::vector<std::string> arguments{program, "torque", "pendulum", "motion.csv", "--threads", threads};
    std::istringstream words(way);
    for (std::string word; words >> word;) arguments.push_back(word);
    const Child child(arguments, here.path(), here / "out", here / "err");
    const auto answers = [&] {
      const std::string out = here.read("out");
      return static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n'));
    };
    pipe.write(header + '\n');
    ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(here / "out") && answers() == 1; }));
    const auto zeros = std::count(header.begin(), header.end(), ',');
    for (std::size_t row = 0; row < 8; ++row) {
      std::string text = std::to_string(row);
      for (std::ptrdiff_t i = 0; i < zeros; ++i) text += ",0." + std::to_string(row * row);
      pipe.write(row % 2 ? "# half a comment" : text.substr(0, 1));  // part of a line, not yet a row
      pipe.write((row % 2 ? "\n" + text : text.substr(1)) + '\n');
      const std::size_t due = row + 1 < needed ? 0 : row + 1 - delay;
      EXPECT_TRUE(wait_until([&] { return answers() >= 1 + due; })) << "row " << row;
      EXPECT_EQ(answers(), 1 + due);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Torque, LivePipe,
                         testing::Values(Live{"Backward", "t,pivot", "", 0, 1},
                                         Live{"Extrapolated", "t,pivot", "--start extrapolate", 0, 3},
                                         Live{"Unwrapped", "t,pivot", "--unwrap", 0, 1},
                                         Live{"Central", "t,pivot", "--differentiate central", 1, 3},
                                         Live{"Fitted", "t,pivot", "--differentiate savgol:5,2", 2, 5},
                                         Live{"VelocitiesGiven", "t,pivot,dq_pivot", "", 0, 2},
                                         Live{"AllGiven", "t,pivot,dq_pivot,ddq_pivot", "", 0, 1},
                                         Live{"NoTimeColumn", "pivot,note", "--dt 0.1", 0, 1}),
                         [](const auto& live) { return live.param.name; });

TEST(LivePipe, EndsAtABadRowWhileTheWriterContinues) {
  for (const std::string threads : {"1", "4"}) {
    const Workplace here;
    const HeldPipe pipe(here / "motion.csv");
    Child child({program, "torque", "pendulum", "motion.csv", "--threads", threads}, here.path(),
                here / "out", here / "err");
    pipe.write("t,pivot\n0,0\n1,1\n2,x\n");
    const int status = child.wait();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    EXPECT_THAT(here.read("out"), testing::StartsWith("t,tau_pivot\n0,0\n1,"));
    EXPECT_THAT(here.read("err"),
                testing::HasSubstr("motion.csv:4: pivot is \"x\": expected a finite number (rad)\n"));
  }
}

TEST(LivePipe, EndsWithItsReaderWhileTheWriterWaits) {
  for (const std::string threads : {"1", "4"}) {
    const Workplace here;
    const HeldPipe pipe(here / "motion.csv");
    Child child({"bash", "-c",
                 program + " torque pendulum motion.csv -q --threads " + threads +
                     " | head -1; exit $((PIPESTATUS[0] + 40))"},
                here.path(), here / "out", here / "err");
    pipe.write("t,pivot\n0,0\n");
    ASSERT_TRUE(
        wait_until([&] { return std::filesystem::exists(here / "out") && !here.read("out").empty(); }));
    int row = 0;  // the first rows may arrive just before the reader ends
    const auto has_ended_after_a_row = [&] {
      pipe.write(std::to_string(++row) + ",0\n");
      return child.has_ended();
    };
    ASSERT_TRUE(wait_until(has_ended_after_a_row));
    const int status = child.wait();
    EXPECT_EQ(WEXITSTATUS(status), 40);
    EXPECT_EQ(here.read("err"), "");
  }
}

}  // namespace
}  // namespace invdyn::test
