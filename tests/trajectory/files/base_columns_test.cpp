// The motion of a floating base in CSV and npy files. Expected values follow from the definitions of columns
// and axes; texts of errors are what a user reads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "ground/npy/npy_columns.h"
#include "ground/text/number.h"
#include "torques/pipeline/quaternion_order_watch.h"
#include "trajectory/data/smoothing_spline.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using Eigen::ArrayXXd;

const Robot& floating_slider() {
  static const Robot robot = arm_of({{"x", JointType::prismatic}}).with_floating_base(true);
  return robot;
}

struct Motion {
  std::vector<double> q;
  std::vector<std::vector<double>> pose, twist, rates;  // [row][column]
  std::vector<std::string> notes, warnings;
};

Motion read_motion(TrajectorySource& source) {
  Motion motion;
  const std::optional<BaseReading> base = source.base();
  Differentiation how{.scheme = Scheme::central, .known = source.known(), .base = base->known};
  Chunk chunk;
  Block block(floating_slider().dof(), 0);
  const auto append = [&](const ArrayXXd& values, std::vector<std::vector<double>>& to) {
    for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
      to.emplace_back();
      for (Eigen::Index j = 0; j < values.cols(); ++j)
        to.back().push_back(values(static_cast<Eigen::Index>(row), j));
    }
  };
  while (source.next(chunk, how)) {
    const std::exception_ptr fault = source.parse(chunk, block);
    const std::size_t not_done = block.rows - block.before;
    const bool enough = block.first_row > 0 || block.rows >= how.rows_needed();
    if (!block.last) block.after = enough ? std::min(not_done, how.rows_after()) : not_done;
    for (std::size_t row = block.own_begin(); row < block.own_end(); ++row)
      motion.q.push_back(block.q(static_cast<Eigen::Index>(row), 0));
    append(block.base.pose, motion.pose);
    append(block.base.twist, motion.twist);
    append(block.base.rates, motion.rates);
    if (fault) std::rethrow_exception(fault);
  }
  motion.warnings = source.warnings();
  return motion;
}

Motion motion_of(const std::string& text, const CsvSettings& settings = {},
                 const Robot& robot = floating_slider()) {
  const TemporaryFolder folder;
  std::vector<std::string> notes;
  CsvSource source(folder.write("motion.csv", text), robot, settings,
                   [&](const std::string& note) { notes.push_back(without_folder(note, folder)); });
  Motion motion = read_motion(source);
  motion.notes = notes;
  return motion;
}

std::string error_of(const std::string& text, const CsvSettings& settings = {},
                     const Robot& robot = floating_slider()) {
  const TemporaryFolder folder;
  try {
    CsvSource source(folder.write("motion.csv", text), robot, settings, [](const std::string&) {});
    read_motion(source);
  } catch (const Error& error) {
    return without_folder(error.what(), folder);
  }
  return "no error";
}

CsvSettings without_header(QuaternionOrder order) {
  CsvSettings settings;
  settings.has_header = false;
  settings.quaternion = order;
  return settings;
}

using Row = std::vector<double>;

void expect_near(const Row& row, const Row& expected) {
  ASSERT_EQ(row.size(), expected.size());
  for (std::size_t i = 0; i < row.size(); ++i) EXPECT_NEAR(row[i], expected[i], 1e-14) << i;
}

const std::string pose = "base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz";

TEST(BaseColumns, AreFoundByNameInAnyOrder) {
  const Motion motion =
      motion_of("base_qz,q_x,base_qx,t,base_z,base_qy,base_x,base_qw,base_y\n0.8,7,0,0,3,0,1,0.6,2\n");
  expect_near(motion.pose[0], {1, 2, 3, 0.6, 0, 0, 0.8});
  EXPECT_EQ(motion.q, Row{7});
}

TEST(BaseColumns, HaveAnglesInPlaceOfAQuaternion) {
  CsvSettings degrees;
  degrees.degrees = true;
  const Motion motion =
      motion_of("t,x,base_x,base_y,base_z,base_roll,base_pitch,base_yaw\n0,0,1,2,3,0,0,90\n", degrees);
  expect_near(motion.pose[0], {1, 2, 3, std::sqrt(0.5), 0, 0, std::sqrt(0.5)});
}

// 5 and 10 degrees, without a word of the unit.
TEST(BaseColumns, AreAskedForTheUnitOfTheirAngles) {
  const auto warnings = [](const std::string& row, bool degrees = false) {
    CsvSettings settings;
    settings.degrees = degrees;
    return motion_of("t,x,base_x,base_y,base_z,base_roll,base_pitch,base_yaw\n" + row, settings).warnings;
  };
  EXPECT_THAT(warnings("0,0,0,0,0,0,5,10\n"),
              testing::ElementsAre(
                  "line 2: base_pitch is 5 rad, so the motion begins with an overturned base: are the "
                  "angles of the base in degrees? Then name the columns \"base_roll (deg)\", "
                  "\"base_pitch (deg)\" and \"base_yaw (deg)\""));
  EXPECT_THAT(warnings("0,0,0,0,0,-20,1,10\n"),
              testing::ElementsAre(testing::HasSubstr("base_roll is -20 rad")));
  EXPECT_THAT(warnings("0,0,0,0,0,0,5,10\n", true), testing::IsEmpty());
  // A base on its back, one that has turned often about z, one that rolls over.
  for (const char* sound : {"0,0,0,0,0,3.1416,0,0\n", "0,0,0,0,0,0,1.5708,50\n",
                            "0,0,0,0,0,0,0,0\n1,0,0,0,0,3,0,0\n2,0,0,0,0,6,0,0\n"})
    EXPECT_THAT(warnings(sound), testing::IsEmpty()) << sound;
}

TEST(BaseColumns, CanNameUnits) {
  const Motion motion = motion_of(
      "t,x,base_x [mm],base_y_mm,base_z,base_roll_deg,base_pitch,base_yaw\n0,0,1000,2000,3,180,0,0\n");
  expect_near(motion.pose[0], {1, 2, 3, 0, 1, 0, 0});
}

// Turned by a quarter about z: the base's x is the world's y.
TEST(BaseColumns, HaveTwistsInThreeKindsOfAxes) {
  const std::string text =
      "t,x," + pose +
      ",base_vx,base_vy,base_vz,base_wx,base_wy,base_wz,base_dvx,base_dvy,base_dvz,base_dwx,"
      "base_dwy,base_dwz,dq_x,ddq_x\n"
      "0,0,0,0,0," +
      shortest(std::sqrt(0.5)) + ",0,0," + shortest(std::sqrt(0.5)) + ",1,0,0,0,0,2,3,0,0,4,0,0,0,0\n";
  CsvSettings settings;
  const Motion world = motion_of(text, settings);
  expect_near(world.twist[0], {1, 0, 0, 0, 0, 2});
  expect_near(world.rates[0], {3, 0, 0, 0, -4, 0});
  settings.base_twist = TwistAxes::mujoco;
  expect_near(motion_of(text, settings).rates[0], {3, 0, 0, 4, 0, 0});
  settings.base_twist = TwistAxes::body;
  expect_near(motion_of(text, settings).twist[0], {0, 1, 0, 0, 0, 2});
  expect_near(motion_of(text, settings).rates[0], {-2, 3, 0, 4, 0, 0});  // w x v = 2 along the base's y
}

TEST(BaseColumns, WithoutNamesHaveBothOrders) {
  const std::string text = "0,1,2,3,0,0.6,0,0.8,5\n0.1,1,2,3,0,0.6,0,0.8,6\n";
  expect_near(motion_of(text, without_header(QuaternionOrder::wxyz)).pose[0], {1, 2, 3, 0, 0.6, 0, 0.8});
  const Motion motion = motion_of(text, without_header(QuaternionOrder::xyzw));
  expect_near(motion.pose[1], {1, 2, 3, 0.8, 0, 0.6, 0});
  EXPECT_EQ(motion.q, (Row{5, 6}));
}

TEST(BaseColumns, WithoutNamesCanHaveVelocitiesButNoTime) {
  CsvSettings settings = without_header(QuaternionOrder::wxyz);
  settings.grid = TimeGrid::with_rate(10);
  const std::string text = "1,2,3,1,0,0,0,5,1,2,3,4,5,6,7\n1,2,3,1,0,0,0,5,1,2,3,4,5,6,7\n";
  EXPECT_EQ(
      error_of(text, settings),
      "motion.csv:1: has no header that names the velocities of the base: expected `base-twist` world, body "
      "or mujoco, which states their axes");
  settings.base_twist = TwistAxes::world;
  expect_near(motion_of(text, settings).twist[1], {1, 2, 3, 4, 5, 6});
}

TEST(BaseColumns, WithoutNamesNeedAnOrderAndTheirNumber) {
  CsvSettings settings;
  settings.has_header = false;
  EXPECT_EQ(
      error_of("0,1,2,3,0,0.6,0,0.8,5\n", settings),
      "motion.csv:1: has no header that names the components of the base's quaternion: expected `quaternion` "
      "wxyz (MuJoCo, Eigen's constructor) or `quaternion` xyzw (ROS, Isaac Gym, scipy)");
  EXPECT_EQ(error_of("0,1,2,3,0,0.6,0\n", settings).substr(0, 82),
            "motion.csv:1: has 7 columns and no header: expected 9, 16 or 23 columns in this or");
}

TEST(BaseColumns, OfChunksAndBothSignsAreTheSame) {
  std::string text = "t,x," + pose + "\n";
  for (int k = 0; k < 50; ++k)
    text += shortest(k) + ",0,0,0,0," + shortest((k % 3 ? 1 : -1) * std::cos(0.01 * k)) + ",0,0," +
            shortest((k % 3 ? 1 : -1) * std::sin(0.01 * k)) + "\n";
  const TemporaryFolder folder;
  const std::string path = folder.write("motion.csv", text);
  CsvSource whole(path, floating_slider(), {}, [](const std::string&) {});
  CsvSource cut(path, floating_slider(), {}, [](const std::string&) {}, {.text = 100});
  EXPECT_EQ(read_motion(whole).pose, read_motion(cut).pose);
}

TEST(BaseColumns, OfAnArrayAreTheSame) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/motion.npy";
  const std::vector<std::string> names{"t",       "x",       "base_x",  "base_y", "base_z",
                                       "base_qw", "base_qx", "base_qy", "base_qz"};
  std::vector<double> numbers{0, 5, 1, 2, 3, 0.6, 0, 0.8, 0, 1, 6, 1, 2, 3, 2, 0, 0, 0};
  const std::string header = npy_header(2, names.size());
  std::string bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  folder.write("motion.npy", header + bytes);
  folder.write("motion.npy.json", npy_columns_text(names));
  NpySource source(path, floating_slider(), {}, [](const std::string&) {});
  try {
    read_motion(source);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(without_folder(error.what(), folder),
              "motion.npy: row 1: base_qw to base_qz form a quaternion of length 2: expected the length 1 "
              "(to 0.01)");
  }
}

TEST(BaseColumns, QuaternionsAreMadeUnitOnes) {
  const Motion motion = motion_of(
      "t,x," + pose + "\n0,0,0,0,0,1.00005,0,0,0\n1,0,0,0,0,0.6012,0,0.8016,0\n2,0,0,0,0,1.001,0,0,0\n");
  expect_near(motion.pose[0], {0, 0, 0, 1, 0, 0, 0});
  expect_near(motion.pose[1], {0, 0, 0, 0.6, 0, 0.8, 0});
  EXPECT_EQ(
      motion.warnings,
      (std::vector<std::string>{"line 3: base_qw to base_qz form a quaternion of length 1.002, not 1; invdyn "
                                "normalized the quaternions of all rows"}));
  EXPECT_EQ(error_of("t,x," + pose + "\n0,0,0,0,0,1,0,0,0\n1,0,0,0,0,0,0,0,0\n"),
            "motion.csv:3: base_qw to base_qz form a quaternion of length 0: expected the length 1 (to "
            "0.01)");
}

TEST(BaseColumns, ThatLackSomethingAreErrors) {
  const std::string position = "t,x,base_x,base_y,base_z";
  EXPECT_EQ(
      error_of(position + ",base_qw,base_qx,base_qz\n"),
      "motion.csv:1: no column base_qy, but the file has base_qw, base_qx, base_qz: expected the whole quaternion");
  EXPECT_EQ(error_of("t,x," + pose + ",base_yaw\n"),
            "motion.csv:1: base_qw, base_qx, base_qy, base_qz and base_yaw are columns: expected the base's "
            "orientation as a quaternion or as angles, not as both");
  EXPECT_EQ(
      error_of("t,x\n"),
      "motion.csv:1: no columns for the pose of the floating base: expected base_x, base_y, base_z, and base_qw, "
      "base_qx, base_qy, base_qz or base_roll, base_pitch, base_yaw (or give `base` fixed for a base that does "
      "not move)");
  EXPECT_EQ(error_of("t,x," + pose + ",base_vx\n").substr(0, 68),
            "motion.csv:1: no column base_vy, base_vz, base_wx, base_wy, base_wz:");
}

TEST(BaseColumns, AreNotOfferedToJoints) {
  EXPECT_EQ(
      error_of("t,slide," + pose + "\n0,0,0,0,0,1,0,0,0\n"),
      "motion.csv:1: no column for joint x: expected \"q_x\" or \"x\", or `map` NAME=q_x for a column of "
      "another name (slide)");
}

TEST(BaseColumns, OfAQuaternionHaveNoUnit) {
  EXPECT_EQ(
      error_of("t,x," + pose + "\n0,0,0,0,0,1,none,0,0\n"),
      "motion.csv:2: base_qx is \"none\": expected a finite number (`missing` skip leaves such rows out)");
}

TEST(BaseColumns, CannotBeAJointsToo) {
  const Robot robot = arm_of({{"base_x", JointType::prismatic}}).with_floating_base(true);
  EXPECT_EQ(error_of("t," + pose + "\n", {}, robot).substr(0, 81),
            "motion.csv:1: the column \"base_x\" can belong to the base or to the joint \"base_x\"");
}

TEST(BaseColumns, OfOtherProgramsAreOffered) {
  const std::string header =
      "t,x,root_pos_x,root_pos_y,root_pos_z,root_rot_x,root_rot_y,root_rot_z,root_rot_w,root_vel_x,root_vel_y,root_vel_z";
  const std::string row = "\n0,0,1,2,3,0,0.6,0,0.8,9,9,9\n";
  const std::string mapping =
      "root_pos_x=base_x,root_pos_y=base_y,root_pos_z=base_z,root_rot_w=base_qw,root_rot_x=base_qx,root_rot_y=base_qy,"
      "root_rot_z=base_qz";
  EXPECT_NE(error_of(header + row).find("; the names of the other columns suggest `map` " + mapping),
            std::string::npos)
      << error_of(header + row);
  CsvSettings settings;
  settings.reads_names = true;
  const Motion motion = motion_of(header + row, settings);
  expect_near(motion.pose[0], {1, 2, 3, 0.8, 0, 0.6, 0});
  EXPECT_EQ(motion.notes[0], "motion.csv: `map` auto chose the mapping " + mapping);
}

TEST(BaseColumns, OfAPoseWithAnglesAreOffered) {
  const std::string text = "t,q_x,pos x,pos y,pos z,roll,pitch,yaw\n0,0,1,2,3,0,0,0\n";
  EXPECT_NE(
      error_of(text).find("; the names of the other columns suggest `map` 'pos x=base_x,pos y=base_y,pos "
                          "z=base_z,roll=base_roll,pitch=base_pitch,yaw=base_yaw' (or `map` auto)"),
      std::string::npos)
      << error_of(text);
  CsvSettings settings;
  settings.reads_names = true;
  expect_near(motion_of(text, settings).pose[0], {1, 2, 3, 1, 0, 0, 0});
}

TEST(BaseColumns, PlaceNoBaseBeyondAllSense) {
  const std::string header = "t,x," + pose + "\n";
  EXPECT_EQ(motion_of(header + "0,0,4e11,0,0,1,0,0,0\n").pose[0][0], 4e11);
  EXPECT_EQ(error_of(header + "0,0,0,-1e300,0,1,0,0,0\n"),
            "motion.csv:2: base_x to base_z place the base at 1e+300 m: expected at most 1e+12 m");
}

TEST(BaseColumns, OfPoseMessagesAreOffered) {
  CsvSettings settings;
  settings.reads_names = true;
  const Motion motion = motion_of(
      "t,x,pose.position.x,pose.position.y,pose.position.z,pose.orientation.x,pose.orientation.y,pose.orientation.z,"
      "pose.orientation.w,twist.linear.x,twist.linear.y,twist.linear.z\n0,0,1,2,3,0,0.6,0,0.8,9,9,9\n",
      settings);
  expect_near(motion.pose[0], {1, 2, 3, 0.8, 0, 0.6, 0});
}

// Turning at 2 rad/s about z, at 20 rows a second.
std::string turning(bool flips) {
  std::string text = "t,x," + pose + "\n";
  for (int k = 0; k < 60; ++k) {
    const double half = 0.05 * k, sign = flips && k % 7 < 3 ? -1 : 1;
    text += shortest(0.05 * k) + ",0," + shortest(half) + ",0,0," + shortest(sign * std::cos(half)) +
            ",0,0," + shortest(sign * std::sin(half)) + "\n";
  }
  return text;
}

Motion prepared(const std::string& text, const Preparation& preparation) {
  const TemporaryFolder folder;
  const Warn silent = [](const std::string&) {};
  PreparedSource source(
      std::make_unique<CsvSource>(folder.write("motion.csv", text), floating_slider(), CsvSettings{}, silent),
      preparation, std::nullopt);
  TrajectoryWatch watch(floating_slider(), {.scheme = Scheme::given}, "motion.csv", silent);
  source.read(floating_slider(), watch, 3, nullptr, silent);
  return read_motion(source);
}

// The error of a cubic spline is about (0.05)^4 / 384.
TEST(BaseColumns, AreResampled) {
  Preparation at_100_hz;
  at_100_hz.resample = TimeGrid::with_rate(100);
  const Motion motion = prepared(turning(false), at_100_hz);
  ASSERT_EQ(motion.pose.size(), 296u);
  for (std::size_t k = 0; k < motion.pose.size(); ++k) {
    const Row& row = motion.pose[k];
    const double half = 0.01 * static_cast<double>(k);
    EXPECT_NEAR(row[0], half, 1e-12);
    EXPECT_NEAR(row[3], std::cos(half), 1e-6);
    EXPECT_NEAR(row[6], std::sin(half), 1e-6);
    EXPECT_NEAR(row[3] * row[3] + row[6] * row[6], 1, 1e-15);
  }
  EXPECT_EQ(prepared(turning(true), at_100_hz).pose[100][3],
            -motion.pose[100][3]);  // as the first row's sign
}

// From half a turn on, the shorter way is the wrong one.
TEST(BaseColumns, AreNotResampledAcrossWideTurns) {
  Preparation at_100_hz;
  at_100_hz.resample = TimeGrid::with_rate(100);
  try {
    prepared("t,x," + pose + "\n0,0,0,0,0,1,0,0,0\n1,0,0,0,0,0.6,0,0.8,0\n", at_100_hz);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(":3: the base turns by 1.85459 rad from the row before: "),
              std::string::npos)
        << error.what();
  }
}

// A cut-off far above a turn of 1 rad/s in the components.
TEST(BaseColumns, AreLowPassedWithTheirLengthKept) {
  Preparation at_5_hz;
  at_5_hz.lowpass = 5;
  const Motion motion = prepared(turning(true), at_5_hz);
  for (std::size_t k = 10; k < 50; ++k) {
    const Row& row = motion.pose[k];
    EXPECT_NEAR(row[3] * row[3] + row[6] * row[6], 1, 1e-15);
    EXPECT_NEAR(std::abs(std::cos(0.05 * static_cast<double>(k)) * row[3] +
                         std::sin(0.05 * static_cast<double>(k)) * row[6]),
                1, 1e-6);
  }
}

Motion smoothed(const std::string& text, double cutoff) {
  const TemporaryFolder folder;
  const Warn silent = [](const std::string&) {};
  Preparation smooth;
  smooth.smooth = Smoothing{.cutoff = cutoff};
  PreparedSource source(
      std::make_unique<CsvSource>(folder.write("motion.csv", text), floating_slider(), CsvSettings{}, silent),
      smooth, std::nullopt);
  TrajectoryWatch watch(floating_slider(), {.scheme = Scheme::given}, "motion.csv", silent);
  source.read(floating_slider(), watch, 3, nullptr, silent);
  source.derive(std::vector<std::optional<double>>(5, cutoff), std::nullopt, {.scheme = Scheme::central});
  return read_motion(source);
}

// The twist comes from the curve in R^4, whatever the signs in the file.
TEST(BaseColumns, AreSmoothedWithTheirTwist) {
  const Motion motion = smoothed(turning(true), 5);
  ASSERT_EQ(motion.twist.size(), 60u);
  for (std::size_t k = 15; k < 45; ++k) {
    EXPECT_NEAR(motion.twist[k][0], 1, 1e-9);
    EXPECT_NEAR(motion.twist[k][5], 2, 1e-6);
    EXPECT_NEAR(motion.rates[k][5], 0, 1e-4);
    EXPECT_NEAR(motion.twist[k][3], 0, 1e-12);
  }
}

// Turning at 2 rad/s about z with noise on the turns about all axes, seen from a world turned by `world`.
std::string noisy_turning(const Eigen::Quaterniond& world, double noise, int rows) {
  std::mt19937 random(7);
  std::normal_distribution<double> error(0, noise);
  std::string text = "t,x," + pose + "\n";
  for (int k = 0; k < rows; ++k) {
    const Eigen::Vector3d turn(error(random), error(random), error(random));
    const Eigen::Quaterniond q = world * Eigen::AngleAxisd(0.02 * k, Eigen::Vector3d::UnitZ()) *
                                 Eigen::AngleAxisd(turn.norm(), turn.normalized());
    text += shortest(0.01 * k) + ",0,0,0,0," + shortest(q.w()) + "," + shortest(q.x()) + "," +
            shortest(q.y()) + "," + shortest(q.z()) + "\n";
  }
  return text;
}

// Noise of the angular velocity is that of a joint with the same noise, as SmoothingSpline states it.
TEST(BaseColumns, AreSmoothedAsAJoint) {
  constexpr double noise = 1e-3, cutoff = 4;
  const Motion motion = smoothed(noisy_turning(Eigen::Quaterniond::Identity(), noise, 4000), cutoff);
  double squares = 0;
  for (std::size_t k = 100; k < 3900; ++k)
    for (std::size_t i = 3; i < 6; ++i) squares += std::pow(motion.twist[k][i] - (i == 5 ? 2 : 0), 2);
  const double expected = noise * SmoothingSpline::noise_gains(cutoff, 0.01)[1];
  EXPECT_NEAR(std::sqrt(squares / (3 * 3800)) / expected, 1, 0.05);
}

TEST(BaseColumns, AreSmoothedAlikeInATurnedWorld) {
  const Eigen::Quaterniond world(Eigen::AngleAxisd(2.2, Eigen::Vector3d(0.48, -0.6, 0.64)));
  const Motion one = smoothed(noisy_turning(Eigen::Quaterniond::Identity(), 1e-3, 200), 4),
               other = smoothed(noisy_turning(world, 1e-3, 200), 4);
  for (std::size_t k = 0; k < 200; ++k)
    for (std::size_t i = 3; i < 6; ++i) {
      EXPECT_NEAR(one.twist[k][i], other.twist[k][i], 1e-11);
      EXPECT_NEAR(one.rates[k][i], other.rates[k][i], 1e-9);
    }
}

// Halfway between two orientations the straight line in R^4 is the turn of constant rate.
TEST(BaseColumns, AreFilledBetweenTheNearerSigns) {
  CsvSettings fills;
  fills.missing = {.policy = MissingValues::Policy::interpolate, .longest = 0.2};
  const auto row = [](double t, double turn, double sign) {
    return shortest(t) + ",0," + shortest(t) + ",0,0," + shortest(sign * std::cos(turn / 2)) + ",0," +
           shortest(sign * std::sin(turn / 2)) + ",0\n";
  };
  const std::string begin = "t,x," + pose + "\n" + row(0, 0.1, 1), empty = "0.05,0,,,,,,,\n";
  const std::string more = row(0.15, 1.3, 1) + row(0.2, 1.3, -1);
  const Motion motion = motion_of(begin + empty + row(0.1, 1.3, -1) + more, fills);
  expect_near(motion.pose[1], {0.05, 0, 0, std::cos(0.35), 0, std::sin(0.35), 0});
  for (const Row& filled : motion_of(begin + empty + row(0.1, 1.7, -1) + more, fills).pose)
    EXPECT_NE(filled[0], 0.05) << "filled, though it is too far to know the way";
}

// Of a robot that stands and has turned by 20 degrees about z. In the other order it hangs.
TEST(QuaternionOrder, IsDoubtedByWhatStands) {
  const double w = std::cos(std::numbers::pi / 18), z = std::sin(std::numbers::pi / 18);
  Block block(0, 1);
  block.hold_base(true);
  block.rows = 1;
  const auto warning = [&](QuaternionOrder order, const std::array<double, 4>& wxyz) {
    for (Eigen::Index i = 0; i < 4; ++i) block.base.pose(0, 3 + i) = wxyz[static_cast<std::size_t>(i)];
    QuaternionOrderWatch watch(order);
    watch.take(block);
    return watch.warning();
  };
  EXPECT_EQ(warning(QuaternionOrder::wxyz, {w, 0, 0, z}), "");
  EXPECT_EQ(warning(QuaternionOrder::xyzw, {w, 0, 0, z}), "");
  // The file has 0, 0, z, w, read as w, x, y, z; or w, 0, 0, z, read as x, y, z, w.
  EXPECT_EQ(warning(QuaternionOrder::wxyz, {0, 0, z, w}),
            "in the order wxyz, the base's quaternions have |w| 0 and a tilt of 20 degrees; in the order "
            "xyzw, the tilt is 0 degrees (medians of the first rows): probably `quaternion` xyzw");
  EXPECT_NE(warning(QuaternionOrder::xyzw, {z, w, 0, 0}), "");
}

}  // namespace
}  // namespace invdyn::test
