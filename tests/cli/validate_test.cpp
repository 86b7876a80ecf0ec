// `validate` as users run it: statistics against awk's, suspicions, figures, exit codes and messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <sstream>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// A log of the two-link arm: its own torques, with 0.5 N m more at the elbow and 0.1 sin(37 t) at both.
class Validate : public testing::Test {
 protected:
  Validate() {
    here_.run(
        "invdyn generate quintic two-link --from 0,0 --to 2,-1 --duration 2 --dt 0.005 -q -o there.csv;"
        "invdyn torque two-link there.csv -q --columns q,dq,ddq,tau -o exact.csv;" +
        changed("$8 += 0.1 * sin(37 * $1); $9 += 0.5 + 0.1 * sin(37 * $1)") + "exact.csv > log.csv");
  }
  static std::string changed(const std::string& statements) {
    return "awk -F, -v OFS=, -v CONVFMT=%.17g -v OFMT=%.17g 'NR > 1 { " + statements + " } { print }' ";
  }
  std::vector<std::string> fields(const std::string& csv, std::size_t row) {
    std::vector<std::string> lines = split(csv, '\n');
    return split(lines.at(row), ',');
  }
  static std::vector<std::string> split(const std::string& text, char mark) {
    std::vector<std::string> parts(1);
    for (const char c : text) c == mark ? void(parts.emplace_back()) : parts.back().push_back(c);
    return parts;
  }
  Workplace here_;
};

// RMS, bias and peak of 0.5 + 0.1 sin(37 t) over 401 rows: sqrt(0.25 + 0.005) to 1 %, 0.5 and 0.6.
TEST_F(Validate, PrintsStatistics) {
  const Outcome outcome = here_.run("invdyn validate two-link log.csv -q --format csv");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(split(outcome.out, '\n').front(),
            "joint,unit,rows,rms_residual,bias,peak_residual,peak_time,peak_log,variance_explained,slope,"
            "slope_error,"
            "offset,offset_error,lag,suspicions,evidence");
  const std::vector<std::string> elbow = fields(outcome.out, 2);
  EXPECT_EQ(elbow[0], "elbow");
  EXPECT_EQ(elbow[2], "401");
  EXPECT_NEAR(std::stod(elbow[3]), std::sqrt(0.255), 0.005);
  EXPECT_NEAR(std::stod(elbow[4]), 0.5, 0.002);
  EXPECT_NEAR(std::stod(elbow[5]), 0.6, 1e-3);
  EXPECT_GT(std::stod(elbow[8]), 0.99);
  EXPECT_NEAR(std::stod(elbow[9]), 1, 0.01);
  EXPECT_NEAR(std::stod(elbow[11]), 0.5, 0.01);
  EXPECT_EQ(elbow[14], "");
  const std::vector<std::string> shoulder = fields(outcome.out, 1);
  EXPECT_NEAR(std::stod(shoulder[4]), 0, 0.002);
}

TEST_F(Validate, ExplainsAllOfItsOwnTorques) {
  const Outcome outcome = here_.run("invdyn validate two-link exact.csv -q --format csv");
  for (const std::size_t joint : {1u, 2u}) {
    const std::vector<std::string> row = fields(outcome.out, joint);
    EXPECT_EQ(std::stod(row[3]), 0);
    EXPECT_EQ(row[8], "1");
    EXPECT_EQ(row[9], "1");
    EXPECT_EQ(row[14], "");
  }
}

TEST_F(Validate, SaysWhatIsProbablyWrong) {
  const auto text = [&](const std::string& statements, const std::string& options = "") {
    here_.run(changed(statements) + "log.csv > faulty.csv");
    const Outcome outcome = here_.run("invdyn validate two-link faulty.csv -q" + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(text(""), Not(HasSubstr("Suspicions")));
  EXPECT_THAT(text("$9 = -$9"), HasSubstr("joint \"elbow\": the sign of the measured torque is flipped"));
  EXPECT_THAT(text("$8 *= 1000"),
              HasSubstr("joint \"shoulder\": the measured torque is wrong by a power of ten, the factor "
                        "1000"));
  EXPECT_THAT(text("$8 /= 100; $9 /= 100", " --torque-constant 1"),
              HasSubstr("the factor 0.01, or gear_ratio is missing in the robot's file"));
  EXPECT_THAT(text("x = $8; $8 = $9; $9 = x"),
              HasSubstr("joint \"shoulder\": its measured torque is exchanged with the measured torque of "
                        "joint \"elbow\""));
  EXPECT_THAT(
      text("$8 += 3 * ($4 > 0) + 2 * $4"),
      testing::AllOf(
          HasSubstr("joint \"shoulder\": friction is missing or too small"),
          HasSubstr("; invdyn identify two-link faulty.csv --fit friction --output fitted.json fits the "
                    "friction\n")));
}

// The forearm of 1 kg has 1.5 kg in the file. The line that the suspicion ends with fits it.
TEST_F(Validate, SuspectsMassesAndHasTheLineThatFitsThem) {
  here_.run(
      "invdyn robots two-link | sed 's/\"mass\": 1,/\"mass\": 1.5,/' > heavy.json;"
      "invdyn generate excitation two-link --duration 10 --rate 100 --trials 100 --acceleration 20 --velocity 3 -q "
      "-o motion.csv; invdyn torque two-link motion.csv -q --columns q,dq,ddq,tau -o exact.csv");
  const std::string out = here_.run("invdyn validate heavy.json exact.csv --torque-constant 1 -q").out;
  EXPECT_THAT(out, HasSubstr("masses or centres of mass of the links beyond the last of these joints are "
                             "probably wrong"));
  const std::string line =
      "invdyn identify heavy.json exact.csv --torque-constant 1 --fit links --output fitted.json";
  EXPECT_THAT(out, HasSubstr("; " + line + " fits the masses\n"));
  const Outcome fitted = here_.run(line);
  EXPECT_EQ(fitted.code, 0) << fitted.err;
  EXPECT_THAT(here_.run("invdyn validate fitted.json exact.csv -q").out, Not(HasSubstr("masses")));
  EXPECT_THAT(here_.run("invdyn validate two-link exact.csv -q").out, Not(HasSubstr("Suspicions")));
}

// The gear ratios of joints 1 and 3 of the PUMA are negative.
TEST_F(Validate, KnowsTheMotorsSideOfTheGearbox) {
  here_.run(
      "invdyn generate quintic puma560 --from 0,0,0,0,0,0 --to 1,-0.5,0.5,1,1,1 --duration 3 --dt 0.01 -q -o "
      "m.csv;invdyn torque puma560 m.csv -q --columns q,dq,ddq,motor_torque | sed '1s/motor_torque_/tau_/g' "
      "> motor.csv");
  const Outcome outcome = here_.run("invdyn validate puma560 motor.csv -q");
  EXPECT_THAT(outcome.out,
              HasSubstr("all joints: the measured torque is at the motor's side of the gearbox, not at "
                        "the joint. Joint"));
  EXPECT_THAT(outcome.out, HasSubstr("; --measured-at motor\n"));
  const Outcome taken =
      here_.run("invdyn validate puma560 motor.csv -q --measured-at motor --tolerance 1e-12");
  EXPECT_EQ(taken.code, 0) << taken.err;
  EXPECT_THAT(taken.out, Not(HasSubstr("Suspicions")));
}

// The last wrist needs less than 0.001 N m; its sensor has noise of 0.05 N m. Sums of uniform numbers of a
// generator modulo 2^16 are near enough to noise.
TEST_F(Validate, TakesNoNoiseOfAWristForAWrongColumn) {
  here_.run(
      "invdyn generate quintic ur5e --from 0,-1,1,0,0,0 --to 1,-0.5,0.5,1,1,1 --duration 3 --dt 0.005 -q -o "
      "m.csv; invdyn torque ur5e m.csv -q --columns q,tau -o exact.csv;"
      "awk -F, -v OFS=, 'NR > 1 { for (j = 8; j <= 13; ++j) { s = -6; for (i = 0; i < 12; ++i) { x = (25173 * x "
      "+ 13849) % 65536; s += x / 65536 } $j += (j < 11 ? 0.3 : 0.05) * s } } { print }' exact.csv > log.csv");
  const Outcome outcome = here_.run("invdyn validate ur5e log.csv -q");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("wrist_3_joint"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Suspicions")));
}

// A controlled robot that dry friction holds for half of the time, with any torque.
TEST_F(Validate, AsksNothingOfJointsThatRestInDryFriction) {
  here_.run(
      "invdyn generate quintic puma560 --from 0,1.1,-1.1,0.5,0,0 --to 0.43,1.53,-0.67,0.93,0.43,0.43 --duration "
      "1.2 --dt 0.004 -q -o move.csv; awk -F, -v OFS=, 'NR == 1 { print; next } { $1 += 2 } NR == 2 { for "
      "(; i < 500; ++i) print 0.004 * i, $2, $3, $4, $5, $6, $7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } { print } "
      "END { for (i = 1; i < 200; ++i) { $1 += 0.004; print } }' move.csv > motion.csv;"
      "invdyn simulate puma560 motion.csv --control pd --kp 5000,5000,3000,300,300,300 --kv "
      "400,400,200,20,20,20 --control-period 0.001 -q -o log.csv");
  const Outcome outcome = here_.run("invdyn validate puma560 log.csv -q");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("Suspicions")));
  here_.run(
      "awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == \"tau_joint2\") c = i } NR > 1 { $c = -$c } "
      "{ print }' log.csv > flipped.csv");
  EXPECT_THAT(here_.run("invdyn validate puma560 flipped.csv -q").out,
              HasSubstr("joint \"joint2\": the sign of the measured torque is flipped"));
}

// No fit is left if all joints are left out.
TEST_F(Validate, LeavesNotAllJointsOut) {
  here_.run("awk -F, -v OFS=, 'NR > 20 { $8 = $9 = 0 } { print $1, $2, $3, $8, $9 }' log.csv > dead.csv");
  const Outcome outcome = here_.run("invdyn validate two-link dead.csv -q");
  EXPECT_THAT(outcome.out, HasSubstr("all joints: the measured torque is 0"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("--max-torque")));
}

// The option that the suspicion ends with, and the error where times repeat, make the times even.
TEST_F(Validate, MendsACoarseClock) {
  for (const double step : {0.002, 0.012}) {
    here_.run("awk -F, -v OFS=, 'NR > 1 { $1 = int($1 / " + std::to_string(step) + " + 0.5) * " +
              std::to_string(step) + " } { print $1, $2, $3, $8, $9 }' log.csv > coarse.csv");
    const Outcome coarse = here_.run("invdyn validate two-link coarse.csv");
    EXPECT_THAT(coarse.out + coarse.err,
                HasSubstr(step < 0.005 ? "; --rate 200\n" : "give --rate HZ in place of the times"));
    const Outcome corrected = here_.run("invdyn validate two-link coarse.csv --rate 200 --tolerance 0.05");
    EXPECT_EQ(corrected.code, 0) << corrected.err;
    EXPECT_THAT(corrected.out + corrected.err,
                Not(testing::AnyOf(HasSubstr("Suspicions"), HasSubstr("warning"))));
  }
}

// A given velocity that lags is named by the reader of the log.
TEST_F(Validate, WarnsOfLateVelocities) {
  here_.run(
      "awk -F, -v OFS=, 'NR > 1 { v = late[NR % 20]; late[NR % 20] = $4; $4 = v + 0 } { print }' log.csv > "
      "late.csv");
  EXPECT_THAT(here_.run("invdyn validate two-link late.csv").err,
              HasSubstr("the velocity column of joint \"shoulder\" lags behind the positions"));
}

TEST_F(Validate, IsTheSameForAnyThreadsAndPipes) {
  const std::string one = here_.run("invdyn validate two-link log.csv -q --format csv --threads 1").out;
  EXPECT_EQ(here_.run("invdyn validate two-link log.csv -q --format csv --threads 3").out, one);
  std::string piped = here_.run("cat log.csv | invdyn validate two-link - -q --format csv").out;
  for (std::size_t at; (at = piped.find("standard input")) != std::string::npos;)
    piped.replace(at, 14, "log.csv");
  EXPECT_EQ(piped, one);
}

TEST_F(Validate, TakesSeveralLogsTogether) {
  const Outcome outcome = here_.run("invdyn validate two-link log.csv exact.csv -q");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("802 rows of log.csv, exact.csv"));
  EXPECT_THAT(outcome.out, HasSubstr("log.csv  N m"));
}

TEST_F(Validate, HasAToleranceOfTheUnexplainedShare) {
  here_.run(changed("$9 *= 0.7") + "log.csv > weak.csv");
  EXPECT_EQ(here_.run("invdyn validate two-link log.csv -q --tolerance 0.05").code, 0);
  const Outcome outcome = here_.run("invdyn validate two-link weak.csv -q --tolerance 0.05");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("--tolerance: joint \"elbow\": the model leaves 0.18"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("shoulder")));
  EXPECT_EQ(here_.run("invdyn validate two-link log.csv --tolerance -1").code, 2);
}

TEST_F(Validate, DrawsAFigureAndRecordsTheRun) {
  const Outcome outcome = here_.run(
      "invdyn validate two-link log.csv exact.csv -q -o table.txt --plot figure.svg --sidecar run.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  const std::string figure = here_.read("figure.svg");
  for (const char* word :
       {"shoulder", "elbow", "measured, log.csv", "computed, exact.csv", "residual, log.csv"})
    EXPECT_THAT(figure, HasSubstr(word));
  EXPECT_EQ(here_.run("invdyn rerun run.json -q -o again.txt && cmp table.txt again.txt").code, 0);
  EXPECT_EQ(here_.run("invdyn validate two-link log.csv --plot log.csv").code, 2);
  EXPECT_EQ(here_.run("invdyn validate two-link log.csv -o log.csv").code, 2);
}

TEST_F(Validate, WritesAPage) {
  here_.run(changed("$9 = -$9") + "log.csv > flipped.csv");
  const Outcome outcome = here_.run("invdyn validate two-link flipped.csv -q -o table.txt --report a/b");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = here_.read("a/b/index.html");
  EXPECT_THAT(page, HasSubstr("<p class=\"bad\">The model of two-link explains "));
  EXPECT_THAT(page, HasSubstr("<li>joint &quot;elbow&quot;: "));
  EXPECT_THAT(page, HasSubstr("; --torque-constant=1,-1 --measured-at joint</li>"));
  EXPECT_THAT(page,
              HasSubstr("<h3>flipped.csv</h3>\n<div class=\"figures\">\n<img alt=\"Measured and computed "));
  EXPECT_THAT(page, HasSubstr(">Friction</h2>"));
  EXPECT_EQ(here_.run("invdyn validate two-link log.csv -o a/b/index.html --report a/b").code, 2);
}

TEST_F(Validate, DrawsAFigureInPlaceOfTables) {
  const Outcome outcome = here_.run("invdyn validate two-link log.csv -q -o figure.svg");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Measured torque = slope * computed torque + offset"));
  EXPECT_THAT(here_.read("figure.svg"), HasSubstr("residual"));
  EXPECT_EQ(here_.run("invdyn validate two-link log.csv -o a.svg --plot b.svg").code, 2);
}

TEST_F(Validate, WarnsOfClippedAndCoarseTorques) {
  EXPECT_THAT(here_.run("invdyn validate two-link exact.csv").err, Not(HasSubstr("measured torque")));
  here_.run(changed("if ($8 > 10) $8 = 10; $9 = int($9)") + "exact.csv > poor.csv");
  const std::string said = here_.run("invdyn validate two-link poor.csv").err;
  EXPECT_THAT(said, HasSubstr("joint \"shoulder\" stays at its maximum, 10 N m, for "));
  EXPECT_THAT(said, HasSubstr("joint \"elbow\" has steps of 1 N m"));
}

TEST_F(Validate, TakesCurrentsOfMotors) {
  here_.run(changed("$8 /= 2; $9 /= 2") + "exact.csv > current.csv");
  const Outcome outcome = here_.run(
      "invdyn validate two-link current.csv -q --format csv --torque-constant 2 --measured-at joint");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(std::stod(fields(outcome.out, 1)[3]), 0, 1e-12);
}

// A pendulum swings as 0.8 sin(2 t + 1). From rest, its first velocity would come in a row: 86 rad/s^2. A
// low-pass takes the acceleration at the ends for zero: at most 3.2 rad/s^2.
TEST_F(Validate, TakesALogThatBeginsInMotionAsMoving) {
  here_.run(
      "awk 'BEGIN { print \"t,pivot,tau_pivot\"; for (k = 0; k < 1000; ++k) { t = k / 100; "
      "q = 0.8 * sin(2 * t + 1); printf \"%.2f,%.9f,%.9f\\n\", t, q, -4 * q + 9.80665 * sin(q) } }' > swing.csv");
  for (const char* filter : {"", "--lowpass 8", "--lowpass auto", "--smooth 8", "--clean", "--smooth auto"}) {
    const Outcome outcome =
        here_.run("invdyn validate pendulum swing.csv -q --format csv " + std::string(filter));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_LT(std::abs(std::stod(fields(outcome.out, 1)[5])), 3.2) << filter;
  }
}

TEST_F(Validate, SaysWhyALogDoesNotTell) {
  const auto complaint = [&](const std::string& command) {
    const Outcome outcome = here_.run(command);
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_THAT(complaint("invdyn validate two-link there.csv -q"),
              HasSubstr("no measured torque of joints shoulder, elbow: expected \"tau_shoulder\""));
  EXPECT_THAT(complaint("head -n 100 log.csv > short.csv; invdyn validate two-link short.csv -q"),
              HasSubstr("short.csv: has 99 rows: expected at least 100 to compare torques"));
  EXPECT_THAT(
      complaint(changed("$2 = 0.5; $3 = 0.25") + "log.csv > held.csv; invdyn validate two-link held.csv -q"),
      HasSubstr("held.csv: is at rest: no joint moves by more than 0 rad or m: expected a log of a motion"));
  EXPECT_THAT(
      complaint(changed("$8 = 0; $9 = 0") + "log.csv > zero.csv; invdyn validate two-link zero.csv -q"),
      HasSubstr("zero.csv: has measured torques that never change"));
}

// No measured torque fits, so that each joint may be exchanged with another one: 4 times the joints take 4
// times the time, not 16 times.
TEST_F(Validate, TakesTimeLinearInTheJoints) {
  const auto seconds = [&](int joints) {
    std::ostringstream robot, log;
    robot << R"({"name": "row", "convention": "tree", "joints": [)";
    log << 't';
    for (int j = 0; j < joints; ++j) {
      robot << (j > 0 ? "," : "") << R"({"name": "j)" << j
            << R"(", "type": "revolute", "parent": "base", "axis": )"
            << R"([0, 1, 0], "link": {"name": "l)" << j << R"(", "mass": 1, "com": [0.5, 0, 0], "inertia": {)"
            << R"("ixx": 0.01, "iyy": 0.01, "izz": 0.01}}})";
      log << ",j" << j << ",tau_j" << j;
    }
    for (int row = 0; row < 110; ++row) {
      log << '\n' << 0.01 * row;
      for (int j = 0; j < joints; ++j)
        log << ',' << std::sin(0.05 * row + j) << ',' << std::sin(0.3 * row * (j % 7) + j);
    }
    here_.write("row.json", robot.str() + "]}");
    here_.write("row.csv", log.str() + '\n');
    const auto used = [] {
      rusage usage{};
      ::getrusage(RUSAGE_CHILDREN, &usage);
      return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
    };
    const double before = used();
    const Outcome outcome = here_.run("invdyn validate row.json row.csv -q --threads 1");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return used() - before;
  };
  const double small = seconds(80);
  EXPECT_LT(seconds(320), 10 * small);
}

}  // namespace
}  // namespace invdyn::test
