// Feet on the ground, as users ask for them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A sole of 1 kg with a trunk of 1 kg on it, 20 N in all.
const std::string box = R"({
  "name": "box", "convention": "tree", "gravity": [0, 0, -10],
  "base": {"floating": true, "link": {"name": "sole", "mass": 1, "com": [0, 0, 0],
                                      "inertia": {"ixx": 0.1, "iyy": 0.1, "izz": 0.1}}},
  "joints": [{"name": "waist", "type": "revolute", "parent": "sole", "axis": [0, 1, 0],
              "link": {"name": "trunk", "mass": 1, "com": [0, 0, 0.5],
                       "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}}]})";
const std::string sole = "\"link=sole points=0.1,0.1,0;0.1,-0.1,0;-0.1,0.1,0;-0.1,-0.1,0\"";
// It leans forwards, until the weight of the trunk is 0.25 m in front, and the whole 0.125 m: beyond the
// sole.
const std::string leaning =
    "t,base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz,waist,on,push\n"
    "0,0,0,0,1,0,0,0,0,1,30\n"
    "1,0,0,0,1,0,0,0,0.2,1,15\n"
    "2,0,0,0,1,0,0,0,0.5235987755982988,0,5\n";

class Feet : public ::testing::Test {
 protected:
  Feet() {
    here_.write("box.json", box);
    here_.write("lean.csv", leaning);
  }
  Outcome torque(const std::string& more) const {
    return here_.run("invdyn torque box.json lean.csv --static " + more);
  }
  Table table(const std::string& more) const {
    const Outcome outcome = torque(more + " -q");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return table_of(outcome.out);
  }
  Workplace here_;
};

TEST_F(Feet, StandUntilTheyTip) {
  const Table all = table("--contact " + sole + " --columns contact,support,wrench,tau");
  EXPECT_EQ(all.header,
            "t,wrench_fx_sole@world,wrench_fy_sole@world,wrench_fz_sole@world,wrench_nx_sole@world,"
            "wrench_ny_sole@world,wrench_nz_sole@world,bears_sole,unexplained,breaks,base_fx,base_fy,base_fz,"
            "base_nx,base_ny,base_nz,tau_waist");
  EXPECT_NEAR(all.rows[0][3], 20, 1e-9);
  EXPECT_EQ(all.rows[0][7], 4);
  EXPECT_NEAR(all.rows[1][5], -10 * 0.5 * std::sin(0.2), 1e-9);  // the weight of the trunk, about the sole
  EXPECT_LT(all.rows[1][8], 1e-12);
  EXPECT_EQ(all.rows[1][9], 0);
  EXPECT_EQ(all.rows[2][9], 3);
  EXPECT_GT(all.rows[2][8], 0.001);
  // A foot that is the base changes no torque.
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(all.rows[k].back(), table("--columns tau").rows[k].back());
}

// The third row of the motion tips.
TEST_F(Feet, LeaveRoundingOutOfTheSummary) {
  here_.write("still.csv", leaning.substr(0, leaning.find("2,0,0")));
  const std::string more = " --static -q -o t.csv --summary --contact " + sole;
  const Outcome still = here_.run("invdyn torque box.json still.csv" + more);
  EXPECT_THAT(still.err, HasSubstr("\nforce_sole"));
  EXPECT_THAT(still.err, testing::Not(HasSubstr("base_")));
  EXPECT_THAT(here_.run("invdyn torque box.json lean.csv" + more).err, HasSubstr("\nbase_ny"));
}

// What is written is read again as known forces.
TEST_F(Feet, GiveTheSameTorquesAsTheForcesThatAreReadBack) {
  here_.run("invdyn torque box.json lean.csv --static -q -o forces.csv --contact " + sole);
  const Table with = table("--contact " + sole + " --columns wrench,tau"),
              again = table("--wrench forces.csv --columns wrench,tau");
  ASSERT_EQ(again.rows.size(), with.rows.size());
  for (std::size_t k = 0; k < with.rows.size(); ++k)
    for (std::size_t j = 0; j < with.rows[k].size(); ++j)
      EXPECT_NEAR(again.rows[k][j], with.rows[k][j], 20 * 1e-9);
}

TEST_F(Feet, AreTheSameBytesFromPartsAndThreads) {
  const std::string run = "--columns wrench,contact,support,tau -q --contact " + sole;
  const std::string whole = torque(run).out;
  EXPECT_EQ(torque(run + " --threads 2").out, whole);
  EXPECT_EQ(torque(run + " --shard 1/2").out + torque(run + " --shard 2/2").out, whole);
}

TEST_F(Feet, AreSaidToBearAndToBreak) {
  const Outcome outcome = torque("--contact " + sole + " -o torques.csv --tolerance 0.001 --summary");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("the ground carries sole in 100 % of the rows"));
  EXPECT_THAT(outcome.err,
              HasSubstr("the ground cannot exert the forces of this motion in 1 of 3 rows (33.3 %)"));
  EXPECT_THAT(outcome.err, HasSubstr("Causes: 1 row: the robot would tip"));
  EXPECT_THAT(outcome.err,
              HasSubstr("--tolerance: in a row of lean.csv, the part of the wrench that the contacts cannot "
                        "exert"));
  EXPECT_THAT(outcome.err, HasSubstr("force_sole"));
  EXPECT_EQ(torque("--contact " + sole + " -o torques.csv --tolerance 0.9").code, 0);
}

// The trunk of 10 N at 0.5 m, at 0, 0.2 and pi/6 rad: 0, 1 and 2.5 N m. The last row is impossible.
TEST_F(Feet, HavePeaksOfTorqueInRowsThatAreImpossible) {
  std::string text = box;
  const std::string axis = "\"axis\": [0, 1, 0],";
  here_.write("box.json", text.replace(text.find(axis), axis.size(), axis + "\"limits\": {\"effort\": 2},"));
  EXPECT_THAT(
      torque("--contact " + sole + " -o torques.csv").err,
      HasSubstr(
          "Torques of these rows are not valid: without these rows, \"waist\" reaches 49.7 % of its limit "
          "(2 N m), and in these rows 125 %"));
  std::string more = leaning;
  here_.write("lean.csv", more + "3,0,0,0,1,0,0,0,0.5235987755982988,0,5\n4,0,0,0,1,0,0,0,0,0,5\n");
  EXPECT_THAT(
      torque("--contact " + sole + " -o torques.csv").err,
      HasSubstr("in 2 of 5 rows (40 %), in 1 interval: 2 to 3 s (tips). In these rows, the contacts"));
}

TEST_F(Feet, ThatNeverReachTheGroundAreNamed) {
  const Outcome outcome = torque("--contact " + sole + " -o torques.csv --ground -1");
  EXPECT_THAT(outcome.err, HasSubstr("the ground carries sole in 0 % of the rows (at least "));
  EXPECT_THAT(outcome.err, HasSubstr(" m above the ground)"));
  EXPECT_THAT(outcome.err, HasSubstr("The feet are always at least "));
  EXPECT_THAT(outcome.err, HasSubstr("is the ground higher than --ground states"));
}

// The box at a height of 318 mm. The question explains all else.
TEST_F(Feet, ThatAreFarFromTheGroundMayBeInMillimetres) {
  here_.write("lean.csv",
              "t,base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz,waist\n0,0,0,318,1,0,0,0,0\n");
  const std::string contact = "--contact " + sole + " -o torques.csv";
  EXPECT_THAT(
      torque(contact).err,
      testing::AllOf(HasSubstr("the feet are always at least 318 m above the ground: is base_z in mm (then "
                               "name the columns \"base_x (mm)\", \"base_y (mm)\" and \"base_z (mm)\"), or "
                               "is the ground higher than --ground states"),
                     testing::Not(HasSubstr("Causes:"))));
  here_.write("lean.csv",
              "t,base_x,base_y,base_z (mm),base_qw,base_qx,base_qy,base_qz,waist\n0,0,0,0,1,0,0,0,0\n");
  EXPECT_THAT(torque(contact).err, testing::Not(HasSubstr("mm?")));
}

TEST_F(Feet, ThatAreDeepInTheGroundAreNamed) {
  EXPECT_THAT(
      torque("--contact " + sole + " -o torques.csv --ground 1").err,
      HasSubstr(
          "the feet that carry load are at least 1 m below the ground: is the ground lower than --ground "
          "states"));
  const std::string always = sole.substr(0, sole.size() - 1) + " when=always\"";
  for (const std::string& sound : {sole + " --ground 0.05", always + " --ground 1"})
    EXPECT_THAT(torque("-o torques.csv --contact " + sound).err, testing::Not(HasSubstr("below the ground")));
}

TEST_F(Feet, BearAsAColumnSays) {
  const auto bears = [&](const std::string& when) {
    std::string text;
    for (const auto& row :
         table("--columns support --contact " + sole.substr(0, sole.size() - 1) + " when=" + when + "\"")
             .rows)
      text += row[1] > 0 ? '1' : '0';
    return text;
  };
  EXPECT_EQ(bears("on"), "110");
  EXPECT_EQ(bears("push>10"), "110");
  EXPECT_EQ(bears("push>20"), "100");
  EXPECT_EQ(bears("always"), "111");
  EXPECT_EQ(bears("auto height=-0.01"), "000");
}

TEST_F(Feet, AreRefusedWithTheReason) {
  const auto error = [&](const std::string& options) {
    const Outcome outcome = torque(options);
    EXPECT_NE(outcome.code, 0) << options;
    EXPECT_THAT(outcome.out, IsEmpty());
    return outcome.err;
  };
  const std::string contact = "--contact " + sole;
  EXPECT_THAT(error(contact + " --base fixed"), HasSubstr("expected --base floating"));
  EXPECT_THAT(here_.run("invdyn torque box.json lean.csv --base free " + contact).err,
              HasSubstr("pushes on the robot, but"));
  EXPECT_THAT(error(contact + " --gravity 0,0,0"), HasSubstr("needs gravity"));
  EXPECT_THAT(error(contact + " " + contact), HasSubstr("is given twice for the link sole"));
  EXPECT_THAT(error("--contact foot"), HasSubstr("expected one of sole, trunk"));
  EXPECT_THAT(error("--contact sole,trunk"),
              HasSubstr("; give one link each time: the option may be repeated"));
  EXPECT_THAT(error("--contact trunk"), HasSubstr("points="));
  EXPECT_THAT(error("--contact 'link=sole points=0,0,0 mu=-1'"), HasSubstr("--contact mu: is -1"));
  EXPECT_THAT(error("--contact 'link=sole points=0,0'"), HasSubstr("--contact points"));
  EXPECT_THAT(error("--contact 'link=sole points=0,0,0 normal=0,0,0'"), HasSubstr("expected a direction"));
  EXPECT_THAT(error("--contact 'link=sole points=0,0,0 when=onn'"), HasSubstr("did you mean \"on\"?"));
  EXPECT_THAT(error("--contact 'link=sole points=0,0,0 when=waist'"), HasSubstr("as another quantity"));
  EXPECT_THAT(error("--contact 'link=sole points=0,0,0 when=on speed=1'"), HasSubstr("give when=auto"));
  EXPECT_THAT(error("--tolerance 0.1"), HasSubstr("expected --contact LINK too"));
  EXPECT_THAT(error("--columns support"), HasSubstr("there is no contact: give --contact LINK"));
  EXPECT_THAT(here_
                  .run("invdyn torque box.json lean.csv --resample 10 --contact 'link=sole points=0,0,0 "
                       "when=on'")
                  .err,
              HasSubstr("when=auto, or leave out --resample"));
}

TEST_F(Feet, AreSeenInPages) {
  const std::string contact = " --contact " + sole + " -q ";
  EXPECT_EQ(here_.run("invdyn view box.json lean.csv --differentiate central -o page.html" + contact).code,
            0);
  EXPECT_THAT(here_.read("page.html"), HasSubstr("\"bearing\":"));
  EXPECT_THAT(here_.read("page.html"), HasSubstr("\"contact\":0"));
  EXPECT_THAT(here_.read("page.html"), HasSubstr("the robot would tip"));
  EXPECT_EQ(here_.run("invdyn size box.json lean.csv --differentiate central" + contact).code, 0);
}

}  // namespace
}  // namespace invdyn::test
