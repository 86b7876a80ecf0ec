// The motors' file, and its errors.

#include "answers/sizing/motor_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "support/temporary_folder.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

const Robot& arm() {
  static const Robot robot = arm_of({{"shoulder"}, {"elbow"}, {"slide", JointType::prismatic}});
  return robot;
}

Motors motors_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_motors(folder.write("motors.csv", text), arm(),
                     [](const std::string& note) { ADD_FAILURE() << note; });
}

TEST(Motors, AreReadByJointInAnyOrder) {
  const Motors motors = motors_of(
      "peak_torque,joint,continuous_torque,gear_ratio,efficiency,rotor_inertia,max_speed\n"
      "3,elbow,1.5,100,0.7,2e-5,400\n"
      "# the shoulder's maker tells little\n"
      ",shoulder,,,,,\n");
  ASSERT_EQ(motors.size(), 3u);
  ASSERT_TRUE(motors[0] && motors[1]);
  EXPECT_FALSE(motors[2]);
  EXPECT_FALSE(motors[0]->peak_torque || motors[0]->continuous_torque || motors[0]->gear_ratio);
  EXPECT_EQ(motors[0]->efficiency, std::nullopt);
  EXPECT_EQ(motors[1]->peak_torque, 3);
  EXPECT_EQ(motors[1]->continuous_torque, 1.5);
  EXPECT_EQ(motors[1]->gear_ratio, 100);
  EXPECT_EQ(motors[1]->efficiency, 0.7);
  EXPECT_EQ(motors[1]->rotor_inertia, 2e-5);
  EXPECT_EQ(motors[1]->max_speed, 400);
}

// As spreadsheets of many countries write them. `1,250` could be thousands.
TEST(Motors, MayHaveDecimalCommasBetweenSemicolons) {
  const Motor motor = *motors_of(
      "joint;continuous_torque (Nm);peak_torque;curve;max_speed (1/min);rotor_inertia (gcm\u00b2)\n"
      "elbow;0,13;1,25;0:1,5 40:0;30,5;0,135\n")[1];
  EXPECT_EQ(motor.continuous_torque, 0.13);
  EXPECT_EQ(motor.peak_torque, 1.25);
  EXPECT_EQ(motor.curve->at(20), 0.75);
  EXPECT_DOUBLE_EQ(*motor.max_speed, 30.5 * std::numbers::pi / 30);
  EXPECT_DOUBLE_EQ(*motor.rotor_inertia, 0.135e-7);
  EXPECT_THAT([] { motors_of("joint;continuous_torque;peak_torque\nelbow;0,13;1,250\n"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(
                  ":2: peak_torque is \"1,250\": expected a number above 0 (N m) with a decimal point")));
}

TEST(Motors, MayHaveCurvesAsPoints) {
  const Motors motors = motors_of(
      "joint,continuous_torque,peak_torque,curve,continuous_curve_rpm,max_speed_rpm\n"
      "elbow,,,10:4 20:2   40:0,0:1 3000:0.5,3000\n");
  const Motor& motor = *motors[1];
  EXPECT_EQ(motor.curve->at(0), 4);
  EXPECT_EQ(motor.curve->at(15), 3);
  EXPECT_EQ(motor.curve->at(30), 1);
  EXPECT_EQ(motor.curve->at(50), 0);
  EXPECT_EQ(motor.top_speed(), 40);
  EXPECT_DOUBLE_EQ(*motor.max_speed, 100 * std::numbers::pi);
  EXPECT_DOUBLE_EQ(motor.continuous_curve->at(50 * std::numbers::pi), 0.75);
}

TEST(Motors, ReplaceTheRobotsDrives) {
  const Robot robot =
      with_motors(arm(), motors_of("joint,continuous_torque,peak_torque,gear_ratio,rotor_inertia,efficiency\n"
                                   "elbow,1,2,-30,,0.9\nslide,1,2,,0.01,\n"));
  EXPECT_EQ(robot.moving_joint(0).drive.gear_ratio, 1);
  EXPECT_EQ(robot.moving_joint(1).drive.gear_ratio, -30);
  EXPECT_EQ(robot.moving_joint(1).drive.rotor_inertia, 0);
  EXPECT_EQ(robot.moving_joint(2).drive.gear_ratio, 1);
  EXPECT_EQ(robot.moving_joint(2).drive.rotor_inertia, 0.01);
}

TEST(Motors, WithGearsAreAskedForTheirEfficiency) {
  const TemporaryFolder folder;
  const auto notes_of = [&](const std::string& rows, const Robot& robot) {
    std::vector<std::string> notes;
    read_motors(
        folder.write("motors.csv", "joint,continuous_torque,peak_torque,gear_ratio,efficiency\n" + rows),
        robot, [&](const std::string& note) { notes.push_back(note); });
    return notes;
  };
  EXPECT_THAT(
      notes_of("shoulder,1,2,-50,\nelbow,1,2,50,1\nslide,1,2,1,\n", arm()),
      testing::ElementsAre(testing::HasSubstr("the efficiency of the gears of shoulder is not given")));
  std::vector<Drive> drives(arm().joints().size());
  drives[0].efficiency = 0.8;
  drives[1].load = 0.1;
  EXPECT_THAT(notes_of("shoulder,1,2,50,\nelbow,1,2,50,\n", arm().with_drives(drives)), testing::IsEmpty());
}

// All motors of an arm are in one file, even if some joints are locked.
TEST(Motors, OfDependentJointsAreReportedAndNotUsed) {
  const Robot locked = arm().with_locked_joints(std::vector{JointLock{1, 0.5}});
  const TemporaryFolder folder;
  const std::string path =
      folder.write("motors.csv", "joint,continuous_torque,peak_torque\nshoulder,1,2\nelbow,3,4\nslide,5,6\n");
  std::vector<std::string> notes;
  const Warn take = [&](const std::string& note) { notes.push_back(note); };
  const Motors motors = read_motors(path, locked, take);
  ASSERT_EQ(motors.size(), 2u);
  EXPECT_EQ(motors[0]->peak_torque, 2);
  EXPECT_EQ(motors[1]->peak_torque, 6);
  EXPECT_THAT(notes,
              testing::ElementsAre(path + ":3: joint \"elbow\" is fixed or locked: its motor is not used"));
  const std::string twice =
      folder.write("twice.csv", "joint,continuous_torque,peak_torque\nelbow,3,4\nelbow,3,4\n");
  EXPECT_THAT([&] { read_motors(twice, locked, take); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(":3: joint \"elbow\" has a motor already")));
  const std::string wrong = folder.write("wrong.csv", "joint,continuous_torque,peak_torque\nelbow,3,-4\n");
  EXPECT_THAT([&] { read_motors(wrong, locked, take); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(":2: peak_torque is \"-4\"")));
}

struct Wrong {
  std::string name, text, error;
};
void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.name;
}
class WrongMotors : public testing::TestWithParam<Wrong> {};

TEST_P(WrongMotors, AreRefusedWithTheirLocation) {
  const TemporaryFolder folder;
  const std::string path = folder.write("motors.csv", GetParam().text);
  try {
    read_motors(path, arm(), [](const std::string&) {});
    FAIL() << "took it";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), path + GetParam().error);
  }
}

const std::string header = "joint,continuous_torque,peak_torque\n";
const std::string points =
    ": expected points SPEED:TORQUE with blanks between the points, in the order of increasing speed, such as "
    "\"0:2.4 300:2.4 420:0\"";

INSTANTIATE_TEST_SUITE_P(
    All, WrongMotors,
    testing::Values(
        Wrong{"UnknownJoint", header + "elbow,1,2\nelbw,1,2\n",
              ":3: joint is \"elbw\", which is not a moving joint of arm: expected one of shoulder, "
              "elbow, slide; did you mean \"elbow\"?"},
        Wrong{"JointTwice", header + "elbow,1,2\nelbow,1,2\n",
              ":3: joint \"elbow\" has a motor already: expected one row for each joint"},
        Wrong{"NoJoint", header + ",1,2\n", ":2: joint is empty: expected one of shoulder, elbow, slide"},
        Wrong{"MissingColumn", "joint,peak_torque\nelbow,2\n",
              ":1: there is no column \"continuous_torque\": expected at least the columns "
              "joint, continuous_torque, peak_torque (if the maker gives no value, leave the field empty)"},
        Wrong{"ColumnTwice", "joint,continuous_torque,peak_torque,peak_torque\nelbow,1,2,3\n",
              ":1: the column \"peak_torque\" is repeated: expected it once"},
        Wrong{"NegativeTorque", header + "elbow,1,-2\n",
              ":2: peak_torque is \"-2\": expected a number above 0 (N m)"},
        Wrong{"NotANumber", header + "elbow,nan,2\n",
              ":2: continuous_torque is \"nan\": expected a number above 0 (N m)"},
        Wrong{"Infinite", header + "elbow,1,inf\n",
              ":2: peak_torque is \"inf\": expected a number above 0 (N m)"},
        Wrong{"PeakBelowContinuous", header + "shoulder,2,2\nelbow,2.5,1.5\n",
              ":3: peak_torque is \"1.5\", below continuous_torque, \"2.5\": expected at least "
              "continuous_torque"},
        Wrong{"EfficiencyInPercent", "joint,continuous_torque,peak_torque,efficiency\nelbow,1,2,80\n",
              ":2: efficiency is \"80\": expected a number above 0 and at most 1, 0.8 for 80%"},
        Wrong{"NoGear", "joint,continuous_torque,peak_torque,gear_ratio\nelbow,1,2,0\n",
              ":2: gear_ratio is \"0\": expected a number that is not 0, such as 100 for 100:1 (motor "
              "speed over joint speed)"},
        Wrong{"TwoSpeeds", "joint,continuous_torque,peak_torque,max_speed,max_speed_rpm\nelbow,1,2,3,4\n",
              ":2: max_speed is given in rad/s and in rpm: expected only one of the two columns"},
        Wrong{
            "TwoContinuousLimits", "joint,continuous_torque,peak_torque,continuous_curve\nelbow,1,2,0:1\n",
            ":2: continuous_torque and continuous_curve are both given: expected only one of the two columns"},
        Wrong{"PointWithoutColon", "joint,continuous_torque,peak_torque,curve\nelbow,1,2,0:1 30\n",
              ":2: curve has the point \"30\"" + points},
        Wrong{"PointOfNaN", "joint,continuous_torque,peak_torque,curve\nelbow,1,2,0:nan\n",
              ":2: curve has the point \"0:nan\"" + points},
        Wrong{"CurveGoesBack", "joint,continuous_torque,peak_torque,curve\nelbow,1,2,0:1 30:1 30:0\n",
              ":2: curve has the point \"30:0\" after a point with the same or a higher speed" + points},
        Wrong{"SlopeTooSteep", "joint,continuous_torque,peak_torque,curve\nelbow,1,2,0:3 1e-310:1\n",
              ":2: curve has the point \"1e-310:1\", too near to the point before: the slope between the "
              "two points is not finite" +
                  points},
        Wrong{"TooFewFields", header + "elbow,1\n", ":2: has 2 fields: expected 3, as in the header"},
        Wrong{"NoMotors", header, ": has no motors: expected a row for each motor"}),
    [](const auto& wrong) { return wrong.param.name; });

TEST(Motors, SayThatATableIsACatalogue) {
  EXPECT_THAT(
      [] { motors_of("motor,continuous_torque,peak_torque,gear_ratios\nM20,1,2,50 80\n"); },
      testing::ThrowsMessage<Error>(testing::HasSubstr(
          ":1: unknown column \"gear_ratios\": expected \"gear_ratio\", because this file is given with "
          "`motors`")));
}

// Units as makers write them: in square brackets, or after the name; squares as ^2, 2 or a raised 2.
TEST(Motors, TakeUnitsInAnyUsualForm) {
  const Motors motors = motors_of(
      "joint;continuous_torque_Nm;peak_torque [mNm];rotor_inertia kgcm2;max_speed (1/min);efficiency\n"
      "elbow;1;2500;3;6000;0,9\n;;;;;\n");
  EXPECT_DOUBLE_EQ(*motors[1]->peak_torque, 2.5);
  EXPECT_DOUBLE_EQ(*motors[1]->rotor_inertia, 3e-4);
  EXPECT_DOUBLE_EQ(*motors[1]->max_speed, 200 * std::numbers::pi);
}

// Numbers of a data sheet: 800 g cm^2, 4000 rpm.
TEST(Motors, AreAskedForTheUnitOfNumbersThatNoMotorHas) {
  const std::string head = "joint,continuous_torque,peak_torque,";
  EXPECT_THAT(
      [&] { motors_of(head + "rotor_inertia\nelbow,1,2,800\n"); },
      testing::ThrowsMessage<Error>(testing::EndsWith(
          ":2: rotor_inertia is 800 kg m^2, above 1 kg m^2: is it in g cm^2? Expected the unit in the "
          "header, rotor_inertia (g cm^2) or rotor_inertia (kg m^2)")));
  EXPECT_THAT(
      [&] { motors_of(head + "max_speed\nelbow,1,2,4000\n"); },
      testing::ThrowsMessage<Error>(testing::HasSubstr("max_speed is 4000 rad/s, above 1500 rad/s: is "
                                                       "it in rpm?")));
  // 14 N m turn a rotor of 6.1 kg cm^2 with 23,000 rad/s^2, one of 6.1 g cm^2 with 23,000,000 rad/s^2. 1 N m
  // turns one of 10 kg cm^2 with 1,000 rad/s^2, one of 10 g cm^2 with 1,000,000 rad/s^2.
  EXPECT_THAT([&] { motors_of(head + "rotor_inertia\nelbow,5,14,6.1\n"); },
              testing::ThrowsMessage<Error>(
                  testing::EndsWith(": is it in kg cm^2? Expected the unit in the header, rotor_inertia (kg "
                                    "cm^2) or rotor_inertia (kg m^2)")));
  EXPECT_THAT([&] { motors_of(head + "rotor_inertia\nelbow,1,1,10\n"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(": is it in kg cm^2 or g cm^2? Expected")));
  EXPECT_THAT([&] { motors_of(head + "rotor_inertia\nelbow,,,10\n"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(": is it in kg cm^2 or g cm^2? Expected")));
  EXPECT_DOUBLE_EQ(*motors_of(head + "rotor_inertia (kg m^2)\nelbow,1,2,2\n")[1]->rotor_inertia, 2);
}

TEST(Motors, ShowTheHeaderToWrite) {
  EXPECT_THAT(
      [] { motors_of("Achse;Nennmoment (Nm);Spitzenmoment;Drehzahl [1/min];Hersteller\nelbow;1;2;3;A\n"); },
      testing::ThrowsMessage<Error>(testing::HasSubstr(
          "; write joint;continuous_torque (Nm);peak_torque;max_speed (1/min);? and delete the column "
          "\"Hersteller\" (without a unit: peak_torque in Nm)")));
}

// Between stall torque and no-load speed the torque falls in a line.
TEST(Motors, SayThatStallTorqueAndNoLoadSpeedAreALine) {
  EXPECT_THAT(
      [] { motors_of("joint;Nominal torque (Nm);Stall torque (Nm);No-load speed (rpm)\nelbow;1;2;3\n"); },
      testing::ThrowsMessage<Error>(testing::HasSubstr(
          "write joint;continuous_torque (Nm);peak_torque (Nm);max_speed (rpm); to give the stall torque "
          "and the no-load speed, add a column curve_rpm with two points (rpm:N m), such as 0:1.6 2400:0 for a "
          "stall torque of 1.6 N m and a no-load speed of 2400 rpm")));
}

// A rated speed is no limit, and a nominal one in rpm no torque.
TEST(Motors, TakeTheNearestOfTwoHeadersForAColumn) {
  for (const std::string rated : {"Rated Speed [rpm]", "Nominal Speed {rpm}", "Rated motor speed <rpm>"})
    for (const std::string highest : {"Max Speed [rpm]", "Max. speed [rpm]", "Maximum Speed [rpm]"}) {
      const std::string head =
          "Model,Axis,Rated Torque [Nm],Peak Torque [Nm]," + rated + ',' + highest + '\n';
      EXPECT_THAT([&] { motors_of(head + "A,elbow,1,2,3000,4000\n"); },
                  testing::ThrowsMessage<Error>(testing::HasSubstr(
                      "; write motor,joint,continuous_torque (Nm),peak_torque (Nm),?,max_speed (rpm) and "
                      "delete the column \"" +
                      rated + '"')));
    }
}

// 1 kgf cm = 9.80665 N * 0.01 m; 1 ozf in = 0.45359237 kg / 16 * 9.80665 m/s^2 * 0.0254 m.
TEST(Motors, KeepTheUnitsOfForeignHeaders) {
  const std::string rows = "elbow,10,25,3000\n";
  EXPECT_THAT([&] { motors_of("Name,rated_torque_kgcm,peak_torque_oz-in,Max speed (rpm)\n" + rows); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(
                  "unknown columns \"Name\", \"rated_torque_kgcm\", \"Max speed (rpm)\": write "
                  "joint,continuous_torque (kgcm),peak_torque_oz-in,max_speed (rpm)")));
  const Motor motor =
      *motors_of("joint,continuous_torque (kgcm),peak_torque_oz-in,max_speed (min-1)\nelbow,1,25,30\n")[1];
  EXPECT_NEAR(*motor.continuous_torque, 0.0980665, 1e-12);
  EXPECT_NEAR(*motor.peak_torque, 25 * 0.00706155, 1e-6);
  EXPECT_DOUBLE_EQ(*motor.max_speed, std::numbers::pi);
  EXPECT_THAT(
      [&] { motors_of("motor,rated_torque,peak_torque\n" + rows); },
      testing::ThrowsMessage<Error>(testing::EndsWith(
          ": write motor,continuous_torque,peak_torque with joint in addition (without a unit: "
          "continuous_torque in Nm); if the rows are motors to choose from, give this file to invdyn size with "
          "`catalogue`")));
}

// By the definitions of the pound, the foot and the standard gravity, to six digits.
TEST(Motors, TakeTorquesAsMakersStateThem) {
  const std::pair<const char*, double> units[] = {
      {"kgcm", 0.0980665},  {"kg cm", 0.0980665},  {"kgf.cm", 0.0980665}, {"kgf cm", 0.0980665},
      {"Ncm", 0.01},        {"N cm", 0.01},        {"Nmm", 0.001},        {"N mm", 0.001},
      {"ozin", 0.00706155}, {"oz-in", 0.00706155}, {"oz in", 0.00706155}, {"lb in", 0.112985},
      {"lbin", 0.112985},   {"lbft", 1.35582},     {"ft lb", 1.35582}};
  for (const auto& [unit, factor] : units) {
    const Motors motors =
        motors_of("joint,continuous_torque,peak_torque [" + std::string(unit) + "]\nelbow,,1\n");
    EXPECT_NEAR(*motors[1]->peak_torque / factor, 1, 3e-6) << unit;
  }
  EXPECT_THAT([] { motors_of("joint,continuous_torque (kgfcms),peak_torque\n"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("did you mean \"kgf.cm\"?")));
}

TEST(Motors, MayHaveEfficienciesInPercent) {
  const std::string head = "joint,continuous_torque,peak_torque,";
  EXPECT_DOUBLE_EQ(*motors_of(head + "efficiency\nelbow,1,2,80%\n")[1]->efficiency, 0.8);
  EXPECT_DOUBLE_EQ(*motors_of(head + "efficiency (%)\nelbow,1,2,80\n")[1]->efficiency, 0.8);
}

TEST(Motors, SuggestTheNearestColumn) {
  EXPECT_THAT([] { motors_of("joint,continuous_torque,peak_torqe\nelbow,1,2\n"); },
              testing::ThrowsMessage<Error>(
                  testing::AllOf(testing::HasSubstr(":1: unknown column \"peak_torqe\""),
                                 testing::HasSubstr(": write joint,continuous_torque,peak_torque"))));
}

}  // namespace
}  // namespace invdyn::test
