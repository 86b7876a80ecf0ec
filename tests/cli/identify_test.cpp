// From a log to a robot, as users run it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// Logs of an arm with friction that the file does not know.
class Identify : public testing::Test {
 protected:
  Identify() {
    nlohmann::json arm = nlohmann::json::parse(here_.run("invdyn robots two-link").out);
    for (std::size_t j = 0; j < 2; ++j)
      arm["joints"][j]["friction"] = {
          {"damping", truth[j][0]}, {"coulomb", truth[j][1]}, {"offset", truth[j][2]}};
    here_.write("real.json", arm.dump());
    here_.run(
        "invdyn generate excitation two-link --duration 10 --rate 100 --trials 100 --acceleration 20 "
        "--velocity 3 -q -o motion.csv");
  }
  void write_log(const std::string& name, const std::string& payload = "") {
    const Outcome outcome =
        here_.run("invdyn torque real.json motion.csv -q --columns q,dq,ddq,tau " + payload + " -o " + name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }
  // Damping, N m s/rad, dry friction and offset, N m.
  static constexpr double truth[2][3] = {{0.7, 1.5, 0.3}, {0.4, 0.8, -0.2}};
  nlohmann::json robot(const std::string& name) { return nlohmann::json::parse(here_.read(name)); }
  Workplace here_;
};

TEST_F(Identify, FindsFrictionAndWritesTheRobot) {
  write_log("log.csv");
  const Outcome outcome = here_.run("invdyn identify two-link log.csv -o fitted.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("friction, offset"));
  const nlohmann::json joints = robot("fitted.json")["joints"];
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_NEAR(joints[j]["friction"]["damping"].get<double>(), truth[j][0], 1e-9);
    EXPECT_NEAR(joints[j]["friction"]["coulomb"].get<double>(), truth[j][1], 1e-9);
    EXPECT_NEAR(joints[j]["friction"]["offset"].get<double>(), truth[j][2], 1e-9);
  }
  EXPECT_THAT(here_.read("fitted.json"), HasSubstr("identified from log.csv"));
  // The robot that is written explains the log.
  const Table table = table_of(here_.run("invdyn torque fitted.json log.csv -q --columns residual").out);
  for (const auto& row : table.rows)
    for (std::size_t j = 1; j < 3; ++j) ASSERT_NEAR(row[j], 0, 1e-8);
}

TEST_F(Identify, FindsAPayloadFromAPair) {
  write_log("empty.csv");
  write_log("loaded.csv", "--payload 'link=forearm mass=2.8 com=0.4,0.05,0 iyy=0.02 izz=0.02'");
  const Outcome outcome = here_.run("invdyn identify two-link --pair empty.csv loaded.csv --format json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json result = nlohmann::json::parse(outcome.out);
  ASSERT_TRUE(result.contains("payload")) << outcome.out << outcome.err;
  EXPECT_NEAR(result["payload"][0]["value"].get<double>(), 2.8, 1e-6);
  EXPECT_NEAR(result["payload"][1]["value"].get<double>(), 0.4, 1e-6);
  EXPECT_THAT(here_.run("invdyn identify two-link --pair empty.csv loaded.csv --fit friction,offset").err,
              HasSubstr("errors of the links change the payload: --fit all"));
  const Outcome swapped = here_.run("invdyn identify two-link --pair loaded.csv empty.csv");
  EXPECT_EQ(swapped.code, 1);
  EXPECT_THAT(swapped.err, HasSubstr("gives a payload of -2.8 +- "));
  EXPECT_THAT(swapped.err,
              HasSubstr("expected the log without the payload first, as in --pair empty.csv loaded.csv"));
}

// Links right to 20 %: the payload of one log, by which the forearm is 20 % too heavy in the file.
TEST_F(Identify, FindsAPayloadInOneLog) {
  write_log("loaded.csv", "--payload 'link=forearm mass=2.8 com=0.4,0,0 iyy=0.02 izz=0.02'");
  here_.run("invdyn robots two-link | sed 's/\"mass\": 1,/\"mass\": 1.2,/' > heavy.json");
  const std::string refused = here_.run("invdyn identify heavy.json loaded.csv --fit payload=forearm").err;
  EXPECT_THAT(refused, HasSubstr("--pair UNLOADED LOADED"));
  EXPECT_THAT(refused, HasSubstr("--trust-links"));
  for (const char* share : {"", " 0.4"}) {
    const Outcome outcome = here_.run("invdyn identify heavy.json loaded.csv -q --format json --trust-links" +
                                      std::string(share));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json mass = nlohmann::json::parse(outcome.out)["payload"][0];
    // Half the interval is at least what 20 or 40 % of the forearm's 1.2 kg make, and the error is below it.
    const double half = mass["95_%"].get<double>(), least = 1.96 * 1.2 * (*share ? 0.4 : 0.2);
    EXPECT_GT(half, least);
    EXPECT_LT(half, 5 * least);
    EXPECT_NEAR(mass["value"].get<double>(), 2.8, half);
  }
}

// Also where links may be so wrong that they could be the cause: the forearm of 1 kg carries 2.8 kg.
TEST_F(Identify, WritesAPayloadThatLinksCouldBeToo) {
  write_log("loaded.csv", "--payload 'link=forearm mass=2.8 com=0.4,0,0 iyy=0.02 izz=0.02'");
  const Outcome outcome = here_.run("invdyn identify two-link loaded.csv --trust-links 3 -o with.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the payload's mass is 2.8 +- "));
  EXPECT_THAT(outcome.err, HasSubstr("give --trust-links with a smaller value"));
  EXPECT_THAT(outcome.out, HasSubstr("as an option: --payload 'link=forearm mass=2.8 "));
  EXPECT_NEAR(robot("with.json")["joints"][1]["link"]["mass"].get<double>(), 3.8, 1e-6);
}

// Loaded logs have faults too. Without them the line that `validate` ends with finds the payload.
TEST_F(Identify, LooksForFaultsInLoadedLogs) {
  write_log("empty.csv");
  write_log("loaded.csv", "--payload 'link=forearm mass=2.8 com=0.4,0,0 iyy=0.02 izz=0.02'");
  EXPECT_THAT(here_.run("invdyn validate two-link loaded.csv").out,
              HasSubstr("; invdyn identify two-link loaded.csv --trust-links --fit payload=forearm --output "
                        "fitted.json fits it"));
  EXPECT_EQ(here_.run("invdyn identify two-link loaded.csv --trust-links --fit payload=forearm").code, 0);
  here_.run(
      "awk -F, -v OFS=, 'NR > 1 { $8 = -$8; $9 = -$9 } { print }' loaded.csv > flipped.csv; "
      "awk -F, -v OFS=, 'NR > 500 { $8 = 0 } { print }' loaded.csv > dead.csv");
  for (const char* line : {"flipped.csv --trust-links", "--pair empty.csv flipped.csv",
                           "dead.csv --trust-links", "--pair empty.csv dead.csv"}) {
    const Outcome outcome = here_.run("invdyn identify two-link -o fitted.json " + std::string(line));
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_THAT(outcome.err, testing::ContainsRegex("(flipped|dead).csv: (all joints|joint .shoulder.): "));
    EXPECT_THAT(outcome.err, HasSubstr("so nothing is written: correct the log first")) << line;
  }
  const Outcome none = here_.run("invdyn identify real.json empty.csv --trust-links -o fitted.json");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(
      none.err,
      HasSubstr("a fitted payload does not improve the prediction of the measured torques (fitted mass: "));
  EXPECT_FALSE(std::filesystem::exists(here_ / "fitted.json"));
}

// The robot that a fit of an empty log wrote records how well its links are known, and needs no trust.
TEST_F(Identify, FindsAPayloadWithAFittedRobot) {
  write_log("empty.csv");
  write_log("loaded.csv", "--payload 'link=forearm mass=2.8 com=0.4,0,0 iyy=0.02 izz=0.02'");
  here_.run(
      "for f in empty loaded; do awk -F, -v OFS=, 'BEGIN { srand(3) } NR > 1 { $8 += rand() - 0.5; $9 += rand() - "
      "0.5 } { print }' $f.csv > noisy-$f.csv; done; "
      "invdyn robots two-link | sed 's/\"mass\": 1,/\"mass\": 1.2,/' > heavy.json");
  ASSERT_EQ(here_.run("invdyn identify heavy.json noisy-empty.csv --fit all -q -o fitted.json").code, 0);
  ASSERT_TRUE(robot("fitted.json").contains("fit"));
  const std::string line =
      "invdyn identify fitted.json noisy-loaded.csv -q --format json --fit payload=forearm";
  const Outcome outcome = here_.run(line);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json mass = nlohmann::json::parse(outcome.out)["payload"][0];
  EXPECT_NEAR(mass["value"].get<double>(), 2.8, mass["95_%"].get<double>());
  EXPECT_LT(mass["95_%"].get<double>(), 0.2);
  EXPECT_THAT(here_.run("invdyn robot diff heavy.json fitted.json").out,
              HasSubstr("\nThe links of fitted.json were fitted to logs. Logs determine only combinations of "
                        "masses"));
  EXPECT_THAT(here_.run("invdyn robot diff heavy.json two-link").out, Not(HasSubstr("identified")));
  // The payload becomes a part of the link, and what a copy in our JSON states of its links stays.
  EXPECT_THAT(here_.run(line + " -o with.json").err, Not(HasSubstr("error")));
  const auto mass_of = [&](const char* file) {
    return robot(file)["joints"][1]["link"]["mass"].get<double>();
  };
  EXPECT_NEAR(mass_of("with.json") - mass_of("fitted.json"), mass["value"].get<double>(), 1e-9);
  EXPECT_FALSE(robot("with.json").contains("fit"));
  here_.run("invdyn robot convert fitted.json copy.json");
  EXPECT_EQ(robot("copy.json")["fit"], robot("fitted.json")["fit"]);
  nlohmann::json plain = robot("fitted.json");
  for (nlohmann::json& joint : plain["joints"]) joint.erase("friction");  // URDF has no offsets
  here_.write("plain.json", plain.dump());
  EXPECT_THAT(here_.run("invdyn robot convert plain.json copy.urdf").err,
              HasSubstr("the copy does not have the record of the fit"));
  EXPECT_THAT(here_.run(line + " --lock elbow=0").err,
              HasSubstr("or --lock, --gravity or --base-rpy differ"));
  nlohmann::json changed = robot("fitted.json");
  nlohmann::json& forearm = changed["joints"][1]["link"]["mass"];
  forearm = 2 * forearm.get<double>();
  EXPECT_THAT(here_.run("invdyn robot check fitted.json").out, Not(HasSubstr("/fit")));
  here_.write("fitted.json", changed.dump());
  const Outcome refused = here_.run(line), checked = here_.run("invdyn robot check fitted.json");
  EXPECT_EQ(checked.code, 0);
  EXPECT_THAT(checked.out, HasSubstr("warning: /fit: was written for a robot with "));
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("fitted.json: /fit: was written for a robot with "));
  EXPECT_THAT(refused.err, HasSubstr("the robot's numbers were changed after the fit: run identify again"));
  EXPECT_EQ(here_.run("invdyn identify fitted.json noisy-empty.csv --fit all -q").code, 0);
  changed = robot("copy.json");
  changed["fit"]["covariance"][1] = {1e9, 1e-9};  // correlated by more than 1
  here_.write("copy.json", changed.dump());
  EXPECT_THAT(here_.run("invdyn robot check copy.json").out,
              HasSubstr("/fit: has no complete record of a fit"));
  changed["fit"].erase("values");
  here_.write("fitted.json", changed.dump());
  EXPECT_THAT(here_.run(line).err, HasSubstr("fitted.json: /fit: has no complete record of a fit"));
}

// Torques that have nothing to do with the motion: a fit of them is worse than their mean.
TEST_F(Identify, WritesNothingThatIsWorseThanTheMean) {
  write_log("log.csv");
  here_.run(
      "awk -F, -v OFS=, 'NR > 1 { $8 = 500 + 5 * sin(NR / 70); $9 = 200 + 2 * sin(NR / 45) } { print }' log.csv > "
      "other.csv");
  const Outcome outcome = here_.run("invdyn identify two-link other.csv -o fitted.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err,
              HasSubstr("predicts the torques better than the best fit does (the fit explains -"));
  EXPECT_FALSE(std::filesystem::exists(here_ / "fitted.json"));
}

// A motor constant that is 10 % too small in the file of the amplifier.
TEST_F(Identify, FindsGainsFromAKnownPayload) {
  write_log("empty.csv");
  write_log("loaded.csv", "--payload 'link=forearm mass=2 com=0.5,0,0'");
  here_.run(
      "for f in empty loaded; do awk -F, -v OFS=, 'NR == 1 { print; next } { $8 *= 1.1; $9 *= 0.5; print }' "
      "CONVFMT=%.15g $f.csv > $f-A.csv; done");
  // The mass alone suffices; of one log, it takes all of the payload, and links as they are.
  for (const std::string arguments :
       {"--pair empty-A.csv loaded-A.csv --known-payload 'link=forearm mass=2 com=0.5,0,0'",
        "--pair empty-A.csv loaded-A.csv --known-payload 'link=forearm mass=2'",
        "loaded-A.csv --known-payload 'link=forearm mass=2 com=0.5,0,0'", "empty-A.csv --fit drive-gain"}) {
    const Outcome outcome = here_.run("invdyn identify two-link --format csv " + arguments);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, testing::ContainsRegex("shoulder,1\\.(1|0999999)")) << arguments;
    EXPECT_THAT(outcome.out, testing::ContainsRegex("elbow,0\\.(5|4999999)")) << arguments;
  }
  EXPECT_THAT(here_
                  .run("invdyn identify two-link --pair loaded-A.csv empty-A.csv --known-payload "
                       "'link=forearm mass=2'")
                  .err,
              HasSubstr("--pair empty-A.csv loaded-A.csv"));
  EXPECT_EQ(here_.run("invdyn identify two-link empty-A.csv --known-payload mass=2").code, 2);
  EXPECT_EQ(here_.run("invdyn identify two-link empty-A.csv --fit drive-gain -o gains.json").code, 2);
}

// Torques that come 30 ms late, which is said to be corrected so.
TEST_F(Identify, FindsADelay) {
  write_log("log.csv");
  here_.run(
      "awk -F, -v OFS=, 'NR == FNR { s[FNR] = $8; e[FNR] = $9; next } FNR > 1 { if (FNR < 5) next; $8 = s[FNR - "
      "3]; "
      "$9 = e[FNR - 3] } { print }' log.csv log.csv > late.csv");
  const Outcome refused = here_.run("invdyn identify two-link late.csv");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("expected --fit all,delay"));
  const Outcome outcome =
      here_.run("invdyn identify two-link late.csv --fit delay --format csv -o fitted.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("delay_elbow,,(0\\.03|0\\.0299999)"));
  EXPECT_NEAR(robot("fitted.json")["joints"][0]["friction"]["damping"].get<double>(), truth[0][0], 1e-3);
}

TEST_F(Identify, KeepsADhTable) {
  here_.write(
      "dh.json",
      R"({"name": "planar", "convention": "dh", "angles": "degrees", "gravity": [0, -9.81, 0], "joints": [
    {"name": "one", "type": "revolute", "dh": {"a": 1, "alpha": 0, "d": 0, "offset": 30}, "spring": {"stiffness": 2, "reference": 10},
     "link": {"name": "l1", "mass": 2, "com": [-0.5, 0, 0], "inertia": {"ixx": 0, "iyy": 0.2, "izz": 0.2}}},
    {"name": "two", "type": "revolute", "dh": {"a": 0.5, "alpha": 0, "d": 0},
     "link": {"name": "l2", "mass": 1, "com": [-0.2, 0, 0], "inertia": {"ixx": 0, "iyy": 0.1, "izz": 0.1}}}]})");
  here_.write("true.json", std::regex_replace(here_.read("dh.json"), std::regex("\"link\""),
                                              "\"friction\": {\"damping\": 0.5, \"coulomb\": 1}, \"link\""));
  here_.run(
      "sed '1s/shoulder/one/g; 1s/elbow/two/g' motion.csv > moved.csv && "
      "invdyn torque true.json moved.csv -q --columns q,dq,ddq,tau -o log.csv");
  const Outcome outcome = here_.run("invdyn identify dh.json log.csv --fit friction -q -o fitted.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  nlohmann::json fitted = robot("fitted.json");
  for (auto& joint : fitted["joints"]) {
    EXPECT_NEAR(joint["friction"]["damping"].get<double>(), 0.5, 1e-9);
    joint.erase("friction");
  }
  EXPECT_THAT(fitted["origins"].dump(), HasSubstr("identified from log.csv"));
  fitted.erase("origins");
  EXPECT_EQ(fitted, robot("dh.json"));
}

// Moments that the file accepts are corrected by the fit: nothing is left to accept.
TEST_F(Identify, WritesRobotsThatCheckTakes) {
  here_.write("odd.json",
              R"({"name": "planar", "convention": "dh", "gravity": [0, -9.81, 0], "joints": [
    {"name": "one", "type": "revolute", "dh": {"a": 1, "alpha": 0, "d": 0},
     "link": {"name": "l1", "mass": 2, "com": [-0.5, 0, 0], "inertia": {"ixx": 0, "iyy": 0.2, "izz": 0.2}}},
    {"name": "two", "type": "revolute", "dh": {"a": 0.5, "alpha": 0, "d": 0},
     "link": {"name": "l2", "mass": 1, "com": [-0.2, 0, 0], "inertia": {"ixx": 0.5, "iyy": 0.1, "izz": 0.1}}}],
  "accepted": [{"finding": "impossible_moments", "link": "l2", "reason": "as published"}]})");
  here_.write("true.json",
              std::regex_replace(here_.read("odd.json"), std::regex("\"mass\": 2"), "\"mass\": 3"));
  here_.run(
      "sed '1s/shoulder/one/g; 1s/elbow/two/g' motion.csv > moved.csv && "
      "invdyn torque true.json moved.csv -q --columns q,dq,ddq,tau -o log.csv");
  const Outcome outcome = here_.run("invdyn identify odd.json log.csv --fit all -q -o fitted.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Outcome check = here_.run("invdyn robot check fitted.json");
  EXPECT_EQ(check.code, 0);
  EXPECT_THAT(check.out + check.err, Not(HasSubstr("warning")));
}

TEST_F(Identify, ListsWhatTorquesDetermine) {
  const Outcome outcome = here_.run("invdyn identify two-link --fit all --list");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("m_forearm"));
  EXPECT_THAT(outcome.out, HasSubstr("damping_shoulder"));
  EXPECT_THAT(outcome.err, HasSubstr("no torque depends on"));
  // A log in which the elbow rests does not determine its damping.
  here_.run(
      "awk -F, -v OFS=, 'NR > 1 { $3 = 1; $5 = 0; $7 = 0 } { print }' motion.csv > still.csv && "
      "invdyn torque real.json still.csv -q --columns q,dq,ddq,tau -o resting.csv");
  const std::string list = here_.run("invdyn identify two-link resting.csv --list --format csv").out;
  EXPECT_THAT(list, HasSubstr("damping_shoulder,0,N m s/rad,friction,yes"));
  EXPECT_THAT(list, HasSubstr("damping_elbow,0,N m s/rad,friction,no"));
}

TEST_F(Identify, SaysNo) {
  write_log("log.csv");
  const auto complaint = [&](const std::string& arguments, int code) {
    const Outcome outcome = here_.run("invdyn identify two-link " + arguments + " -o out.json");
    EXPECT_EQ(outcome.code, code) << arguments << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(here_ / "out.json")) << arguments;
    return outcome.err;
  };
  EXPECT_THAT(complaint("motion.csv", 1), HasSubstr("no measured torque of joints shoulder, elbow"));
  EXPECT_THAT(complaint("log.csv --fit payload=forearm", 2), HasSubstr("--pair UNLOADED LOADED"));
  EXPECT_THAT(complaint("log.csv --fit frictoin", 2), HasSubstr("did you mean \"friction\""));
  EXPECT_THAT(complaint("- --robust < log.csv", 2), HasSubstr("reads the logs several times"));
  here_.run("head -5 log.csv > short.csv");
  EXPECT_THAT(complaint("short.csv", 1), HasSubstr("expected at least"));
  here_.run("invdyn torque two-link motion.csv -q --columns q,dq,ddq,tau -o perfect.csv");
  EXPECT_THAT(complaint("perfect.csv", 1), HasSubstr("nothing is written"));
  here_.run(
      "awk -F, -v OFS=, 'NR > 1 { for (i = 2; i <= 7; ++i) $i = 0.1; $8 = 5; $9 = 1 } { print }' log.csv > "
      "still.csv");
  EXPECT_THAT(complaint("still.csv", 1), HasSubstr("never change"));
}

// The compensation holds a share of the link's weight, and not of the payload's.
TEST_F(Identify, RefusesAPayloadOfALinkWithGravityCompensation) {
  write_log("log.csv");
  here_.run(
      "invdyn robots two-link | sed 's/\"mass\": 1,/\"gravity_compensation\": 0.5, &/' > balanced.json");
  for (const std::string payload : {"--fit payload=forearm", "--known-payload 'link=forearm mass=1'"}) {
    const Outcome outcome = here_.run("invdyn identify balanced.json --pair log.csv log.csv " + payload);
    EXPECT_EQ(outcome.code, 1) << payload << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("or give a robot's file without gravity compensation")) << payload;
  }
  EXPECT_EQ(here_.run("invdyn identify balanced.json log.csv --fit friction").code, 0);
}

TEST_F(Identify, WarnsOfClippedTorquesAndOddRows) {
  write_log("log.csv");
  here_.run("awk -F, -v OFS=, 'NR > 1 && $8 > 15 { $8 = 15 } { print }' log.csv > clipped.csv");
  EXPECT_THAT(here_.run("invdyn identify two-link clipped.csv").err, HasSubstr("is it clipped?"));
  const Outcome left_out = here_.run("invdyn identify two-link clipped.csv --max-torque 14.999");
  EXPECT_THAT(left_out.out, HasSubstr("damping_shoulder"));
  here_.run("awk -F, -v OFS=, 'NR > 1 && NR < 40 { $8 = 300 } { print }' log.csv > garbage.csv");
  EXPECT_THAT(here_.run("invdyn identify two-link garbage.csv").err,
              testing::ContainsRegex(
                  "garbage.csv: from t = 0[.0-9]* to 0\\.[0-9]+ s, residuals are up to [0-9]+ times"));
}

// A log with noise is smoothed, and what its rows are is seen before.
TEST_F(Identify, WarnsOfWhatSmoothingHides) {
  write_log("log.csv");
  here_.run(
      "awk -F, -v OFS=, 'BEGIN { srand(2) } NR > 1 { $2 += 0.004 * rand(); $3 += 0.004 * rand(); if (NR % 97 == "
      "0) $9 += "
      "40; if ($8 > 15) $8 = 15 } { print $1, $2, $3, $8, $9 }' log.csv > spikes.csv");
  for (const char* line : {"invdyn validate two-link spikes.csv", "invdyn identify two-link spikes.csv"}) {
    const Outcome outcome = here_.run(line);
    EXPECT_THAT(outcome.err, HasSubstr("--smooth")) << line;
    EXPECT_THAT(
        outcome.out + outcome.err,
        HasSubstr(
            "joint \"elbow\": single rows of the measured torque are far from the rows before and after"))
        << line;
    EXPECT_THAT(outcome.err, HasSubstr("stays at its maximum, 15 N m, for ")) << line;
  }
}

// Before the logs are read.
TEST_F(Identify, SaysFirstThatTheRobotCannotBeWritten) {
  const Outcome outcome = here_.run("invdyn identify two-link none.csv -o nodir/x.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, testing::StartsWith("error: nodir/x.json: "));
}

TEST_F(Identify, LeavesNoPageOfARunThatFails) {
  write_log("log.csv");
  const Outcome outcome = here_.run("invdyn identify two-link log.csv --report page -q -o none/fitted.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("none/fitted.json"));
  EXPECT_FALSE(std::filesystem::exists(here_ / "page/index.html"));
}

TEST_F(Identify, WritesAPageThatIsOneFile) {
  const std::string hostile = "<script>alert(1)</script>";
  nlohmann::json known = nlohmann::json::parse(here_.run("invdyn robots two-link").out);
  known["name"] = hostile;
  here_.write("known.json", known.dump());
  write_log("log.csv");
  here_.write("held out.csv", here_.read("log.csv"));
  const std::string line =
      "invdyn identify known.json log.csv --holdout 'held out.csv' -q --fit all -o fitted.json --report a/b";
  const Outcome outcome = here_.run(line);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = here_.read("a/b/index.html");
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'; img-src data:"));
  EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
  EXPECT_THAT(page, Not(HasSubstr("href=\"http")));
  EXPECT_THAT(
      page,
      HasSubstr(
          "<h3>log.csv</h3>\n<div class=\"figures\">\n<img alt=\"Measured and computed torques of the joints over "
          "time, and residuals: log.csv\" src=\"data:image/svg+xml;base64,"));
  EXPECT_THAT(page, HasSubstr("<h3>held out.csv, held out</h3>\n<div class=\"figures\">\n<img"));
  EXPECT_THAT(page, HasSubstr("<td>damping_elbow</td>"));
  EXPECT_THAT(page, HasSubstr("</html>\n"));
  EXPECT_EQ(here_.run(line).code, 0) << "it replaces its own page";
  EXPECT_EQ(here_.read("a/b/index.html"), page);
  here_.write("index.html", "mine");
  EXPECT_THAT(here_.run("invdyn identify two-link log.csv --report .").err,
              HasSubstr("was not written by this command"));
  EXPECT_EQ(here_.read("index.html"), "mine");
  EXPECT_EQ(here_.run("invdyn identify two-link - --report page < log.csv").code, 2);
  EXPECT_EQ(here_.run("invdyn identify two-link --list --report page").code, 2);
}

// A pendulum with damping 0.5 and dry friction 2 goes 1 rad to and fro in 2 s each, rests 2 s after each way,
// and has noise of 0.1 mrad. The velocity of a rest is noise: taken as it is, it makes damping of dry
// friction.
TEST_F(Identify, FindsDryFrictionInLogsWithRests) {
  here_.run(
      "awk 'BEGIN { srand(5); print \"t,pivot,tau_pivot\"; for (k = 0; k < 2400; ++k) { t = k / 100; "
      "move = int(t / 4); s = (t - 4 * move) / 2; s = s > 1 ? 1 : s; up = move % 2 == 0; sign = up ? 1 : -1; "
      "q = s * s * s * (10 - 15 * s + 6 * s * s); q = up ? q : 1 - q; v = sign * 15 * s * s * (1 - s) * (1 - s); "
      "a = sign * 15 * s * (1 - s) * (1 - 2 * s); n = -6; for (i = 0; i < 12; ++i) n += rand(); "
      "dry = v > 0 ? 2 : v < 0 ? -2 : 0; "
      "printf \"%.2f,%.6f,%.6f\\n\", t, q + 1e-4 * n, a + 9.80665 * sin(q) + 0.5 * v + dry } }' > rests.csv");
  for (const char* filter : {"", "--clean", "--smooth auto", "--lowpass auto"}) {
    const Outcome outcome = here_.run("invdyn identify pendulum rests.csv -q --fit friction -o rests.json " +
                                      std::string(filter));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json friction = robot("rests.json")["joints"][0]["friction"];
    EXPECT_NEAR(friction["damping"].get<double>(), 0.5, 0.2) << filter;
    EXPECT_NEAR(friction["coulomb"][0].get<double>(), 2, 0.15) << filter;
    EXPECT_NEAR(friction["coulomb"][1].get<double>(), -2, 0.15) << filter;
  }
}

// The same pendulum swings across the half turn.
TEST_F(Identify, UndoesTurnsAndNamesWhatItDoesNotClean) {
  here_.run(
      "awk 'BEGIN { print \"t,pivot,tau_pivot\"; for (k = 0; k < 1000; ++k) { t = k / 100; "
      "q = 3.1 + 0.5 * sin(2 * t); v = cos(2 * t); a = -2 * sin(2 * t); "
      "printf \"%.2f,%.9f,%.9f\\n\", t, (q > 3.14159265 ? q - 6.283185307 : q), a + 9.80665 * sin(q) + 0.5 * v "
      "} }' > wrapped.csv");
  const std::string command = " --fit friction -o swing.json ";
  const Outcome outcome = here_.run("invdyn identify pendulum wrapped.csv" + command);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("--unwrap"));
  EXPECT_NEAR(robot("swing.json")["joints"][0]["friction"]["damping"].get<double>(), 0.5, 0.02);
  EXPECT_THAT(
      here_.run("invdyn identify pendulum - < wrapped.csv" + command).err,
      HasSubstr(
          "is not cleaned, because it is a pipe or has more than 32 MiB. To clean the log, give --clean"));
}

TEST_F(Identify, GivesTheSameBytesForAnyThreads) {
  write_log("log.csv");
  const std::string command = "invdyn identify two-link log.csv -q --fit all --format csv --threads ";
  const std::string one = here_.run(command + "1").out;
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(here_.run(command + "4").out, one);
  EXPECT_EQ(here_.run("INVDYN_ISA=sse2 " + command + "2").out, one);
}

}  // namespace
}  // namespace invdyn::test
