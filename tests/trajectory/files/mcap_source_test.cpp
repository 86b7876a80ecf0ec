// Joint states in MCAP files as trajectories: the same rows as from the same numbers in a CSV file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "ground/compression/packer.h"
#include "ground/text/number.h"
#include "support/mcap_writer.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t epoch = 1'700'000'000'000'000'000, step = 10'000'019;  // ns

// Some rows of two joints that no decimal number of few digits is equal to.
std::vector<JointStateValues> some_states(int count = 40) {
  std::vector<JointStateValues> states;
  for (int i = 0; i < count; ++i) {
    const double t = 0.01 * i;
    states.push_back({.stamp = epoch + i * step,
                      .names = {"a", "b"},
                      .position = {std::sin(t), std::sin(2 * t)},
                      .velocity = {std::cos(t), 2 * std::cos(2 * t)},
                      .effort = {std::exp(-t), 1 / (1 + t)}});
  }
  return states;
}

std::string csv_of(const std::vector<JointStateValues>& states) {
  std::string text = "t,q_a,q_b,dq_a,dq_b\n";
  for (const JointStateValues& state : states) {
    text += shortest(static_cast<double>(state.stamp - epoch) / 1e9);
    for (const auto* numbers : {&state.position, &state.velocity})
      for (const double number : *numbers) append_shortest(text += ',', number);
    text += '\n';
  }
  return text;
}

Way of_topic(const std::string& name) {
  Way way;
  way.csv.topic = name;
  return way;
}

class McapSource : public testing::Test {
 protected:
  Rows rows(const std::string& records, const Way& way = {}) const {
    Rows rows = run_file(folder_.write("run.mcap", mcap_file(records)), arm_, way);
    for (std::string& note : rows.notes) note = without_folder(note, folder_);
    return rows;
  }
  std::string error(const std::string& records, const Way& way = {}) const {
    return without_folder(error_of_file(folder_.write("run.mcap", mcap_file(records)), arm_, way), folder_);
  }
  std::string error(const std::vector<JointStateValues>& states, const Way& way = {}) const {
    return error(joint_state_records(states), way);
  }
  static void expect_same(const Rows& actual, const Rows& expected) {
    EXPECT_EQ(actual.t, expected.t);
    EXPECT_EQ(actual.q, expected.q);
    EXPECT_EQ(actual.dq, expected.dq);
    EXPECT_EQ(actual.ddq, expected.ddq);
    EXPECT_EQ(actual.tau, expected.tau);
  }

  const TemporaryFolder folder_;
  const Robot arm_ = arm_of({{"a"}, {"b"}});
};

TEST_F(McapSource, HasTheRowsOfTheSameCsv) {
  const Rows csv = run_csv(csv_of(some_states()), arm_);
  EXPECT_EQ(csv.known, Known::q_dq);
  std::string records = joint_state_records(some_states());
  for (const std::size_t text : {0U, 1U, 100U, 1'000U}) {
    Way way;
    way.sizes = {.text = text, .read = text + 1};
    way.threads = text % 3 + 1;
    expect_same(rows(records, way), csv);
    expect_same(rows(mcap_chunk(records), way), csv);
  }
  std::vector<JointStateValues> turned = some_states();
  for (std::size_t i = 1; i < turned.size(); i += 2)
    for (auto* pair : {&turned[i].position, &turned[i].velocity, &turned[i].effort})
      std::swap((*pair)[0], (*pair)[1]), turned[i].names = {"b", "a"};
  expect_same(rows(joint_state_records(turned)), csv);
  std::string old = mcap_schema(1, "sensor_msgs/JointState") + mcap_channel(1, 1, "/joint_states", "ros1");
  for (const JointStateValues& state : some_states()) old += mcap_message(1, 0, ros1_of(state));
  expect_same(rows(old), csv);
}

TEST_F(McapSource, IsKnownByItsContent) {
  const Rows csv = run_csv(csv_of(some_states()), arm_);
  const std::string file = mcap_file(joint_state_records(some_states()));
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    std::string packed;
    Packer packer(compression, [&](std::string_view more) { packed += more; });
    packer.write(file);
    packer.finish();
    expect_same(run_file(folder_.write("a name", packed), arm_), csv);
  }
  EXPECT_THAT(error_of_file(folder_.write("short.mcap", "\x89MC"), arm_),
              HasSubstr("does not begin like an MCAP"));
  EXPECT_THAT(error_of_file(folder_.write("rows.csv", csv_of(some_states())), arm_, of_topic("/a")),
              HasSubstr("`topic`: is for MCAP"));
}

TEST_F(McapSource, EndsWithAnErrorIfAnyPartIsMissing) {
  const std::string file = mcap_file(mcap_chunk(joint_state_records(some_states(4))));
  for (std::size_t size = 8; size < file.size(); ++size)
    EXPECT_THAT(error_of_file(folder_.write("run.mcap", file.substr(0, size)), arm_),
                HasSubstr("mcap recover"))
        << size;
}

TEST_F(McapSource, TakesTheMessagesThatNameAllJoints) {
  std::vector<JointStateValues> states;
  std::size_t number = 0;
  std::vector<std::size_t> numbers;
  for (const JointStateValues& state : some_states()) {
    if (++number; number % 3 == 1) states.push_back({state.stamp - 5, {"gripper"}, {0.02}}), ++number;
    states.push_back(state);
    states.back().names.push_back("gripper");  // an arm that names a further joint
    for (auto* of : {&states.back().position, &states.back().velocity, &states.back().effort})
      of->push_back(nan);
    numbers.push_back(number);
  }
  const Rows taken = rows(joint_state_records(states));
  expect_same(taken, run_csv(csv_of(some_states()), arm_));
  EXPECT_EQ(taken.lines, numbers);
}

TEST_F(McapSource, SaysWhichJointsNoMessageHas) {
  std::vector<JointStateValues> states{{epoch, {"a"}, {1}}, {epoch + 1, {"gripper"}, {1}}};
  EXPECT_THAT(error(states), AllOf(HasSubstr("run.mcap: /joint_states"), HasSubstr("no column for joint b")));
  states[1].names = {"b"};
  EXPECT_THAT(error(states), HasSubstr("no message has the values of all joints that move"));
}

TEST_F(McapSource, SaysWhichJointsTheMessagesName) {
  const std::string records = joint_state_records({{epoch, {"gripper"}, {1}}, {epoch + 1, {"finger"}, {1}}});
  EXPECT_THAT(error(records),
              HasSubstr("/joint_states, with the joints gripper, finger: has other names for the joints"));
  const std::string file = mcap_file(records);
  EXPECT_THAT(error_of_file(folder_.write("cut.mcap", file.substr(0, file.size() - 9)), arm_),
              AllOf(HasSubstr("with the joints gripper, finger, in the part of the file before an error ("),
                    HasSubstr("mcap recover"), HasSubstr("has other names for the joints")));
  Way way;
  way.csv.mappings = {{"q_gripper", "shoulder"}};
  EXPECT_THAT(error(records + mcap_record(5, "short"), way), HasSubstr("`map`: maps the column"));
}

TEST_F(McapSource, KnowsAKindOfMessageInAnyOrder) {
  std::vector<std::string> names;
  for (int i = 0; i < 7; ++i) names.push_back("finger" + std::to_string(i));
  std::vector<JointStateValues> states;
  for (int i = 0; i < 1'500 && std::next_permutation(names.begin(), names.end()); ++i)
    states.push_back({epoch - 10'000 + i, names, std::vector<double>(names.size(), 0.5)});
  for (const JointStateValues& state : some_states()) states.push_back(state);
  const Rows taken = rows(joint_state_records(states));
  expect_same(taken, run_csv(csv_of(some_states()), arm_));
  EXPECT_EQ(taken.lines.front(), 1'501U);
}

TEST_F(McapSource, TakesAColumnForTheTime) {
  std::vector<JointStateValues> states = some_states(4);
  for (JointStateValues& state : states) {
    state.names.push_back("clock");
    state.position.push_back(static_cast<double>(state.stamp - epoch) / 1e9 + 0.5);
    state.velocity.push_back(1), state.effort.push_back(0);
  }
  Way way;
  way.csv.mappings = {{"q_clock", "t"}};
  const Rows taken = rows(joint_state_records(states), way);
  EXPECT_EQ(taken.t.front(), 0.5);
  EXPECT_EQ(taken.q, run_csv(csv_of(some_states(4)), arm_).q);
}

TEST_F(McapSource, MayBeginAtZero) {
  std::vector<JointStateValues> states = some_states();
  for (JointStateValues& state : states) state.stamp -= epoch;
  for (const bool keeps : {false, true}) {
    Way way;
    way.csv.keeps_stamps = keeps;
    const Rows taken = rows(joint_state_records(states), way);
    expect_same(taken, run_csv(csv_of(some_states()), arm_));
    EXPECT_THAT(taken.notes, Contains(HasSubstr("from the stamps")));
  }
  states[1].stamp = epoch;
  EXPECT_THAT(
      error(states),
      HasSubstr("message 2 of /joint_states: has a stamp, but the message of the first row has no stamp"));
}

TEST_F(McapSource, TakesLogTimeIfNoMessageHasAStamp) {
  std::string records = mcap_schema(1, "sensor_msgs/msg/JointState") + mcap_channel(1, 1, "/joint_states");
  for (const JointStateValues& state : some_states()) {
    JointStateValues without = state;
    without.stamp = 0;
    records += mcap_message(1, static_cast<std::uint64_t>(state.stamp), cdr_of(without));
  }
  const Rows taken = rows(records);
  expect_same(taken, run_csv(csv_of(some_states()), arm_));
  EXPECT_THAT(taken.notes,
              Contains("run.mcap: joint states of /joint_states; t is the time in s since the first "
                       "row, from log_time, because all stamps are 0"));
  records += mcap_message(1, epoch, cdr_of(some_states(1)[0]));
  EXPECT_THAT(
      error(records),
      HasSubstr("message 41 of /joint_states: has a stamp, but the message of the first row has no stamp"));
}

TEST_F(McapSource, KeepsMissingValuesAndStamps) {
  std::vector<JointStateValues> states = some_states();
  states[20].position[1] = nan;
  EXPECT_THAT(error(states),
              HasSubstr("run.mcap: message 21: q_b is \"nan\": expected a finite number (rad)"));
  std::string csv = csv_of(states);
  for (const auto policy : {MissingValues::Policy::skip, MissingValues::Policy::interpolate}) {
    Way way;
    way.csv.missing.policy = policy;
    const Rows taken = rows(joint_state_records(states), way);
    expect_same(taken, run_csv(csv, arm_, way));
    EXPECT_THAT(taken.warnings,
                Contains(HasSubstr(policy == MissingValues::Policy::skip ? "1 gap" : "message 21")));
  }
  states[20].position[1] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(error(states), HasSubstr("run.mcap: message 21: q_b is \"inf\""));
  states = some_states();
  states[30].stamp = states[28].stamp;
  EXPECT_THAT(error(states), HasSubstr("(to sort the messages, run \"mcap sort\""));
  states[30].stamp = states[29].stamp;
  EXPECT_THAT(error(states), HasSubstr("run.mcap: message 31: t is "));
  Way stamps;
  stamps.csv.keeps_stamps = true;
  expect_same(rows(joint_state_records(some_states()), stamps), run_csv(csv_of(some_states()), arm_));
}

TEST_F(McapSource, HasQuantitiesWhereTheFirstRowIsFinite) {
  std::vector<JointStateValues> states = some_states();
  for (JointStateValues& state : states) state.velocity = {nan, nan};
  EXPECT_EQ(rows(joint_state_records(states)).known, Known::q);
  states[0].position = {nan, nan};  // the hardware was not ready
  EXPECT_EQ(rows(joint_state_records(states)).lines.front(), 2U);
  states = some_states();
  states[5].velocity.clear();
  EXPECT_THAT(error(states),
              HasSubstr("message 6 of /joint_states: has no velocity, but the message of the first row has"));
}

TEST_F(McapSource, HasOneTopic) {
  const std::string one = joint_state_records(some_states(3), "/one", 1),
                    other = joint_state_records(some_states(3), "/other", 2),
                    text = mcap_schema(3, "std_msgs/msg/String") + mcap_channel(3, 3, "/text") +
                           mcap_message(3, 0, "x");
  EXPECT_THAT(
      error(one + other),
      HasSubstr("has joint states of several topics, /one, /other: expected `topic` with one of them"));
  EXPECT_EQ(rows(one + other, of_topic("/other")).t.size(), 3U);
  EXPECT_THAT(error(one, of_topic("/on")), HasSubstr("has no topic /on: expected a topic with joint "
                                                     "states, /one; did you mean \"/one\"?"));
  EXPECT_THAT(
      error(one + text, of_topic("/text")),
      HasSubstr("the topic /text has the type \"std_msgs/msg/String\": expected sensor_msgs/msg/JointState, "
                "which have /one"));
  EXPECT_THAT(
      error(text),
      HasSubstr("has no topic of the type sensor_msgs/msg/JointState: expected a topic of this type; the "
                "file's topics are /text (std_msgs/msg/String)"));
  EXPECT_THAT(error(std::string()), HasSubstr("has no topic of the type"));
  EXPECT_THAT(error(joint_state_records({}, "/one")), HasSubstr("has no message of /one"));
  EXPECT_THAT(error(mcap_message(9, 0, "x")), HasSubstr("the message is of channel 9, but no record before"));
  EXPECT_THAT(error(one + mcap_schema(1, "other")), HasSubstr("schema 1 is defined twice, first as"));
  EXPECT_THAT(error(one + mcap_channel(1, 1, "/two")), HasSubstr("channel 1 is defined twice, first as "
                                                                 "\"/one\" of the type"));
  EXPECT_THAT(error(mcap_schema(1, "sensor_msgs/msg/JointState") + mcap_channel(1, 1, "/one", "json") +
                    mcap_message(1, 0, "{}")),
              HasSubstr("message 1 of /one: is encoded as \"json\": expected cdr (ROS 2) or ros1"));
}

TEST_F(McapSource, RefusesSettingsOfText) {
  const auto error_with = [&](const std::function<void(Way&)>& set) {
    Way way;
    set(way);
    return error(some_states(3), way);
  };
  EXPECT_THAT(error_with([](Way& way) { way.csv.has_header = false; }),
              HasSubstr("`no-header`: is only for text files"));
  EXPECT_THAT(error_with([](Way& way) { way.csv.separator = Separator::tab; }),
              HasSubstr("`separator`: is only for"));
  EXPECT_THAT(error_with([](Way& way) { way.csv.time_unit = TimeUnit::ms; }),
              HasSubstr("`time-unit`: is only for text files"));
  EXPECT_THAT(error_with([](Way& way) { way.csv.decimal_comma = true; }),
              HasSubstr("`decimal`: is only for text files"));
  EXPECT_THAT(error_with([](Way& way) {
                way.shard = Shard{1, 2};
              }),
              HasSubstr("`shard`: needs a file that can"));
}

}  // namespace
}  // namespace invdyn::test
