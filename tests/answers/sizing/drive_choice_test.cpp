// The choice of motors and gears, by sums worked out by hand.

#include "answers/sizing/drive_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "answers/sizing/drive_tables.h"
#include "answers/sizing/thermal_cycle.h"
#include "support/temporary_folder.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

// The closed form of a body that is heated on and off: loss 4 for 1 s, 0 for 3 s, time constant 2 s. Steady:
//   high = 4 (1 - a) + low a,  low = high b,  a = exp(-1/2), b = exp(-3/2),
// so high = 4 (1 - a) / (1 - a b) = 4 * 0.393469 / 0.864665 = 1.82021. The mean is 4 * 1 / 4 = 1.
TEST(ThermalCycle, OfTwoLevelsHasItsClosedForm) {
  const ThermalCycle cycle(2);
  const double a = std::exp(-0.5), b = std::exp(-1.5);
  const double cold = cycle.after(cycle.after(0, 1, 4, 4), 3, 0, 0);
  const double low = cycle.periodic(4, cold);
  const double high = cycle.after(low, 1, 4, 4);
  EXPECT_NEAR(high, 4 * (1 - a) / (1 - a * b), 1e-14);
  EXPECT_NEAR(high, 1.82021, 1e-5);
  EXPECT_NEAR(cycle.after(high, 3, 0, 0), low, 1e-15);
  EXPECT_EQ(cycle.largest(low, 1, 4, 4), high);
}

// A loss that rises as t, from cold: rise = t - T (1 - exp(-t/T)) with T = 1, so exp(-2) + 1 at t = 2.
TEST(ThermalCycle, FollowsALossThatIsAStraightLine) {
  const ThermalCycle cycle(1);
  EXPECT_NEAR(cycle.after(0, 2, 0, 2), 1 + std::exp(-2), 1e-15);
  const double halfway = cycle.after(0, 1, 0, 1);
  EXPECT_NEAR(cycle.after(halfway, 1, 1, 2), 1 + std::exp(-2), 1e-15);
}

// A loss 2 - 2 t that falls to 0 in 1 s, T = 1, from cold: rise = 4 - 2 t - 4 exp(-t). It is largest where
// 2 = 4 exp(-t), t = ln 2, and 2 - 2 ln 2 there; at the end it is 2 - 4/e.
TEST(ThermalCycle, FindsThePeakBetweenSamples) {
  const ThermalCycle cycle(1);
  EXPECT_NEAR(cycle.largest(0, 1, 2, 0), 2 - 2 * std::log(2), 1e-15);
  EXPECT_NEAR(cycle.after(0, 1, 2, 0), 2 - 4 / std::exp(1), 1e-15);
}

// Steps that are tiny beside the time constant lose no digits: 1e-9 s of loss 1 heat by 1e-9 / T.
TEST(ThermalCycle, KeepsTheDigitsOfTinySteps) {
  EXPECT_NEAR(ThermalCycle(1000).after(0, 1e-9, 1, 1), 1e-12, 1e-24);
}

// A pendulum: 2 kg at 0.5 m, an inertia of 0.5 kg m^2 about its axis, its weight 2 * 9.80665 * 0.5 N m when
// level. No drive.
const Robot& pendulum() {
  static const Robot robot = [] {
    RobotDescription description;
    description.name = "pendulum";
    Joint joint;
    joint.name = "pivot";
    joint.type = JointType::continuous;
    joint.axis = Eigen::Vector3d::UnitY();
    Link link{"bob", {.mass = 2, .com = {0.5, 0, 0}}};
    description.joints.push_back({joint, "base", link});
    return Robot(description, [](const std::string&) {});
  }();
  return robot;
}

struct DriveRow {
  double t, dq, ddq, tau;
};

DriveDemands demands_of(const std::vector<DriveRow>& rows) {
  Block block(1, rows.size());
  block.rows = rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    block.t[k] = rows[i].t;
    block.q(k, 0) = 0;
    block.dq(k, 0) = rows[i].dq;
    block.ddq(k, 0) = rows[i].ddq;
    block.tau(k, 0) = rows[i].tau;
  }
  DriveDemands demands(pendulum());
  demands.begin_motion();
  demands.take(block);
  return demands;
}

Catalogue catalogue_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_catalogue(folder.write("catalogue.csv", text), pendulum(), [](const std::string&) {});
}

const LimitCheck& check_of(const TriedDrive& drive, LimitKind kind) {
  for (const LimitCheck& check : drive.checks)
    if (check.kind == kind) return check;
  throw std::runtime_error("no such check");
}

TriedDrive tried_first(const DriveDemands& demands, const std::string& catalogue) {
  const Catalogue read = catalogue_of(catalogue);
  return tried(demands, 0, pendulum().moving_joint(0).drive, {}, read.motors[0].motor,
               read.motors[0].gear_ratios[0]);
}

// tau is 10 N m for 1 s and 2 N m for 1 s while it drives, with ddq = 0 and 4 rad/s^2. Ratio 20, efficiency
// 0.8, rotor and gear of 1e-4 + 2e-4 kg m^2:
//   10 / 0.8 / 20 = 0.625 N m; 2 / 0.8 / 20 + 20 * 3e-4 * 4 = 0.125 + 0.024 = 0.149 N m.
//   RMS: sqrt((0.625^2 + 0.149^2) / 2) = 0.454336 N m.
//   speed: 20 * 3 = 60 rad/s.
//   inertia ratio: (0.5 / 20^2 + 2e-4) / 1e-4 = (12.5 + 2) = 14.5.
//   gear: 10 N m; the cubic mean at even speed is cbrt((1000 + 8) / 2) = 7.9581.
TEST(DriveChoice, TriesADriveByHandWorkedSums) {
  const DriveDemands demands = demands_of({{0, 3, 0, 10}, {1, 3, 0, 10}, {1 + 1e-12, 3, 4, 2}, {2, 3, 4, 2}});
  const TriedDrive drive = tried_first(
      demands,
      "motor,continuous_torque,peak_torque,max_speed,rotor_inertia (g cm^2),gear_inertia (kg cm^2),"
      "gear_ratios,efficiency,gear_peak_torque,gear_average_torque,max_inertia_ratio\n"
      "a,0.5,1,80,1000,2,20,0.8,20,10,10\n");
  EXPECT_NEAR(check_of(drive, LimitKind::motor_peak).demand->value, 0.625, 1e-12);
  EXPECT_NEAR(check_of(drive, LimitKind::motor_rms).demand->value,
              std::sqrt((0.625 * 0.625 + 0.149 * 0.149) / 2), 1e-9);
  EXPECT_NEAR(check_of(drive, LimitKind::motor_speed).demand->value, 60, 1e-12);
  EXPECT_NEAR(drive.inertia_ratio, 14.5, 1e-12);
  EXPECT_TRUE(check_of(drive, LimitKind::inertia_ratio).demand->broken);
  EXPECT_NEAR(check_of(drive, LimitKind::gear_peak).demand->value, 10, 1e-12);
  EXPECT_NEAR(check_of(drive, LimitKind::gear_average).demand->value, std::cbrt(504), 1e-9);
  EXPECT_FALSE(drive.passes());
}

// 2 N m for 1 s and nothing for 3 s, the continuous torque is 1.2 N m. The RMS is 1 N m, which passes. With a
// time constant of 2 s the winding is hottest after the pulse, at 1.82021 times the rise of 1 N m (see
// above), as if it gave sqrt(1.82021) = 1.34915 N m for ever: it does not pass.
TEST(DriveChoice, RefusesAMotorThatGetsTooHotWithinItsCycle) {
  const DriveDemands demands = demands_of({{0, 0, 0, 2}, {1, 0, 0, 2}, {1 + 1e-12, 0, 0, 0}, {4, 0, 0, 0}});
  const TriedDrive drive = tried_first(
      demands, "motor,continuous_torque,peak_torque,max_speed,rotor_inertia,thermal_time\na,1.2,3,10,0,2\n");
  EXPECT_NEAR(check_of(drive, LimitKind::motor_rms).demand->value, 1, 1e-9);
  EXPECT_FALSE(check_of(drive, LimitKind::motor_rms).demand->broken);
  const double a = std::exp(-0.5), b = std::exp(-1.5);
  const LimitCheck& thermal = check_of(drive, LimitKind::motor_thermal);
  EXPECT_NEAR(thermal.demand->value, std::sqrt(4 * (1 - a) / (1 - a * b)), 1e-9);
  EXPECT_TRUE(thermal.demand->broken);
}

// A time constant far above the cycle leaves the RMS.
TEST(DriveChoice, SeesTheRmsWhereTheMotorWarmsUpSlowly) {
  const DriveDemands demands = demands_of({{0, 0, 0, 2}, {1, 0, 0, 2}, {1 + 1e-12, 0, 0, 0}, {4, 0, 0, 0}});
  const TriedDrive drive = tried_first(
      demands,
      "motor,continuous_torque,peak_torque,max_speed,rotor_inertia,thermal_time (min)\na,1.2,3,10,0,1e5\n");
  EXPECT_NEAR(check_of(drive, LimitKind::motor_thermal).demand->value, 1, 1e-6);
}

// The small motor is too weak at 10 and too fast at 50: 10 / 10 = 1 N m of 0.5; 3 * 50 = 150 of 100 rad/s.
// Of the middle one's gears 20 needs 0.5 of 0.6 N m and 60 of 200 rad/s, a margin of 1/6; 30 needs 0.333 of
// 0.6 N m and 90 of 200 rad/s, a margin of 4/9, the larger one.
TEST(DriveChoice, TakesTheSmallestThatPassesWithItsBestGear) {
  const DriveDemands demands = demands_of({{0, 3, 0, 10}, {1, 3, 0, 10}});
  const Catalogue catalogue = catalogue_of(
      "motor,continuous_torque,peak_torque,max_speed,rotor_inertia,gear_ratios,price\n"
      "large,5,5,300,0,10,900\n"
      "middle,0.6,1,200,0,20 30,300\n"
      "small,0.5,1,100,0,10 50,100\n");
  const std::vector<DriveChoice> choices = chosen_drives(pendulum(), {}, catalogue, demands);
  ASSERT_EQ(choices.size(), 1u);
  ASSERT_TRUE(choices[0].chosen);
  EXPECT_EQ(catalogue.motors[choices[0].chosen->motor].motor.name, "middle");
  EXPECT_EQ(choices[0].chosen->ratio, 30);
  EXPECT_NEAR(choices[0].chosen->worst().demand->margin, 4 / 9.0, 1e-12);
  ASSERT_EQ(choices[0].refused.size(), 2u);
  EXPECT_EQ(choices[0].refused[0].worst().kind, LimitKind::motor_rms);
  EXPECT_NEAR(choices[0].refused[0].worst().demand->margin, -1, 1e-12);
  EXPECT_EQ(choices[0].refused[1].worst().kind, LimitKind::motor_speed);
  EXPECT_NEAR(choices[0].refused[1].worst().demand->margin, -0.5, 1e-12);
  EXPECT_EQ(catalogue.measure, "price");
}

TEST(DriveChoice, GoesByRatedPowerWithoutPriceAndMass) {
  const Catalogue catalogue =
      catalogue_of("motor,continuous_torque,peak_torque,max_speed,rotor_inertia\nb,2,3,100,0\na,1,3,150,0\n");
  EXPECT_EQ(catalogue.motors[0].motor.name, "a");
  EXPECT_EQ(catalogue.motors[0].size, 150);
  EXPECT_EQ(catalogue.measure, "rated power (W)");
}

TEST(DriveChoice, HasNoneWhereNoDrivePasses) {
  const DriveDemands demands = demands_of({{0, 3, 0, 10}, {1, 3, 0, 10}});
  const Catalogue catalogue =
      catalogue_of("motor,continuous_torque,peak_torque,max_speed,rotor_inertia\nweak,1,1,300,0\n");
  const std::vector<DriveChoice> choices = chosen_drives(pendulum(), {}, catalogue, demands);
  EXPECT_FALSE(choices[0].chosen);
  EXPECT_EQ(choices[0].refused.size(), 1u);
  EXPECT_FALSE(chosen_motors(catalogue, choices)[0]);
}

TEST(DriveChoice, WritesMotorsThatCanBeReadBack) {
  const DriveDemands demands = demands_of({{0, 3, 0, 10}, {1, 3, 0, 10}});
  const Catalogue catalogue = catalogue_of(
      "motor,continuous_torque,peak_torque,curve (rpm),rotor_inertia,gear_inertia,gear_ratios,thermal_time (min),"
      "max_inertia_ratio\na,2,3,0:3 3000:2,1e-4,2e-4,20,2,1e4\n");
  const Motors motors = chosen_motors(catalogue, chosen_drives(pendulum(), {}, catalogue, demands));
  const TemporaryFolder folder;
  const Motors back =
      read_motors(folder.write("motors.csv", motors_file(pendulum(), motors).text(TableFormat::csv)),
                  pendulum(), [](const std::string& note) { ADD_FAILURE() << note; });
  ASSERT_TRUE(back[0]);
  EXPECT_EQ(back[0]->gear_ratio, 20);
  EXPECT_EQ(back[0]->name, "a");
  EXPECT_EQ(back[0]->thermal_time, 120);
  EXPECT_EQ(back[0]->max_inertia_ratio, 1e4);
  EXPECT_DOUBLE_EQ(with_motors(pendulum(), back).moving_joint(0).drive.rotor_inertia, 1e-4 + 2e-4);
  EXPECT_EQ(back[0]->curve->at(0), 3);
  EXPECT_DOUBLE_EQ(back[0]->curve->top_speed(), motors[0]->curve->top_speed());
}

struct BadCatalogue {
  const char *text, *message;
};
class CatalogueFault : public testing::TestWithParam<BadCatalogue> {};
TEST_P(CatalogueFault, IsAnErrorWithItsLine) {
  EXPECT_THAT([] { catalogue_of(GetParam().text); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(GetParam().message)));
}
INSTANTIATE_TEST_SUITE_P(
    All, CatalogueFault,
    testing::Values(
        BadCatalogue{"motor,continuous_torque,peak_torque\na,1,1\n",
                     ":1: there is no column \"rotor_inertia\""},
        BadCatalogue{
            "motor,continuous_torque (kg),peak_torque,rotor_inertia\na,1,1,0\n",
            ":1: the column \"continuous_torque\" has the unit \"kg\": expected one of Nm, mNm, Ncm, Nmm, "
            "kgf.cm, kgf.m, ozf.in, lbf.in, lbf.ft"},
        BadCatalogue{"motor,continuous_torque,peak_torque,rotor_inertia\na,,1,0\n",
                     ":2: continuous_torque is empty: expected a value"},
        BadCatalogue{"motor,continuous_torque,peak_torque,rotor_inertia\na,1,1,0\n",
                     ":2: the motor has neither max_speed nor curve"},
        BadCatalogue{"motor,continuous_torque,peak_torque,rotor_inertia,price\na,1,1,0,\n",
                     ":2: price is empty"},
        BadCatalogue{"motor,continuous_torque,peak_torque,rotor_inertia,price,gear_ratios\na,1,1,0,1,20 x\n",
                     ":2: gear_ratios has \"x\": expected numbers above 0"},
        BadCatalogue{"motor,continuous_torque,peak_torque,rotor_inertia,price,joint\na,1,1,0,1,pivott\n",
                     "did you mean \"pivot\"?"},
        BadCatalogue{"motor,continuous_torque,peak_torque,rotor_inertia,price\na,2,1,0,1\n",
                     ":2: peak_torque is below continuous_torque"},
        BadCatalogue{"motor,continuous_torque,peak_torque,rotor_inertia,price\n", "has no motors"}));

}  // namespace
}  // namespace invdyn::test
