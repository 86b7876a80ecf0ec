// --method, compare and count on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/run_program.h"
#include "dynamics/core/formulation.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string motion =
    "t,joint1,joint2,joint3,joint4,joint5,joint6\n"
    "0,0.1,0.2,0.3,0.4,0.5,0.6\n"
    "0.1,0.15,0.1,0.35,0.5,0.45,0.8\n"
    "0.2,0.3,0.1,0.3,0.7,0.4,0.9\n";

class Methods : public testing::Test {
 protected:
  Methods() { here_.write("m.csv", motion); }
  Workplace here_;
};

TEST_F(Methods, GiveTheSameTorquesWithDrivesAndWrench) {
  const std::string line = "invdyn torque puma560 m.csv -q --wrench 'frame=world fz=-10 nx=1'";
  const Table expected = table_of(here_.run(line).out);
  ASSERT_EQ(expected.rows.size(), 3u);
  for (const Formulation& formulation : formulations()) {
    if (formulation.name == "sasaki-arrays") continue;
    const Outcome outcome = here_.run(line + " --method " + std::string(formulation.name));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Table table = table_of(outcome.out);
    EXPECT_EQ(table.header, expected.header);
    ASSERT_EQ(table.rows.size(), expected.rows.size());
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t j = 1; j <= 6; ++j)
        EXPECT_NEAR(table.rows[row][j], expected.rows[row][j], 1e-12 * (1 + std::abs(expected.rows[row][j])))
            << formulation.name;
  }
}

TEST_F(Methods, ThatDoNotFitTheRobotSayWhyAndWriteNothing) {
  const Outcome branched = here_.run("invdyn torque two-arms m.csv --method craig -o out.csv");
  EXPECT_EQ(branched.code, 1);
  EXPECT_THAT(branched.err, AllOf(HasSubstr("\"left_shoulder\" and \"right_shoulder\""),
                                  HasSubstr("expected a single chain of joints")));
  EXPECT_THAT(here_.names(), testing::ElementsAre("m.csv"));
  const Outcome arrays = here_.run("invdyn torque scara m.csv --method sasaki-arrays");
  EXPECT_EQ(arrays.code, 1);
  EXPECT_THAT(arrays.out, IsEmpty());
}

TEST_F(Methods, ThatAreUnknownAreUsageErrorsWithTheNearestName) {
  const Outcome outcome = here_.run("invdyn torque puma560 m.csv --method lagrang");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("--method: is \"lagrang\": expected one of khalil, newton-euler, choreonoid"),
                    EndsWith("; did you mean \"lagrange\"?\n")));
}

TEST_F(Methods, ForChainsTakeAWrenchOnlyAtTheTip) {
  const std::string wrench = " --wrench 'link=link3 fx=1' -q";
  EXPECT_EQ(here_.run("invdyn torque puma560 m.csv" + wrench).code, 0);
  const Outcome outcome = here_.run("invdyn torque puma560 m.csv --method luh" + wrench);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err,
              HasSubstr("the wrench acts on link \"link3\": expected a wrench on the last link, or on a"));
}

class Compare : public Methods {};

TEST_F(Compare, ListsEveryMethodInEachFormat) {
  const Outcome text = here_.run("invdyn compare two-arms --random 5 -q");
  EXPECT_EQ(text.code, 0);
  for (const Formulation& formulation : formulations())
    EXPECT_THAT(text.out, HasSubstr(std::string(formulation.name)));

  const Outcome csv = here_.run("invdyn compare puma560 m.csv -q --format csv");
  EXPECT_THAT(csv.out, StartsWith("method,joint,difference,unit,relative,multiplications,additions,"
                                  "ns_per_sample,why_not\nkhalil,joint1,0,N m,0,"));

  const Outcome json = here_.run("invdyn compare puma560 --random 7 --seed 3 -q --format json");
  const auto rows = nlohmann::json::parse(json.out);
  std::size_t refused = 0;
  for (const auto& row : rows) {
    if (!row["why_not"].is_null()) {
      ++refused;
      EXPECT_EQ(row["method"], "sasaki-arrays");
      continue;
    }
    EXPECT_LT(row["relative"], 1e-12);
    EXPECT_GT(row["multiplications"], 0);
  }
  EXPECT_EQ(refused, 1u);
  EXPECT_EQ(rows.size(), 6 * (formulations().size() - 1) + 1);
}

TEST_F(Compare, ExitsWithThreeAboveTheTolerance) {
  EXPECT_EQ(here_.run("invdyn compare puma560 m.csv --tolerance 1e-10").code, 0);
  const Outcome outcome = here_.run("invdyn compare puma560 m.csv --tolerance 0 -q");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("--tolerance: choreonoid differs at joint \"joint"),
                                 HasSubstr(": expected at most 0")));
  EXPECT_THAT(outcome.out, HasSubstr("3 samples"));  // the comparison is printed nevertheless
}

TEST_F(Compare, UsesSasakisArraysOnSasakisArm) {
  const Outcome outcome = here_.run("invdyn compare sasaki1990 --random 50 --tolerance 1e-12");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("does not support this robot")));
}

TEST_F(Compare, TakesLocksGravityAndWrench) {
  const Outcome outcome = here_.run(
      "invdyn compare puma560 --random 20 --lock joint2=0.3 --gravity 1,2,3 --wrench 'fz=5' --tolerance "
      "1e-11");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("joint2")));
}

TEST_F(Compare, RefusesInvalidRequests) {
  for (const char* line : {"--dt 1", "--rate 1", "--differentiate central", "--unwrap", "m.csv --random 5",
                           "m.csv --seed 5", "--random 0", "--random 1.5", "--random -1", "--seed x",
                           "--tolerance -1", "--tolerance nan", "--format xml"}) {
    const Outcome outcome = here_.run("invdyn compare puma560 " + std::string(line));
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_THAT(outcome.out, IsEmpty());
  }
  EXPECT_EQ(here_.run("invdyn compare puma560 none.csv").code, 1);
}

// Input of absurd size gives results that are not finite, as with torque.
TEST_F(Compare, RefusesNonFiniteTorques) {
  const Outcome outcome = here_.run("invdyn compare puma560 --random 5 --gravity 1e308,1e308,1e308");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("puma560: the torques of a sample are too large to compute"));
}

TEST_F(Compare, RefusesRobotsOfAbsurdSize) {
  here_.write("far.json", R"({"name": "far", "convention": "tree", "joints": [
    {"name": "a", "type": "revolute", "parent": "base", "axis": [0, 1, 0], "link": {"name": "la", "mass": 0}},
    {"name": "b", "type": "revolute", "parent": "la", "axis": [0, 1, 0], "origin": {"xyz": [0, 0, 1e308]},
     "link": {"name": "lb", "mass": 0}}]})");
  for (const std::string command : {"compare", "robot check", "robot inspect", "torque"}) {
    const Outcome outcome = here_.run("invdyn " + command + " far.json");
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_THAT(outcome.out, IsEmpty()) << command;
    EXPECT_EQ(outcome.err,
              "error: far.json: /joints/1/name: a coordinate of the joint's origin is 1e+308 m: expected "
              "magnitudes up to 1e+100 m\n")
        << command;
  }
}

// Limits of any size are accepted: some files write the largest double for "no limit".
TEST_F(Compare, TakesHugeLimitsThatMeanNone) {
  here_.write("free.json", R"({"name": "free", "convention": "tree", "joints": [
    {"name": "a", "type": "prismatic", "parent": "base", "axis": [1, 0, 0], "link": {"name": "la", "mass": 0},
     "limits": {"position": [-1.7976931348623157e308, 1.7976931348623157e308]}},
    {"name": "b", "type": "revolute", "parent": "la", "axis": [0, 1, 0], "link": {"name": "lb", "mass": 1,
     "com": [2, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}}]})");
  const Outcome check = here_.run("invdyn robot check free.json");
  EXPECT_THAT(check.out, HasSubstr("1.79769e+308 m, practically no limit"));
  EXPECT_THAT(check.out + check.err, testing::Not(HasSubstr("inf ")));
}

class Count : public Methods {};

TEST_F(Count, PrintsThePolynomialsOfTheirTotals) {
  const Outcome outcome = here_.run("invdyn count --format json");
  EXPECT_EQ(outcome.code, 0);
  const auto rows = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(rows.size(), formulations().size());
  for (const auto& row : rows) EXPECT_EQ(row["trigonometric"], "2n");
}

TEST_F(Count, CountsForARangeOfJointsByItem) {
  const Outcome outcome = here_.run("invdyn count --method luh --joints 1..12 --items --format csv");
  EXPECT_EQ(outcome.code, 0);
  // Lee's Table 2, F_i: 3n multiplications.
  for (int n = 1; n <= 12; ++n)
    EXPECT_THAT(outcome.out,
                HasSubstr("luh," + std::to_string(n) + ",F_i," + std::to_string(3 * n) + ",0,0\n"));
}

TEST_F(Count, PrintsTheTablesWithTheirTotals) {
  const Outcome outcome = here_.run("invdyn count --published");
  EXPECT_EQ(outcome.code, 0);
  for (const char* text : {"128/3 n^4 + 515/3 n^3 + 850/3 n^2 + 82/3 n", "119n - 24", "55n - 22",
                           "Balafoutis & Patel (1991)", "Lee et al. 1982, Table 1, compared with lagrange"})
    EXPECT_THAT(outcome.out, HasSubstr(text));
}

TEST_F(Count, RefusesInvalidRequests) {
  for (const char* line :
       {"--joints 0", "--joints 41", "--joints 3..2", "--joints 1..", "--joints a", "--method luhh",
        "--method luh,luh", "--published --items", "--published --joints 2", "extra"})
    EXPECT_EQ(here_.run("invdyn count " + std::string(line)).code, 2) << line;
}

TEST_F(Count, AFullDeviceIsAFailure) {
  EXPECT_EQ(here_.run("invdyn count > /dev/full").code, 1);
  EXPECT_EQ(here_.run("invdyn compare pendulum --random 3 > /dev/full").code, 1);
}

}  // namespace
}  // namespace invdyn::test
