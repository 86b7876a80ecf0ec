// What a run says of a log that is wrong, beside its torques, and that it says nothing of one that is sound.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "cli/run_program.h"
#include "ground/text/number.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Doubts : public testing::Test {
 protected:
  using Position = std::function<double(double row, std::size_t joint)>;

  // From rest to rest in 3 s, 0.6 rad or less.
  static double smooth(double row, std::size_t joint) {
    const double x = row / 600.0;
    return x * x * x * (10 - 15 * x + 6 * x * x) * (0.6 - 0.1 * static_cast<double>(joint));
  }

  // 601 rows at 200 Hz.
  std::string said(const std::string& robot, std::size_t joints, const Position& q,
                   const std::string& options = "", double clock = 1e-6) const {
    std::string text = "t";
    for (std::size_t j = 0; j < joints; ++j) text += ",q" + std::to_string(j + 1);
    for (int k = 0; k <= 600; ++k) {
      text += '\n' + shortest(std::round(k / 200.0 / clock) * clock);
      for (std::size_t j = 0; j < joints; ++j) text += ',' + shortest(q(k, j));
    }
    here_.write("m.csv", text + '\n');
    const Outcome outcome = here_.run("invdyn torque " + robot + " m.csv --map auto -o out.csv " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  }

  Workplace here_;
};

TEST_F(Doubts, AreNoneOfACoarseClockThatRateReplaces) {
  EXPECT_THAT(said("two-link", 2, smooth, "", 0.004),
              HasSubstr("rounded to 4 ms; --rate 200 replaces these times"));
  EXPECT_THAT(said("two-link", 2, smooth, "--rate 200", 0.004), Not(HasSubstr("warning")));
  // One step in seven is longer.
  EXPECT_THAT(said("two-link", 2, smooth, "", 0.0007),
              HasSubstr("rounded to 0.7 ms; --rate 200 replaces these times"));
  EXPECT_THAT(said("two-link", 2, smooth, "--clean", 0.0007), HasSubstr("--smooth"));
}

TEST_F(Doubts, AreNoneOfAClockWhoseTimesAreTrue) {
  const auto at_the_clock = [](double row, std::size_t joint) {
    constexpr double rows = 0.0007 * 200;
    return smooth(std::round(row / rows) * rows, joint);
  };
  EXPECT_THAT(said("two-link", 2, at_the_clock, "", 0.0007), Not(HasSubstr("warning")));
}

// Quintics of 0.5 s at 10 Hz, without any noise.
TEST_F(Doubts, TakeNoShortMovesForNoise) {
  std::string text = "t,shoulder,elbow\n";
  for (int k = 0; k <= 100; ++k) {
    const double x = k % 5 / 5.0, way = x * x * x * (10 - 15 * x + 6 * x * x);
    const double q = k / 5 % 2 == 0 ? way : 1 - way;
    text += shortest(k / 10.0) + ',' + shortest(q) + ',' + shortest(-1.5 * q) + '\n';
  }
  here_.write("m.csv", text);
  const std::string err = here_.run("invdyn torque two-link m.csv -o out.csv").err;
  EXPECT_THAT(err, HasSubstr("each move has only few rows, so the finite differences have errors: about"));
  EXPECT_THAT(err, Not(HasSubstr("noise")));
}

TEST_F(Doubts, AskForMillimetresOfAQuill) {
  const auto slides = [](int row, std::size_t j) { return smooth(row, j) * (j == 2 ? 200 : 1); };
  EXPECT_THAT(said("scara", 4, slides), HasSubstr("is joint \"quill\" in mm? It is at 80 m, "));
  EXPECT_THAT(said("scara", 4, [](int row, std::size_t j) { return smooth(row, j) * (j == 2 ? 0.2 : 1); }),
              Not(HasSubstr("warning")));
}

TEST_F(Doubts, TellTimesThatAreFarTooShort) {
  EXPECT_THAT(said("ur5e", 6, smooth), Not(HasSubstr("warning")));
  EXPECT_THAT(said("ur5e", 6, smooth, "--time-unit ms"), HasSubstr("is the time right?"));
}

TEST_F(Doubts, TellAWrongLastRow) {
  const auto wrong = [](int row, std::size_t j) { return row == 600 && j == 2 ? 0 : smooth(row, j); };
  EXPECT_THAT(said("ur5e", 6, wrong), HasSubstr("in all but 1 row, the torque of joint \""));
}

TEST_F(Doubts, TellAWrongRowThatIsSmoothed) {
  const auto noisy = [](int row, std::size_t j) {
    return smooth(row, j) + 1e-3 * std::sin(40.0 * row * row + static_cast<double>(j));
  };
  const auto wrong = [&](int row, std::size_t j) { return noisy(row, j) + (row == 300 && j == 1 ? 0.3 : 0); };
  for (const std::string options : {"--clean", "--smooth auto"}) {
    EXPECT_THAT(said("two-link", 2, noisy, options), Not(HasSubstr("warning")));
    EXPECT_THAT(said("two-link", 2, wrong, options), HasSubstr("joint \"elbow\" jumps at 1.505 s"));
  }
}

// A log of 0.9 rad/s at 200 Hz. From 1.5 s on, the elbow is 0.3 rad off, or it is so in one row.
TEST_F(Doubts, TellPositionsThatJumpWithoutTheirVelocities) {
  const auto said_of = [&](double from_there_on, double in_one_row) {
    std::string text = "t,q_shoulder,q_elbow,dq_shoulder,dq_elbow";
    for (int k = 0; k <= 600; ++k) {
      const double t = k / 200.0, wrong = (k >= 300 ? from_there_on : 0) + (k == 300 ? in_one_row : 0);
      text += '\n' + shortest(t) + ',' + shortest(0.3 * std::sin(3 * t)) + ',' +
              shortest(0.3 * std::sin(2 * t) + wrong) + ',' + shortest(0.9 * std::cos(3 * t)) + ',' +
              shortest(0.6 * std::cos(2 * t));
    }
    here_.write("m.csv", text + '\n');
    return here_.run("invdyn torque two-link m.csv --start extrapolate -o out.csv").err;
  };
  EXPECT_THAT(said_of(0, 0), Not(HasSubstr("warning")));
  EXPECT_THAT(said_of(0.3, 0), HasSubstr("joint \"elbow\" jumps at 1.5"));
  EXPECT_THAT(said_of(0.3, 0),
              HasSubstr("in 2 rows, but the velocity in the file does not jump: are positions wrong "
                        "there, or were rows lost? Delete the wrong values"));
  EXPECT_THAT(said_of(0, 0.3), HasSubstr("in 3 rows, but the velocity in the file does not jump"));
  EXPECT_THAT(said_of(2 * std::numbers::pi, 0), Not(HasSubstr("does not")));
}

// What a logger usually writes: velocities that `--clean` has no use for.
TEST_F(Doubts, LeaveVelocitiesOutOfACleanedLog) {
  std::string with = "t,q_shoulder,q_elbow,dq_shoulder,dq_elbow", without = "t,q_shoulder,q_elbow";
  for (int k = 0; k <= 600; ++k) {
    const double t = k / 200.0, noise = 1e-3 * std::sin(40.0 * k * k);
    const std::string positions =
        '\n' + shortest(t) + ',' + shortest(std::sin(t) + noise) + ',' + shortest(std::sin(2 * t) - noise);
    with += positions + ',' + shortest(std::cos(t)) + ',' + shortest(2 * std::cos(2 * t));
    without += positions;
  }
  here_.write("with.csv", with + '\n');
  here_.write("without.csv", without + '\n');
  const Outcome cleaned = here_.run("invdyn torque two-link with.csv --clean");
  EXPECT_THAT(cleaned.err, HasSubstr("columns not used: dq_shoulder, dq_elbow"));
  EXPECT_EQ(cleaned.out, here_.run("invdyn torque two-link without.csv --clean").out);
}

TEST_F(Doubts, TellSmoothingThatMovesAJoint) {
  for (const std::string option : {"--smooth", "--lowpass"}) {
    EXPECT_THAT(said("two-link", 2, smooth, option + " 0.15"),
                HasSubstr("smoothing changes the positions of joint \"shoulder\" by"));
    EXPECT_THAT(said("two-link", 2, smooth, option + " 5"), Not(HasSubstr("warning")));
  }
}

// One stamp of 601 is late by 4.9 ms of 5: accelerations of two rows are 100 times too large.
TEST_F(Doubts, TellAWrongTime) {
  std::string text = "t,shoulder,elbow";
  for (int k = 0; k <= 600; ++k)
    text += '\n' + shortest(k / 200.0 + (k == 300 ? 0.0049 : 0)) + ',' + shortest(smooth(k, 0)) + ',' +
            shortest(smooth(k, 1));
  here_.write("m.csv", text + '\n');
  EXPECT_THAT(here_.run("invdyn torque two-link m.csv -o out.csv").err, HasSubstr("is a time wrong there?"));
}

// 5 mrad in one row, which no encoder of 16 bits makes.
TEST_F(Doubts, TellASmallWrongRow) {
  const auto wrong = [](int row, std::size_t j) {
    return smooth(row, j) + (row == 300 && j == 1 ? 0.005 : 0);
  };
  EXPECT_THAT(said("ur5e", 6, wrong), HasSubstr("are positions wrong there"));
}

// 2 % of the rows are lost. Errors of backward differences are then as in the whole log.
TEST_F(Doubts, AreNoneOfLostRowsWithTheirTimes) {
  std::string whole = "t,shoulder,elbow", some = whole;
  for (int k = 0; k <= 600; ++k) {
    const std::string row =
        '\n' + shortest(k / 200.0) + ',' + shortest(smooth(k, 0)) + ',' + shortest(smooth(k, 1));
    whole += row;
    if (k % 50 != 20) some += row;
  }
  here_.write("whole.csv", whole + '\n');
  here_.write("some.csv", some + '\n');
  const Outcome outcome = here_.run(
      "invdyn torque two-link whole.csv -q -o a.csv; invdyn torque two-link some.csv -q -o b.csv; awk -F, 'NR == "
      "FNR { a[$1] = $2; next } FNR > 3 { d = $2 - a[$1]; d = d < 0 ? -d : d; if (d > m) m = d } END { print m "
      "< 0.3 }' a.csv b.csv");
  EXPECT_EQ(outcome.out, "1\n");
  EXPECT_THAT(outcome.err, Not(HasSubstr("warning")));
}

// Joint 2 is outside its limits in degrees too.
TEST_F(Doubts, AskForDegreesThoughOneJointIsOutsideItsLimits) {
  const auto degrees = [](int row, std::size_t j) {
    return j == 1 ? -90 + smooth(row, j) : 60 * smooth(row, j);
  };
  EXPECT_THAT(said("puma560", 6, degrees),
              HasSubstr("With angles in degrees, all joints but 1 are within their limits"));
}

TEST_F(Doubts, AskForDegreesOfOneJoint) {
  const auto mixed = [](int row, std::size_t j) { return smooth(row, j) * (j == 5 ? 450 : 1); };
  EXPECT_THAT(
      said("ur5e", 6, mixed),
      HasSubstr("is joint \"wrist_3_joint\" in degrees? It is at 45 rad, 32.4 rad outside its limits, and "
                "the other joints stay within half a turn. If it is in degrees, name its column "
                "\"q_wrist_3_joint (deg)\""));
}

TEST_F(Doubts, DoNotAskForDegreesForOneWrongRow) {
  const auto wrong = [](int row, std::size_t j) { return row == 300 && j == 2 ? 99 : smooth(row, j); };
  EXPECT_THAT(said("ur5e", 6, wrong), Not(HasSubstr("in degrees")));
}

}  // namespace
}  // namespace invdyn::test
