// Messages of joint states in the encodings of ROS 2 and ROS 1.

#include "trajectory/mcap/joint_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/mcap_writer.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const JointStateValues arm{.stamp = 1'700'000'000'123'456'789,
                           .names = {"shoulder", "elbow"},
                           .position = {0.25, -1},
                           .velocity = {},
                           .effort = {1e-300, 3}};

void expect_arm(const JointState& state) {
  EXPECT_EQ(state.stamp(), arm.stamp);
  EXPECT_THAT(state.names(), ElementsAre("shoulder", "elbow"));
  ASSERT_EQ(state.size(JointState::position), 2U);
  EXPECT_EQ(state.number(JointState::position, 0), 0.25);
  EXPECT_EQ(state.number(JointState::position, 1), -1);
  EXPECT_EQ(state.size(JointState::velocity), 0U);
  ASSERT_EQ(state.size(JointState::effort), 2U);
  EXPECT_EQ(state.number(JointState::effort, 0), 1e-300);
}

TEST(JointStateMessage, IsReadInAllEncodings) {
  for (const char* frame : {"", "a", "ab", "abc", "base"}) {  // each moves the numbers after it
    JointStateValues values = arm;
    values.frame = frame;
    JointState state;
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      const std::string message = cdr_of(values, order);
      EXPECT_EQ(state.decode(message, RosEncoding::cdr), "");
      expect_arm(state);
    }
    const std::string message = ros1_of(values);
    EXPECT_EQ(state.decode(message, RosEncoding::ros1), "");
    expect_arm(state);
  }
}

// By hand, from the rules of CDR: names "a" and "b"; after the 2 positions' count at byte 36 (from the end of
// the head) the numbers begin at 40.
TEST(JointStateMessage, IsReadByte) {
  const std::string message = std::string("\0\1\0\0", 4) + bytes_of(std::int32_t{5}) +
                              bytes_of(std::uint32_t{6}) + std::string("\1\0\0\0\0???", 8) +
                              std::string("\2\0\0\0", 4) + std::string("\2\0\0\0a\0??", 8) +
                              std::string("\2\0\0\0b\0??", 8) + std::string("\2\0\0\0", 4) + bytes_of(1.5) +
                              bytes_of(2.5) + std::string("\0\0\0\0\0\0\0\0", 8);
  JointState state;
  EXPECT_EQ(state.decode(message, RosEncoding::cdr), "");
  EXPECT_EQ(state.stamp(), 5'000'000'006);
  EXPECT_THAT(state.names(), ElementsAre("a", "b"));
  EXPECT_EQ(state.number(JointState::position, 1), 2.5);
}

TEST(JointStateMessage, SaysWhetherItsNamesAreNew) {
  JointStateValues other = arm;
  std::swap(other.names[0], other.names[1]);
  JointState state;
  const auto is_new = [&](const JointStateValues& values) {
    EXPECT_EQ(state.decode(cdr_of(values), RosEncoding::cdr), "");
    return state.has_new_names();
  };
  EXPECT_TRUE(is_new(arm));
  EXPECT_FALSE(is_new(arm));
  EXPECT_TRUE(is_new(other));
  other.names.pop_back();
  other.position.pop_back();
  other.effort.pop_back();
  EXPECT_TRUE(is_new(other));
  EXPECT_TRUE(is_new(arm));
}

TEST(JointStateMessage, HasOneFault) {
  const auto fault = [](const std::string& message, RosEncoding encoding = RosEncoding::cdr) {
    return JointState().decode(message, encoding);
  };
  const std::string whole = cdr_of(arm);
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_NE(fault(whole.substr(0, size)), "") << size;
  const std::string old = ros1_of(arm);
  for (std::size_t size = 0; size < old.size(); ++size)
    EXPECT_NE(fault(old.substr(0, size), RosEncoding::ros1), "") << size;
  EXPECT_EQ(fault(whole + "12345678"), "") << "Fast DDS ends some messages so";
  EXPECT_THAT(fault("\x28\xB5\x2F\xFD rest"), HasSubstr("is compressed by rosbag2"));
  EXPECT_EQ(fault(std::string("\0\7\0\0", 4)), "has the CDR representation 7: expected 0 or 1 (plain CDR)");

  JointStateValues wrong = arm;
  wrong.velocity = {1};
  EXPECT_EQ(fault(cdr_of(wrong)), "velocity has 1 number: expected 2, one for each name, or none");
  wrong = arm;
  wrong.names = {"elbow", "elbow"};
  EXPECT_EQ(fault(cdr_of(wrong)), "has the joint \"elbow\" twice: expected each joint once");
  wrong.names = {"elbow", std::string(5'000, 'e')};
  EXPECT_EQ(fault(cdr_of(wrong)), "has a name of 5000 bytes: expected at most 4096");
  wrong.names.clear();
  for (int i = 1'000; i < 2'100; ++i) wrong.names.push_back(std::to_string(i) + std::string(3'995, 'j'));
  EXPECT_EQ(fault(cdr_of(wrong)),
            "has 4404404 bytes of names: expected at most 4 MiB");  // 4 for their count, 4 + 4000 for each
  wrong.names.assign(10'001, "j");
  EXPECT_EQ(fault(cdr_of(wrong)), "has 10001 names: expected at most 10000");
  std::string late = whole;
  late.replace(8, 4, bytes_of(std::uint32_t{1'000'000'000}));
  EXPECT_EQ(fault(late), "has a stamp with 1000000000 ns: expected less than 1000000000");
}

}  // namespace
}  // namespace invdyn::test
