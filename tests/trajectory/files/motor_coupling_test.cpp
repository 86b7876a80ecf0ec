// Motors that move several joints. Expected: by hand, from the definition motor = A joint, and by virtual
// work.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trajectory/files/run_csv.h"
#include "trajectory/names/motor_coupling.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

const Robot& wrist() {
  static const Robot robot = arm_of({{"j4"}, {"j5"}, {"j6"}});
  return robot;
}

std::string complaint(const std::string& text, const Robot& robot = wrist()) {
  const TemporaryFolder folder;
  try {
    MotorCoupling(folder.write("wrist.csv", text), robot);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// m5 = 2 j5, m6 = j5 + j6 turns by hand: j5 = 0.3, j6 = -0.7 less the zeros 0.1 and 0.2.
TEST(MotorCoupling, GivesTheJointsMotion) {
  const TemporaryFolder folder;
  const MotorCoupling coupling(folder.write("wrist.csv", "motor,j6,j5\nm6,1,1\nm5,0,2\nzero,0.2,0.1\n"),
                               wrist());
  Block block(3, 1);
  block.rows = 1;
  block.hold_measured(true);
  block.q.row(0) << 5, 2 * 0.2, 0.2 - 0.9;
  block.dq.row(0) << 5, 2 * 3, 3 + 4;
  block.ddq.row(0) << 5, 2 * 3, 3 + 4;
  block.measured.row(0) << 5, 7, 11;
  // Virtual work: tau_j . dj = tau_m . A dj for dj along each joint. The slots of j5 and j6 hold m5 and m6.
  const double tau_j5 = 2 * 7 + 11, tau_j6 = 11;
  // The file's first motor, m6, stands in the place of its first joint, j6.
  coupling.apply(block);
  EXPECT_DOUBLE_EQ(block.q(0, 0), 5);
  EXPECT_DOUBLE_EQ(block.q(0, 1), 0.3);
  EXPECT_DOUBLE_EQ(block.q(0, 2), -0.7);
  EXPECT_DOUBLE_EQ(block.dq(0, 1), 3);
  EXPECT_DOUBLE_EQ(block.dq(0, 2), 4);
  EXPECT_DOUBLE_EQ(block.ddq(0, 2), 4);
  EXPECT_DOUBLE_EQ(block.measured(0, 1), tau_j5);
  EXPECT_DOUBLE_EQ(block.measured(0, 2), tau_j6);
}

TEST(MotorCoupling, NamesMotorsInPlaceOfTheirJoints) {
  const TemporaryFolder folder;
  const MotorCoupling coupling(folder.write("wrist.csv", "motor,j5,j6\nm5,1,0\nm6,1,1\n"), wrist());
  const Robot motors = coupling.robot_of_motors(wrist());
  EXPECT_EQ(motors.moving_joint(0).name, "j4");
  EXPECT_EQ(motors.moving_joint(1).name, "m5");
  EXPECT_EQ(motors.moving_joint(2).name, "m6");
}

TEST(MotorCoupling, RefusesWhatCannotBe) {
  EXPECT_THAT(complaint("joint,j5\nm5,1\n"),
              HasSubstr("wrist.csv:1: begins with \"joint\": expected motor,JOINT"));
  EXPECT_THAT(complaint("motor,j5,j7\n"), HasSubstr("wrist.csv:1: \"j7\" is no joint of arm that moves"));
  EXPECT_THAT(complaint("motor,j5,j5\n"), HasSubstr("the joint \"j5\" is repeated"));
  EXPECT_THAT(complaint("motor,j5,j6\nm5,1,0\nm5,1,1\n"), HasSubstr("wrist.csv:3: \"m5\" is repeated"));
  EXPECT_THAT(complaint("motor,j5\nzero,0\nzero,0\nm5,1\n"), HasSubstr("wrist.csv:3: \"zero\" is repeated"));
  EXPECT_THAT(complaint("motor,j5,j6\nj4,1,0\nm6,1,1\n"),
              HasSubstr("the name of a joint that is not coupled"));
  EXPECT_THAT(complaint("motor,j5,j6\nm5,1,inf\nm6,1,1\n"), HasSubstr("wrist.csv:2: \"inf\" is no number"));
  EXPECT_THAT(complaint("motor,j5,j6\nm5,1,1\n"), HasSubstr("has 1 motor for 2 joints"));
  EXPECT_THAT(complaint("motor,j5,j6\nm5,1,1\nm6,1,1\nm7,1,0\n"), HasSubstr("has 3 motors for 2 joints"));
  EXPECT_THAT(complaint("motor,j5,j6\nm5,1,2\nm6,0.5,1\n"), HasSubstr("linearly dependent rows"));
  EXPECT_THAT(complaint("motor,j5,j6\nm5,1,1\nm6,1,1.0000000000001\n"), HasSubstr("linearly dependent rows"));
  EXPECT_THAT(complaint("motor,j5\nm5,0\n"), HasSubstr("linearly dependent rows"));
}

}  // namespace
}  // namespace invdyn::test
