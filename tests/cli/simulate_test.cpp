// invdyn simulate on the command line: its output, messages and errors.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "cli/run_program.h"
#include "ground/base/error.h"
#include "options/perturbation_argument.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

// A block of 4 kg on a prismatic joint, with an effort limit and no position limits; and a lighter copy.
std::string slide_of(double mass, const std::string& more = "", const std::string& joint = "slide") {
  return R"({"name": "cart", "convention": "tree", "joints": [
    {"name": ")" +
         joint + R"(", "type": "prismatic", "parent": "base", "axis": [1, 0, 0],
     "link": {"name": "block", "mass": )" +
         std::to_string(mass) + R"(, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}})" + more +
         "}]}";
}

class Simulate : public testing::Test {
 protected:
  Simulate() {
    here_.write("cart.json", slide_of(4, R"(, "limits": {"effort": 10})"));
    here_.write("light.json", slide_of(2));
    here_.write("other.json", slide_of(4, "", "glide"));
    here_.write("short.json", slide_of(4, R"(, "limits": {"position": [-0.5, 1.5]})"));
    here_.write("m.csv", "t,q_slide,dq_slide,ddq_slide\n0,0,0,0\n1,0,0,0\n");
    here_.run(
        "invdyn generate trapezoid two-link --from 0,0 --to 60,-90 --degrees --duration 1 "
        "--dt 0.01 -o arm.csv");
  }
  Outcome run(const std::string& arguments) const { return here_.run("invdyn simulate " + arguments); }
  Table table(const std::string& arguments) const {
    const Outcome outcome = run(arguments + " -q");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return table_of(outcome.out);
  }
  std::string error_of(const std::string& arguments, int code = 2) const {
    const Outcome outcome = run(arguments + " -q -o out.csv");
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(here_ / "out.csv")) << arguments;
    return outcome.err;
  }
  const Workplace here_;
};

TEST_F(Simulate, WritesAllQuantitiesOfEachSample) {
  const Outcome outcome = run("two-link arm.csv");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "note: arm.csv: dq and ddq as given\n");
  const Table all = table_of(outcome.out);
  EXPECT_EQ(all.header,
            "t,q_shoulder,q_elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow,desired_shoulder,desired_elbow,"
            "error_shoulder,error_elbow,tau_shoulder,tau_elbow");
  ASSERT_THAT(all.rows, SizeIs(101));
  const Table desired = table_of(here_.read("arm.csv"));
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    EXPECT_EQ(all.rows[k][0], desired.rows[k][0]);
    for (const std::size_t j : {0U, 1U}) {
      EXPECT_EQ(all.rows[k][7 + j], desired.rows[k][1 + j]);
      EXPECT_EQ(all.rows[k][9 + j], all.rows[k][7 + j] - all.rows[k][1 + j]);
      EXPECT_LT(std::abs(all.rows[k][9 + j]), 0.01);
    }
  }
  // Another choice of columns gives the same numbers.
  const Table some = table("two-link arm.csv --columns tau,error");
  EXPECT_EQ(some.header, "t,tau_shoulder,tau_elbow,error_shoulder,error_elbow");
  EXPECT_EQ(some.rows[50][1], all.rows[50][11]);
  EXPECT_EQ(some.rows[50][4], all.rows[50][10]);
}

// Inverse dynamics of the plant's motion gives the torques that moved it.
TEST_F(Simulate, WritesAMotionThatTorqueReads) {
  ASSERT_EQ(run("two-link arm.csv -q -o followed.csv").code, 0);
  const Outcome outcome = here_.run("invdyn torque two-link followed.csv");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("dq and ddq as given"));
  const Table torques = table_of(outcome.out), simulated = table_of(here_.read("followed.csv"));
  for (std::size_t k = 0; k < torques.rows.size(); ++k)
    for (const std::size_t j : {0U, 1U})
      EXPECT_NEAR(torques.rows[k][1 + j], simulated.rows[k][11 + j], 1e-12) << k;
}

TEST_F(Simulate, ReadsTheTrajectoryFromAPipe) {
  const Outcome piped = here_.run("invdyn simulate two-link < arm.csv -q");
  EXPECT_EQ(piped.out, run("two-link arm.csv -q").out);
}

// From 0.3 m, by hand: the force of the first sample and the resulting motion.
TEST_F(Simulate, FollowsTheChosenControlLaw) {
  const auto first_force = [&](const std::string& arguments) {
    return table("cart.json m.csv --initial 0.3 --columns tau " + arguments).rows.at(0).at(1);
  };
  EXPECT_DOUBLE_EQ(first_force(""), -4 * 100 * 0.3);
  EXPECT_DOUBLE_EQ(first_force("--kp 50"), -4 * 50 * 0.3);
  EXPECT_DOUBLE_EQ(first_force("--model light.json"), -2 * 100 * 0.3);
  EXPECT_DOUBLE_EQ(first_force("--control pd --kp 70 --kv 3"), -70 * 0.3);
  EXPECT_DOUBLE_EQ(first_force("--control feedforward"), 0);
  EXPECT_DOUBLE_EQ(first_force("--torque-limits"), -10);
  const double perturbed = first_force("--perturb mass=5%,seed=3") / (-4 * 100 * 0.3);
  EXPECT_NE(perturbed, 1);
  EXPECT_NEAR(perturbed, 1, 0.05);
  EXPECT_EQ(first_force("--perturb mass=0.05,seed=3") / (-4 * 100 * 0.3), perturbed);

  const Table fine = table("cart.json m.csv --initial 0.3 --control-period 0.1 --columns q");
  ASSERT_THAT(fine.rows, SizeIs(11));
  EXPECT_NEAR(fine.rows[1][1], 0.3 - 30 * 0.1 * 0.1 / 2, 1e-14);
}

TEST_F(Simulate, ReadsAnEncoder) {
  // 12 bits over 100 degrees: Lee's 4.26e-4 rad. The pendulum is slightly more than half a count from zero.
  here_.write("hang.csv", "t,pivot\n0,0\n0.1,0\n");
  const auto torque = [&](const std::string& arguments) {
    return table("pendulum hang.csv --gravity 0,0,0 --degrees --columns tau " + arguments).rows.at(0).at(1);
  };
  const double count = 100. / 4096;  // degrees
  EXPECT_NEAR(torque("--initial " + std::to_string(0.51 * count) + " --bits 12 --encoder-range 100"),
              -100 * 4.26e-4, 5e-5);
  EXPECT_EQ(torque("--initial " + std::to_string(0.49 * count) + " --bits 12 --encoder-range 100"), 0);
  EXPECT_NEAR(torque("--initial " + std::to_string(0.51 * 360 / 4096) + " --bits 12"),
              -100 * 2 * std::numbers::pi / 4096, 1e-12);
  // For a prismatic joint: the range between its limits.
  EXPECT_DOUBLE_EQ(table("short.json m.csv --initial 0.3 --bits 1 --columns tau").rows[0][1], 0);
  EXPECT_DOUBLE_EQ(table("short.json m.csv --initial 0.6 --bits 1 --columns tau").rows[0][1], -400);
}

TEST_F(Simulate, ReportsTorquesBeyondLimits) {
  const Outcome outcome = run("cart.json m.csv --initial 0.3 --torque-limits -o out.csv");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err,
              HasSubstr("warning: joint \"slide\" needs -120 N at 0 s, but its effort limit is 10 N: from "
                        "this time on, the torque is limited to the effort limit\n"));
  EXPECT_THAT(
      run("cart.json m.csv --initial 0.3 -o out.csv").err,
      HasSubstr("but its effort limit is 10 N; --torque-limits limits the torque to the effort limit\n"));
}

// The errors follow from the recurrence of a held force on a free mass.
TEST_F(Simulate, PrintsASummary) {
  double x = 0.3, v = 0, squares = 0.3 * 0.3 / 2;
  for (int k = 0; k < 100; ++k) {
    const double a = -100 * x - 20 * v;
    x += 0.01 * v + 0.01 * 0.01 * a / 2;
    v += 0.01 * a;
    squares += k < 99 ? x * x : x * x / 2;
  }
  char numbers[80];
  std::snprintf(numbers, sizeof numbers, "slide        -0.3       0  %9.4g  %10.4g  m  ",
                std::sqrt(squares * 0.01), -x);
  const Outcome outcome = run("cart.json m.csv --initial 0.3 --quiet --summary -o out.csv");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, StartsWith("joint  peak error  at (s)  RMS error  last error  unit  peak torque "
                                      " at (s)   unit\n"));
  EXPECT_THAT(outcome.err, HasSubstr(numbers));
  EXPECT_THAT(outcome.err, EndsWith("-120        0  N\n"));
}

TEST_F(Simulate, ReportsInterpolation) {
  EXPECT_THAT(run("two-link arm.csv --control-period 0.004 -o out.csv").err,
              HasSubstr("note: arm.csv: no row at 0.004 s: the desired q, dq and ddq are interpolated"));
  EXPECT_THAT(run("two-link arm.csv --control-period 0.02 -o out.csv").err, Not(HasSubstr("interpolated")));
}

TEST_F(Simulate, ReportsOptionsWithoutEffect) {
  EXPECT_THAT(run("cart.json m.csv --control pd --kp 1 --kv 1 --model light.json").err,
              HasSubstr("note: --control pd does not use a model of the robot"));
  EXPECT_THAT(run("cart.json m.csv --control feedforward --kp 1").err,
              HasSubstr("note: --control feedforward does not use measured positions"));
  EXPECT_THAT(run("cart.json m.csv --perturb mass=1%").err,
              HasSubstr("note: --perturb: only the controller's model has random errors. The simulated "
                        "robot does not change"));
  EXPECT_THAT(run("cart.json m.csv --model light.json").err,
              HasSubstr("note: --model: only the controller uses the model light.json. The simulated robot "
                        "does not change\n"));
  EXPECT_THAT(
      run("two-link arm.csv --torque-limits").err,
      HasSubstr(
          "note: --torque-limits: no joint of two-link has an effort limit, so the option has no effect\n"));
  EXPECT_THAT(run("cart.json m.csv --torque-limits").err, Not(HasSubstr("has no effect")));
  EXPECT_THAT(run("cart.json m.csv --model-no-wrench").err,
              HasSubstr("note: --model-no-wrench has no effect without --wrench\n"));
  EXPECT_THAT(run("cart.json m.csv --model-no-friction --no-friction --model-no-rotor --no-rotor").err,
              AllOf(HasSubstr("note: --model-no-friction has no effect"),
                    HasSubstr("note: --model-no-rotor has no effect")));
}

// Coulomb friction in every joint of a robot. The gains alone would not start the motion of all joints.
TEST_F(Simulate, LeavesRestInEveryJoint) {
  here_.run(
      "invdyn generate trapezoid two-arms --from 0,0,-10,0,0,-10 --to 50,-45,-20,0.04,-30,-40 "
      "--degrees --duration 1 --dt 0.01 -o arms.csv");
  const Table errors = table("two-arms arms.csv --columns error");
  ASSERT_THAT(errors.rows, SizeIs(101));
  for (const auto& row : errors.rows)
    for (std::size_t j = 1; j < row.size(); ++j) EXPECT_LT(std::abs(row[j]), 0.005) << j << " at " << row[0];
}

TEST_F(Simulate, LeavesTermsOutOfTheModelOnRequest) {
  here_.write("rough.json", slide_of(4, R"(, "friction": {"damping": 3})"));
  here_.write("going.csv", "t,q_slide,dq_slide,ddq_slide\n0,0,2,0\n1,2,2,0\n");
  const auto force = [&](const std::string& arguments) {
    return table("rough.json going.csv --columns tau " + arguments).rows.at(0).at(1);
  };
  EXPECT_DOUBLE_EQ(force(""), 6);
  EXPECT_DOUBLE_EQ(force("--model-no-friction"), 0);
  EXPECT_DOUBLE_EQ(force("--no-friction"), 0);
  EXPECT_DOUBLE_EQ(force("--wrench 'fx=-5'"), 11);
  EXPECT_DOUBLE_EQ(force("--wrench 'fx=-5' --model-no-wrench"), 6);
  const auto acceleration = [&](const std::string& arguments) {
    return table("rough.json going.csv --columns ddq " + arguments).rows.at(0).at(1);
  };
  EXPECT_NEAR(acceleration("--model-no-friction"), -6. / 4, 1e-14);
  EXPECT_NEAR(acceleration("--wrench 'fx=-5' --model-no-wrench"), -5. / 4, 1e-14);
}

TEST_F(Simulate, RefusesImpossibleRequests) {
  struct Case {
    std::string arguments, error;
  };
  for (
      const auto& [arguments, error] : {
          Case{"cart.json m.csv --control pid",
               "--control: is \"pid\": expected one of computed-torque, pd, "
               "feedforward; did you mean \"pd\"?"},
          Case{"two-link arm.csv --kp 1,2,3",
               "--kp: has 3 numbers: expected one number for all joints, or 2 numbers, one for each joint "
               "(shoulder, elbow)"},
          Case{"two-link arm.csv --kp 1,-2",
               "--kp: is 1,-2: expected gains of 0 or more; with negative gains, errors grow"},
          Case{"two-link arm.csv --kv x",
               "--kv: number 1 is \"x\": expected finite numbers separated by commas, such as 0,-1.5"},
          Case{
              "cart.json m.csv --control pd --kv 1",
              "--kp: is missing: --control pd has no default gains. Give --kp in N m/rad and --kv in N m s/rad "
              "(prismatic joints: N/m and N s/m), such as --kp 400 --kv 80"},
          Case{"cart.json m.csv --control-period 1.5",
               "--control-period: is 1.5 s, but the motion takes only 1 s: expected a much shorter period, "
               "such as 0.01 s"},
          Case{"cart.json m.csv --control-period 0", "--control-period: is 0: expected a number above 0"},
          Case{"cart.json m.csv --control-period 1e-12",
               "--control-period: is 1e-12 s, for a motion of 1 s: expected a longer period, with fewer "
               "than 1e8 periods in the motion"},
          Case{"cart.json m.csv --bits 12",
               "--encoder-range: is missing: the joint \"slide\" is prismatic and has no position limits; "
               "expected one number for each joint, rad or m"},
          Case{"cart.json m.csv --bits 0", "--bits: is \"0\": expected a whole number from 1 to 48"},
          Case{"cart.json m.csv --encoder-range 1",
               "--encoder-range: is given without --bits: expected both"},
          Case{"cart.json m.csv --bits 8 --encoder-range -1",
               "--encoder-range: is -1: expected numbers above 0"},
          Case{"cart.json m.csv --measured-velocity none",
               "--measured-velocity: is \"none\": expected one of exact, differences"},
          Case{"cart.json m.csv --integration-tolerance 1",
               "--integration-tolerance: is 1: expected a number from 1e-14 to 0.01"},
          Case{"cart.json m.csv --integration-tolerance 0",
               "--integration-tolerance: is 0: expected a number from 1e-14 to 0.01"},
          Case{"cart.json m.csv --initial 1,2",
               "--initial: has 2 numbers: expected 1, one for each joint of cart (slide)"},
          Case{"two-link arm.csv --initial 1",
               "--initial: has 1 number: expected 2, one for each joint of two-link (shoulder, elbow)"},
          Case{"cart.json m.csv --columns q,tau,q", "--columns: names q twice: expected each quantity once"},
          Case{
              "cart.json m.csv --columns err",
              "--columns: is \"err\": expected one of q, dq, ddq, desired, error, tau; did you mean \"error\"?"},
          Case{"cart.json m.csv --method euler",
               "--method: is \"euler\": expected one of khalil, newton-euler, choreonoid, craig, luh, "
               "lagrange, sasaki, sasaki-arrays, angeles, orthogonal-complement"},
      })
    EXPECT_EQ(error_of(arguments), "error: " + error + '\n');
}

// The default gain of 20/s is stable for periods below 2 / 20 s: half of it is suggested.
TEST_F(Simulate, DoubtsAMotionThatIsNotFollowed) {
  EXPECT_THAT(
      run("two-link arm.csv --control-period 1 -o out.csv").err,
      AllOf(HasSubstr("warning: arm.csv: joint \"elbow\" does not follow the desired motion: it is "),
            HasSubstr("if the error shrinks too slowly, give larger gains. If the error oscillates or "
                      "grows, give smaller gains or a shorter --control-period, such as 0.05\n")));
  EXPECT_THAT(run("two-link arm.csv --control pd --kp 20 --kv 0 -o out.csv").err,
              HasSubstr("note: --kv 0: the control does not damp errors, so errors oscillate or grow\n"));
  EXPECT_THAT(run("two-link arm.csv --initial 60,0 -o out.csv").err,
              HasSubstr("warning: --initial: joint \"shoulder\" is at 60 rad (3438 deg): are the angles in "
                        "degrees? Then give --degrees\n"));
  EXPECT_THAT(run("two-link arm.csv --initial 3,-2 -o out.csv").err, Not(HasSubstr("warning")));
  EXPECT_THAT(run("two-link arm.csv --initial 60,0 --degrees -o out.csv").err, Not(HasSubstr("--initial")));
}

TEST_F(Simulate, RefusesAModelWithOtherJoints) {
  EXPECT_EQ(
      error_of("cart.json m.csv --model other.json", 1),
      "error: the model cart: has no moving joint slide, and has glide, which is not in the robot: expected "
      "the moving joints of robot cart (slide), in any order\n");
}

TEST_F(Simulate, KeepsTheFormerOutputOnFailure) {
  here_.write("out.csv", "former");
  const Outcome outcome =
      run("cart.json m.csv --control pd --kp 1e9 --kv 0 --initial 0.3 -q -o out.csv --control-period 0.1");
  EXPECT_EQ(outcome.code, 0) << outcome.err;  // grows, but stays finite in 10 samples
  here_.write("out.csv", "former");
  here_.write("long.csv", "t,q_slide,dq_slide,ddq_slide\n0,0,0,0\n100,0,0,0\n");
  const Outcome unstable =
      run("cart.json long.csv --control pd --kp 1e9 --kv 0 --initial 0.3 -q -o out.csv --control-period 0.1");
  EXPECT_EQ(unstable.code, 1);
  EXPECT_THAT(unstable.err, AllOf(StartsWith("error: simulation at "), HasSubstr(" s: joint \"slide\": "),
                                  HasSubstr("expected smaller gains"),
                                  HasSubstr("a shorter --control-period, such as 0.01")));
  EXPECT_EQ(here_.read("out.csv"), "former");
}

// A block of 4 kg with 16000 N s/m: torques that are constant for longer than 2 * 4 / 16000 s overshoot.
TEST_F(Simulate, NamesAPeriodThatIsStable) {
  here_.write("rest.csv", "t,q_slide,dq_slide,ddq_slide\n0,0,0,0\n4,0,0,0\n");
  const std::string line = "cart.json rest.csv --control pd --kp 1e6 --kv 16000 --initial 0.3 -q -o out.csv";
  const Outcome unstable = run(line);
  EXPECT_EQ(unstable.code, 1);
  EXPECT_THAT(unstable.err, HasSubstr("a shorter --control-period, such as 0.0002"));
  EXPECT_EQ(run(line + " --control-period 0.0002").err, "");
}

TEST_F(Simulate, NeverWritesNonFiniteNumbers) {
  here_.write("long.csv", "t,q_slide,dq_slide,ddq_slide\n0,0,0,0\n100,0,0,0\n");
  const Outcome outcome =
      run("cart.json long.csv --control pd --kp 1e9 --kv 0 --initial 0.3 -q --control-period 0.1");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
}

TEST_F(Simulate, RefusesATrajectoryOfOneRow) {
  here_.write("one.csv", "t,q_slide,dq_slide,ddq_slide\n0,0,0,0\n");
  EXPECT_EQ(error_of("cart.json one.csv", 1),
            "error: simulation: the desired motion has 1 row: expected at least two rows with "
            "different times\n");
  EXPECT_EQ(run("cart.json one.csv -q").out, "");  // no header either
}

// ---- --perturb

Perturbation perturbation_of(const std::string& text) {
  return perturbation_argument("--perturb", text);
}
std::string refusal_of(const std::string& text) {
  try {
    perturbation_of(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(PerturbOption, HasPartsAndPercentages) {
  const Perturbation perturbation = perturbation_of("mass=5%,com=0.02,inertia=10%,seed=7");
  EXPECT_DOUBLE_EQ(perturbation.mass, 0.05);
  EXPECT_DOUBLE_EQ(perturbation.com, 0.02);
  EXPECT_DOUBLE_EQ(perturbation.inertia, 0.1);
  EXPECT_EQ(perturbation.seed, 7u);
  EXPECT_EQ(perturbation_of("com=1%").mass, 0);
  EXPECT_EQ(perturbation_of("com=1%").seed, 1u);
}

TEST(PerturbOption, RefusesInvalidTexts) {
  EXPECT_EQ(refusal_of("mass"), "--perturb: \"mass\" has no \"=\": expected fields such as mass=5%,seed=1");
  EXPECT_EQ(refusal_of("mas=5%"),
            "--perturb: has an unknown field \"mas\": expected one of mass, com, inertia, seed; did you mean "
            "\"mass\"?");
  EXPECT_EQ(refusal_of("mass=1%,mass=2%"), "--perturb: has the field mass twice: expected it once");
  for (const std::string bad : {"", "x", "100%", "1", "-1%", "5%%", "nan", "%"})
    EXPECT_EQ(refusal_of("mass=" + bad),
              "--perturb mass: is \"" + bad + "\": expected a share from 0 to below 1, such as 5% or 0.05");
  EXPECT_EQ(refusal_of("mass=1%,seed=0.5"),
            "--perturb seed: is \"0.5\": expected a whole number from 0 to 1000000000");
  EXPECT_EQ(refusal_of("seed=5"), "--perturb: has only a seed: expected at least one of mass, com, inertia");
}

}  // namespace
}  // namespace invdyn::test
