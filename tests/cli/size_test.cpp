// `invdyn size` on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/run_program.h"
#include "cli/turntable.h"

namespace invdyn::test {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Size : public testing::Test {
 protected:
  Size() {
    here_.write("turntable.json", turntable(5));
    // Up to 2 rad/s in one second, and back: 0.5 kg m^2 * 2 rad/s^2 = 1 N m.
    here_.write("triangle.csv",
                "t,q_turn,dq_turn,ddq_turn\n0,0,0,2\n1,1,2,2\n1.000000001,1.000000002,2,-2\n2,2,0,-2\n");
    here_.write("motors.csv",
                "joint,continuous_torque,peak_torque,gear_ratio,efficiency,max_speed\n"
                "turn,0.025,0.03,50,0.8,90\n");
  }
  Outcome run(const std::string& arguments) const {
    return here_.run("invdyn size turntable.json triangle.csv -q " + arguments);
  }
  // Rows of the CSV table: value, limit, margin, status by quantity.
  std::map<std::string, nlohmann::json> quantities(const std::string& arguments, int code = 0) const {
    const Outcome outcome = run("--format json " + arguments);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    std::map<std::string, nlohmann::json> rows;
    for (const auto& row : nlohmann::json::parse(outcome.out)) rows[row["quantity"]] = row;
    return rows;
  }

  const Workplace here_;
};

TEST_F(Size, WritesLoadsAndMarginsForPrograms) {
  auto rows = quantities("");
  const auto value = [&](const std::string& name) { return rows.at(name)["value"].get<double>(); };
  EXPECT_EQ(value("duration"), 2);
  EXPECT_NEAR(value("peak_torque"), 1, 1e-12);
  EXPECT_NEAR(value("rms_torque"), 1, 1e-8);
  EXPECT_NEAR(value("peak_speed"), 2, 1e-12);
  EXPECT_NEAR(value("mean_speed"), 1, 1e-8);
  EXPECT_NEAR(value("energy"), 1, 1e-8);  // 0.5 * 2^2 / 2
  EXPECT_NEAR(value("regenerated_energy"), 1, 1e-8);
  EXPECT_NEAR(value("peak_power"), 2, 1e-12);
  EXPECT_EQ(rows.at("peak_power")["time"], 1);
  EXPECT_EQ(rows.at("peak_power")["unit"], "W");
  EXPECT_NEAR(rows.at("torque_limit")["margin"].get<double>(), 0.8, 1e-12);
  EXPECT_NEAR(rows.at("speed_limit")["margin"].get<double>(), 1 / 3.0, 1e-12);
  EXPECT_EQ(rows.at("speed_limit")["status"], "met");
  EXPECT_EQ(rows.at("speed_limit")["file"], "triangle.csv");
  EXPECT_EQ(rows.at("position_limit")["status"], "not given");
  EXPECT_TRUE(rows.at("position_limit")["margin"].is_null());
  EXPECT_FALSE(rows.contains("motor_peak_limit"));
}

// To drive 1 N m, the motor needs 1 / 50 / 0.8 = 0.025 N m. Driven by the load, it needs 1 / 50 * 0.8 =
// 0.016. At the final standstill it needs 0.025 again, like a static load. Its maximum speed is 100 rad/s.
TEST_F(Size, ExitsWithThreeIfAMotorIsTooWeak) {
  auto rows = quantities("--motors motors.csv", 3);
  EXPECT_NEAR(rows.at("motor_peak_limit")["value"].get<double>(), 0.025, 1e-12);
  EXPECT_NEAR(rows.at("motor_RMS_limit")["value"].get<double>(),
              std::sqrt((3 * 0.025 * 0.025 + 0.016 * 0.016) / 4), 1e-9);
  EXPECT_EQ(rows.at("motor_RMS_limit")["status"], "met");
  EXPECT_TRUE(rows.at("motor_RMS_limit")["time"].is_null());
  EXPECT_NEAR(rows.at("motor_speed_limit")["margin"].get<double>(), 1 - 100 / 90.0, 1e-12);
  EXPECT_EQ(rows.at("motor_speed_limit")["status"], "broken");
  EXPECT_EQ(rows.at("motor_curve_limit")["status"], "not given");
  const Outcome outcome = run("--motors motors.csv");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(
      outcome.err,
      "error: does not fit: turn, motor speed 100 of 90 rad/s; smallest change to fit: 2.223 s instead of "
      "2 s\n");
  EXPECT_THAT(outcome.out, StartsWith("does not fit: turn, motor speed 100 of 90 rad/s; "));
  EXPECT_THAT(outcome.out, HasSubstr("limits not given: position, motor curve of turn\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("motor peak")));
  EXPECT_THAT(run("--motors motors.csv --details").out, HasSubstr("motor peak"));
}

// Two rods, 3 kg and 1.25 m, weigh 37 N m.
TEST_F(Size, DoubtsMotorsInOtherUnits) {
  here_.run("invdyn generate cubic two-link --from 0,0 --to 1,1 --duration 1 --rate 20 -o arm.csv");
  const auto said = [&](const std::string& rows) {
    here_.write("two.csv", "joint,continuous_torque,peak_torque,gear_ratio,rotor_inertia\n" + rows);
    const Outcome outcome = here_.run("invdyn size two-link arm.csv --motors two.csv");
    return outcome.err + outcome.out;
  };
  EXPECT_THAT(said("shoulder,0.5,0.9,80,3e-5\nelbow,45,90,1,0.09\n"), Not(HasSubstr("warning")));
  EXPECT_THAT(
      said("shoulder,500,900,80,\nelbow,0.5,0.9,50,\n"),
      HasSubstr(
          "warning: two.csv: continuous_torque of joint \"shoulder\" is 500 N m, "
          "which is enough to hold 1090 times the weight of the stretched-out robot: is the value in mN m?"));
  EXPECT_THAT(said("shoulder,0.5,0.9,0.0125,\nelbow,0.5,0.9,50,\n"),
              HasSubstr("gear_ratio of joint \"shoulder\" is 0.0125: is the ratio inverted? Motor speed "
                        "over joint speed would then be 80\n"));
  EXPECT_THAT(said("shoulder,0.5,0.9,80,0.3\nelbow,0.5,0.9,50,\n"),
              HasSubstr("rotor_inertia of joint \"shoulder\" is 0.3 kg m^2, probably too large: 0.9 N m "
                        "would accelerate the rotor alone by only 3 rad/s^2, but motors reach 1000 "
                        "rad/s^2 or more: is it in kg cm^2? Then write rotor_inertia (kg cm^2) in the "
                        "header\n"));
  EXPECT_THAT(said("shoulder,0.5,0.9,80,\n"),
              HasSubstr("of elbow (to check the limits of a joint's motor, add a row\nfor this joint to the "
                        "file of motors)\n"));
}

// A servo motor of 1.27 N m has a rotor of 0.55 kg cm^2, a small one of 0.02 N m of 0.13 kg cm^2 or g cm^2.
TEST_F(Size, DoubtsMotorsOfACatalogueInOtherUnits) {
  const auto said = [&](const std::string& inertia, const std::string& row) {
    here_.write("catalogue.csv", "motor,continuous_torque,peak_torque,max_speed,gear_ratios,efficiency," +
                                     inertia + "\n" + row + "\n");
    return here_.run("invdyn size turntable.json triangle.csv --catalogue catalogue.csv").err;
  };
  EXPECT_THAT(
      said("rotor_inertia", "M60,1.27,3.8,600,10,0.8,0.55"),
      HasSubstr("warning: catalogue.csv: rotor_inertia of \"M60\" is 0.55 kg m^2, probably too large: 3.8 N "
                "m would accelerate the rotor alone by only 6.91 rad/s^2, but motors reach 1000 rad/s^2 "
                "or more: is it in kg cm^2? Then write rotor_inertia (kg cm^2) in the header\n"));
  EXPECT_THAT(said("rotor_inertia", "M10,0.01,0.02,600,10,0.8,0.13"),
              HasSubstr("is it in kg cm^2 or g cm^2? Then write rotor_inertia (kg cm^2) or rotor_inertia (g "
                        "cm^2) in the header\n"));
  EXPECT_THAT(said("rotor_inertia (kg cm^2)", "M60,1.27,3.8,600,10,0.8,0.55"), Not(HasSubstr("warning")));
  // A motor that names no joint, for a slide: 200 N move the 0.8 kg of its slider.
  here_.write("slide.json",
              R"({"convention": "tree", "joints": [{"name": "x", "type": "prismatic", "parent": "base",
      "axis": [1, 0, 0], "link": {"mass": 2, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}}]})");
  here_.write("slide.csv", "t,x\n0,0\n0.1,0.001\n0.2,0.004\n0.3,0.009\n0.4,0.01\n");
  here_.write("linear.csv",
              "motor,continuous_torque,peak_torque,gear_ratios,rotor_inertia\nLM1,100,200,1,0.8\n");
  EXPECT_THAT(here_.run("invdyn size slide.json slide.csv --catalogue linear.csv").err,
              Not(HasSubstr("rotor_inertia")));
  // The same motor of 1.5 kg: 127 N cm or 1270 mN m. With gear ratio 1 it can be a motor with its gear
  // inside.
  const std::string masses = "rotor_inertia (kg cm^2),mass";
  EXPECT_THAT(said(masses, "M60,127,380,600,10,0.8,0.55,1.5"),
              HasSubstr("warning: catalogue.csv: continuous_torque of \"M60\" is 127 N m, and the mass is "
                        "1.5 kg. This is a ratio of 84.7 N m/kg, but motors seldom give more than 10 N m/kg "
                        "without a gear: is it in N cm? Then write continuous_torque (N cm) in the "
                        "header\n"));
  EXPECT_THAT(said(masses, "M60,1270,3800,600,10,0.8,0.55,1.5"), HasSubstr("is it in N cm or mN m? Then"));
  EXPECT_THAT(said(masses, "M60,1.27,3.8,600,10,0.8,0.55,1.5"), Not(HasSubstr("warning")));
  EXPECT_THAT(said(masses, "geared,127,380,600,1,0.8,0.55,1.5"), Not(HasSubstr("warning")));
}

// 1 N m through a ratio of 50 are 0.02 N m and 2 rad/s become 100 rad/s; through 20, 0.05 N m and 40 rad/s.
TEST_F(Size, ChoosesMotorsFromACatalogue) {
  here_.write("catalogue.csv",
              "motor,continuous_torque (mN m),peak_torque,max_speed,rotor_inertia,gear_ratios,price\n"
              "strong,100,0.2,90,0,20 50,30\nweak,30,0.04,90,0,20 50,10\n");
  const Outcome outcome = run("--catalogue catalogue.csv --chosen-motors chosen.csv --format csv");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("turn,chosen,strong,20,30,price,"));
  EXPECT_THAT(outcome.out, HasSubstr("turn,refused,weak,50,10,price,"));
  EXPECT_THAT(outcome.out, HasSubstr("motor speed,100,90,rad/s,"));
  EXPECT_EQ(here_.run("invdyn size turntable.json triangle.csv -q --motors chosen.csv").code, 0);
  EXPECT_EQ(here_.read("chosen.csv"),
            "joint,motor,continuous_torque,peak_torque,max_speed,gear_ratio,rotor_inertia,efficiency\n"
            "turn,strong,0.1,0.2,90,20,0,1\n");
  const Outcome text = run("--catalogue catalogue.csv");
  EXPECT_THAT(text.out,
              StartsWith("fits, nearest limit: turn, speed 2 of 3 rad/s, 33.3 % left; total price 30\n"));
  EXPECT_THAT(text.out, Not(HasSubstr("weak")));
  EXPECT_THAT(run("--catalogue catalogue.csv --details").out, HasSubstr("weak"));
}

// The load of 0.5 kg m^2 through a ratio of 50 is 2e-4, twice the rotor.
TEST_F(Size, ChecksHeatAndInertiaOfChosenMotorsAgain) {
  here_.write("catalogue.csv",
              "motor,continuous_torque,peak_torque,max_speed,rotor_inertia,gear_ratios,thermal_time,"
              "max_inertia_ratio\nhot,0.04,0.05,110,1e-4,50,0.5,3\n");
  std::map<std::string, nlohmann::json> tried;
  const Outcome chosen = run("--catalogue catalogue.csv --chosen-motors chosen.csv --format json");
  ASSERT_EQ(chosen.code, 0) << chosen.err;
  for (const auto& row : nlohmann::json::parse(chosen.out)) tried[row["limit"]] = row;
  auto rows = quantities("--motors chosen.csv");
  EXPECT_NEAR(rows.at("inertia_ratio_limit")["value"].get<double>(), 2, 1e-12);
  EXPECT_EQ(rows.at("motor_thermal_limit")["value"], tried.at("motor thermal")["demand"]);
  here_.write("chosen.csv", std::regex_replace(here_.read("chosen.csv"), std::regex(",3\n"), ",1.5\n"));
  EXPECT_THAT(
      run("--motors chosen.csv").out,
      StartsWith(
          "does not fit: turn (hot), inertia ratio 2 of 1.5; smallest change to fit: a limit of 2 (33.3 "
          "%\nhigher)"));
}

// 1 N m while it drives, through ratios of 20 and 40 at 0.8: 1 / 20 / 0.8 = 0.0625 of 0.03 N m is broken;
// 2 rad/s * 40 = 80 of 90 rad/s and 1 / 40 / 0.8 = 0.03125 of 0.03 N m is broken too; a motor without rotor.
TEST_F(Size, SweepsAGearRatio) {
  const Outcome outcome = run("--motors motors.csv --sweep 'ratio=20:40:20 joint=turn' --format csv");
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_THAT(outcome.out,
              StartsWith("gear_ratio,status,joint,limit,margin,time,file,margin_turn\n20,broken,turn,"));
  EXPECT_THAT(outcome.out, HasSubstr("\n40,broken,turn,"));
  EXPECT_EQ(run("--sweep ratio=0:1:1").code, 2);
  EXPECT_EQ(run("--sweep 'speed=1:2:1 joint=turn'").code, 2);
  EXPECT_EQ(run("--sweep 'ratio=1:2:1 joint=trun'").code, 2);
}

TEST_F(Size, WritesAPageThatIsOneFile) {
  here_.write("robot.json",
              std::regex_replace(turntable(5), std::regex("\"turn\""), R"("<script>alert(1)</script>")"));
  here_.write("motion.csv", "t,\"q_<script>alert(1)</script>\"\n0,0\n1,1\n2,4\n");
  const std::string line = "invdyn size robot.json motion.csv -q --report a/b";
  ASSERT_EQ(here_.run(line).code, 0) << here_.run(line).err;
  const std::string page = here_.read("a/b/index.html");
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=\"http")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("</html>\n"));
  EXPECT_EQ(here_.run(line).code, 0) << "it replaces its own page";
  EXPECT_EQ(here_.read("a/b/index.html"), page);
}

// The report fits nowhere: neither page nor figure is left beside it.
TEST_F(Size, LeavesNoPageOfARunThatFails) {
  const Outcome outcome = run("--report page --plot loads.txt -o /dev/full");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("No space left on device"));
  EXPECT_FALSE(std::filesystem::exists(here_ / "page/index.html"));
  EXPECT_FALSE(std::filesystem::exists(here_ / "loads.txt"));
}

// The peak of 2 W is after 1 s, in row 2 of the file.
TEST_F(Size, NamesTimeAndRowOfTheWorstMoments) {
  EXPECT_EQ(run("--report page -o report.txt").code, 0);
  EXPECT_THAT(
      here_.read("page/index.html"),
      HasSubstr(
          "<td>turn</td><td>peak power</td><td class=\"number\">2</td><td></td><td class=\"unit\">W</td><td "
          "class=\"number\">1</td><td class=\"number\">2</td><td>triangle.csv</td>"));
}

// The browser breaks lines for its own width.
TEST_F(Size, TellsMissingLimitsInOneLineOfThePage) {
  here_.write("one.csv", "joint,continuous_torque,peak_torque,gear_ratio\nActuator1,1,3,100\n");
  here_.run(
      "invdyn generate trapezoid gen3 --from 0,0,0,0,0,0,0 --to 1,1,1,1,1,1,1 --duration 3 --rate 50 -o gen3.csv");
  const std::string line = "invdyn size gen3 gen3.csv --motors one.csv -q ";
  const std::string missing =
      "of Actuator2, Actuator3, Actuator4, Actuator5, Actuator6, Actuator7 (to check the limits";
  EXPECT_THAT(here_.run(line).out, Not(HasSubstr(missing)));
  here_.run(line + "--report page");
  EXPECT_THAT(here_.read("page/index.html"), HasSubstr(missing));
}

TEST_F(Size, ExplainsTheColoursThatItDraws) {
  here_.run("invdyn generate trapezoid two-link --from 0,0 --to 1,1 --duration 2 --rate 50 -o arm.csv");
  ASSERT_EQ(here_.run("invdyn size two-link arm.csv -q --report page").code, 0);
  EXPECT_THAT(here_.read("page/index.html"), Not(HasSubstr("Red: limits")));
  run("--report other");
  EXPECT_THAT(here_.read("other/index.html"),
              HasSubstr("motion. Red: limits of every row (peak torque, curve, speed).</p>"));
}

TEST_F(Size, ReplacesNoPageOfSomebodyElse) {
  here_.write("index.html", "mine");
  const Outcome outcome = run("--report .");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("was not written by this command"));
  EXPECT_EQ(here_.read("index.html"), "mine");
  EXPECT_EQ(run("--report page --sweep speed=1:2:1").code, 2);
}

TEST_F(Size, WritesAPageOfTheShortestMotion) {
  EXPECT_EQ(run("--report page --fit-duration --fitted-motion fitted.csv").code, 0);
  const std::string page = here_.read("page/index.html");
  EXPECT_THAT(page,
              HasSubstr("<p class=\"good\">fits in 1.333 s instead of 2 s, 1.5 times as fast; limited by "
                        "turn, speed</p>"));
  EXPECT_THAT(page, HasSubstr("<p>triangle.csv, 1.33333 s.</p>"));
}

TEST_F(Size, EndsWithThreeWhereNoMotorOfTheCatalogueFits) {
  here_.write("weak.csv",
              "motor,continuous_torque,peak_torque,max_speed,rotor_inertia\n\"<b>w</b>\",0.03,0.04,90,0\n");
  const Outcome outcome = run("--catalogue weak.csv");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(
      outcome.err,
      HasSubstr("does not fit: no motor of weak.csv passes for turn; the nearest motor: <b>w</b> with gear "
                "ratio 1, "));
  here_.write("slides.json", std::regex_replace(turntable(5), std::regex("continuous"), "prismatic"));
  EXPECT_THAT(here_.run("invdyn size slides.json triangle.csv -q --catalogue weak.csv").err,
              HasSubstr("weak.csv has no row for turn: add rows with the joint's name"));
  EXPECT_EQ(run("--catalogue weak.csv --report page").code, 3);
  EXPECT_THAT(here_.read("page/index.html"),
              HasSubstr("<p class=\"bad\">does not fit: no motor of weak.csv"));
  EXPECT_THAT(here_.read("page/index.html"), HasSubstr("<td>&lt;b&gt;w&lt;/b&gt;</td>"));
  EXPECT_EQ(run("--catalogue weak.csv --motors motors.csv").code, 2);
  EXPECT_EQ(run("--catalogue weak.csv --sweep speed=1:2:1").code, 2);
  EXPECT_EQ(run("--catalogue weak.csv --no-rotor").code, 2);
  EXPECT_EQ(run("--chosen-motors chosen.csv").code, 2);
  EXPECT_EQ(run("--catalogue weak.csv --chosen-motors weak.csv").code, 2);
}

// Two rods, 3 kg and 1.25 m, weigh 37 N m. Without gears, both motors are too weak, that of the elbow by far.
TEST_F(Size, SaysThatACatalogueHasNoGearsAndWhichJointLacksMost) {
  here_.run("invdyn generate cubic two-link --from 0,0 --to 1,1 --duration 1 --rate 20 -o arm.csv");
  const std::string header = "motor,joint,continuous_torque,peak_torque,max_speed,rotor_inertia,efficiency",
                    a = "\na,shoulder,20,25,300,0,0.8", b = "\nb,elbow,0.01,0.02,300,0,0.8";
  here_.write("weak.csv", header + a + b + "\n");
  const Outcome outcome = here_.run("invdyn size two-link arm.csv --catalogue weak.csv");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("note: weak.csv: the motors drive the joints without gears; to "
                                     "choose gears too, add a column gear_ratios, such as \"50 80 100\"\n"));
  EXPECT_THAT(outcome.err, HasSubstr("; the nearest motor for shoulder: a with gear ratio 1, "));
  EXPECT_TRUE(std::regex_search(
      outcome.err, std::regex("; smallest change to fit: higher limits \\(elbow: [0-9.]+ % higher\\)")))
      << outcome.err;
  here_.write("geared.csv", header + ",gear_ratios" + a + ",100" + b + ",100\n");
  EXPECT_THAT(here_.run("invdyn size two-link arm.csv --catalogue geared.csv").err,
              Not(HasSubstr("gear_ratios")));
}

// The motor of the shoulder is on the base, that of the elbow on the first link.
TEST_F(Size, SaysWhatIsAssumedOfGearsAndOfTheMassesOfMotors) {
  here_.run("invdyn generate cubic two-link --from 0,0 --to 1,1 --duration 1 --rate 20 -o arm.csv");
  const auto said = [&](const std::string& columns, const std::string& values, const std::string& lock = "") {
    here_.write("motors.csv", "motor,continuous_torque,peak_torque,rotor_inertia,gear_ratios,max_speed" +
                                  columns + "\nM5,5,9,1e-4,100,900" + values + "\n");
    const Outcome outcome =
        here_.run("invdyn size two-link arm.csv --catalogue motors.csv --report page" + lock);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err + here_.read("page/index.html");
  };
  const std::string efficiency = "the efficiency of the gears of M5 is not given: 1 is used",
                    masses = "motors.csv: the masses of the chosen motors are not added to the robot";
  const std::string bare = said(",mass (g)", ",2800");
  EXPECT_THAT(bare, HasSubstr(efficiency));
  EXPECT_THAT(bare, HasSubstr(masses));
  EXPECT_THAT(bare, HasSubstr("For joint \"elbow\": --payload 'mass=2.8 link="));
  EXPECT_THAT(bare,
              HasSubstr("<td>efficiency of the gears of shoulder, elbow</td><td class=\"value\">1</td>"));
  EXPECT_THAT(bare,
              HasSubstr("<td>masses of the chosen motors</td><td class=\"value\">not added to the links"));
  const std::string full = said(",efficiency", ",0.8");
  EXPECT_THAT(full, Not(HasSubstr(efficiency)));
  EXPECT_THAT(full, Not(HasSubstr(masses)));
  EXPECT_THAT(full, Not(HasSubstr("efficiency of the gears of")));
  EXPECT_THAT(said(",mass (g)", ",2800", " --lock elbow=0"), Not(HasSubstr(masses)));
}

TEST_F(Size, FitsTheShortestDuration) {
  const Outcome outcome = run("--motors motors.csv --fit-duration --fitted-motion fitted.csv");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  // 90 rad/s allow 0.9 times the speed.
  EXPECT_THAT(
      outcome.out,
      StartsWith("fits in 2.222 s instead of 2 s, 0.9 times as fast; limited by turn, motor speed\n"));
  const Table table = table_of(here_.read("fitted.csv"));
  EXPECT_EQ(table.header, "t,q_turn,dq_turn,ddq_turn");
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_THAT(table.rows[1], testing::ElementsAre(DoubleNear(1 / 0.9, 1e-12), 1, DoubleNear(1.8, 1e-12),
                                                  DoubleNear(1.62, 1e-12)));
  EXPECT_EQ(here_.run("invdyn size turntable.json fitted.csv --motors motors.csv -q").code, 0);
}

// Without motors: 3 rad/s allow 1.5 times the speed, 5 N m would allow sqrt(5).
TEST_F(Size, FitsFasterMotions) {
  auto rows = quantities("--fit-duration");
  EXPECT_NEAR(rows.at("speed_factor")["value"].get<double>(), 1.5, 1e-12);
  EXPECT_NEAR(rows.at("duration")["value"].get<double>(), 2 / 1.5, 1e-12);
  EXPECT_NEAR(rows.at("torque_limit")["value"].get<double>(), 2.25, 1e-12);
}

TEST_F(Size, ReportsThatNoDurationFits) {
  here_.write("held.csv", "t,q_pivot\n0,1.5\n1,1.4\n2,1.3\n");
  here_.write("weak.csv", "joint,continuous_torque,peak_torque\npivot,,5\n");
  here_.write("fitted.csv", "kept");
  const Outcome outcome = here_.run(
      "invdyn size pendulum held.csv --motors weak.csv --fit-duration --fitted-motion fitted.csv -q");
  EXPECT_EQ(outcome.code, 3);
  // 9.80665 sin(1.5) = 9.782084
  EXPECT_THAT(
      outcome.err,
      StartsWith(
          "error: --fit-duration: the motion cannot keep every limit at any duration: even a very slow "
          "motion exceeds a limit: pivot, motor peak 9.782 of 5 N m"));
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(here_.read("fitted.csv"), "kept");
  EXPECT_THAT(
      here_.run("invdyn size pendulum held.csv --motors weak.csv -q").err,
      HasSubstr("% higher); even a very slow motion exceeds a limit: pivot, motor peak 9.782 of 5 N m"));
  const Outcome unlimited = here_.run("invdyn size pendulum held.csv --fit-duration -q");
  EXPECT_EQ(unlimited.code, 1);
  EXPECT_THAT(unlimited.err, HasSubstr("--fit-duration: no limit bounds the speed of this motion"));
}

// m r^2 = 0.5 + m * 0.25 for a payload at 0.5 m on the x axis; twice the speed needs four times the torque.
TEST_F(Size, SweepsPayloadAndSpeed) {
  const Outcome outcome = run("--sweep 'payload=0:2:2 com=0.5,0,0' --sweep speed=1:2:0.5 --format csv");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out, StartsWith("payload,speed,status,joint,limit,margin,time,file,margin_turn\n"
                                      "0,1,met,turn,speed,0.33333333333333337,1,triangle.csv,"));
  const Outcome loads = run("--sweep 'payload=0:20:4 com=0.5,0,0' --format json");
  const auto points = nlohmann::json::parse(loads.out);
  ASSERT_EQ(points.size(), 6u);
  // 0.5 + 0.25 * 20 = 5.5 kg m^2 at 2 rad/s^2
  EXPECT_NEAR(points[5]["margin"].get<double>(), 1 - 11 / 5.0, 1e-12);
  EXPECT_EQ(points[5]["limit"], "torque");
  EXPECT_EQ(points[5]["status"], "broken");
  EXPECT_EQ(points[1]["payload"], 4);
}

TEST_F(Size, NotesThatASweepStopsBeforeItsEnd) {
  const std::string line = "invdyn size turntable.json triangle.csv --format csv --sweep payload=";
  const Outcome short_of_it = here_.run(line + "0:1:0.3");
  EXPECT_THAT(short_of_it.err,
              HasSubstr("note: --sweep payload=0:1:0.3: the last value is 0.9, because the next step is "
                        "beyond 1\n"));
  EXPECT_THAT(short_of_it.out, HasSubstr("\n0.9,"));
  for (const std::string whole : {"0:0.9:0.3", "0.7:0.7:1", "0:1:0.1"}) {
    const Outcome outcome = here_.run(line + whole);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("steps end"))) << whole;
  }
}

TEST_F(Size, NotesWhereAPayloadIs) {
  const std::string line = "invdyn size turntable.json triangle.csv --payload mass=1";
  const std::string place =
      "at the origin of link \"plate\", on the axis of joint \"turn\"; com=X,Y,Z (m, in the link's axes)";
  EXPECT_THAT(here_.run(line).err, HasSubstr("note: --payload: 1 kg " + place));
  EXPECT_THAT(here_.run("invdyn size turntable.json triangle.csv --payload 'mass=1 link=plate'").err,
              HasSubstr("note: --payload: 1 kg " + place));
  EXPECT_THAT(here_.run("invdyn size turntable.json triangle.csv --payload 'mass=1 com=0,0,1'").err,
              Not(HasSubstr("--payload")));
  const Outcome swept = here_.run(line + " --sweep payload=0:1:1");
  EXPECT_THAT(swept.err, HasSubstr("note: --sweep: the payload is " + place));
  EXPECT_THAT(swept.err, HasSubstr("note: --sweep payload= adds to --payload: the robot carries both\n"));
  EXPECT_EQ(swept.code, 0);
}

// The last link of a gripper is its finger. The tool at the end of an arm is none, whatever its name.
TEST_F(Size, NotesThatAPayloadIsOnAFinger) {
  const auto arm = [](const std::string& joint, const std::string& link) {
    return R"({"name": "arm", "convention": "tree", "joints": [
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1],
       "link": {"name": "palm", "mass": 2, "com": [0.5, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}},
      {"name": ")" +
           joint + R"(", "type": "revolute", "parent": "palm", "axis": [0, 0, 1],
       "link": {"name": ")" +
           link + R"(", "mass": 1, "com": [0.1, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}},
      {"name": "tip_joint", "type": "fixed", "parent": ")" +
           link + R"(", "link": {"name": "tip", "mass": 0}}
    ]})";
  };
  here_.write("arm.json", arm("jointGripper", "mover"));
  here_.write("log.csv", "t,q1,q2\n0,0,0\n1,1,0\n2,2,0\n");
  const std::string
      line = "invdyn size arm.json log.csv ",
      place =
          "on link \"mover\", which seems to be a finger (moved by joint \"jointGripper\"). To put "
          "the payload on the link that carries the finger, give link=palm\n";
  EXPECT_THAT(here_.run(line + "--payload 'mass=1 com=0,0,0.1'").err,
              HasSubstr("note: --payload: 1 kg " + place));
  EXPECT_THAT(here_.run(line + "--sweep 'payload=0:1:1 com=0,0,0.1'").err,
              HasSubstr("note: --sweep: the payload is " + place));
  EXPECT_THAT(here_.run(line + "--payload 'mass=1 link=tip com=0,0,0.1'").err, Not(HasSubstr("--payload")));
  here_.write("arm.json", arm("wrist", "gripper"));
  EXPECT_THAT(here_.run(line + "--payload 'mass=1 com=0,0,0.1'").err, Not(HasSubstr("--payload")));
}

TEST_F(Size, NamesAllFilesThatAreWrong) {
  here_.write("text.csv", "t,q_turn\n0,0\n1,x\n");
  here_.write("short.csv", "t,q_turn\n0,0\n");
  const Outcome outcome = here_.run("invdyn size turntable.json text.csv triangle.csv short.csv -q");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("error: text.csv:3: q_turn is \"x\""));
  EXPECT_THAT(outcome.err, HasSubstr("error: short.csv: has only one row"));
  EXPECT_THAT(outcome.err,
              HasSubstr("error: invdyn size: 2 files of 3 cannot be read: expected files that can be read"));
}

TEST_F(Size, SaysOnceWhatFilesHaveInCommon) {
  for (const std::string name : {"a.csv", "b.csv", "c.csv"}) here_.write(name, "t,q_turn\n0,0\n1,0\n2,0.5\n");
  EXPECT_EQ(here_.run("invdyn size turntable.json a.csv b.csv c.csv").err,
            "note: a.csv and 2 more files: dq and ddq by backward differences of q, starting from rest\n");
}

// Up to 3 rad/s in 1.5 s: at the limit of speed.
TEST_F(Size, FindsAMotionAtItsLimit) {
  here_.write("limit.csv", "t,q_turn,dq_turn,ddq_turn\n0,0,0,2\n1.5,2.25,3,2\n");
  EXPECT_THAT(
      here_.run("invdyn size turntable.json limit.csv --fit-duration -q").out,
      StartsWith("fits in 1.5 s, nearly the duration of the original motion; limited by turn, speed\n"));
}

TEST_F(Size, TakesSeveralMotionsForOneCycle) {
  here_.write("rest.csv", "t,q_turn,dq_turn,ddq_turn\n5,2,0,0\n11,2,0,0\n");
  const Outcome outcome = here_.run("invdyn size turntable.json triangle.csv rest.csv -q --format csv");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("\nall,,duration,8,s,"));
  EXPECT_THAT(outcome.out, HasSubstr("\nrest.csv,turn,rms_torque,0,N m,"));
  EXPECT_THAT(outcome.out, HasSubstr("\nall,turn,rms_torque,0."));
  const Outcome text = here_.run("invdyn size turntable.json triangle.csv rest.csv -q --details");
  EXPECT_THAT(text.out, HasSubstr("rest.csv, 6 s\n"));
  EXPECT_THAT(text.out, HasSubstr("all, 8 s\n"));
}

TEST_F(Size, RefusesImpossibleRequests) {
  struct Case {
    std::string arguments, error;
    int code;
  };
  for (
      const auto& [arguments, error, code] : {
          Case{"--sweep payload=0:5",
               "--sweep: payload is \"0:5\": expected FROM:TO:STEP, three numbers such as 0:5:0.5", 2},
          Case{"--sweep payload=5:0:1",
               "--sweep: payload is \"5:0:1\": expected the smaller number first, FROM:TO:STEP", 2},
          Case{"--sweep payload=0:5:0", "--sweep: payload is \"0:5:0\": expected a step above 0", 2},
          Case{"--sweep payload=-1:5:1", "--sweep: payload is \"-1:5:1\": expected masses of 0 kg or more",
               2},
          Case{"--sweep speed=0:5:1", "--sweep: speed is \"0:5:1\": expected factors above 0", 2},
          Case{"--sweep speed=0:5:nan",
               "--sweep: speed is \"0:5:nan\": expected FROM:TO:STEP, three numbers such as 0:5:0.5", 2},
          Case{"--sweep speed=1:1e9:0.1", "--sweep: speed is \"1:1e9:0.1\": expected at most 10000 points",
               2},
          Case{"--sweep speed=1:2:1 --sweep speed=1:2:1",
               "--sweep: sweeps speed twice: expected each quantity once", 2},
          Case{"--sweep 'speed=1:2:1 link=plate'",
               "--sweep: has link or com, which are used only with payload=FROM:TO:STEP: leave out link "
               "and com, or give link and com in a --sweep of the payload",
               2},
          Case{"--sweep 'payload=1:2:1 com=0,1'",
               "--sweep com: has 2 numbers: expected three, X,Y,Z in m, such as 0,0,0.1", 2},
          Case{"--sweep 'payload=1:2:1 link=plat'",
               "--sweep link: is \"plat\": expected one of plate; did you mean \"plate\"?", 2},
          Case{"--sweep speed=1:2:1 --fit-duration",
               "--fit-duration: give --fit-duration or --sweep, not both", 2},
          Case{
              "--fitted-motion fitted.csv",
              "--fitted-motion: writes the motion that --fit-duration or --fit-path finds: give --fit-duration "
              "or --fit-path too",
              2},
          Case{"rest.csv --fit-duration", "--fit-duration: takes one trajectory, not 2", 2},
          Case{"- - < triangle.csv",
               "standard input: is used for two files (-), but can be read only once: expected - for only "
               "one file",
               2},
          Case{"- --motors - < triangle.csv",
               "standard input: is used for two files (-), but can be read only once: expected - for only "
               "one file",
               2},
          Case{"--format yaml", "--format: is \"yaml\": expected one of table, csv, json", 2},
          Case{"--motors none.csv", "none.csv: No such file or directory: expected a CSV file", 1},
          Case{"--motors bad.csv", "bad.csv:2: peak_torque is \"-1\": expected a number above 0 (N m)", 1},
      }) {
    here_.write("bad.csv", "joint,continuous_torque,peak_torque\nturn,1,-1\n");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.err, "error: " + error + '\n');
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty());
  }
  here_.write("one.csv", "t,q_turn\n0,1\n");
  EXPECT_EQ(
      here_.run("invdyn size turntable.json one.csv -q").err,
      "error: one.csv: has only one row: expected at least two rows, because loads are computed over time\n");
}

// A gripper on the turntable; one finger follows the other.
TEST_F(Size, NotesUncheckedQuantitiesOfFollowers) {
  nlohmann::json robot = nlohmann::json::parse(turntable(5));
  for (const std::string finger : {"left", "right"})
    robot["joints"].push_back({{"name", finger},
                               {"type", "prismatic"},
                               {"parent", "plate"},
                               {"axis", {0, 1, 0}},
                               {"limits", {{"effort", 20}}},
                               {"link", {{"name", finger + "_finger"}, {"mass", 0}}}});
  robot["joints"][2]["mimic"] = {{"joint", "left"}};
  here_.write("gripper.json", robot.dump());
  here_.write("grip.csv", "t,q_turn,q_left\n0,0,0\n1,0.1,0.01\n2,0.2,0.02\n");
  here_.write("motors.csv", "joint,continuous_torque,peak_torque\nturn,1,2\nright,1,2\n");
  const std::string note =
      "note: joint right: the torque limits of mimic joints are not checked, because the torque of a mimic "
      "joint is part of the torque of the joint that it follows\n";
  const Outcome outcome = here_.run("invdyn size gripper.json grip.csv --motors motors.csv");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(note));
  EXPECT_THAT(outcome.err,
              HasSubstr("note: motors.csv:3: joint \"right\" follows \"left\": its motor is not used\n"));
  EXPECT_THAT(
      here_.run("invdyn size gripper.json grip.csv --lock left=0.01 --motors motors.csv").err,
      testing::AllOf(Not(HasSubstr("not checked")),
                     HasSubstr("motors.csv:3: joint \"right\" is fixed or locked: its motor is not")));
  EXPECT_THAT(here_.run("invdyn size gripper.json grip.csv -q").err, IsEmpty());
}

TEST_F(Size, NeverReplacesItsInput) {
  for (const std::string file : {"turntable.json", "motors.csv"}) {
    const std::string before = here_.read(file);
    const Outcome outcome = run("--motors motors.csv --fit-duration --fitted-motion " + file);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(file));
    EXPECT_EQ(here_.read(file), before);
  }
}

TEST_F(Size, WritesTheReportToTheGivenFile) {
  here_.write("held.csv", "t,q_pivot\n0,1.5\n1,1.4\n2,1.3\n");
  const std::string line = "invdyn size pendulum held.csv -q --format csv";
  const Outcome printed = here_.run(line);
  const Outcome written = here_.run(line + " -o report.csv");
  EXPECT_EQ(written.code, printed.code);
  EXPECT_THAT(written.out, IsEmpty());
  EXPECT_EQ(here_.read("report.csv"), printed.out);
}

}  // namespace
}  // namespace invdyn::test
