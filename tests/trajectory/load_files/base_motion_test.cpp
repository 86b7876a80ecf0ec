// The motion of a base from a file. A base that turns steadily about an axis of its own has a constant
// angular velocity at any attitude, also between the rows of the file: closed form.

#include <gtest/gtest.h>

#include <cmath>

#include "ground/base/error.h"
#include "support/temporary_folder.h"
#include "trajectory/load_files/base_motion_file.h"
#include "trajectory/loads/base_state.h"

namespace invdyn::test {
namespace {

const Eigen::Vector3d turning(0.6, -1.2, 0.9);  // rad/s, in the base's axes

// It passes a pitch of 90 degrees, and every other quaternion has the other sign.
std::string steady_turn() {
  std::string text = "t,base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz\n";
  for (int k = 0; k <= 40; ++k) {
    const double t = 0.1 * k, half = turning.norm() * t / 2, sign = k % 2 == 0 ? 1 : -1;
    const Eigen::Vector3d v = sign * std::sin(half) * turning.normalized();
    const double numbers[] = {t, 2 * t, 0, 1, sign * std::cos(half), v.x(), v.y(), v.z()};
    for (const double number : numbers) text += std::to_string(number) + ",";
    text.back() = '\n';
  }
  return text;
}

BaseMotion read(
    const TemporaryFolder& folder, const std::string& text, PoseParts parts = PoseParts::all,
    const Warn& warn = [](const std::string&) {}) {
  const std::string file = folder.write("base.csv", text);
  return {file, read_base_motion(file, false, parts, warn)};
}

TEST(BaseMotionFiles, WarnOnceOfALengthThatIsNotQuiteOne) {
  const TemporaryFolder folder;
  std::string said;
  const auto keep = [&](const std::string& text) { said += text + '\n'; };
  const std::string head = "t,x,y,z,qw,qx,qy,qz,lift\n0,0,0,1,1,0,0,0,5\n";
  read(folder, head + "1,0,0,1,1.002,0,0,0,5\n2,0,0,1,0.997,0,0,0,5\n", PoseParts::all, keep);
  const std::string file = folder.path() + "/base.csv: ";
  EXPECT_EQ(said, file +
                      "at t = 1, qw to qz form a quaternion of length 1.002, not 1; invdyn "
                      "normalized the quaternions of all rows\n" +
                      file + "lift: not used\n");
  EXPECT_THROW(read(folder, head + "1,0,0,1,1.02,0,0,0,5\n2,0,0,1,1,0,0,0,5\n"), Error);
}

TEST(BaseMotionFiles, AskWhetherAnglesOfManyTurnsAreInDegrees) {
  const TemporaryFolder folder;
  std::string said;
  const auto keep = [&](const std::string& text) { said += text + '\n'; };
  read(folder, "t,yaw,roll\n0,0,0\n1,10,0.5\n2,20,1\n", PoseParts::some, keep);
  EXPECT_EQ(said, "");
  read(folder, "t,roll\n0,0\n1,10\n2,20\n", PoseParts::some, keep);
  EXPECT_EQ(said, folder.path() +
                      "/base.csv: roll reaches 20 rad, which is 3.18 turns: is the angle in degrees? To "
                      "read all angles in degrees (the trajectory's angles too), give `degrees`\n");
}

// The file has six decimals, so rates are exact to some 1e-5 and their changes to 1e-3.
TEST(BaseMotionFiles, TurnSteadilyAtAnyAttitude) {
  const TemporaryFolder folder;
  const BaseMotion motion = read(folder, steady_turn());
  for (double t = 0; t <= 4; t += 0.037) {
    const BaseState at = base_state(motion, t, Eigen::Isometry3d::Identity());
    EXPECT_LT((at.w - turning).norm(), 1e-3) << t;
    EXPECT_LT(at.dw.norm(), 2e-2) << t;
    EXPECT_LT((at.p - Eigen::Vector3d(2 * t, 0, 1)).norm(), 1e-6) << t;
    const Eigen::Quaterniond expected(Eigen::AngleAxisd(turning.norm() * t, turning.normalized()));
    EXPECT_LT(at.R.angularDistance(expected), 1e-4) << t;
  }
}

TEST(BaseMotionFiles, RefuseWhatIsNoPose) {
  const TemporaryFolder folder;
  const std::string head = "t,x,y,z,qw,qx,qy,qz\n", row = "0,0,0,0,1,0,0,0\n1,0,0,0,1,0,0,0\n";
  EXPECT_THROW(read(folder, "t,x,y,z,qw,qx,qy\n0,0,0,0,1,0,0\n"), Error);
  EXPECT_THROW(read(folder, "t,x,y,z,qw,qx,qy,qz,yaw\n0,0,0,0,1,0,0,0,0\n"), Error);
  EXPECT_THROW(read(folder, "t,x,base_x,y,z,roll,pitch,yaw\n0,0,0,0,0,0,0,0\n"), Error);
  EXPECT_THROW(read(folder, "t,x,y,qw,qx,qy,qz\n0,0,0,1,0,0,0\n1,0,0,1,0,0,0\n2,0,0,1,0,0,0\n"), Error);
  EXPECT_THROW(read(folder, head + row), Error);                           // too few rows
  EXPECT_THROW(read(folder, head + row + "2,0,0,0,0,0,0,0\n"), Error);     // no orientation
  EXPECT_THROW(read(folder, head + row + "2,0,0,0,1.02,0,0,0\n"), Error);  // not of length 1
  EXPECT_THROW(read(folder, head + row + "2,0,0,0,0,1,0,0\n"), Error);     // a half turn
  EXPECT_NO_THROW(read(folder, head + row + "2,0,0,0,-1,0,0,0\n"));        // the same orientation
}

}  // namespace
}  // namespace invdyn::test
