// Trajectories of other programs in typical form: no header, other separators and names, OpenSim and .pos.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/held_pipe.h"
#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string plain = "t,shoulder,elbow\n0,10,20\n0.5,12,18\n1,15,14\n1.5,15,13\n";
const std::string rows = "0\t10 20\n 0.5  12 18 \n1 15 14\n1.5 15 13\n";
const std::string storage =
    "walk\nversion=1\nnRows=4\nnColumns=3\ninDegrees=yes\nendheader\ntime\tshoulder\telbow\n" + rows;

class ForeignFile : public testing::Test {
 protected:
  void SetUp() override {
    here_.write("plain.csv", plain);
    here_.write("rows.txt", rows);
    here_.write("walk.pos", rows);
    here_.write("walk.sto", storage);
    here_.write("named.csv", "clock;angle 1;q_elbow_measured\n0;10;20\n0.5;12;18\n1;15;14\n1.5;15;13\n");
  }

  Outcome torque(const std::string& arguments) const {
    return here_.run("invdyn torque two-link " + arguments);
  }

  Workplace here_;
};

TEST_F(ForeignFile, GivesTheSameTorquesAsPlainCsv) {
  const std::string rad = torque("plain.csv -q").out, deg = torque("plain.csv -q --degrees").out;
  ASSERT_EQ(table_of(rad).rows.size(), 4U);
  ASSERT_NE(rad, deg);
  for (const std::string threads : {" --threads 1", " --threads 3"}) {
    EXPECT_EQ(torque("rows.txt --no-header -q" + threads).out, rad);
    EXPECT_EQ(torque("- --no-header -q < rows.txt" + threads).out, rad);
    EXPECT_EQ(torque("walk.pos -q" + threads).out, rad);
    EXPECT_EQ(torque("walk.pos --degrees -q" + threads).out, deg);
    EXPECT_EQ(torque("walk.sto -q" + threads).out, deg);
    EXPECT_EQ(torque("- -q < walk.sto" + threads).out, deg);
    EXPECT_EQ(
        torque("named.csv --map clock=t,q_elbow_measured=elbow --map 'angle 1=shoulder' -q" + threads).out,
        rad);
    EXPECT_EQ(torque("named.csv --separator ';' --map clock=t,q_elbow_measured=elbow --map 'angle "
                     "1=shoulder' -q" +
                     threads)
                  .out,
              rad);
  }
  EXPECT_EQ(torque("rows.txt --no-header --lock shoulder=0.5 -q").out,
            torque("plain.csv --lock shoulder=0.5 -q").out);
}

// The beginnings are those that the formats' documents state.
TEST_F(ForeignFile, IsNamedWhereItIsNotText) {
  const std::pair<std::string, std::string> files[] = {{"log.xlsx", "PK\3\4 a workbook"},
                                                       {"log.h5", "\x89HDF\r\n\x1a\n"},
                                                       {"log.mat", "MATLAB 5.0 MAT-file, Platform"},
                                                       {"log.parquet", "PAR1\x15\x04"},
                                                       {"log.pkl", "\x80\x04\x95 and more"},
                                                       {"log.bag", "#ROSBAG V2.0\n"},
                                                       {"log.db3", std::string("SQLite format 3\0", 16)}};
  std::string errors;
  for (const auto& [name, text] : files) {
    here_.write(name, text);
    const Outcome run = torque(name + " -q");
    EXPECT_EQ(run.code, 1);
    errors += run.err;
  }
  EXPECT_EQ(errors,
            "error: log.xlsx: is a workbook, which invdyn cannot read: expected CSV; save it as CSV in the "
            "spreadsheet\n"
            "error: log.h5: is an HDF5 file, which invdyn cannot read: expected a CSV file, written by "
            "writetable of MATLAB or to_csv of Python's pandas\n"
            "error: log.mat: is a MAT-file of MATLAB, which invdyn cannot read: expected a CSV file, "
            "written by writetable of MATLAB\n"
            "error: log.parquet: is a Parquet file, which invdyn cannot read: expected a CSV file, written "
            "by to_csv of Python's pandas\n"
            "error: log.pkl: is a pickle of Python, which invdyn cannot read: expected a CSV file, written "
            "by to_csv of Python's pandas\n"
            "error: log.bag: is a bag of ROS 1, which invdyn cannot read: expected MCAP. To convert the "
            "file, run mcap convert log.bag log.mcap\n"
            "error: log.db3: is an SQLite database, perhaps a bag of ROS 2, which invdyn cannot read: "
            "expected MCAP. To convert the file, run mcap convert log.db3 log.mcap\n");
}

TEST_F(ForeignFile, HasNoDegreeSignsInItsCells) {
  here_.write("signs.csv", "t,shoulder,elbow\n0,10°,20°\n1,15°,14°\n");
  EXPECT_EQ(
      torque("signs.csv -q").err,
      "error: signs.csv:2: shoulder is \"10°\": expected a finite number (rad) without the degree sign (sed "
      "'s/°//g' takes it out), and --degrees\n");
}

// The line of an error works when pasted, and gives what auto takes.
TEST_F(ForeignFile, IsReadByTheMapThatIsOffered) {
  const std::string values = "\n0,10,20\n0.5,12,18\n1,15,14\n1.5,15,13\n", right = torque("plain.csv -q").out;
  for (const std::string header :
       {"t,joint_0_pos,joint_1_pos", "__time,/js/shoulder/position,/js/elbow/position",
        "timestamp,Shoulder Angle,Elbow Angle", "t,q$1,q$2"}) {
    here_.write("log.csv", header + values);
    const std::string error = torque("log.csv").err;
    const std::size_t begin = error.find("--map"),
                      end = std::min(error.find(" if they"), error.find(" (or --map"));
    ASSERT_LT(begin, end) << error;
    EXPECT_EQ(torque("log.csv -q " + error.substr(begin, end - begin)).out, right) << header;
    const Outcome automatic = torque("log.csv --map auto");
    EXPECT_EQ(automatic.out, right) << header;
    EXPECT_THAT(automatic.err, HasSubstr("note: log.csv: --map auto chose the mapping "));
  }
}

TEST_F(ForeignFile, IsReadByTheOtherCommands) {
  EXPECT_EQ(here_.run("invdyn simulate two-link walk.pos -q").out,
            here_.run("invdyn simulate two-link plain.csv -q").out);
  const Outcome compared = here_.run("invdyn compare two-link walk.sto --format csv -q");
  EXPECT_EQ(compared.code, 0) << compared.err;
}

TEST_F(ForeignFile, WarnsIfItsHeaderCountsOtherRows) {
  const std::string whole = torque("walk.sto").err;
  EXPECT_THAT(whole, HasSubstr("note: walk.sto: OpenSim's header, angles in degrees\n"));
  EXPECT_THAT(whole, Not(HasSubstr("its header states")));
  here_.write("cut.sto", storage.substr(0, storage.rfind("1.5")));
  for (const std::string way : {"", " --resample 20", " --lowpass 0.5"}) {
    const Outcome cut = torque("cut.sto" + way);
    EXPECT_EQ(cut.code, 0) << cut.err;
    EXPECT_THAT(cut.err,
                HasSubstr("warning: cut.sto: has 3 rows, but its header states 4: is the file complete?\n"))
        << way;
    EXPECT_THAT(torque("walk.sto" + way).err, Not(HasSubstr("its header states"))) << way;
  }
}

TEST_F(ForeignFile, CanBeSharded) {
  for (const std::string file : {"walk.sto", "walk.pos", "rows.txt --no-header"}) {
    const std::string whole = torque(file + " -q").out;
    for (const int count : {1, 2, 3, 9}) {
      std::string joined;
      for (int index = 1; index <= count; ++index) {
        const Outcome part =
            torque(file + " -q --shard " + std::to_string(index) + "/" + std::to_string(count));
        EXPECT_EQ(part.code, 0) << part.err;
        EXPECT_EQ(part.err, "");
        joined += part.out;
      }
      EXPECT_EQ(joined, whole) << file << " in " << count;
    }
  }
}

// The output is CSV. With its old file ending it would be read as another format.
TEST_F(ForeignFile, BecomesACsvFileInABatch) {
  here_.write("run.mot", storage);
  ASSERT_EQ(torque("walk.sto run.mot plain.csv --output-dir out --resume -q").code, 0);
  EXPECT_EQ(here_.read("out/walk.csv"), torque("walk.sto -q").out);
  EXPECT_EQ(here_.read("out/run.csv"), here_.read("out/walk.csv"));
  EXPECT_THAT(torque("walk.sto --output-dir out --resume").err, HasSubstr("skipped"));
  const Outcome both = torque("walk.sto walk.pos --output-dir out");
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("out/walk.csv"));
}

TEST_F(ForeignFile, IsRefusedIfTheOptionsDoNotFit) {
  const auto complaint = [&](const std::string& arguments, int code) {
    const Outcome outcome = torque(arguments);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(complaint("plain.csv --separator colon", 2),
            "error: --separator: is \"colon\": expected one of comma, semicolon, tab, space\n");
  EXPECT_EQ(complaint("plain.csv --map elbow", 2),
            "error: --map: has \"elbow\": expected COLUMN=JOINT, such as log3=elbow, or auto\n");
  EXPECT_THAT(complaint("rows.txt --no-header --map a=elbow", 1),
              HasSubstr("--map maps \"a\" to \"elbow\": expected a column number from 1 to "));
  EXPECT_THAT(complaint("named.csv --map clock=t,q_elbow_mesured=elbow", 1),
              HasSubstr("did you mean \"q_elbow_measured\"?"));
  EXPECT_THAT(complaint("named.csv --map clock=t,q_elbow_measured=ellbow", 2),
              HasSubstr("did you mean \"elbow\"?"));
  ASSERT_EQ(torque("plain.csv --columns q -q -o q.npy").code, 0);
  EXPECT_THAT(complaint("q.npy --no-header", 2),
              HasSubstr("--no-header: is only for text files: leave it out, because q.npy is an array"));
  EXPECT_THAT(complaint("q.npy --separator tab", 2),
              HasSubstr("--separator: is only for text files: leave it out, because q.npy is an array"));
  EXPECT_EQ(torque("q.npy --map t=t -q").out, torque("q.npy -q").out) << "an array's columns have names";
}

TEST_F(ForeignFile, IsAnsweredRowByRow) {
  for (const std::string head : {"", "a\nversion=1\nendheader\ntime pivot\n"}) {
    const HeldPipe pipe(here_ / "live");
    std::vector<std::string> arguments{program, "torque", "pendulum", "live"};
    if (head.empty()) arguments.push_back("--no-header");
    const Child child(arguments, here_.path(), here_ / "answers", here_ / "err");
    pipe.write(head);
    for (std::ptrdiff_t row = 0; row < 5; ++row) {
      pipe.write(std::to_string(row) + "  0." + std::to_string(row) + "\n");
      const auto answers = [&] {
        const std::string out = std::filesystem::exists(here_ / "answers") ? here_.read("answers") : "";
        return std::count(out.begin(), out.end(), '\n');
      };
      EXPECT_TRUE(wait_until([&] { return answers() >= row + 2; })) << "row " << row;
    }
    std::filesystem::remove(here_ / "live");
    std::filesystem::remove(here_ / "answers");
  }
}

// The torques of poses are those of the same rows with times.
TEST(ForeignFiles, ArePosesWithoutTimes) {
  const Workplace here;
  here.write("poses.csv", "shoulder,elbow\n0,0\n0.5,-0.2\n");
  here.write("timed.csv", "t,shoulder,elbow\n0,0,0\n7,0.5,-0.2\n");
  const Outcome poses = here.run("invdyn torque two-link poses.csv --static --columns q,tau");
  EXPECT_EQ(poses.code, 0) << poses.err;
  EXPECT_THAT(poses.err, HasSubstr("poses.csv: no time column, so the output has no t"));
  EXPECT_EQ(poses.out,
            here.run("invdyn torque two-link timed.csv --static --columns q,tau -q | cut -d, -f2-").out);
  EXPECT_EQ(here.run("invdyn torque two-link poses.csv --static -q -o poses.npy").code, 0);
  EXPECT_THAT(here.read("poses.npy.json"), Not(HasSubstr("\"t\"")));
  EXPECT_THAT(here.run("invdyn torque two-link poses.csv").err, HasSubstr("no time column"));
  here.write("turned.csv", "shoulder,elbow\n3,0\n-3,-0.2\n");  // no motion from pose to pose
  EXPECT_THAT(here.run("invdyn torque two-link turned.csv --static").err, Not(HasSubstr("jumps")));
  here.write("push.csv", "t,fx\n0,1\n9,2\n");
  EXPECT_THAT(here.run("invdyn torque two-link poses.csv --static --wrench 'link=forearm file=push.csv'").err,
              HasSubstr("no time column, but push.csv changes over time"));
}

TEST_F(ForeignFile, OfTorquesAloneIsNotReadAsPositions) {
  const std::string torques = "tau_joint1,tau_joint2,tau_joint3,tau_joint4,tau_joint5,tau_joint6";
  here_.write("alone.csv", "t," + torques + "\n0,1,1,1,1,1,1\n1,1,1,1,1,1,1\n");
  here_.write("stamped.csv", "timestamp," + torques + "\n0,1,1,1,1,1,1\n1,1,1,1,1,1,1\n");
  here_.write("more.csv", "t," + torques + ",x\n0,1,1,1,1,1,1,1\n1,1,1,1,1,1,1,1\n");
  for (const std::string command : {"torque", "size", "identify"})
    for (const std::string file : {"alone.csv", "stamped.csv", "more.csv"}) {
      const std::string error = here_.run("invdyn " + command + " puma560 " + file).err;
      EXPECT_THAT(error, Not(HasSubstr("--map tau_"))) << command << file;
      EXPECT_THAT(error,
                  HasSubstr(file == "more.csv"
                                ? "expected \"q_joint1\" or"
                                : "has measured torques but no positions: expected columns q_joint1, "))
          << command << file;
    }
}

// The motor of the elbow is in the base: m2 = shoulder + elbow, so tau_shoulder = tau_m1 + tau_m2.
TEST(ForeignFiles, AreOfMotorsThatMoveSeveralJoints) {
  const Workplace here;
  here.write("belt.csv", "motor,shoulder,elbow\nm1,1,0\nm2,1,1\n");
  here.write("joints.csv",
             "t,shoulder,elbow,tau_shoulder,tau_elbow\n0,0,0,6,2\n0.5,0.25,0.5,7,3\n1,0.5,0.25,8,4\n");
  here.write("motors.csv", "t,pos1,pos2,cur1,cur2\n0,0,0,4,2\n0.5,0.25,0.75,4,3\n1,0.5,0.75,4,4\n");
  const std::string of_motors =
      "invdyn torque two-link motors.csv --coupling belt.csv --map pos1=m1,pos2=m2,cur1=tau_m1,cur2=tau_m2 "
      "--columns q,dq,tau,measured ";
  EXPECT_EQ(here.run(of_motors).out,
            here.run("invdyn torque two-link joints.csv --columns q,dq,tau,measured").out);
  EXPECT_EQ(here.run(of_motors + "-o belt.csv").code, 2);
  EXPECT_EQ(here.run(of_motors + "--unwrap").code, 2);
  EXPECT_EQ(here.run(of_motors + "--torque-constant 1,2").code, 2);
  here.write("gears.csv", "motor,elbow,wrist\nm1,1,0\nm2,1,1\n");
  EXPECT_THAT(here.run("invdyn torque scara motors.csv --coupling gears.csv").err,
              HasSubstr("gears.csv:1: the joint \"elbow\" has the gear ratio"));
}

}  // namespace
}  // namespace invdyn::test
