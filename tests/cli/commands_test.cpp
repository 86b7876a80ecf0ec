// Each command as a user types it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include <numbers>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// The pendulum has 1 kg at 1 m: horizontal and static, it needs m g l = 9.80665 N m (CGPM 1901).
const std::string held_out = "t,q_pivot\n0,1.5707963267948966\n1,1.5707963267948966\n";

void expect_torques(const std::string& csv, const std::vector<double>& times, double torque) {
  const Table table = table_of(csv);
  EXPECT_EQ(table.header, "t,tau_pivot");
  ASSERT_EQ(table.rows.size(), times.size()) << csv;
  for (std::size_t k = 0; k < times.size(); ++k)
    EXPECT_THAT(table.rows[k], ElementsAre(times[k], DoubleNear(torque, 1e-12)));
}
void expect_torques_held_out(const std::string& csv) {
  expect_torques(csv, {0, 1}, 9.80665);
}

TEST(Torque, WritesTorquesOfATrajectory) {
  const Workplace here;
  here.write("motion.csv", held_out);
  const Outcome outcome = here.run("invdyn torque pendulum motion.csv");
  EXPECT_EQ(outcome.code, 0);
  expect_torques_held_out(outcome.out);
  EXPECT_EQ(outcome.err, "note: motion.csv: dq and ddq by backward differences of q, starting from rest\n");
}

TEST(Torque, WritesAFile) {
  const Workplace here;
  here.write("motion.csv", held_out);
  for (const std::string option : {"-o ", "--output ", "--output="}) {
    const Outcome outcome = here.run("invdyn torque pendulum motion.csv " + option + "torques.csv");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, IsEmpty());
    expect_torques_held_out(here.read("torques.csv"));
    std::filesystem::remove(here / "torques.csv");
  }
}

TEST(Torque, ReadsStandardInput) {
  const Workplace here;
  here.write("motion.csv", held_out);
  for (const std::string line :
       {"invdyn torque pendulum - < motion.csv", "invdyn torque pendulum < motion.csv",
        "cat motion.csv | invdyn torque pendulum"}) {
    const Outcome outcome = here.run(line);
    EXPECT_EQ(outcome.code, 0);
    expect_torques_held_out(outcome.out);
    EXPECT_EQ(outcome.err,
              "note: standard input: dq and ddq by backward differences of q, starting from rest\n");
  }
}

TEST(Torque, TakesOptionsAnywhereInBothSpellings) {
  const Workplace here;
  here.write("motion.csv", "pivot\n90\n90\n");
  for (const std::string line : {"invdyn torque --degrees --dt 0.5 pendulum motion.csv",
                                 "invdyn torque pendulum --dt=0.5 motion.csv --degrees",
                                 "invdyn torque pendulum motion.csv --degrees --rate 2"}) {
    const Outcome outcome = here.run(line);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_torques(outcome.out, {0, 0.5}, 9.80665);
  }
}

TEST(Torque, ReportsHowItDifferentiates) {
  const Workplace here;
  here.write("q.csv", "t,pivot\n0,0\n1,0\n2,0\n");
  here.write("q_dq.csv", "t,pivot,dq_pivot\n0,0,0\n1,0,0\n2,0,0\n");
  here.write("all.csv", "t,pivot,dq_pivot,ddq_pivot\n0,0,0,0\n1,0,0,0\n2,0,0,0\n");
  const auto note_of = [&](const std::string& arguments) {
    return here.run("invdyn torque pendulum " + arguments).err;
  };
  EXPECT_EQ(note_of("q.csv --differentiate backward"),
            "note: q.csv: dq and ddq by backward differences of q, starting from rest\n");
  EXPECT_EQ(note_of("q.csv --start extrapolate"),
            "note: q.csv: dq and ddq by backward differences of q, the first rows extrapolated\n");
  EXPECT_EQ(note_of("q.csv --differentiate central"),
            "note: q.csv: dq and ddq by central differences of q\n");
  EXPECT_EQ(note_of("q_dq.csv"), "note: q_dq.csv: ddq by backward differences of dq, starting from rest\n");
  EXPECT_EQ(note_of("all.csv"), "note: all.csv: dq and ddq as given\n");
  EXPECT_EQ(
      note_of("all.csv --start extrapolate"),
      "note: all.csv: dq and ddq as given\nnote: --start extrapolate is for backward differences: it has "
      "no effect here\n");
  EXPECT_EQ(note_of("all.csv --differentiate given"), "note: all.csv: dq and ddq as given\n");
  EXPECT_EQ(note_of("all.csv --differentiate central"),
            "note: all.csv: columns not used: dq_pivot, ddq_pivot\n"
            "note: all.csv: dq and ddq by central differences of q\n");
}

// q = 0, 1, 4 rad at 0, 1, 2 s; the differences are computed by hand.
TEST(Torque, DifferentiatesAsAsked) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n1,1\n2,4\n");
  const auto derivatives = [&](const std::string& options) {
    return here.run("invdyn torque pendulum m.csv -q --columns dq,ddq " + options).out;
  };
  const std::string header = "t,dq_pivot,ddq_pivot\n";
  EXPECT_EQ(derivatives(""), header + "0,0,0\n1,1,1\n2,3,2\n");
  EXPECT_EQ(derivatives("--start rest --differentiate backward"), header + "0,0,0\n1,1,1\n2,3,2\n");
  EXPECT_EQ(derivatives("--start extrapolate"), header + "0,1,2\n1,1,2\n2,3,2\n");
  EXPECT_EQ(derivatives("--differentiate central"), header + "0,1,2\n1,2,2\n2,3,2\n");
  EXPECT_EQ(derivatives("--dt 0.5"), header + "0,0,0\n1,2,4\n2,6,8\n");
  EXPECT_EQ(derivatives("--rate 2"), header + "0,0,0\n1,2,4\n2,6,8\n");
}

// From 175 deg to 185 deg, written as -175.
TEST(Torque, UnwrapsAnglesIfAsked) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,175\n1,-175\n");
  const std::string line = "invdyn torque pendulum m.csv -q --degrees --columns q";
  const double degree = std::numbers::pi / 180;
  EXPECT_THAT(table_of(here.run(line).out).rows[1], ElementsAre(1, DoubleNear(-175 * degree, 1e-14)));
  EXPECT_THAT(table_of(here.run(line + " --unwrap").out).rows[1],
              ElementsAre(1, DoubleNear(185 * degree, 1e-14)));
}

TEST(Torque, WritesTheRequestedColumnsInTheirOrder) {
  const Workplace here;
  here.write("motion.csv", "t,pivot,dq_pivot,ddq_pivot\n0,0,2,3\n");
  EXPECT_THAT(here.run("invdyn torque pendulum motion.csv --columns ddq,q,dq").out,
              "t,ddq_pivot,q_pivot,dq_pivot\n0,3,0,2\n");
}

// Peak and RMS of a constant equal the constant.
TEST(Torque, PrintsASummaryWithItsData) {
  const Workplace here;
  here.write("motion.csv", held_out);
  const Outcome outcome = here.run("invdyn torque pendulum motion.csv --summary --quiet --gravity 0,0,-2");
  expect_torques(outcome.out, {0, 1}, 2);
  EXPECT_EQ(outcome.err,
            "joint  peak  at (s)  RMS  unit\n"
            "pivot     2       0    2  N m\n");
}

// a = 9 * 2 / (2 * 3^2) = 1 [Sasaki, section 4].
TEST(Generate, WritesATrapezoid) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn generate trapezoid --from 0,0 --to 2,-2 --duration 3 --dt 1");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(outcome.out,
            "t,q_joint1,q_joint2,dq_joint1,dq_joint2,ddq_joint1,ddq_joint2\n"
            "0,0,0,0,0,1,-1\n"
            "1,0.5,-0.5,1,-1,0,0\n"
            "2,1.5,-1.5,1,-1,-1,1\n"
            "3,2,-2,0,0,-1,1\n");
}

TEST(Generate, PrintsTimesWithoutRoundingErrors) {
  const Workplace here;
  EXPECT_THAT(here.run("invdyn generate trapezoid --from 0 --to 0 --duration 0.009 --dt 0.001").out,
              testing::EndsWith("\n0.009,0,0,0\n"));
}

TEST(Generate, NamesColumnsForTheRobotsJoints) {
  const Workplace here;
  const Outcome outcome =
      here.run("invdyn generate trapezoid two-link --from 0,0 --to 1,1 --duration 1 --rate 1");
  EXPECT_THAT(
      outcome.out,
      StartsWith("t,q_shoulder,q_elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow\n0,0,0,0,0,4.5,4.5\n"));
}

// 180 deg = pi rad; the third joint of the SCARA is prismatic and stays in m.
TEST(Generate, ConvertsDegreesOfRevoluteJointsOnly) {
  const Workplace here;
  const Outcome outcome = here.run(
      "invdyn generate trapezoid scara --from 0,0,0,0 --to 180,-180,0.125,360 --degrees --duration 1 "
      "--dt 1 | cut -d, -f 1-5");
  EXPECT_EQ(outcome.out,
            "t,q_shoulder,q_elbow,q_quill,q_wrist\n0,0,0,0,0\n"
            "1,3.141592653589793,-3.141592653589793,0.125,6.283185307179586\n");
}

TEST(Generate, WritesAFile) {
  const Workplace here;
  const Outcome outcome =
      here.run("invdyn generate trapezoid --from 0 --to 2 --duration 3 --dt 3 -o motion.csv");
  EXPECT_THAT(outcome.out + outcome.err, IsEmpty());
  EXPECT_EQ(here.read("motion.csv"), "t,q_joint1,dq_joint1,ddq_joint1\n0,0,0,1\n3,2,0,-1\n");
}

TEST(Robots, AreListedWithTheirSources) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn robots");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  for (const std::string robot : {"pendulum (1 joint)\n    ", "two-link (2 joints)\n    ",
                                  "sasaki1990 (6 joints)\n    ", "puma560 (6 joints)\n    "})
    EXPECT_THAT('\n' + outcome.out, HasSubstr('\n' + robot));
  EXPECT_THAT(outcome.out, HasSubstr("JAERI-M 90-147"));
}

TEST(Robots, PrintADescriptionToBeginWith) {
  const Workplace here;
  const Outcome outcome =
      here.run("invdyn robots pendulum > mine.json && cmp mine.json '" INVDYN_SOURCE_DIR
               "/robots/pendulum.json' && printf 't,pivot\\n0,0\\n' | invdyn torque mine.json --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("t,tau_pivot\n0,"));
}

// A path has priority: a file with the name of a shipped robot is used.
TEST(RobotName, IsFirstReadAsAPath) {
  const Workplace here;
  const std::string shipped = here.run("invdyn robots pendulum").out;
  std::string heavy = shipped;
  const std::string mass = "\"mass\": 1";
  ASSERT_NE(heavy.find(mass), std::string::npos);
  heavy.replace(heavy.find(mass), mass.size(), "\"mass\": 10");
  here.write("pendulum", heavy);
  here.write("motion.csv", held_out);
  expect_torques(here.run("invdyn torque pendulum motion.csv").out, {0, 1}, 98.0665);
  expect_torques(here.run("invdyn torque ./pendulum motion.csv").out, {0, 1}, 98.0665);
  expect_torques(here.run("invdyn torque \"$PWD/pendulum\" motion.csv").out, {0, 1}, 98.0665);
  expect_torques_held_out(here.run("here=$PWD; cd / && invdyn torque pendulum \"$here/motion.csv\"").out);
}

TEST(RobotName, DoesNotSelectAFolder) {
  const Workplace here;
  here.write("motion.csv", held_out);
  expect_torques_held_out(here.run("mkdir pendulum && invdyn torque pendulum motion.csv").out);
}

TEST(Paths, MayBeNamedLikeACommand) {
  const Workplace here;
  here.write("robots", held_out);
  expect_torques_held_out(here.run("invdyn torque pendulum robots").out);
}

TEST(Paths, MayHaveBlanks) {
  const Workplace here;
  here.write("my motion.csv", held_out);
  const Outcome outcome = here.run(
      "mkdir 'my results' && invdyn robots pendulum > 'my robot.json' && invdyn torque 'my robot.json' 'my "
      "motion.csv' -o 'my results/torques 1.csv'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  expect_torques_held_out(here.read("my results/torques 1.csv"));
}

// The first line is for scripts, the others are for reports of faults.
TEST(Version, ListsWhatTheProgramIsMadeOf) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn --version");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              testing::MatchesRegex("invdyn [0-9]+\\.[0-9]+\\.[0-9]+\n"
                                    "compiler: (g\\+\\+|clang\\+\\+) [0-9.]+, [A-Za-z]+\n"
                                    "processor: [a-z0-9_]+\n"
                                    "instruction set: [a-z0-9]+ \\(in the program: [a-z0-9, ]+\\)\n"
                                    "C and C\\+\\+ library: [^\n]+, linked (statically|dynamically)\n"
                                    "libraries: [^\n]+\n"));
  EXPECT_THAT(outcome.err, IsEmpty());
  for (const char* library : {"Boost 1.", "CLI11 2.", "Eigen 3.", "fast-cpp-csv-parser", "nlohmann/json 3.",
                              "pugixml 1.", "three.js r", "yaml-cpp 0."})
    EXPECT_THAT(outcome.out, testing::HasSubstr(library));
  EXPECT_EQ(here.run("cd / && invdyn --version").out, outcome.out);
}

// INVDYN_ISA decides for all runs, so its value is what is in use.
TEST(Version, NamesTheInstructionSetInUse) {
  const Workplace here;
  EXPECT_THAT(here.run("INVDYN_ISA=plain invdyn --version").out,
              testing::HasSubstr("\ninstruction set: plain (in the program: plain"));
  EXPECT_EQ(here.run("INVDYN_ISA=other invdyn --version").code, 2);
}

TEST(Version, IsTheNewestOfTheChangelog) {
  std::ifstream changelog(INVDYN_SOURCE_DIR "/CHANGELOG.md");
  std::string line;
  while (std::getline(changelog, line) && !line.starts_with("## [")) {
  }
  const std::string newest = line.substr(4, line.find(']') - 4);
  EXPECT_THAT(Workplace().run("invdyn --version").out, testing::StartsWith("invdyn " + newest + "\n"));
  // Its date is the packages' one, or not known yet.
  std::ifstream build(INVDYN_SOURCE_DIR "/CMakeLists.txt");
  const std::string text{std::istreambuf_iterator<char>(build), {}}, set = "set(INVDYN_DATE ";
  const std::size_t begin = text.find(set) + set.size();
  ASSERT_GE(begin, set.size());
  const std::string date = text.substr(begin, text.find(')', begin) - begin);
  EXPECT_THAT(line, AnyOf("## [" + newest + "] - unreleased", "## [" + newest + "] - " + date));
}

// The file of scara has friction and rotors.
TEST(Drives, AreNotedOnce) {
  const Workplace here;
  here.write("m.csv", "t,shoulder,elbow,quill,wrist\n0,0,0,0,0\n1,0,0,0,0\n");
  here.write("n.csv", here.read("m.csv"));
  const std::string line = "invdyn torque scara m.csv n.csv --output-dir out ";
  const auto notes = [&](const std::string& options) {
    std::istringstream err(here.run(line + options).err);
    std::vector<std::string> said;
    for (std::string each; std::getline(err, each);)
      if (each.find("scara") != std::string::npos) said.push_back(each);
    return said;
  };
  EXPECT_THAT(
      notes(""),
      testing::ElementsAre(
          "note: scara: friction and rotors are included in the torques (--no-friction, --no-rotor leave "
          "them out)"));
  EXPECT_THAT(
      notes("--no-rotor"),
      testing::ElementsAre("note: scara: friction is included in the torques (--no-friction leaves it out)"));
  EXPECT_THAT(notes("--no-rotor --no-friction"), IsEmpty());
  EXPECT_EQ(here.run(line + "-q").err, "");
}

TEST(Columns, MayBePatterns) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n1,0\n");
  const auto header = [&](const std::string& columns) {
    return table_of(here.run("invdyn torque pendulum m.csv --columns " + columns).out).header;
  };
  EXPECT_EQ(header("'motor_*,q'"), "t,motor_torque_pivot,motor_speed_pivot,q_pivot");
  EXPECT_EQ(header("'tau_*,q_*'"), "t,tau_pivot,q_pivot");        // as plot names columns
  EXPECT_EQ(header("'ddq,*q'"), "t,ddq_pivot,q_pivot,dq_pivot");  // each once
  EXPECT_EQ(table_of(here.run("invdyn simulate pendulum m.csv --columns 't*_*'").out).header, "t,tau_pivot");
}

TEST(Version, HasTheNamesThatPeopleTry) {
  const Workplace here;
  const std::string version = here.run("invdyn --version").out;
  for (const std::string line : {"invdyn -V", "invdyn version"})
    EXPECT_EQ(here.run(line).out, version) << line;
}

TEST(Help, IsAskedForByAWordToo) {
  const Workplace here;
  EXPECT_EQ(here.run("invdyn help").out, here.run("invdyn --help").out);
  EXPECT_EQ(here.run("invdyn help torque").out, here.run("invdyn torque --help").out);
  EXPECT_EQ(here.run("invdyn help robot check").out, here.run("invdyn robot check --help").out);
  const Outcome unknown = here.run("invdyn help torqe");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, testing::HasSubstr("did you mean \"torque\"?"));
}

// German uses a decimal comma. The test creates that locale if the system can, so that a program that
// requests it gets it. Otherwise only the environment variables are set.
TEST(Locale, ChangesNoNumber) {
  const Workplace here;
  here.write("motion.csv", "t,pivot\n0,0.25\n0.5,1.25\n1,1.5\n");
  const std::string line =
      "invdyn torque pendulum motion.csv --gravity 0,0.5,-9.81 --columns q,dq,ddq,tau --summary";
  const Outcome plain = here.run("unset LC_ALL LC_NUMERIC LANG; " + line);
  ASSERT_EQ(plain.code, 0) << plain.err;
  here.run("localedef -i de_DE -f UTF-8 \"$PWD/de_DE.UTF-8\"");
  for (const std::string setting : {"LC_ALL", "LC_NUMERIC", "LANG"}) {
    const std::string german = "unset LC_ALL; export LOCPATH=\"$PWD\" " + setting + "=de_DE.UTF-8; ";
    const Outcome outcome = here.run(german + line);
    EXPECT_EQ(outcome.code, 0) << setting;
    EXPECT_EQ(outcome.out, plain.out) << setting;
    EXPECT_EQ(outcome.err, plain.err) << setting;
    const Outcome generated =
        here.run(german + "invdyn generate trapezoid --from 0,0.5 --to 1.5,-.5 --duration 0.5 --dt 0.25");
    EXPECT_THAT(generated.out, HasSubstr("\n0.25,0.75,0,")) << setting;
  }
}

}  // namespace
}  // namespace invdyn::test
