// Tables for figures, with the traits of logs of other programs. Times, separators and units are tested at
// the reader of trajectories, which is the same.

#include "pictures/figure/drawn_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/mcap_writer.h"
#include "support/temporary_folder.h"
#include "trajectory/names/named_joints.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CsvSettings with_step(double step) {
  CsvSettings settings;
  settings.grid = TimeGrid::with_step(step);
  return settings;
}

CsvSettings with_map(const ColumnMapping& mapping, std::optional<TimeUnit> unit = {}) {
  CsvSettings settings;
  settings.mappings = {mapping};
  settings.time_unit = unit;
  return settings;
}

class DrawnTableTest : public testing::Test {
 protected:
  CsvTable read(const std::string& text, CsvSettings settings = {}, bool leaves_out = true,
                const std::string& name = "log.csv") {
    notes_.clear();
    if (settings.missing.policy == MissingValues::Policy::error)
      settings.missing.policy = MissingValues::Policy::keep;
    const TableSettings all{
        .wanted = [](const auto& columns) { return std::vector<bool>(columns.size(), true); },
        .leaves_out = leaves_out,
        .robot = robot_};
    const DrawnTable result = read_drawn_table(folder_.write(name, text), all, settings,
                                               [&](const std::string& note) { notes_ += note + '\n'; });
    in_degrees_ = result.in_degrees;
    return result.table;
  }
  std::string complaint(const std::string& text, bool leaves_out = true) {
    try {
      read(text, {}, leaves_out);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  const Robot* robot_ = nullptr;
  std::string notes_;
  std::optional<bool> in_degrees_;
};

TEST_F(DrawnTableTest, ReadsTimesOfOtherPrograms) {
  for (const char* name : {"__time", "Time [s]", "timestamp_s"}) {
    const CsvTable table = read(std::string(name) + ",a\n1700000000.25,1\n1700000000.75,2\n");
    EXPECT_THAT(*table.time, ElementsAre(0, 0.5)) << name;
    EXPECT_THAT(table.columns.at(0).values, ElementsAre(1, 2));
  }
  EXPECT_THAT(*read("clock,a\n2000,1\n2500,2\n", with_map({"clock", "t"}, TimeUnit::ms)).time,
              ElementsAre(0, 0.5));
}

// As numpy's savetxt writes them.
TEST_F(DrawnTableTest, ReadsNamesInAComment) {
  const CsvTable table = read("# t,q_a\n0,0.5\n1,0.7\n");
  EXPECT_EQ(table.columns.back().name, "q_a");
  EXPECT_THAT(table.columns.back().values, ElementsAre(0.5, 0.7));
}

// A gripper publishes first, on the same topic; then the arm, whose first velocity is not known.
TEST_F(DrawnTableTest, ReadsTheMostColumnsOfARecording) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string file = mcap_file(
      joint_state_records({{.stamp = 1'000'000'000, .names = {"finger"}, .position = {9}},
                           {.stamp = 2'000'000'000, .names = {"a"}, .position = {1}, .velocity = {nan}},
                           {.stamp = 2'500'000'000, .names = {"finger"}, .position = {8}},
                           {.stamp = 4'000'000'000, .names = {"a"}, .position = {3}, .velocity = {5}}}));
  const CsvTable table = read(file, {}, true, "run.mcap");
  EXPECT_THAT(*table.time, ElementsAre(0, 2));
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.columns[0].name, "q_a");
  EXPECT_THAT(table.columns[0].values, ElementsAre(1, 3));
  EXPECT_TRUE(std::isnan(table.columns[1].values[0]));
  EXPECT_EQ(table.columns[1].values[1], 5);
  EXPECT_THAT(notes_, HasSubstr("columns of other messages are not drawn: q_finger ("));
  EXPECT_THAT(notes_,
              HasSubstr("1 message of /joint_states left out, because columns that are drawn are missing"));
}

TEST_F(DrawnTableTest, ReadsTheColumnsOfARecordingThatAreWanted) {
  const std::string file =
      mcap_file(joint_state_records({{.stamp = 2'000'000'000, .names = {"a", "b"}, .position = {1, 2}},
                                     {.stamp = 3'000'000'000, .names = {"finger"}, .position = {8}},
                                     {.stamp = 4'000'000'000, .names = {"finger"}, .position = {7}}}));
  const TableSettings fingers{.wanted = [](const auto& columns) {
    std::vector<bool> wanted;
    for (const auto& column : columns) wanted.push_back(column.name == "q_finger");
    return wanted;
  }};
  const CsvTable table =
      read_drawn_table(folder_.write("run.mcap", file), fingers, {}, [](const std::string&) {}).table;
  EXPECT_THAT(*table.time, ElementsAre(0, 1));
  EXPECT_THAT(table.columns.at(0).values, ElementsAre(8, 7));
}

TEST_F(DrawnTableTest, NumbersTheJointsOfMotions) {
  const CsvTable positions = read("0 0.5 0.25\n0.1 0.6 0.35\n", {}, true, "walk.pos");
  EXPECT_THAT(*positions.time, ElementsAre(0, 0.1));
  EXPECT_EQ(positions.columns.at(1).name, "q_joint2");
  EXPECT_THAT(positions.columns[1].values, ElementsAre(0.25, 0.35));
  const CsvTable sequence = read(
      "type: CompositeSeq\ncomponents:\n - type: MultiValueSeq\n   content: JointDisplacement\n"
      "   frame_rate: 4\n   num_frames: 2\n   num_parts: 1\n   frames:\n    - [ 1.5 ]\n    - [ 2.5 ]\n",
      {}, true, "walk.seq");
  EXPECT_THAT(*sequence.time, ElementsAre(0, 0.25));
  EXPECT_EQ(sequence.columns.at(0).name, "q_joint1");
  EXPECT_THAT(sequence.columns[0].values, ElementsAre(1.5, 2.5));
}

// By their numbers, or by the joints of a robot that has as many. A separator may end the rows.
TEST_F(DrawnTableTest, ReadsRowsWithoutAHeader) {
  CsvSettings mapped = with_map({"1", "t"});
  mapped.has_header = false;
  const CsvTable numbered = read("0,0.5,0.25\n2,0.6,0.35\n", mapped);
  EXPECT_THAT(*numbered.time, ElementsAre(0, 2));
  EXPECT_EQ(numbered.columns.at(1).name, "column 3");
  CsvSettings settings;
  settings.has_header = false;
  EXPECT_TRUE(read("0\t0.5\n", settings).is_numbered);
  const Robot robot = robot_of_names("arm", {{"elbow"}});
  robot_ = &robot;
  const CsvTable named = read("0\t0.5\t\n2\t0.6\t\n", settings);
  EXPECT_THAT(*named.time, ElementsAre(0, 2));
  EXPECT_EQ(named.columns.at(0).name, "q_elbow");
}

TEST_F(DrawnTableTest, ReadsAHeaderThatIsRepeated) {
  const CsvTable table = read("timestamp,a\ntimestamp,a\n1700000000.25,1\n1700000000.75,2\n");
  EXPECT_THAT(*table.time, ElementsAre(0, 0.5));
  EXPECT_THAT(table.columns.at(0).values, ElementsAre(1, 2));
}

// They are only drawn.
TEST_F(DrawnTableTest, MayRepeatTimes) {
  for (const char* name : {"t", "timestamp_s"}) {
    const CsvTable table = read(std::string(name) + ",a\n0,1\n0,2\n1,3\n");
    EXPECT_THAT(*table.time, ElementsAre(0, 0, 1));
    EXPECT_THAT(table.columns.at(0).values, ElementsAre(1, 2, 3));
  }
}

TEST_F(DrawnTableTest, ReplacesTimesByAGrid) {
  EXPECT_THAT(*read("t,a\n3,1\n3.1,2\n3.3,3\n", with_step(0.5)).time, ElementsAre(3, 3.5, 4));
  EXPECT_THAT(*read("a\n1\n2\n", with_step(0.5)).time, ElementsAre(0, 0.5));
  const CsvTable numbered = read("a\n7\n8\n");
  EXPECT_TRUE(numbered.is_numbered);
  EXPECT_THAT(*numbered.time, ElementsAre(1, 2));
}

TEST_F(DrawnTableTest, LeavesOutTextAndRepeatedNames) {
  const std::string log = "t,state,a,b,b\n0,IDLE,1,2,3\n1,RUN,4,5,6\n";
  const CsvTable table = read(log);
  ASSERT_EQ(table.columns.size(), 1u);
  EXPECT_THAT(table.columns[0].values, ElementsAre(1, 4));
  EXPECT_THAT(notes_, HasSubstr("columns not drawn, because they hold text: state"));
  EXPECT_THAT(notes_, HasSubstr("columns not drawn, because their names are repeated: b, b"));
  const CsvTable sparse = read("t,state,a\n0,,1\n1,IDLE,4\n");
  EXPECT_EQ(sparse.columns.size(), 1u);
  EXPECT_THAT(complaint(log, false), HasSubstr("log.csv:1: the column \"b\" is repeated"));
  EXPECT_THAT(complaint("t,state\n0,IDLE\n", false),
              HasSubstr("log.csv:2: state is \"IDLE\": expected a finite"));
  EXPECT_THAT(complaint("0,0,base,a\n1,0,base,b\n"), HasSubstr("log.csv:1: the first row holds numbers"));
  EXPECT_THAT(complaint("t,a\n0,1\n1,two\n"), HasSubstr("log.csv:3: a is \"two\": expected a finite number"));
}

TEST_F(DrawnTableTest, KeepsRowsThatLackValues) {
  CsvSettings commas;
  commas.decimal_comma = true;
  const CsvTable table = read("t;a;b;c\n0;1,5;NaN;\n1;;2,5;\n", commas);
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.columns[0].values[0], 1.5);
  EXPECT_TRUE(std::isnan(table.columns[0].values[1]));
  EXPECT_TRUE(std::isnan(table.columns[1].values[0]));
  EXPECT_EQ(table.columns[1].values[1], 2.5);
  EXPECT_THAT(notes_, HasSubstr("some rows lack values"));
  EXPECT_THAT(notes_, HasSubstr("columns not drawn, because they have no values: c"));
  CsvSettings skip;
  skip.missing.policy = MissingValues::Policy::skip;
  EXPECT_THAT(*read("t,a\n0,1\n1,\n2,3\n3,4\n", skip).time, ElementsAre(0, 2, 3));
}

// 90 deg/s and 60 rev/min, in SI units: pi/2 and 2 pi rad/s.
TEST_F(DrawnTableTest, TakesNamesWithUnitsForWhatTheyStandFor) {
  const CsvTable table = read("t,dq_a [deg/s],b_rpm,arm_mm,current_mA,i [A]\n0,90,60,5,7,8\n");
  ASSERT_EQ(table.columns.size(), 5u);
  const auto expect = [&](std::size_t i, const char* meaning, double value, std::optional<bool> turns) {
    EXPECT_EQ(table.columns[i].standard_name(), meaning);
    EXPECT_DOUBLE_EQ(table.columns[i].values.at(0), value);
    EXPECT_EQ(table.columns[i].turns, turns);
  };
  expect(0, "dq_a", 1.5707963267948966, true);
  expect(1, "dq_b", 6.283185307179586, true);
  expect(2, "q_arm", 0.005, false);
  expect(3, "current_mA", 7, std::nullopt);
  expect(4, "i [A]", 8, std::nullopt);
  EXPECT_EQ(read("t,enc3\n0,2\n", with_map({"enc3", "tau_elbow"})).columns.at(0).standard_name(),
            "tau_elbow");
}

// Seconds, nanoseconds, frame, names, positions, velocities.
TEST_F(DrawnTableTest, ReadsRowsWithTheNamesOfJoints) {
  const CsvTable table = read("7,500000000,base,a,b,1,2,3,4\n8,0,base,a,b,5,6,7,8\n");
  EXPECT_THAT(*table.time, ElementsAre(0, 0.5));
  ASSERT_EQ(table.columns.size(), 4u);
  EXPECT_EQ(table.columns[1].name, "q_b");
  EXPECT_THAT(table.columns[1].values, ElementsAre(2, 6));
  EXPECT_EQ(table.columns[2].name, "dq_a");
  EXPECT_THAT(table.columns[2].values, ElementsAre(3, 7));
}

TEST_F(DrawnTableTest, ReadsOpenSim) {
  const CsvTable table =
      read("results\nversion=1\nnRows=2\nnColumns=2\ninDegrees=yes\nendheader\ntime\tknee\n0\t30\n0.1\t31\n",
           {}, true, "walk.mot");
  EXPECT_THAT(*table.time, ElementsAre(0, 0.1));
  EXPECT_THAT(table.columns.at(0).values, ElementsAre(30, 31));
  EXPECT_EQ(in_degrees_, true);
  const auto meaning = [&](const std::string& title, const std::string& name) {
    const std::string text = title + "\nversion=1\nendheader\ntime\t" + name + "\n0\t1\n";
    return read(text, {}, true, "run.sto").columns.at(0).standard_name();
  };
  EXPECT_EQ(meaning("Coordinates", "hip_flexion_r"), "q_hip_flexion_r");
  EXPECT_EQ(meaning("Accelerations", "knee_angle_r"), "ddq_knee_angle_r");
  EXPECT_EQ(meaning("Inverse Dynamics Generalized Forces", "pelvis_tx_force"), "tau_pelvis_tx");
  EXPECT_EQ(meaning("ActuatorForces", "soleus_r"), "soleus_r");
}

}  // namespace
}  // namespace invdyn::test
