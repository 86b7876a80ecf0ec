// The panels and units for given columns.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "dynamics/core/derived_columns.h"
#include "pictures/figure/motion_figures.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CsvTable table(std::vector<std::string> names, std::string file = "motion.csv", std::size_t rows = 3) {
  CsvTable result;
  result.file = std::move(file);
  result.rows = rows;
  result.time.emplace();
  for (std::size_t row = 0; row < rows; ++row) result.time->push_back(0.5 * static_cast<double>(row));
  double value = 0;
  for (std::string& name : names) {
    CsvTable::Column column{std::move(name), {}};
    for (std::size_t row = 0; row < rows; ++row) column.values.push_back(value += 1);
    result.columns.push_back(std::move(column));
  }
  return result;
}

TEST(MotionFigure, HasAPanelForEachQuantityInItsUnit) {
  const Made made_figure =
      made({table({"tau_a", "q_a", "q_b", "dq_a", "ddq_a", "desired_a", "error_a", "tau_b"})},
           {.all_revolute = true});
  EXPECT_THAT(made_figure.labels(),
              ElementsAre("position (deg)", "desired position (deg)", "position error (deg)",
                          "velocity (deg/s)", "acceleration (deg/s²)", "torque (N m)"));
  EXPECT_THAT(made_figure.curves(0), ElementsAre("a", "b"));
  EXPECT_THAT(made_figure.curves(5), ElementsAre("a", "b"));
  EXPECT_THAT(made_figure.notes, IsEmpty());
  for (const Panel& panel : made_figure.figure.panels) EXPECT_EQ(panel.x.label, "time (s)");
}

TEST(MotionFigure, DrawsAnglesInDegreesAndTorquesUnchanged) {
  const Made made_figure = made({table({"q_a", "tau_a"})}, {.all_revolute = true});
  EXPECT_DOUBLE_EQ(made_figure.figure.panels[0].curves[0].y[1], 2 * 180 / std::numbers::pi);
  EXPECT_EQ(made_figure.figure.panels[1].curves[0].y[1], 5);
  const Made in_radians = made({table({"q_a"})}, {.all_revolute = true, .drawn_angles = AngleUnit::radians});
  EXPECT_THAT(in_radians.labels(), ElementsAre("position (rad)"));
  EXPECT_EQ(in_radians.figure.panels[0].curves[0].y[1], 2);
}

TEST(MotionFigure, ReportsThatTheRevoluteJointsAreUnknown) {
  const Made made_figure = made({table({"q_a", "tau_a"})});
  EXPECT_THAT(made_figure.labels(), ElementsAre("position (rad or m)", "torque or force (N m or N)"));
  EXPECT_EQ(made_figure.figure.panels[0].curves[0].y[1], 2);
  EXPECT_THAT(made_figure.notes, ElementsAre(HasSubstr("`robot` ROBOT, or `revolute`")));
}

TEST(MotionFigure, GivesNoNoteOnUnitsIfChosenOrWithoutAngles) {
  EXPECT_THAT(made({table({"q_a"})}, {.drawn_angles = AngleUnit::radians}).notes, IsEmpty());
  EXPECT_THAT(made({table({"tau_a", "temperature"})}).notes, IsEmpty());
}

TEST(MotionFigure, KeepsDegrees) {
  const MotionFigureSettings in_degrees{.angles = AngleUnit::degrees};
  const Made unknown = made({table({"q_a", "dq_a", "ddq_a", "tau_a"})}, in_degrees);
  EXPECT_THAT(unknown.labels(), ElementsAre("position (deg or m)", "velocity (deg/s or m/s)",
                                            "acceleration (deg/s² or m/s²)", "torque or force (N m or N)"));
  EXPECT_THAT(unknown.figure.panels[0].curves[0].y, ElementsAre(1, 2, 3));
  EXPECT_THAT(unknown.notes, IsEmpty());
  const Robot robot = scara();
  const Made known = made({table({"q_elbow", "q_quill"})}, {.robot = &robot, .angles = AngleUnit::degrees});
  EXPECT_THAT(known.labels(), ElementsAre("position (deg)", "position (m)"));
  EXPECT_THAT(known.figure.panels[0].curves[0].y, ElementsAre(1, 2, 3));
  const Made in_radians =
      made({table({"q_elbow", "q_quill"})},
           {.robot = &robot, .angles = AngleUnit::degrees, .drawn_angles = AngleUnit::radians});
  EXPECT_THAT(in_radians.labels(), ElementsAre("position (rad)", "position (m)"));
  EXPECT_DOUBLE_EQ(in_radians.figure.panels[0].curves[0].y[1], 2 * std::numbers::pi / 180);
  EXPECT_EQ(in_radians.figure.panels[1].curves[0].y[1], 5);
  // A joint not known to be revolute may be in m.
  EXPECT_THROW(made({table({"q_a"})}, {.angles = AngleUnit::degrees, .drawn_angles = AngleUnit::radians}),
               UsageError);
}

TEST(MotionFigure, DrawsColumnsWithoutAJointUnchanged) {
  const Made made_figure = made({table({"q_a", "q_b", "temperature", "current"})});
  ASSERT_EQ(made_figure.figure.panels.size(), 3u);
  for (std::size_t p = 0; p < 3; ++p)
    for (const Curve& curve : made_figure.figure.panels[p].curves) {
      EXPECT_EQ(curve.plain, p > 0);
      EXPECT_EQ(curve.name.empty(), p > 0);
    }
}

TEST(MotionFigure, HasARowPerJointIfAllHaveTheSameNumberOfPanels) {
  const Robot robot = scara();
  const MotionFigureSettings settings{.robot = &robot, .split = Split::by_joint};
  const std::vector<std::string> names{"q_shoulder", "q_quill",      "dq_shoulder", "dq_quill",
                                       "tau_quill",  "tau_shoulder", "q_elbow",     "dq_elbow"};
  EXPECT_EQ(made({table({names.begin(), names.end() - 2})}, settings).figure.columns, 3u);
  EXPECT_EQ(made({table({names.begin(), names.end() - 4})}, settings).figure.columns, 2u);
  EXPECT_EQ(made({table(names)}, settings).figure.columns, 2u);  // eight panels, two or three per joint
}

TEST(MotionFigure, RefusesValuesBeyondAnyAxis) {
  CsvTable large = table({"q_a"});
  large.columns[0].values[1] = 1e299;
  EXPECT_NO_THROW(made({large}));
  EXPECT_THROW(made({large}, {.all_revolute = true}), Error);  // in degrees
  large.columns[0].values[1] = -1.7e308;
  EXPECT_THROW(made({large}), Error);
}

TEST(MotionFigure, RefusesMoreColumnsThanAFigureCanShow) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("x" + std::to_string(i));
  EXPECT_EQ(made({table(names)}).figure.panels.size(), 1000U / 8);  // at most eight curves in each
  try {
    made({table(names), table({"y"}, "other.csv")});
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "motion.csv, other.csv: has 1001 columns to draw: expected at most 1000; `columns` "
                 "selects the columns to draw");
  }
}

TEST(MotionFigure, PutsPrismaticJointsInSeparatePanels) {
  const Robot robot = scara();
  const Made made_figure =
      made({table({"q_shoulder", "q_quill", "tau_shoulder", "tau_quill", "wrist"})}, {.robot = &robot});
  EXPECT_THAT(made_figure.labels(),
              ElementsAre("position (deg)", "position (m)", "torque (N m)", "force (N)"));
  EXPECT_THAT(made_figure.curves(0), ElementsAre("shoulder", "wrist"));
  EXPECT_THAT(made_figure.curves(1), ElementsAre("quill"));
  EXPECT_EQ(made_figure.figure.panels[1].curves[0].y[0], 4);
  EXPECT_EQ(made_figure.figure.panels[0].curves[0].look, made_figure.figure.panels[2].curves[0].look);
  EXPECT_THAT(made_figure.notes, ElementsAre(HasSubstr("limits outside the drawing")));
}

TEST(MotionFigure, ReadsAPlainNameAsAPositionIfTheFileConfirmsIt) {
  EXPECT_THAT(made({table({"a", "b"})}).labels(), ElementsAre("position (rad or m)"));
  EXPECT_THAT(made({table({"a", "tau_a", "temperature"})}).labels(),
              ElementsAre("position (rad or m)", "torque or force (N m or N)", "temperature"));
}

TEST(MotionFigure, NamesCurvesByFileAndJointForSeveralFiles) {
  const Made few =
      made({table({"tau_a", "tau_b"}, "runs/fast.csv"), table({"tau_a", "tau_b"}, "runs/slow.csv")});
  EXPECT_THAT(few.curves(0), ElementsAre("a, fast", "b, fast", "a, slow", "b, slow"));
  // Too many to distinguish: panels by joint, with one look per file in all panels.
  std::vector<std::string> names;
  for (const char* joint : {"a", "b", "c", "d", "e"}) names.push_back(std::string("tau_") + joint);
  const Made many = made({table(names, "fast.csv"), table(names, "slow.csv")});
  ASSERT_EQ(many.figure.panels.size(), 5u);
  EXPECT_EQ(many.figure.panels[3].title, "d");
  EXPECT_THAT(many.curves(3), ElementsAre("fast", "slow"));
  EXPECT_EQ(many.figure.panels[3].curves[1].look, many.figure.panels[0].curves[1].look);
}

TEST(MotionFigure, DistinguishesFilesOfOneNameByTheirPaths) {
  const Made made_figure = made({table({"tau_a"}, "one/run.csv"), table({"tau_a"}, "two/run.csv")});
  EXPECT_THAT(made_figure.curves(0), ElementsAre("a, one/run.csv", "a, two/run.csv"));
}

TEST(MotionFigure, SplitsTooManyCurves) {
  std::vector<std::string> names;
  for (int joint = 1; joint <= 20; ++joint) names.push_back("tau_j" + std::to_string(joint));
  EXPECT_EQ(made({table(names)}).figure.panels.size(), 3u);
  EXPECT_EQ(made({table(names)}, {.split = Split::by_quantity}).figure.panels.size(), 1u);
  EXPECT_EQ(made({table(names)}, {.split = Split::by_joint}).figure.panels.size(), 20u);
}

TEST(MotionFigure, DrawsTorqueOverVelocity) {
  const Robot robot = scara();
  const Made made_figure = made({table({"dq_elbow", "tau_elbow", "dq_quill", "tau_quill", "tau_wrist"})},
                                {.robot = &robot, .phase = true});
  ASSERT_EQ(made_figure.figure.panels.size(), 2u);
  EXPECT_EQ(made_figure.figure.panels[0].x.label, "velocity (deg/s)");
  EXPECT_EQ(made_figure.figure.panels[0].y.label, "torque (N m)");
  EXPECT_EQ(made_figure.figure.panels[1].x.label, "velocity (m/s)");
  EXPECT_EQ(made_figure.figure.panels[1].y.label, "force (N)");
  EXPECT_EQ(made_figure.figure.panels[1].curves[0].x[0], 7);
  EXPECT_EQ(made_figure.figure.panels[1].curves[0].y[0], 10);
  EXPECT_THAT(made_figure.notes,
              ElementsAre("columns not drawn: tau_wrist", HasSubstr("limits outside the drawing")));
  EXPECT_THROW(made({table({"tau_a"})}, {.phase = true}), UsageError);
}

TEST(MotionFigure, CutsTheWindowOfTime) {
  const Made made_figure = made({table({"tau_a"}, "motion.csv", 11)}, {.from = 1, .to = 2});
  EXPECT_THAT(made_figure.figure.panels[0].curves[0].x, ElementsAre(1, 1.5, 2));
  EXPECT_THROW(made({table({"tau_a"})}, {.from = 7}), Error);
}

TEST(MotionFigure, DrawsTimesFarFromZeroRelativeToTheFirst) {
  CsvTable first = table({"tau_a"}), second = table({"tau_b"});
  first.time = {1700000010.5, 1700000011, 1700000011.5};
  second.time = {1700000010.25, 1700000011.25, 1700000012.25};
  const Made both = made({first, second});
  EXPECT_EQ(both.figure.panels[0].x.label, "t - 1700000010.25 s (s)");
  EXPECT_THAT(both.figure.panels[0].curves[0].x, ElementsAre(0.25, 0.75, 1.25));
  EXPECT_THAT(both.figure.panels[0].curves[1].x, ElementsAre(0, 1, 2));
  const Made window = made({first}, {.from = 1700000011, .to = 1700000011.5});
  EXPECT_THAT(window.figure.panels[0].curves[0].x, ElementsAre(0.5, 1));
  // Not far from zero: the numbers of the file are clearer. The same for a single row.
  first.time = {100, 101, 102};
  EXPECT_EQ(made({first}).figure.panels[0].x.label, "time (s)");
  EXPECT_THAT(made({first}).figure.panels[0].curves[0].x, ElementsAre(100, 101, 102));
  EXPECT_EQ(made({table({"tau_a"}, "one.csv", 1)}).figure.panels[0].x.label, "time (s)");
}

// The names of UR's RTDE and of Dynamixel's registers.
TEST(MotionFigure, GivesAJointOfAnotherProgramOneColour) {
  const Made log =
      made({table({"actual_q_0", "actual_q_1", "actual_qd_0", "actual_qd_1", "actual_current_0"})});
  ASSERT_EQ(log.figure.panels.size(), 3u);
  const auto colour = [](const Made& of, std::size_t panel, std::size_t curve) {
    return of.figure.panels.at(panel).curves.at(curve).colour;
  };
  EXPECT_EQ(log.curves(1), (std::vector<std::string>{"actual_qd_0", "actual_qd_1"}));
  for (const std::size_t joint : {0u, 1u}) EXPECT_EQ(colour(log, 0, joint), colour(log, 1, joint));
  EXPECT_NE(colour(log, 0, 0), colour(log, 0, 1));
  // Two columns of a quantity must differ.
  const Made torques = made({table({"elbow_torque", "elbow_effort"})});
  EXPECT_NE(colour(torques, 0, 0), colour(torques, 0, 1));
  const Made goals = made({table({"present_position_1", "goal_position_1"})});
  EXPECT_NE(colour(goals, 0, 0), colour(goals, 0, 1));
}

// A torque from noisy positions beside two of a wrist.
TEST(MotionFigure, ShowsTheOthersBesideACurveThatWouldHideThem) {
  const CsvTable log =
      table_of({{"tau_a", {-6000, 20, 5000, -30}}, {"tau_b", {-30, 10, 20, 0}}, {"tau_c", {1, 2, 3, 4}}});
  const Made by_others = made({log});
  const Axis& y = by_others.figure.panels.at(0).y;
  EXPECT_NEAR(y.minimum.value(), -32.5, 1e-9);  // -30 and 5 % of 50
  EXPECT_NEAR(y.maximum.value(), 22.5, 1e-9);
  EXPECT_THAT(by_others.notes,
              testing::Contains(testing::AllOf(HasSubstr("tau_a is much larger than the other curves"),
                                               HasSubstr("so it is cut off: 50 % of its values"),
                                               HasSubstr("`range` -6000:5000"))));
  const Made all = made({log}, {.lowest = -6000});
  EXPECT_EQ(all.figure.panels.at(0).y.minimum, -6000);
  EXPECT_FALSE(all.figure.panels.at(0).y.maximum);
  // A shoulder carries thirty times what a wrist carries.
  const Made usual = made({table_of({{"tau_a", {-150, 150}}, {"tau_b", {-5, 5}}})});
  EXPECT_FALSE(usual.figure.panels.at(0).y.minimum);
}

// A line goes on over values that are missing here and there, not over a long gap.
TEST(MotionFigure, BridgesMissingValues) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const Curve curve = made({table_of({{"tau_a", {0, none, 2, 3, 4, none, none, none, none, 9, 10}}})})
                          .figure.panels.at(0)
                          .curves.at(0);
  EXPECT_THAT(curve.x, ElementsAre(0, 2, 3, 4, 8, 9, 10));
  EXPECT_TRUE(std::isnan(curve.y.at(4)));
}

TEST(MotionFigure, CountsRowsWithoutTime) {
  CsvTable timeless = table({"tau_a"});
  timeless.is_numbered = true;
  timeless.time = {1, 2, 3};
  const Made by_rows = made({timeless}, {.all_revolute = true});
  EXPECT_EQ(by_rows.figure.panels[0].x.label, "row");
  EXPECT_THAT(by_rows.figure.panels[0].curves[0].x, ElementsAre(1, 2, 3));
  EXPECT_THAT(by_rows.notes, ElementsAre(HasSubstr("no time column")));
  EXPECT_THROW(made({timeless, table({"tau_a"})}), Error);
}

TEST(MotionFigure, KnowsEveryColumnOfTheTorqueCommand) {
  const Robot robot = scara();
  const std::vector<Derived> all(all_derived.begin(), all_derived.end());
  const DerivedColumns derived(robot, {}, {}, all);
  std::vector<std::string> names;
  for (const Derived each : all)
    for (const std::string& name : derived.names(each)) names.push_back(name);
  const Made apart = made({table(names)}, {.robot = &robot, .split = Split::by_quantity});
  // Terms: of the three revolute joints and the prismatic one.
  EXPECT_THAT(
      apart.labels(),
      ElementsAre("inertia torque (N m)", "coriolis torque (N m)", "gravity torque (N m)",
                  "viscous torque (N m)", "coulomb torque (N m)", "offset torque (N m)",
                  "spring torque (N m)", "rotor torque (N m)", "external torque (N m)",
                  "measured torque (N m)", "residual torque (N m)", "inertia force (N)", "coriolis force (N)",
                  "gravity force (N)", "viscous force (N)", "coulomb force (N)", "offset force (N)",
                  "spring force (N)", "rotor force (N)", "external force (N)", "measured force (N)",
                  "residual force (N)", "power (W)", "motor torque (N m)", "motor speed (rad/s)",
                  "reaction force fx (N)", "reaction force fy (N)", "reaction force fz (N)",
                  "reaction moment nx (N m)", "reaction moment ny (N m)", "reaction moment nz (N m)"));
  EXPECT_THAT(apart.curves(22), ElementsAre("shoulder", "elbow", "quill", "wrist"));
}

// Every column of a floating base and of the whole robot has a unit; vectors have a panel each.
TEST(MotionFigure, KnowsTheUnitsOfAFloatingBase) {
  const Robot biped = read_robot("biped", [](const std::string&) {});
  const std::vector<Derived> all(derived_of_base.begin(), derived_of_base.end());
  const DerivedColumns derived(biped, {}, {.contacts = {{.name = "foot", .points = {{}}}}}, all);
  std::vector<std::string> names{"base_roll", "base_pitch", "base_yaw"};
  for (const Derived each : all)
    for (const std::string& name : derived.names(each)) names.push_back(name);
  const Made made_figure = made({table(names)});
  EXPECT_THAT(
      made_figure.labels(),
      ElementsAre("base orientation (deg)", "base position (m)", "base orientation (quaternion)",
                  "base angular velocity (deg/s)", "base velocity (m/s)",
                  "base angular acceleration (deg/s²)", "base acceleration (m/s²)", "base moment (N m)",
                  "base force (N)", "base moment, its axes (N m)", "base force, its axes (N)",
                  "centre of mass (m)", "com velocity (m/s)", "com acceleration (m/s²)", "momentum (kg m/s)",
                  "angular momentum (N m s)", "rate of momentum (N)", "rate of angular momentum (N m)",
                  "zero moment point (m)", "contact moment (N m)", "contact force (N)",
                  "bearing points (number)", "left over (share of the weight)", "cause (0: none)"));
  EXPECT_THAT(made_figure.curves(2), ElementsAre("base_qw", "base_qx", "base_qy", "base_qz"));
  EXPECT_THAT(made_figure.notes, IsEmpty());
  // Colours are of the axes, also where a column is missing.
  const Made part = made({table({"base_fy", "base_nx", "base_ny", "tau_a"})}, {.all_revolute = true});
  EXPECT_THAT(part.labels(), ElementsAre("torque (N m)", "base moment (N m)", "base force (N)"));
  EXPECT_EQ(part.figure.panels[1].curves[1].colour, part.figure.panels[2].curves[0].colour);
  // Of other programs, it is a velocity.
  EXPECT_THAT(made({table({"angular_x", "tau_a"})}).labels(),
              testing::Not(testing::Contains(HasSubstr("N m s"))));
}

TEST(MotionFigure, OverlaysTheTermsOfAJoint) {
  const Made made_figure = made({table({"gravity_b", "gravity_a", "rotor_b", "rotor_a", "tau_b", "tau_a"})},
                                {.all_revolute = true});
  ASSERT_EQ(made_figure.figure.panels.size(), 2u);
  EXPECT_EQ(made_figure.figure.panels[0].title, "b");  // in the order of the columns
  EXPECT_EQ(made_figure.figure.panels[1].title, "a");
  EXPECT_THAT(made_figure.labels(), ElementsAre("torque (N m)", "torque (N m)"));
  for (const Panel& panel : made_figure.figure.panels) {
    ASSERT_EQ(panel.curves.size(), 3u);
    EXPECT_EQ(panel.curves[0].name, "tau");
    EXPECT_TRUE(panel.curves[0].plain && panel.curves[0].is_wide);
    EXPECT_EQ(panel.curves[1].name, "gravity");
    EXPECT_EQ(panel.curves[2].name, "rotor");
    EXPECT_NE(panel.curves[1].colour, panel.curves[2].colour);
    EXPECT_EQ(panel.curves[1].colour, made_figure.figure.panels[0].curves[1].colour);
  }
  // One term alone is a quantity like others.
  EXPECT_THAT(made({table({"gravity_a", "gravity_b"})}, {.all_revolute = true}).labels(),
              ElementsAre("gravity torque (N m)"));
}

TEST(MotionFigure, StacksTermsFromZeroInBothDirections) {
  const Made made_figure = made({table_of({{"tau_a", {1, 3, -4}},
                                           {"inertia_a", {-2, 1, -3}},
                                           {"gravity_a", {4, 4, 1}},
                                           {"coulomb_a", {-1, -2, -2}}})},
                                {.all_revolute = true, .stacked = true});
  ASSERT_EQ(made_figure.figure.panels.size(), 1u);
  const auto& curves = made_figure.figure.panels[0].curves;
  ASSERT_EQ(curves.size(), 7u);
  EXPECT_THAT(curves[0].y, ElementsAre(0, 1, 0));  // inertia above zero, then below
  EXPECT_THAT(curves[1].y, ElementsAre(-2, 0, -3));
  EXPECT_THAT(curves[2].base, ElementsAre(0, 1, 0));  // gravity on top of it
  EXPECT_THAT(curves[2].y, ElementsAre(4, 5, 1));
  EXPECT_THAT(curves[5].base, ElementsAre(-2, 0, -3));  // Coulomb below
  EXPECT_THAT(curves[5].y, ElementsAre(-3, -2, -5));
  EXPECT_EQ(curves[6].name, "tau");
  EXPECT_TRUE(curves[6].base.empty());
}

TEST(MotionFigure, DrawsTheTermsOfASingleRowAsPoints) {
  const Made made_figure =
      made({table({"tau_a", "gravity_a"}, "one.csv", 1)}, {.all_revolute = true, .stacked = true});
  for (const Curve& curve : made_figure.figure.panels[0].curves) EXPECT_EQ(curve.mark, Mark::points);
}

TEST(MotionFigure, DrawsReactionsByJointInTheAxesOfALink) {
  const Made made_figure = made({table({"reaction_fx_a@arm", "reaction_fz_a@arm", "reaction_ny_a@arm",
                                        "reaction_nz_a@arm", "power_a", "tau_a"})},
                                {.all_revolute = true});
  EXPECT_THAT(made_figure.labels(),
              ElementsAre("torque (N m)", "power (W)", "reaction force (N)", "reaction moment (N m)"));
  EXPECT_EQ(made_figure.figure.panels[2].title, "a, axes of arm");
  EXPECT_THAT(made_figure.curves(2), ElementsAre("fx", "fz"));
  EXPECT_THAT(made_figure.curves(3), ElementsAre("ny", "nz"));
}

TEST(MotionFigure, TakesADerivedQuantityOnlyOfAJointThatTheFileConfirms) {
  EXPECT_THAT(made({table({"tau_a", "power_a", "power_supply"})}).labels(),
              ElementsAre("torque or force (N m or N)", "power (W)", "power_supply"));
}

TEST(MotionFigure, LeavesOutZerosAndNamesThem) {
  const CsvTable zeros = table_of(
      {{"tau_a", {1, 2}}, {"tau_b", {0, 1e-10}}, {"power_a", {0, 0}}, {"tau_c", {0, 1e-8}}, {"x", {0, 0}}});
  const Made made_figure = made({zeros}, {.all_revolute = true});
  EXPECT_THAT(made_figure.labels(), ElementsAre("torque (N m)"));
  EXPECT_THAT(made_figure.curves(0), ElementsAre("a", "c"));
  EXPECT_THAT(
      made_figure.notes,
      ElementsAre(
          "columns not drawn, because they have only zeros or rounding errors: power_a, tau_b, x. To draw "
          "these columns, give their names in `columns`"));
  const Made asked = made({zeros}, {.all_revolute = true, .asked = {"tau_b", "power_a", "x"}});
  EXPECT_THAT(asked.labels(), ElementsAre("torque (N m)", "power (W)", "x"));
  EXPECT_THAT(asked.notes, IsEmpty());
  // Not in the other file; and everything is zero.
  const Made both = made({zeros, table_of({{"tau_b", {0, 3}}}, "other.csv")}, {.all_revolute = true});
  EXPECT_THAT(both.curves(0), ElementsAre("a, motion", "b, motion", "c, motion", "b, other"));
  EXPECT_EQ(made({table_of({{"tau_a", {0, 0}}, {"tau_b", {0, 0}}})}).figure.panels[0].curves.size(), 2u);
}

TEST(MotionFigure, LeavesOutNoMoreThanTwentyNames) {
  std::map<std::string, std::vector<double>> columns{{"tau_a", {1, 2}}};
  for (int i = 0; i < 100; ++i) columns["gravity_j" + std::to_string(i)] = {0, 0};
  const Made made_figure = made({table_of(columns)}, {.all_revolute = true});
  ASSERT_EQ(made_figure.notes.size(), 1u);
  EXPECT_THAT(made_figure.notes[0], HasSubstr("and 80 more"));
}

TEST(MotionFigure, ColoursByJointAndDashesByFile) {
  const Robot robot = scara();
  const CsvTable fast = table({"tau_wrist", "tau_elbow", "q_elbow"}, "fast.csv");
  const CsvTable slow = table({"tau_elbow", "tau_wrist"}, "slow.csv");
  for (const Split split : {Split::by_quantity, Split::by_joint}) {
    const Made made_figure = made({fast, slow}, {.robot = &robot, .split = split});
    std::map<std::string, std::set<std::size_t>> colours, dashes;
    for (const Panel& panel : made_figure.figure.panels)
      for (const Curve& curve : panel.curves) {
        const std::string joint =
            split == Split::by_joint ? panel.title : curve.name.substr(0, curve.name.find(','));
        colours[joint].insert(curve.colour.value());
        dashes[curve.name.find("fast") == std::string::npos ? "slow" : "fast"].insert(curve.dash.value());
      }
    // By the robot's order, whatever the columns' order.
    EXPECT_THAT(colours, ElementsAre(testing::Pair("elbow", ElementsAre(1u)),
                                     testing::Pair("wrist", ElementsAre(3u))));
    EXPECT_THAT(dashes,
                ElementsAre(testing::Pair("fast", ElementsAre(0u)), testing::Pair("slow", ElementsAre(1u))));
  }
  EXPECT_THAT(made({fast}, {.robot = &robot}).curves(1), ElementsAre("elbow", "wrist"));
  // Without the robot: the order of the columns.
  EXPECT_THAT(made({fast}).curves(1), ElementsAre("wrist", "elbow"));
}

// Beyond the colours that a reader can distinguish.
TEST(MotionFigure, MarksTheEighthJointWithSymbols) {
  std::vector<std::string> names;
  for (int joint = 1; joint <= 8; ++joint) names.push_back("tau_j" + std::to_string(joint));
  const Made made_figure = made({table(names)});
  EXPECT_EQ(made_figure.figure.panels[0].curves[6].mark, Mark::line);
  EXPECT_EQ(made_figure.figure.panels[0].curves[7].mark, Mark::line_and_points);
}

}  // namespace
}  // namespace invdyn::test
