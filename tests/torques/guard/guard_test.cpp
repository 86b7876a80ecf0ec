// How often the guard is right, over motions and faults of random kinds.

#include "torques/guard/guard.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "robot/files/read.h"
#include "torques/guard/planted_motion.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

const std::vector<Robot>& robots() {
  static const std::vector<Robot> all = [] {
    std::vector<Robot> robots;
    for (const char* name : {"ur5e", "panda", "gen3", "scara", "polar", "puma560"})
      robots.push_back(
          read_robot(INVDYN_SOURCE_DIR "/robots/" + std::string(name) + ".json", [](const std::string&) {}));
    Random random(7);
    for (int i = 0; i < 6; ++i) robots.push_back(limited_robot(random));
    return robots;
  }();
  return all;
}

// The study has more.
int how_many(int usually) {
  const char* factor = std::getenv("INVDYN_STUDY");
  return usually * (factor ? std::atoi(factor) : 1);
}

std::string joined_texts(const std::vector<Guard::Doubt>& doubts) {
  std::string text;
  for (const Guard::Doubt& doubt : doubts) text += doubt.text + "\n";
  return text;
}

TEST(Guard, SaysNothingOfSoundMotions) {
  Random random(1);
  for (int i = 0; i < how_many(200); ++i) {
    const Known known = static_cast<Known>(random.below(3));
    const PlantedMotion motion(robots()[random.below(robots().size())], known, random);
    if (motion.effort() > 0.9) continue;
    EXPECT_EQ(joined_texts(motion.doubts()), "") << i << ": " << motion.name();
    const bool are_smoothed = known == Known::q;
    EXPECT_EQ(joined_texts(motion.doubts(are_smoothed)), "") << i << ": " << motion.name();
  }
}

TEST(Guard, TellsWrongRowsThatAreSmoothed) {
  Random random(4);
  int faults = 0, told = 0;
  for (const int wanted = how_many(60); faults < wanted;) {
    const Robot& robot = robots()[random.below(robots().size())];
    PlantedMotion motion(robot, Known::q, random);
    motion.plant(Fault::wrong_rows, random.below(robot.dof()), random);
    if (!(motion.change() > 0.05)) continue;
    ++faults;
    told += joined_texts(motion.doubts(true)).find(" jumps at ") != std::string::npos;
  }
  if (std::getenv("SHOW")) std::cout << "smoothed: " << told << " of " << faults << "\n";
  EXPECT_GE(told, 0.8 * faults);
}

// Some as a question.
TEST(Guard, TellsDegreesOfJointsWithoutLimits) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/two-link.json", [](const std::string&) {});
  Random random(3);
  int told = 0;
  const int wanted = how_many(60);
  for (int i = 0; i < wanted; ++i) {
    PlantedMotion motion(robot, static_cast<Known>(random.below(3)), random);
    EXPECT_EQ(joined_texts(motion.doubts()), "") << i << ": " << motion.name();
    motion.plant(Fault::degrees, std::nullopt, random);
    told += joined_texts(motion.doubts()).find("in degrees?") != std::string::npos;
  }
  if (std::getenv("SHOW")) std::cout << "without limits: " << told << " of " << wanted << "\n";
  EXPECT_GE(told, 0.98 * wanted);
}

// 60 and -90 degrees in 2000 ms, in any rows. As rad in s, speeds are usual; a joint that turns on is sound.
TEST(Guard, TellsDegreesInMilliseconds) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/two-link.json", [](const std::string&) {});
  const auto said = [&](double step, double time_unit) {
    Guard guard(robot, {});
    Block one(2, 1);
    one.rows = 1;
    for (double t = 0; t <= 2000; t += step) {
      one.t[0] = t * time_unit;
      const double part = (1 - std::cos(std::numbers::pi * t / 2000)) / 2;
      one.q(0, 0) = 60 * part;
      one.q(0, 1) = -90 * part;
      guard.take(one);
    }
    return joined_texts(guard.doubts({}));
  };
  for (const double step : {1.0, 10.0, 100.0}) {
    EXPECT_THAT(said(step, 1), testing::HasSubstr("`degrees` `time-unit` ms")) << step;
    EXPECT_THAT(said(step, 1e-3), testing::HasSubstr("`degrees`")) << step;
  }
}

// 200 N m for 1 s, and 500 N m in one row.
TEST(Guard, NamesShortPeaksBesideALastingOne) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/ur5e.json", [](const std::string&) {});
  Guard guard(robot, {.how = {}, .known = Known::q_dq_ddq});
  Block one(robot.dof(), 1);
  one.rows = 1;
  for (int k = 0; k < 200; ++k) {
    one.t[0] = 0.01 * k;
    one.tau(0, 0) = k == 150 ? 500 : k < 100 ? 200 : 10;
    guard.take(one);
  }
  EXPECT_THAT(joined_texts(guard.doubts({})),
              testing::HasSubstr("needs up to 200 N m (in short peaks up to 500 N m), 133 % of its limit"));
}

// 500 N m in every 16th row, of 400: too many for wrong rows, too short for a limit that is broken.
TEST(Guard, NamesShortPeaksBeyondALimit) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/ur5e.json", [](const std::string&) {});
  const auto guard_of = [&](double peak) {
    Guard guard(robot, {.how = {}, .known = Known::q_dq_ddq});
    Block one(robot.dof(), 1);
    one.rows = 1;
    for (int k = 0; k < 400; ++k) {
      one.t[0] = 0.01 * k;
      one.tau(0, 0) = k % 16 == 8 ? peak : 10;
      guard.take(one);
    }
    return guard;
  };
  EXPECT_EQ(joined_texts(guard_of(500).doubts({})), "");
  EXPECT_THAT(guard_of(500).doubt_of_peaks().value_or(""),
              testing::HasSubstr("333 % of its limit of 150 N m, but only in short peaks"));
  EXPECT_EQ(guard_of(160).doubt_of_peaks(), std::nullopt);
}

// The same motion of 3 rad in 4 s, with the number of the row in place of the time; and with times that
// are ten times too short.
TEST(Guard, AsksWhetherTimesAreRight) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/ur5e.json", [](const std::string&) {});
  const auto said = [&](double step, double first = 0) {
    Guard guard(robot, {});
    Block one(robot.dof(), 1);
    one.rows = 1;
    for (int k = 0; k <= 400; ++k) {
      one.t[0] = first + step * k;
      one.q(0, 2) = 1.5 * (1 - std::cos(std::numbers::pi * k / 400));
      guard.take(one);
    }
    return joined_texts(guard.doubts({}));
  };
  EXPECT_EQ(said(0.01), "");
  EXPECT_THAT(said(1), testing::HasSubstr("does the time column hold row numbers, or times in ms?"));
  EXPECT_THAT(said(1, 1), testing::HasSubstr("`rate` HZ"));
  EXPECT_EQ(said(1, 0.25), "");
  Guard slow(robot, {});
  Block row(robot.dof(), 1);
  row.rows = 1;
  for (int k = 0; k <= 90; ++k) {  // 1 rad in 90 s, a row each second: sound
    row.t[0] = k;
    row.q(0, 2) = (1 - std::cos(std::numbers::pi * k / 90)) / 2;
    slow.take(row);
  }
  for (const Guard::Doubt& doubt : slow.doubts({})) EXPECT_TRUE(doubt.is_question) << doubt.text;
  EXPECT_THAT(said(0.0001),
              testing::HasSubstr("are the times wrong, or are the angles in degrees? To replace"));
}

// 3 rad in 2 s at 200 Hz, by `rate` 0.005 in place of `dt` 0.005; and by `dt` 5 in place of 0.005.
TEST(Guard, AsksWhetherARateIsAStep) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/ur5e.json", [](const std::string&) {});
  const auto said = [&](double step) {
    Guard guard(robot, {.how = {.step = step}});
    Block one(robot.dof(), 1);
    one.rows = 1;
    for (int k = 0; k <= 400; ++k) {
      one.t[0] = step * k;
      one.q(0, 2) = 1.5 * (1 - std::cos(std::numbers::pi * k / 400));
      guard.take(one);
    }
    return joined_texts(guard.doubts({}));
  };
  EXPECT_THAT(said(200), testing::HasSubstr(
                             "is 0.005 the time between two rows in s? If the rate is 0.005 Hz, rows are"));
  EXPECT_THAT(said(200), testing::HasSubstr(": `dt` 0.005\n"));
  EXPECT_THAT(said(5), testing::HasSubstr(": `rate` 200\n"));
  EXPECT_EQ(said(0.005), "");
}

// A sine of 2 Hz at 100 Hz, through the weights of Savitzky and Golay: an order of 2 over 41 rows takes a
// fifth of its velocities, over 5 rows nothing. Noise alone is no reason.
TEST(Guard, NamesAFilterOfTheMotionItself) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/two-link.json", [](const std::string&) {});
  const auto said = [&](int half, double noise) {
    Guard guard(robot, {.how = {.scheme = Scheme::savitzky_golay,
                                .fit = {static_cast<std::size_t>(2 * half + 1), 2}}});
    Random random(5);
    std::vector<double> q(600);
    for (std::size_t k = 0; k < q.size(); ++k)
      q[k] = 0.3 * std::sin(0.04 * std::numbers::pi * static_cast<double>(k)) + random.uniform(-noise, noise);
    Block one(2, 1);
    one.rows = 1;
    for (int k = half; k + half < 600; ++k) {
      double slope = 0, squares = 0;
      for (int i = -half; i <= half; ++i) {
        slope += i * q[static_cast<std::size_t>(k + i)];
        squares += i * i;
      }
      one.t[0] = 0.01 * k;
      one.q(0, 0) = q[static_cast<std::size_t>(k)];
      one.dq(0, 0) = slope / squares / 0.01;
      guard.take(one);
    }
    return joined_texts(guard.doubts({}));
  };
  EXPECT_EQ(said(2, 0), "");
  EXPECT_EQ(said(2, 1e-3), "");
  EXPECT_THAT(said(20, 1e-4), testing::HasSubstr("savgol:41,2 removes a part of the motion"));
  EXPECT_THAT(said(20, 1e-4), testing::HasSubstr("such as savgol:21,2"));
}

// Dry friction of 150 N m beside 2 and 20 N m, from rest to rest: in the first row and the last one there is
// none.
TEST(Guard, ComparesFrictionWithTheRestWhileTheJointMoves) {
  const Robot frictionless = read_robot(INVDYN_SOURCE_DIR "/robots/two-link.json", [](const std::string&) {});
  Drive drive;
  drive.joint.coulomb_positive = 150;
  drive.joint.coulomb_negative = -150;
  const Robot robot = frictionless.with_drives(std::vector(frictionless.joints().size(), drive));
  Guard guard(robot, {.how = {}, .known = Known::q_dq_ddq});
  Block one(2, 1);
  one.rows = 1;
  for (int k = 0; k <= 100; ++k) {
    one.t[0] = 0.01 * k;
    const double phase = std::numbers::pi * one.t[0];
    const bool rests = k == 0 || k == 100;
    for (int j = 0; j < 2; ++j) {
      one.q(0, j) = 0.5 * (1 - std::cos(phase));
      one.dq(0, j) = rests ? 0 : 0.5 * std::numbers::pi * std::sin(phase);
      one.ddq(0, j) = 0.5 * std::numbers::pi * std::numbers::pi * std::cos(phase);
      one.tau(0, j) = (rests ? 0 : 150) + (j == 0 ? 20 : 2);
    }
    guard.take(one);
  }
  EXPECT_THAT(
      joined_texts(guard.doubts({})),
      testing::HasSubstr("dry friction is about 98.7 % of the torque of joint \"elbow\" (150 N m; the "
                         "rest is about 2 N m); other joints: \"shoulder\" 88.2 %"));
}

// An arm of 1.4 m whose slide goes 400 mm in 2 s or 40 s, and a base that drives 400 m in 40 s.
TEST(Guard, TellsMillimetresOfJointsWithoutLimits) {
  const auto said = [](const Robot& robot, std::size_t slide, double way, double duration,
                       bool is_static = false) {
    Guard guard(robot, {.how = {.is_static = is_static}});
    Block one(robot.dof(), 1);
    one.rows = 1;
    for (int k = 0; k <= 200; ++k) {
      const double phase = std::numbers::pi * k / 200;
      one.t[0] = duration * k / 200;
      one.q(0, static_cast<Eigen::Index>(slide)) = way / 2 * (1 - std::cos(phase));
      one.dq(0, static_cast<Eigen::Index>(slide)) = way / 2 * std::numbers::pi / duration * std::sin(phase);
      guard.take(one);
    }
    const std::vector<Guard::Doubt> doubts = guard.doubts({});
    return doubts.empty() ? "" : (doubts[0].is_question ? "? " : "") + joined_texts(doubts);
  };
  const Robot arm = arm_of({{"turn"}, {"slide", JointType::prismatic}}),
              cart = arm_of({{"x", JointType::prismatic}, {"turn"}});
  EXPECT_THAT(said(arm, 1, 400, 2),
              testing::AllOf(testing::StartsWith("is joint \"slide\" in mm? It accelerates at"),
                             testing::HasSubstr("\"q_slide (mm)\"")));
  EXPECT_THAT(said(arm, 1, 400, 40), testing::StartsWith("? is joint \"slide\" in mm? It is at 400 m"));
  EXPECT_THAT(said(arm, 1, 400, 40, true), testing::StartsWith("? is joint \"slide\" in mm?"));
  EXPECT_THAT(said(cart, 0, 400, 2), testing::StartsWith("is joint \"x\" in mm?"));
  EXPECT_EQ(said(cart, 0, 400, 40), "");
  EXPECT_EQ(said(arm, 1, 0.4, 0.2), "");
}

// A polynomial of degree 5 over 0.5 rad, at 100 Hz. Times that are divided leave dq as it was.
TEST(Guard, TellsDerivativesOfShortMotionsThatAreScaled) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/ur5e.json", [](const std::string&) {});
  const auto said = [&](double duration, double time_scale, double sign_of_ddq) {
    Guard guard(robot,
                {.how = {.scheme = Scheme::given, .known = Known::q_dq_ddq}, .known = Known::q_dq_ddq});
    Block one(robot.dof(), 1);
    one.rows = 1;
    for (double t = 0; t < duration + 1e-9; t += 0.01) {
      const double s = t / duration;
      one.t[0] = t / time_scale;
      one.q(0, 0) = 0.5 * s * s * s * (10 - 15 * s + 6 * s * s);
      one.dq(0, 0) = 15 * s * s * (1 - s) * (1 - s) / duration;
      one.ddq(0, 0) = sign_of_ddq * 30 * s * (1 - s) * (1 - 2 * s) / duration / duration;
      guard.take(one);
    }
    return joined_texts(guard.doubts({}));
  };
  for (const double duration : {0.5, 0.8, 1.0, 2.0}) {
    EXPECT_EQ(said(duration, 1, 1), "") << duration;
    for (const double scale : {1.5, 2.0, 3.0})
      EXPECT_THAT(said(duration, scale, 1),
                  testing::ContainsRegex(scale == 1.5 ? "dq of joint .* is 0.66[67] times the derivative of q"
                                                      : "dq of joint .* times the derivative of q"))
          << duration << " " << scale;
    EXPECT_THAT(said(duration, 1, -1), testing::HasSubstr("derivative of dq: is its sign reversed?"))
        << duration;
  }
}

// Poses, of a robot without limits.
TEST(Guard, AsksForTheUnitOfPosesFarFromZero) {
  const Robot robot = read_robot(INVDYN_SOURCE_DIR "/robots/two-link.json", [](const std::string&) {});
  const auto said = [&](double angle) {
    Guard guard(robot, {.how = {.is_static = true}});
    Block one(2, 1);
    one.rows = 1;
    one.q(0, 0) = angle;
    guard.take(one);
    return joined_texts(guard.doubts({}));
  };
  EXPECT_EQ(said(4), "");
  EXPECT_THAT(said(90), testing::HasSubstr("are the angles in degrees?"));
  EXPECT_THAT(said(1e5),
              testing::HasSubstr("100000 rad, 15900 turns from zero: is this number an angle, or a count"));
}

// 12 rows of 4096 are lost at 1 kHz; positions are rounded to 0.1 mrad.
TEST(Guard, TellsHowManyRowsAreLost) {
  LostRows whole, lost;
  Block one(1, 1);
  one.rows = 1;
  for (int k = 0; k < 20000; ++k) {
    one.q(0, 0) = std::round(1e4 * 0.5 * std::sin(0.002 * k + 0.3)) / 1e4;
    whole.take(one);
    if (k % 4096 < 4096 - 12) lost.take(one);
  }
  EXPECT_EQ(whole.doubt(), std::nullopt);
  ASSERT_TRUE(lost.doubt().has_value());
  EXPECT_THAT(*lost.doubt(), testing::StartsWith("12 rows in every 4096 may be lost"));
}

// A log that writes a row where the angle has changed by 1 mrad, of a joint that rests for 3 s; one that was
// stopped as long while the joint moved; and one whose clock jumped. Blocks of any size tell the same.
TEST(Guard, TellsTimesWithoutRows) {
  const auto said = [](double way, std::size_t rows_in_block, double curvature = 0) {
    TimeHoles holes;
    Block block(1, rows_in_block);
    for (int k = 0; k < 400; ++k) {
      const auto row = static_cast<Eigen::Index>(block.rows);
      block.t[row] = 0.01 * k + (k < 200 ? 0 : 3);
      block.q(row, 0) = 1e-3 * k + curvature * k * k + (k < 200 ? 0 : way);
      block.line[block.rows++] = static_cast<std::size_t>(k + 2);
      if (block.rows < rows_in_block && k < 399) continue;
      holes.take(block);
      block.rows = 0;
    }
    return holes.doubt(PlaceBy::line).value_or("");
  };
  for (const std::size_t rows : {1u, 2u, 7u, 50u, 400u}) {
    EXPECT_EQ(said(0, rows), "") << rows;
    EXPECT_THAT(said(0.3, rows), testing::StartsWith("there are no rows for 3.01 s before line 202")) << rows;
    EXPECT_EQ(said(0, rows, 1e-6),
              "the time jumps by 3.01 s before line 202, but the joints move no farther than in the steps "
              "before and after: is the time wrong there? To replace the times, give `rate` 100")
        << rows;
  }
}

struct Case {
  const char* name;
  Fault fault;
  Known known;
  bool of_one_joint;
  double told;  // the least share
  const char* text;
};

class PlantedFault : public testing::TestWithParam<Case> {};

TEST_P(PlantedFault, IsTold) {
  const Case& given = GetParam();
  Random random(2);
  int faults = 0, told = 0;
  const int wanted = how_many(60);
  while (faults < wanted) {
    const Robot& robot = robots()[random.below(robots().size())];
    PlantedMotion motion(robot, given.known, random);
    const bool can_be_planted = (given.fault != Fault::too_fast || motion.speed() > 0) &&
                                (given.fault != Fault::too_heavy || motion.effort() > 0);
    if (!can_be_planted) continue;
    motion.plant(given.fault, given.of_one_joint ? std::optional(random.below(robot.dof())) : std::nullopt,
                 random);
    if (!(motion.change() > 0.05)) continue;
    ++faults;
    const std::string text = joined_texts(motion.doubts());
    if (text.find(given.text) != std::string::npos)
      ++told;
    else if (std::getenv("SHOW"))
      std::cout << motion.name() << ": " << text << "\n";
  }
  if (std::getenv("SHOW")) std::cout << given.name << ": " << told << " of " << faults << "\n";
  EXPECT_GE(told, given.told * faults);
}

INSTANTIATE_TEST_SUITE_P(
    Guard, PlantedFault,
    testing::Values(
        Case{"Degrees", Fault::degrees, Known::q, false, 0.98, "in degrees?"},
        Case{"DegreesWithVelocities", Fault::degrees, Known::q_dq, false, 0.98, "in degrees?"},
        Case{"Radians", Fault::radians, Known::q, false, 0.98, "in radians?"},
        Case{"Milliseconds", Fault::milliseconds, Known::q, false, 0.98, "`time-unit` ms"},
        Case{"VelocitiesInDegrees", Fault::velocities_in_degrees, Known::q_dq, false, 0.98,
             "is the velocity in "},
        Case{"VelocitiesInRpm", Fault::velocities_in_rpm, Known::q_dq, false, 0.98, "is the velocity in "},
        Case{"VelocitiesOfMilliseconds", Fault::milliseconds, Known::q_dq, false, 0.98, "`time-unit` ms"},
        Case{"VelocitiesReversed", Fault::velocities_reversed, Known::q_dq, false, 0.98,
             "is its sign reversed?"},
        Case{"VelocitiesOfAnother", Fault::velocities_of_another, Known::q_dq, false, 0.98, "dq"},
        Case{"VelocitiesScaled", Fault::velocities_scaled, Known::q_dq, false, 0.75, "times the derivative"},
        Case{"VelocitiesOfOneInDegrees", Fault::velocities_in_degrees, Known::q_dq, true, 0.9,
             "is the velocity in "},
        Case{"VelocitiesOfOneReversed", Fault::velocities_reversed, Known::q_dq, true, 0.9,
             "is its sign reversed?"},
        Case{"AccelerationsInDegrees", Fault::accelerations_in_degrees, Known::q_dq_ddq, false, 0.9,
             "is the acceleration in "},
        Case{"AccelerationsReversed", Fault::accelerations_reversed, Known::q_dq_ddq, false, 0.9,
             "is its sign reversed?"},
        Case{"AccelerationsOfAnother", Fault::accelerations_of_another, Known::q_dq_ddq, false, 0.9,
             "ddq of joint"},
        Case{"LostRows", Fault::lost_rows, Known::q, false, 0.3, "may be lost"},
        Case{"WrongRows", Fault::wrong_rows, Known::q, true, 0.8, "are positions wrong there"},
        Case{"WrongRowsWithVelocities", Fault::wrong_rows, Known::q_dq_ddq, true, 0.8,
             "but the velocity in the file does not jump"},
        Case{"WrongTime", Fault::wrong_time, Known::q, false, 0.2, "is a time wrong there"},
        Case{"TimeWithoutRows", Fault::time_without_rows, Known::q, false, 0.95, "although the robot moves"},
        Case{"TooFast", Fault::too_fast, Known::q, false, 0.98, "limit"},
        Case{"TooHeavy", Fault::too_heavy, Known::q_dq_ddq, false, 0.98, "needs up to"},
        Case{"SwallowingTerms", Fault::swallowing_terms, Known::q_dq_ddq, false, 0.9, "leaves out"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace invdyn::test
