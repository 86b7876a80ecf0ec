// invdyn plot on the command line: the tests read the drawing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>
#include <sstream>

#include "cli/drawings.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string scara =
    std::string(generate_scara) + " | invdyn torque scara --quiet --columns q,dq,ddq,tau -o scara.csv; ";

TEST(Plot, DrawsAPanelForEachQuantityOfARobot) {
  const Workplace here;
  const Outcome outcome = here.run(scara + "invdyn plot scara.csv --robot scara -o fig.svg");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "note: limits outside the drawing: force (quill); torque (shoulder, elbow); "
            "velocity (shoulder, elbow, wrist, quill)\n");
  const SeenFigure figure = drawing(here, "fig.svg");
  EXPECT_THAT(labels(figure),
              ElementsAre("position (deg)", "position (m)", "velocity (deg/s)", "velocity (m/s)",
                          "acceleration (deg/s²)", "acceleration (m/s²)", "torque (N m)", "force (N)"));
  EXPECT_THAT(names(figure.panels[0]), ElementsAre("shoulder", "elbow", "wrist"));
  EXPECT_THAT(names(figure.panels[7]), ElementsAre("quill"));
  for (const SeenPanel& panel : figure.panels) EXPECT_EQ(panel.x.label, "time (s)");
}

// Only while the table and the robot are as in its run.
TEST(Plot, TakesTheRobotFromTheRecordOfTheRun) {
  const Workplace here;
  here.run(std::string(generate_scara) + " | invdyn torque scara -q -o tau.csv --sidecar tau.json");
  const Outcome outcome = here.run("invdyn plot tau.csv -o fig.svg");
  EXPECT_THAT(outcome.err, HasSubstr("note: robot scara, from the record of the run that wrote the file\n"));
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("torque (N m)", "force (N)"));
  here.run("echo 9,0,0,0,0 >> tau.csv; invdyn plot tau.csv -q -o fig.svg");
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("torque or force (N m or N)"));
  here.run("invdyn robot convert scara arm.json; " + std::string(generate_scara) +
           " | invdyn torque arm.json -q -o tau.csv --sidecar tau.json; invdyn plot tau.csv -q -o fig.svg");
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("torque (N m)", "force (N)"));
  here.run("sed -i s/scara/other/ arm.json; invdyn plot tau.csv -q -o fig.svg");
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("torque or force (N m or N)"));
}

// Sasaki's trapezoid: from 0 to 90 deg in 1 s, with a maximum speed of 1.5 times the mean.
TEST(Plot, ShowsThePositionsAndSpeedsOfTheMotion) {
  const Workplace here;
  here.run(scara + "invdyn plot scara.csv --robot scara -o fig.svg");
  const SeenFigure figure = drawing(here, "fig.svg");
  const SeenPanel &position = figure.panels.at(0), &speed = figure.panels.at(2);
  const auto near = [](const SeenPanel& panel, const std::string& joint, double t, double expected) {
    EXPECT_NEAR(panel.curve(joint).at(t).value(), expected, 1.5 * panel.y.per_pixel(0)) << joint << " " << t;
  };
  near(position, "shoulder", 0.5, 45);
  near(position, "elbow", 0.5, -22.5);
  near(position, "wrist", 0.2, 180 * 4.5 / 2 * 0.2 * 0.2);
  near(speed, "shoulder", 0.5, 135);
  near(speed, "wrist", 0.15, 270 * 0.15 * 3);
  near(figure.panels.at(1), "quill", 0.5, 0.05);
}

TEST(Plot, ReadsThePipeAndDrawsInTheTerminal) {
  const Workplace here;
  const Outcome outcome =
      here.run(std::string(generate_scara) +
               " | invdyn torque scara -q --columns dq,tau | invdyn plot - --robot scara");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, StartsWith("note: limits outside the drawing"));
  for (const char* part :
       {"velocity (deg/s)", "torque (N m)", "force (N)", "time (s)", "*** shoulder", "quill"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
}

TEST(Plot, FitsItsTextToTheGivenWidth) {
  const Workplace here;
  here.write("m.csv", "t,a\n0,0\n1,1\n2,0\n");
  for (const std::size_t width : {60u, 132u}) {
    std::istringstream lines(here.run("COLUMNS=" + std::to_string(width) + " invdyn plot m.csv").out);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    EXPECT_LE(longest, width);
    EXPECT_GT(longest, width - 10);
  }
}

TEST(Plot, ChoosesTheFormatByTheFileName) {
  const Workplace here;
  here.write("m.csv", "t,a\n0,0\n1,1\n2,0\n");
  for (const auto& [name, beginning] : {std::pair<std::string, std::string>{"f.svg", "<?xml"},
                                        {"f.png", "\x89PNG\r\n"},
                                        {"f.pdf", "%PDF-"},
                                        {"g.PNG", "\x89PNG\r\n"},
                                        {"f.txt", ""}}) {
    EXPECT_EQ(here.run("invdyn plot m.csv -q -o " + name).code, 0) << name;
    EXPECT_THAT(here.read(name), StartsWith(beginning));
    EXPECT_GT(here.read(name).size(), 500u);
  }
  EXPECT_EQ(here.run("invdyn plot m.csv -q -o - --format svg").out, here.read("f.svg"));
  EXPECT_EQ(here.run("invdyn plot m.csv -q --format svg").out, here.read("f.svg"));
}

TEST(Plot, OverlaysFiles) {
  const Workplace here;
  here.write("fast.csv", "t,tau_a\n0,0\n1,3\n");
  here.write("slow.csv", "t,tau_a\n0,1\n2,2\n");
  EXPECT_EQ(here.run("invdyn plot fast.csv slow.csv --title 'Two runs' -o fig.svg").err, "");
  const SeenFigure figure = drawing(here, "fig.svg");
  EXPECT_EQ(figure.title, "Two runs");
  EXPECT_THAT(names(figure.panels.at(0)), ElementsAre("a, fast", "a, slow"));
  EXPECT_NEAR(figure.panels[0].curve("a, slow").at(1).value(), 1.5, figure.panels[0].y.per_pixel(0));
  here.run("invdyn plot fast.csv slow.csv --panels joint -o fig.svg");
  EXPECT_THAT(names(drawing(here, "fig.svg").panels.at(0)), ElementsAre("fast", "slow"));
  EXPECT_EQ(drawing(here, "fig.svg").panels.at(0).title, "a");
}

TEST(Plot, ChoosesColumns) {
  const Workplace here;
  here.run(scara + "invdyn plot scara.csv --robot scara --columns 'tau_*,q_elbow' -o fig.svg");
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("position (deg)", "torque (N m)", "force (N)"));
  const Outcome outcome = here.run("invdyn plot scara.csv --columns tau_elbw -o none.svg");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              StartsWith("error: --columns: \"tau_elbw\" matches no column: expected some of q_shoulder, "));
  EXPECT_THAT(outcome.err, EndsWith("; did you mean \"tau_elbow\"?\n"));
  EXPECT_THAT(here.run("invdyn plot scara.csv --columns tau -o none.svg").err,
              EndsWith("; did you mean 'tau_*'?\n"));
  EXPECT_THAT(here.run("invdyn plot scara.csv --columns elbow -o none.svg").err,
              EndsWith("; did you mean '*_elbow'?\n"));
}

TEST(Plot, DrawsTorqueOverSpeed) {
  const Workplace here;
  const Outcome outcome = here.run(scara + "invdyn plot scara.csv --robot scara --phase -o fig.svg");
  EXPECT_THAT(outcome.err, StartsWith("note: columns not drawn: q_shoulder, "));
  const SeenFigure figure = drawing(here, "fig.svg");
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].x.label, "velocity (deg/s)");
  EXPECT_EQ(figure.panels[0].y.label, "torque (N m)");
  double fastest = 0;
  for (const Point& point : figure.panels[0].curve("wrist").points()) fastest = std::max(fastest, point.x);
  EXPECT_NEAR(fastest, 270, figure.panels[0].x.per_pixel(0));
  EXPECT_EQ(here.run("invdyn plot scara.csv --columns 'tau_*' --phase").code, 2);
}

// Terms add up to the torque, so the picture of a joint has them together.
TEST(Plot, OverlaysTheTermsThatTorqueWrites) {
  const Workplace here;
  const Outcome outcome = here.run(
      std::string(generate_scara) +
      " | invdyn torque scara -q --columns tau,inertia,gravity,coulomb,power,motor_torque,reaction | "
      "tee terms.csv | invdyn plot - --robot scara -o fig.svg");
  EXPECT_THAT(
      outcome.err,
      StartsWith(
          "note: columns not drawn, because they have only zeros or rounding errors: gravity_shoulder, "));
  const SeenFigure figure = drawing(here, "fig.svg");
  EXPECT_EQ(figure.panels.at(0).title, "shoulder");
  EXPECT_THAT(names(figure.panels[0]), ElementsAre("tau", "inertia", "coulomb"));
  EXPECT_EQ(figure.panels[3].title, "quill");
  EXPECT_EQ(figure.panels[3].y.label, "force (N)");
  EXPECT_THAT(names(figure.panels[3]), ElementsAre("tau", "inertia", "gravity", "coulomb"));
  EXPECT_THAT(labels(figure), testing::Contains("power (W)"));
  EXPECT_THAT(labels(figure), testing::Contains("motor torque (N m)"));
  EXPECT_THAT(labels(figure), testing::Contains("reaction moment (N m)"));
  EXPECT_EQ(here.run("invdyn plot terms.csv --robot scara --stacked -q -o fig.svg").code, 0);
  EXPECT_THAT(here.read("fig.svg"), HasSubstr("<polygon"));
  EXPECT_EQ(here.run("invdyn plot terms.csv --stacked --phase").code, 2);
  EXPECT_EQ(here.run("invdyn plot terms.csv --stacked --panels quantity").code, 2);
}

// A margin that is not given is a gap; the limit is at zero.
TEST(Plot, DrawsTheMarginsOfASweep) {
  const Workplace here;
  here.run(std::string(generate_scara) +
           " -o pick.csv; invdyn size scara pick.csv -q --sweep payload=0:4:1 --sweep "
           "speed=0.5:1:0.5 --format csv > sweep.csv");
  EXPECT_EQ(here.run("invdyn plot sweep.csv --columns 'margin_elbow,margin_quill' -o fig.svg").err, "");
  const SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_EQ(panel.x.label, "payload (kg)");
  EXPECT_EQ(panel.y.label, "margin to the limits (share of the limit)");
  EXPECT_THAT(names(panel), testing::UnorderedElementsAre("elbow, speed 0.5", "elbow, speed 1",
                                                          "quill, speed 0.5", "quill, speed 1"));
  EXPECT_EQ(panel.levels.size(), 1u);
  // The size command itself gives the margin without a payload.
  const std::string table = here.read("sweep.csv");
  std::istringstream rows(table);
  std::string header, first;
  std::getline(rows, header);
  std::getline(rows, first);
  EXPECT_THAT(header, EndsWith("margin_shoulder,margin_elbow,margin_quill,margin_wrist"));
  std::vector<std::string> fields;
  std::istringstream line(first);
  for (std::string field; std::getline(line, field, ',');) fields.push_back(field);
  EXPECT_NEAR(panel.curve("elbow, speed 0.5").points().front().y, std::stod(fields[fields.size() - 3]),
              panel.y.per_pixel(0));
  here.write("gap.csv", header + "\n0,1,met,,,,,,,0.5,,\n1,1,met,,,,,,,,,\n2,1,met,,,,,,,0.25,,\n");
  EXPECT_EQ(here.run("invdyn plot gap.csv --columns margin_elbow -o fig.svg").code, 0);
  EXPECT_EQ(here.run("invdyn plot sweep.csv --phase").code, 2);
  EXPECT_EQ(here.run("invdyn plot sweep.csv --rate 5").code, 2);
  EXPECT_EQ(here.run("invdyn plot sweep.csv pick.csv").code, 2);
}

TEST(Plot, DrawsAZeroColumnThatIsAskedFor) {
  const Workplace here;
  here.write("m.csv", "t,tau_a,tau_b\n0,1,0\n1,2,0\n");
  EXPECT_EQ(
      here.run("invdyn plot m.csv -o fig.svg").err,
      "note: columns not drawn, because they have only zeros or rounding errors: tau_b. To draw these columns, "
      "give their names in --columns\n");
  EXPECT_THAT(names(drawing(here, "fig.svg").panels.at(0)), ElementsAre("a"));
  EXPECT_EQ(here.run("invdyn plot m.csv --columns tau_a,tau_b -o fig.svg").err, "");
  EXPECT_THAT(names(drawing(here, "fig.svg").panels.at(0)), ElementsAre("a", "b"));
}

TEST(Plot, PassesOverTheTextOfStamps) {
  const Workplace here;
  here.write("m.csv", "stamp,t,tau_a\n2026-01-01T00:00:00,0,1\n2026-01-01T00:00:01,1,2\n");
  EXPECT_EQ(here.run("invdyn plot m.csv -o fig.svg").code, 0);
  EXPECT_EQ(drawing(here, "fig.svg").panels.size(), 1u);
}

// The limits of the scara's wrist: 5 N m; its motor's peak of 0.3 N m is 4.8 N m there.
TEST(Plot, DrawsTheLimitsOfRobotAndMotors) {
  const Workplace here;
  here.write("m.csv", "t,dq_wrist,ddq_wrist,tau_wrist\n0,0,0,0\n1,5,10,4\n");
  here.write("motors.csv", "joint,continuous_torque,peak_torque,max_speed\nwrist,0.2,0.3,160\n");
  const std::string options = " --robot scara --motors motors.csv -q -o fig.svg";
  EXPECT_EQ(here.run("invdyn plot m.csv --columns tau_wrist" + options).code, 0);
  const SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  std::map<std::string, double> levels;
  for (const SeenCurve& level : panel.levels) levels[level.name] = level.points().front().y;
  EXPECT_NEAR(levels["limit"], 5, panel.y.per_pixel(0));
  EXPECT_NEAR(levels["peak torque of the motor"], 4.8, panel.y.per_pixel(0));
  EXPECT_NEAR(levels["continuous torque of the motor"], 3.2, panel.y.per_pixel(0));
  EXPECT_EQ(here.run("invdyn plot m.csv --phase" + options).code, 0);
  const SeenPanel phase = drawing(here, "fig.svg").panels.at(0);
  EXPECT_EQ(phase.x.label, "motor speed (rad/s)");
  EXPECT_EQ(phase.levels.size(), 3u);
  EXPECT_NEAR(phase.curve("").points().back().x, 80, phase.x.per_pixel(0));
  EXPECT_EQ(here.run("invdyn plot m.csv --motors motors.csv").code, 2);
  const std::string motors = here.read("motors.csv");
  EXPECT_EQ(here.run("invdyn plot m.csv --robot scara --motors motors.csv --script -o motors.csv").code, 2);
  EXPECT_EQ(here.read("motors.csv"), motors);
}

TEST(Plot, ReportsMissingInformation) {
  const Workplace here;
  here.write("m.csv", "t,q_a,tau_a,temperature\n0,0,1,20\n1,1,2,21\n");
  const Outcome outcome = here.run("invdyn plot m.csv -o fig.svg");
  EXPECT_EQ(
      outcome.err,
      "note: the file does not state which joints are revolute, so the figure shows angles in rad. To show "
      "degrees, give --robot ROBOT, or --revolute if all joints are revolute. If the angles in the file are "
      "already in degrees, give --degrees\n");
  EXPECT_THAT(labels(drawing(here, "fig.svg")),
              ElementsAre("position (rad or m)", "torque or force (N m or N)", "temperature"));
  EXPECT_EQ(here.run("invdyn plot m.csv --revolute -o fig.svg").err, "");
  const SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_EQ(panel.y.label, "position (deg)");
  EXPECT_NEAR(panel.curve("a").points().back().y, 180 / std::numbers::pi, panel.y.per_pixel(0));
  // No note if the user has specified it, or if there is no angle.
  EXPECT_EQ(here.run("invdyn plot m.csv --radians -o fig.svg").err, "");
  EXPECT_EQ(here.run("invdyn plot m.csv --columns 'tau_*' -o fig.svg").err, "");
  EXPECT_EQ(here.run("invdyn plot m.csv --revolute --robot scara -o fig.svg").code, 2);
}

// As in other commands: --degrees gives the unit of revolute joints in the file.
TEST(Plot, DrawsAFileInDegreesUnchanged) {
  const Workplace here;
  here.write("log.csv", "t,shoulder,quill\n0,0,0\n0.1,14,0.04\n");
  EXPECT_EQ(here.run("invdyn plot log.csv --degrees -o fig.svg").err, "");
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("position (deg or m)"));
  const auto last = [&](std::size_t panel, const std::string& joint) {
    return drawing(here, "fig.svg").panels.at(panel).curve(joint).points().back().y;
  };
  EXPECT_NEAR(last(0, "shoulder"), 14, 0.1);
  const std::string far = "note: limits outside the drawing: position (shoulder)\n";
  EXPECT_EQ(here.run("invdyn plot log.csv --degrees --robot scara -o fig.svg").err, far);
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("position (deg)", "position (m)"));
  EXPECT_NEAR(last(0, "shoulder"), 14, 0.1);
  EXPECT_NEAR(last(1, "quill"), 0.04, 0.001);
  EXPECT_EQ(here.run("invdyn plot log.csv --degrees --robot scara --radians -o fig.svg").err, far);
  EXPECT_THAT(labels(drawing(here, "fig.svg")), ElementsAre("position (rad)", "position (m)"));
  EXPECT_NEAR(last(0, "shoulder"), 14 * std::numbers::pi / 180, 0.01);
  EXPECT_EQ(here.run("invdyn plot log.csv --degrees --radians -o fig.svg").code, 2);
}

TEST(Plot, DrawsTimesOfDayFromTheFirstRowOn) {
  const Workplace here;
  std::string text = "t,tau_a\n";
  for (int row = 0; row < 100; ++row)
    text += "1700000000." + std::to_string(row / 10) + std::to_string(row % 10) + "," + std::to_string(row) +
            "\n";
  here.write("clock.csv", text);
  EXPECT_EQ(here.run("invdyn plot clock.csv -o fig.svg").err, "");
  SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_EQ(panel.x.label, "t - 1700000000 s (s)");
  EXPECT_NEAR(panel.curve("a").at(0.5).value(), 50, 1);
  EXPECT_NEAR(panel.curve("a").points().back().x, 0.99, panel.x.per_pixel(0));
  // The window is given in the file's own times.
  EXPECT_EQ(here.run("invdyn plot clock.csv --window 1700000000.25:1700000000.75 -o fig.svg").err, "");
  panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_NEAR(panel.curve("a").points().front().y, 25, 1);
  EXPECT_NEAR(panel.curve("a").points().front().x, 0.25, panel.x.per_pixel(0));
  // A rate replaces the time steps of the file.
  EXPECT_EQ(here.run("invdyn plot clock.csv --rate 50 -o fig.svg").err, "");
  panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_NEAR(panel.curve("a").at(0.5).value(), 25, 1);
}

TEST(Plot, TakesTimeFromTheRateAndCutsAWindow) {
  const Workplace here;
  here.write("m.csv", "tau_a\n0\n1\n2\n3\n4\n");
  EXPECT_THAT(here.run("invdyn plot m.csv -o fig.svg").err, HasSubstr("no time column"));
  EXPECT_EQ(drawing(here, "fig.svg").panels.at(0).x.label, "row");
  EXPECT_EQ(here.run("invdyn plot m.csv --rate 10 --window 0.1:0.3 -o fig.svg").err, "");
  const SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_EQ(panel.x.label, "time (s)");
  EXPECT_NEAR(panel.curve("a").points().front().x, 0.1, 1e-9);
  EXPECT_NEAR(panel.curve("a").points().back().x, 0.3, 1e-9);
  EXPECT_EQ(here.run("invdyn plot m.csv --window 3:2").code, 2);
  EXPECT_EQ(here.run("invdyn plot m.csv -q --window 2:4 -o fig.svg").code, 0);
  EXPECT_EQ(drawing(here, "fig.svg").panels.at(0).curve("a").points().front().x, 2);
  EXPECT_THAT(here.run("invdyn plot m.csv --window 30:").err,
              HasSubstr("no rows in the --window: the file goes from 1 to 5"));
}

// Peaks are kept, and the file stays small.
TEST(Plot, ThinsAMillionRows) {
  const Workplace here;
  std::string text = "t,tau_a\n";
  for (int i = 0; i < 1000000; ++i)
    text += std::to_string(i) + (i == 777777 ? ",9\n" : i % 2 == 0 ? ",1\n" : ",-1\n");
  here.write("m.csv", text);
  const Outcome outcome = here.run("invdyn plot m.csv -o fig.svg");
  EXPECT_THAT(outcome.err, StartsWith("note: more rows than a figure can show"));
  EXPECT_LT(here.read("fig.svg").size(), 500000u);
  const SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  const auto points = panel.curve("a").points();
  const auto peak =
      std::max_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; });
  EXPECT_NEAR(peak->y, 9, panel.y.per_pixel(0));
  EXPECT_NEAR(peak->x, 777777, panel.x.per_pixel(0));
}

TEST(Plot, NeverRunsCommandsFromAFile) {
  const Workplace here;
  const std::string name = "it's `touch pwned` \"; system(\"touch pwned\") @a %s.csv";
  here.write(name, "t,\"tau_\"\"; system(\"\"touch pwned\"\") #\",tau_`touch pwned`\n0,1,2\n1,2,3\n");
  std::string argument;
  for (const char c : name) argument += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const Outcome outcome = here.run("cp '" + argument + "' 'new\nline.csv'; invdyn plot '" + argument +
                                   "' 'new\nline.csv' --title \"'; !touch pwned\" -o fig.svg");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const SeenFigure figure = drawing(here, "fig.svg");
  EXPECT_EQ(figure.title, "'; !touch pwned");
  EXPECT_THAT(figure.key, testing::Contains("`touch pwned`, new\\x0aline"));
  EXPECT_EQ(figure.panels.at(0).curves.size(), 4u);
  EXPECT_EQ(here.names().size(), 3u);
  for (const char* format : {"png", "pdf", "txt"})
    here.run("invdyn plot '" + argument + "' -o fig." + format);
  EXPECT_THAT(here.names(), Not(testing::Contains("pwned")));
}

TEST(Plot, WritesAScriptForTheSameDrawing) {
  const Workplace here;
  here.run(scara + "invdyn plot scara.csv --robot scara -o fig.svg");
  const Outcome outcome = here.run(
      "PATH=\"${PATH%%:*}\" invdyn plot scara.csv --robot scara --script -o fig.gp");  // no gnuplot there
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::string drawn = here.run("gnuplot --default-settings fig.gp").out;
  drawn.insert(drawn.find("<svg") + 4,
               " style=\"max-width: 100%; height: auto\"");  // the SVG fits its window
  EXPECT_EQ(drawn, here.read("fig.svg"));
  EXPECT_EQ(here.run("invdyn plot scara.csv --robot scara --script").out, here.read("fig.gp"));
  EXPECT_EQ(here.run("invdyn plot scara.csv --script -o fig.svg").code, 2);
}

TEST(Plot, WithoutGnuplotSaysWhatToInstall) {
  const Workplace here;
  here.write("m.csv", "t,a\n0,0\n1,1\n");
  here.write("fig.svg", "former");
  const Outcome outcome = here.run("PATH=\"${PATH%%:*}\" invdyn plot m.csv --revolute -o fig.svg");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: gnuplot: is not on the PATH, but is needed to draw figures: install the Debian package "
            "gnuplot-nox\n");
  EXPECT_EQ(here.read("fig.svg"), "former");
  EXPECT_THAT(here.names(), ElementsAre("fig.svg", "m.csv"));
}

// A shell may pass this setting on; no child process can then be waited for.
TEST(Plot, DrawsWhileSigchldIsIgnored) {
  const Workplace here;
  here.write("m.csv", "t,tau_a\n0,0\n1,1\n");
  const Outcome outcome = here.run("bash -c \"trap '' CHLD; exec invdyn plot m.csv -o fig.svg\"");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(drawing(here, "fig.svg").panels.size(), 1u);
}

TEST(Plot, KeepsTheFormerFileWithoutAFigure) {
  const Workplace here;
  here.write("m.csv", "t,tau_a\n0,0\n1,1\n");
  here.write("gnuplot", "#!/bin/sh\necho no figure\n");
  for (const std::string name : {"f.svg", "f.png", "f.pdf"}) {
    here.write(name, "former");
    const Outcome outcome = here.run("chmod +x gnuplot; PATH=\"$PWD:$PATH\" invdyn plot m.csv -o " + name);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, StartsWith("error: gnuplot: returned \"no figure\" in place of a figure"));
    EXPECT_EQ(here.read(name), "former");
  }
  const std::string text = "PATH=\"$PWD:$PATH\" invdyn plot m.csv";  // it needs no gnuplot
  EXPECT_THAT(here.run(text).out, HasSubstr("*** a"));
}

TEST(Plot, WithBadDataNamesTheLocationAndKeepsTheFormerFigure) {
  const Workplace here;
  here.write("fig.svg", "former");
  here.write("text.csv", "t,tau_a\n0,1\n1,two\n");
  here.write("empty.csv", "t,tau_a\n0,\n");
  here.write("short.csv", "t,tau_a\n0\n");
  here.write("none.csv", "t,tau_a\n");
  here.write("twice.csv", "t,tau_a,tau_a\n0,1,1\n");
  here.write("numbers.csv", "0,1\n1,2\n");
  here.write("back.csv", "t,tau_a\n0,1\n1,1\n0.5,1\n");
  here.write("large.csv", "t,tau_a\n0,1\n1,1.7e308\n");
  here.write("nan.csv", "# measured\r\n\r\nt,tau_a\r\n0,1\r\n1,nan\r\n");
  const auto complaint = [&](const std::string& files) {
    const Outcome outcome = here.run("invdyn plot " + files + " -o fig.svg");
    EXPECT_EQ(outcome.code, 1) << files;
    EXPECT_EQ(here.read("fig.svg"), "former");
    return outcome.err;
  };
  EXPECT_EQ(
      complaint("text.csv"),
      "error: text.csv:3: tau_a is \"two\": expected a finite number (--missing accepts these as missing "
      "values: an empty field, NaN, NA, null, none or -)\n");
  EXPECT_EQ(complaint("empty.csv --missing error"),
            "error: empty.csv:2: tau_a is empty: expected a finite number (--missing skip leaves such rows "
            "out)\n");
  EXPECT_THAT(complaint("empty.csv"), EndsWith("error: empty.csv: no columns to draw except time\n"));
  EXPECT_EQ(complaint("short.csv"), "error: short.csv:2: has 1 field: expected 2, as in the header\n");
  EXPECT_EQ(complaint("none.csv"),
            "error: none.csv: has no rows after the header: expected rows of numbers\n");
  EXPECT_EQ(complaint("twice.csv"),
            "error: twice.csv:1: the column \"tau_a\" is repeated: expected one column with this name "
            "(delete or rename the other columns)\n");
  EXPECT_EQ(complaint("back.csv"),
            "error: back.csv:4: t is \"0.5\", but was 1 in the row before (line 3): expected times that "
            "increase (if a clock was reset, split the file before this row and run invdyn for each part)\n");
  EXPECT_EQ(complaint("large.csv"),
            "error: large.csv: tau_a has 1.7e+308, too large to draw: expected magnitudes up to 1e+300\n");
  EXPECT_THAT(complaint("nan.csv --missing error"),
              StartsWith("error: nan.csv:5: tau_a is \"nan\": expected a finite number"));
  EXPECT_THAT(complaint("numbers.csv"), StartsWith("error: numbers.csv:1: the first row holds numbers"));
  EXPECT_EQ(complaint("missing.csv"), "error: missing.csv: No such file or directory: expected a CSV file\n");
}

// Logs of PlotJuggler, of Excel with decimal commas, and of OpenSim.
TEST(Plot, ReadsWhatTorqueReads) {
  const Workplace here;
  here.write("juggler.csv", "__time,/js/elbow,state\n1700000000.00,1,IDLE\n1700000000.01,1,RUN\n");
  const Outcome outcome = here.run("invdyn plot juggler.csv --map /js/elbow=q_elbow --revolute -o fig.svg");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("columns not drawn, because they hold text: state"));
  SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_EQ(panel.y.label, "position (deg)");
  EXPECT_EQ(panel.x.label, "time (s)");
  EXPECT_NEAR(panel.curve("elbow").points().back().y, 180 / std::numbers::pi, panel.y.per_pixel(0));
  here.write("excel.csv", "sep=;\r\nZeit;elbow_deg\r\n0;1,5\r\n500;2,5\r\n");
  EXPECT_EQ(here.run("invdyn plot excel.csv --decimal , --map Zeit=t --time-unit ms -q -o fig.svg").code, 0);
  panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_NEAR(panel.curve("elbow").points().back().y, 2.5, panel.y.per_pixel(0));
  EXPECT_NEAR(panel.curve("elbow").points().back().x, 0.5, panel.x.per_pixel(0));
  here.write("walk.mot",
             "walk\nversion=1\nnRows=2\nnColumns=2\ninDegrees=yes\nendheader\ntime\tknee\n0\t30\n1\t40\n");
  EXPECT_THAT(here.run("invdyn plot walk.mot -o fig.svg").err,
              HasSubstr("OpenSim's header, angles in degrees"));
  EXPECT_EQ(drawing(here, "fig.svg").panels.at(0).y.label, "position (deg or m)");
}

TEST(Plot, DrawsArrays) {
  const Workplace here;
  here.run(scara + "invdyn torque scara scara.csv --columns q,tau -q -o scara.npy");
  EXPECT_EQ(here.run("invdyn plot scara.npy --robot scara -q -o array.svg").code, 0);
  here.run("invdyn plot scara.csv --columns 'q_*,tau_*' --robot scara -q -o fig.svg");
  EXPECT_EQ(here.read("array.svg"), here.read("fig.svg"));
}

TEST(Plot, CutsTheRangeOfValues) {
  const Workplace here;
  here.write("m.csv", "t,tau_a,tau_b,tau_c\n0,6000,1,2\n1,-6000,2,1\n2,5,3,1\n");
  EXPECT_THAT(here.run("invdyn plot m.csv -o fig.svg").err,
              AllOf(HasSubstr("tau_a is much larger than the other curves"),
                    HasSubstr("(--range -6000:6000 shows all)")));
  SeenPanel panel = drawing(here, "fig.svg").panels.at(0);
  EXPECT_NEAR(panel.curve("b").points().back().y, 3, panel.y.per_pixel(0));
  EXPECT_LT(panel.y.per_pixel(0), 0.1);
  EXPECT_EQ(here.run("invdyn plot m.csv --range -6000:6000 -o fig.svg").err, "");
  EXPECT_NEAR(drawing(here, "fig.svg").panels.at(0).curve("a").points().front().y, 6000, 50);
  EXPECT_EQ(here.run("invdyn plot m.csv --range 3:2").code, 2);
  EXPECT_EQ(here.run("invdyn plot m.csv --range 3").code, 2);
}

TEST(Plot, LeavesOutATextColumnIfOthersAreChosen) {
  const Workplace here;
  here.write("m.csv", "t,tau_a,state\n0,1,idle\n1,2,moving\n");
  EXPECT_EQ(here.run("invdyn plot m.csv --columns 'tau_*' -o fig.svg").code, 0);
  EXPECT_EQ(drawing(here, "fig.svg").panels.size(), 1u);
}

TEST(Plot, WithAnImpossibleOutputFails) {
  const Workplace here;
  here.write("m.csv", "t,a\n0,0\n1,1\n");
  EXPECT_EQ(here.run("invdyn plot m.csv -q -o none/fig.svg").code, 1);
  EXPECT_EQ(here.run("invdyn plot m.csv -q -o /dev/full --format svg").code, 1);
  const auto complaint = [&](const std::string& options) {
    const Outcome outcome = here.run("invdyn plot m.csv " + options);
    EXPECT_EQ(outcome.code, 2) << options;
    return outcome.err;
  };
  EXPECT_EQ(
      complaint("-o fig.gif"),
      "error: -o: fig.gif does not end with .svg, .png, .pdf or .txt: expected one of these endings, or --format\n");
  EXPECT_EQ(complaint("-o -"), "error: -o: is -: expected --format svg, png, pdf or txt too\n");
  EXPECT_EQ(
      complaint("-o fig.svg --format png"),
      "error: --format: is png, but -o is fig.svg: give only one of them, or the same format in both\n");
  EXPECT_THAT(complaint("--format sgv"), HasSubstr("did you mean \"svg\"?"));
  EXPECT_THAT(complaint("- -"), HasSubstr("standard input: is used for two files (-)"));
  EXPECT_THAT(here.names(), ElementsAre("m.csv"));
}

}  // namespace
}  // namespace invdyn::test
