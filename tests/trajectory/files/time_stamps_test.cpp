// Times in other units than seconds, and time stamps: t is the time since the first row, to the nanosecond.

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "trajectory/files/run_csv.h"
#include "trajectory/names/time_name.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Robot& lever() {
  static const Robot robot = arm_of({{"pivot"}});
  return robot;
}

Way in_unit(TimeUnit unit) {
  Way way;
  way.csv.time_unit = unit;
  return way;
}

TEST(TimeName, StatesItsUnit) {
  const std::vector<std::pair<std::string, std::optional<TimeUnit>>> names{
      {"timestamp_ns", TimeUnit::ns},
      {"time [ms]", TimeUnit::ms},
      {"time(s)", TimeUnit::s},
      {"t_us", TimeUnit::us},
      {"Time (ms)", TimeUnit::ms},
      {"header.stamp.secs", TimeUnit::s},
      {"stamp.nanosec", TimeUnit::ns},
      {"/joint_states/header/stamp/sec", TimeUnit::s},
      {"%time", TimeUnit::ns},
      {"__time", TimeUnit::s},
      {"time [\xC2\xB5s]", TimeUnit::us},
      {"timestamp", {}},
      {"time", {}},
      {"torque_ns", {}},
      {"q_ms", {}},
      {"time [", {}},
      {"]", {}},
      {"time [h]", {}},
      {"", {}}};
  for (const auto& [name, unit] : names) EXPECT_EQ(unit_in_time_name(name), unit) << name;
}

struct Stamped {
  std::string header, first, second, third;
};

// The same times 0, 10 ms and 30.000001 ms in every unit.
TEST(TimeStamps, GiveTheTimeSinceTheFirstRow) {
  const std::vector<Stamped> files{
      {"timestamp_ns", "1700000000000000000", "1700000000010000000", "1700000000030000001"},
      {"time_us", "-5", "9995", "29995.001"},
      {"time [ms]", "1e3", "1010", "1030.000001"},
      {"stamp_s", "1700000000", "1700000000.010", "1700000000.030000001"},
      {"%time", "7", "10000007", "30000008"},
      {"stamp.sec,stamp.nanosec", "1,990000000", "2,0", "2,20000001"},
      {"stamp.sec,stamp.nanosec", "1.0,990000000", "2.0,0", "2.0,20000001"},
      {"header.stamp.nsecs,header.stamp.secs", "990000000,-1", "0,0", "20000001,0"}};
  for (const Stamped& file : files) {
    const Rows rows = run_csv(
        file.header + ",pivot\n" + file.first + ",0\n" + file.second + ",0\n" + file.third + ",0\n", lever());
    EXPECT_THAT(rows.t, ElementsAre(0, 0.01, 0.030000001)) << file.header;
    EXPECT_THAT(rows.notes.front(), HasSubstr("because the name states this unit")) << file.header;
  }
}

TEST(TimeStamps, AreInTheUnitThatIsSet) {
  const std::string rows = ",pivot\n1700000000000000001,0\n1700000000000000003,0\n";
  for (const char* name : {"t", "time", "timestamp", "header.stamp"})
    EXPECT_THAT(run_csv(name + rows, lever(), in_unit(TimeUnit::ns)).t, ElementsAre(0, 2e-9)) << name;
  EXPECT_THAT(run_csv("time,pivot\n-1,0\n1,0\n", lever(), in_unit(TimeUnit::us)).t, ElementsAre(0, 2e-6));
}

// A mapped column is like "t", but its name may state another unit.
TEST(TimeStamps, MayBeInAMappedColumn) {
  const auto times_of = [](const std::string& name) {
    Way way;
    way.csv.mappings = {{name, "t"}};
    return run_csv(name + ",time_us,pivot\n1000,0,0\n1250,1,0\n", lever(), way).t;
  };
  EXPECT_THAT(times_of("time_ms"), ElementsAre(0, 0.25));
  EXPECT_THAT(times_of("time_s"), ElementsAre(1000, 1250));
}

TEST(TimeStamps, MayBeDates) {
  const Rows rows = run_csv(
      "time,pivot\n2026-12-31T23:59:59.5+01:00,0\n2026-12-31T23:00:00Z,0\n2027-01-01 00:00:00.75+01:00,0\n",
      lever(), in_unit(TimeUnit::iso));
  EXPECT_THAT(rows.t, ElementsAre(0, 0.5, 1.25));
}

// No unit of "t" and "time" is taken from the values. A mapped column whose name is a time's is read as
// without the mapping.
TEST(TimeStamps, AreNotGuessed) {
  const Rows epoch = run_csv("t,pivot\n1700000000.25,0\n1700000000.5,0\n", lever());
  EXPECT_THAT(epoch.t, ElementsAre(1700000000.25, 1700000000.5));
  const auto mapped = [](const std::string& name, const std::string& rows) {
    Way way;
    way.csv.mappings = {{name, "t"}};
    return run_csv(name + ",pivot\n" + rows, lever(), way).t;
  };
  const std::string epoch_ms = "1700000000250,0\n1700000000500,0\n";
  EXPECT_THAT(mapped("ticks", epoch_ms), ElementsAre(1700000000250, 1700000000500));
  EXPECT_THAT(mapped("clock", epoch_ms), ElementsAre(0, 0.25));
  EXPECT_THAT(mapped("Zeit", "0,0\n10,0\n20,0\n"), ElementsAre(0, 0.01, 0.02));
  EXPECT_THAT(mapped("Zeit", "0,0\n1,0\n"), ElementsAre(0, 1)) << "s or ms";
  EXPECT_THAT(error_of_csv("t,pivot\n1700000000000000001,0\n1700000000000000002,0\n", lever()),
              HasSubstr("(`time-unit` ms, us or ns keeps all digits)"));
  EXPECT_THAT(error_of_csv("time_ms,time_us,pivot\n1,1000,0\n", lever()),
              HasSubstr("both \"time_ms\" and \"time_us\" hold times"));
}

TEST(TimeStamps, AreKeptAsText) {
  Way way;
  way.csv.keeps_stamps = true;
  const TemporaryFolder folder;
  const std::string path = folder.write("motion.csv", "\"time_ns\",pivot\n007,0\n# note\n \"9\" ,1\n");
  CsvSource source(path, lever(), way.csv, [](const std::string&) {});
  Chunk chunk;
  Block block(1, 0);
  ASSERT_TRUE(source.next(chunk, {}));
  ASSERT_EQ(source.parse(chunk, block), nullptr);
  ASSERT_EQ(block.rows, 2U);
  EXPECT_EQ(block.stamps[0], "007");
  EXPECT_EQ(block.stamps[1], "9");
  EXPECT_EQ(block.line[1], 4U);
}

TEST(TimeStamps, GiveTheSameRowsForAnyCutsAndThreads) {
  std::string text = "time_ms,pivot\r\n";
  for (int k = 0; k < 500; ++k)
    text += std::to_string(3 * k) + ",\"0." + std::to_string(k % 7) + "\"\r\n" + (k % 50 == 0 ? "# c\n" : "");
  const Rows whole = run_csv(text, lever());
  ASSERT_EQ(whole.t.size(), 500U);
  for (const std::size_t bytes : {1U, 7U, 100U, 4096U}) {
    Way way;
    way.sizes = {.text = bytes, .read = bytes};
    way.threads = 1 + bytes % 3;
    const Rows cut = run_csv(text, lever(), way);
    EXPECT_EQ(cut.t, whole.t);
    EXPECT_EQ(cut.lines, whole.lines);
    EXPECT_EQ(cut.tau, whole.tau);
  }
}

// Rows that are counted need no clock.
TEST(TimeStamps, AreNotReadWhereRowsAreCounted) {
  Way way;
  way.csv.grid = TimeGrid::with_step(0.1);
  for (const char* text : {"time,pivot\n26.11.2026 10:00:00.0,0\n26.11.2026 10:00:00.1,0.5\n",
                           "t,pivot\n10:00:00.0,0\n10:00:00.1,0.5\n"})
    EXPECT_EQ(run_csv(text, lever(), way).t, std::vector<double>({0, 0.1})) << text;
}

TEST(TimeStamps, ErrorsNameThePlace) {
  const auto iso = in_unit(TimeUnit::iso);
  EXPECT_EQ(error_of_csv("time_ns,pivot\n5,0\n4,0\n", lever()),
            "motion.csv:3: time_ns is \"4\", but was 5 in the row before (line 2): expected times that "
            "increase (if a clock was reset, split the file before this row and run invdyn for each part); "
            "if the rows are in reverse order, run (head -n 1 motion.csv; tail -n +2 motion.csv | tac) > "
            "ordered.csv");
  EXPECT_EQ(error_of_csv("time_ns,pivot\n5,0\n5,0\n", lever()),
            "motion.csv:3: time_ns is \"5\", but was 5 in the row before (line 2): expected times "
            "that increase (to leave out repeated rows, give `missing` skip; if only the times "
            "repeat, give `rate` HZ in place of the times)");
  EXPECT_EQ(error_of_csv("time_ns,pivot\n5,0\n1e300,0\n", lever()),
            "motion.csv:3: time_ns is \"1e300\": expected a number (ns) below 292 years");
  EXPECT_EQ(error_of_csv("time_ms;pivot\n0,5;0\n", lever()),
            "motion.csv:2: time_ms is \"0,5\": expected a number (ms) below 292 years with a decimal "
            "point, not a comma (give `decimal` ,)");
  EXPECT_THAT(error_of_csv("time_ns,pivot\n,0\n", lever()), HasSubstr("motion.csv:2: time_ns is empty"));
  EXPECT_THAT(error_of_csv("time_ns,pivot\n1,0,2\n", lever()), HasSubstr("motion.csv:2: has 3 fields"));
  EXPECT_THAT(error_of_csv("time_ns,pivot\n1,x,\n", lever()), HasSubstr("motion.csv:2: has 3 fields"));
  EXPECT_THAT(error_of_csv("time_ns,pivot\n1,a\"b\n", lever()), HasSubstr("pivot is \"a\"b\""));
  EXPECT_THAT(error_of_csv("time_ns,pivot\n1,0\n\n2,0\n", lever()), HasSubstr("motion.csv:3: is empty"));
  EXPECT_THAT(error_of_csv(std::string("time_ns,pivot\n1,0\n\0", 20), lever()), HasSubstr("NUL byte"));
  EXPECT_THAT(error_of_csv("stamp.sec,stamp.nanosec,pivot\n1,1000000000,0\n", lever()),
              HasSubstr("expected a whole number of ns below 1000000000"));
  EXPECT_EQ(error_of_csv("stamp.sec,stamp.nanosec,pivot\n1.25,0,0\n", lever()),
            "motion.csv:2: stamp.sec is \"1.25\": expected whole seconds, because stamp.nanosec has the "
            "fraction of a second");
  EXPECT_THAT(error_of_csv("time,pivot\n2026-11-23T10:00:00Z,0\n2026-11-23T10:00:01,0\n", lever(), iso),
              HasSubstr("motion.csv:3: time is \"2026-11-23T10:00:01\": expected time stamps with an "
                        "offset from UTC"));
  EXPECT_THAT(error_of_csv("time,pivot\n9999-12-31T23:59:59Z,0\n", lever(), iso),
              HasSubstr("expected a date"));
  EXPECT_THAT(error_of_csv("time,pivot\n2026-11-23T10:00:00Z,0\n", lever()), HasSubstr("or `time-unit` iso"));
  EXPECT_THAT(error_of_csv("tick,pivot\n1,0\n", lever(), in_unit(TimeUnit::ms)), HasSubstr("no time column"));
}

// A row may begin with the byte that marks rewritten rows.
TEST(TimeStamps, MarksInTheFileAreText) {
  Way way;
  way.csv.keeps_stamps = true;
  EXPECT_THAT(error_of_csv("t,pivot\n\x1e"
                           "0,0\n",
                           lever(), way),
              HasSubstr("expected a finite number (s)"));
  EXPECT_THAT(error_of_csv("t,pivot\n\x1e\n", lever(), way), HasSubstr("has 1 field"));
  EXPECT_THAT(error_of_csv("t,pivot\n0\x1f,0\n", lever(), way), HasSubstr("control character"));
}

// A mapping says it where the name is wrong.
TEST(TimeStamps, HaveTheUnitOfTheirName) {
  Way way;
  way.csv.time_unit = TimeUnit::us;
  for (const char* name : {"Time [ms]", "time_ms"})
    EXPECT_THAT(error_of_csv(std::string(name) + ",pivot\n10,0\n20,0\n", lever(), way),
                HasSubstr(std::string("motion.csv:1: \"") + name +
                          "\" is in ms by its name, but `time-unit` says us: "));
  EXPECT_EQ(run_csv("time_us,pivot\n10,0\n30,0\n", lever(), way).t[1], 2e-5);
  way.csv.time_unit.reset();
  way.csv.mappings = {{"Time [ms]", "t:us"}};
  EXPECT_EQ(run_csv("Time [ms],pivot\n10,0\n30,0\n", lever(), way).t[1], 2e-5);
}

TEST(TimeStamps, DoNotGoWithAShard) {
  Way way;
  way.shard = Shard{1, 2};
  EXPECT_THAT(error_of_csv("time_ns,pivot\n1,0\n2,0\n", lever(), way), HasSubstr("no `time-unit`"));
}

}  // namespace
}  // namespace invdyn::test
