// The panels and units for given columns.

#include "figure/motion_figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "robot_files/read.h"

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

struct Made {
  Figure figure;
  std::vector<std::string> notes;

  std::vector<std::string> labels() const {
    std::vector<std::string> result;
    for (const Panel& panel : figure.panels) result.push_back(panel.y.label);
    return result;
  }
  std::vector<std::string> curves(std::size_t panel) const {
    std::vector<std::string> result;
    for (const Curve& curve : figure.panels.at(panel).curves) result.push_back(curve.name);
    return result;
  }
};

Made made(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings = {}) {
  Made result;
  result.figure =
      motion_figure(tables, settings, [&](const std::string& text) { result.notes.push_back(text); });
  return result;
}

Robot scara() {
  return read_robot("scara", [](const std::string&) {});
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
                 "motion.csv, other.csv: has 1001 columns to draw: expected at most 1000; `columns` names "
                 "those to draw");
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
  EXPECT_THAT(made_figure.notes, IsEmpty());
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
  EXPECT_THAT(made_figure.notes, ElementsAre("columns not drawn: tau_wrist"));
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
  EXPECT_EQ(both.figure.panels[0].x.label, "time since t = 1700000010.25 s (s)");
  EXPECT_THAT(both.figure.panels[0].curves[0].x, ElementsAre(0.25, 0.75, 1.25));
  EXPECT_THAT(both.figure.panels[0].curves[1].x, ElementsAre(0, 1, 2));
  const Made window = made({first}, {.from = 1700000011, .to = 1700000011.5});
  EXPECT_THAT(window.figure.panels[0].curves[0].x, ElementsAre(0.5, 1));
  const Made by_rate = made({first}, {.grid = TimeGrid::with_rate(4)});
  EXPECT_THAT(by_rate.figure.panels[0].curves[0].x, ElementsAre(0, 0.25, 0.5));
  // Not far from zero: the numbers of the file are clearer. The same for a single row.
  first.time = {100, 101, 102};
  EXPECT_EQ(made({first}).figure.panels[0].x.label, "time (s)");
  EXPECT_THAT(made({first}).figure.panels[0].curves[0].x, ElementsAre(100, 101, 102));
  EXPECT_THAT(made({first}, {.grid = TimeGrid::with_step(2)}).figure.panels[0].curves[0].x,
              ElementsAre(100, 102, 104));
  EXPECT_EQ(made({table({"tau_a"}, "one.csv", 1)}).figure.panels[0].x.label, "time (s)");
}

TEST(MotionFigure, CountsRowsWithoutTime) {
  CsvTable timeless = table({"tau_a"});
  timeless.time.reset();
  const Made by_rows = made({timeless}, {.all_revolute = true});
  EXPECT_EQ(by_rows.figure.panels[0].x.label, "row");
  EXPECT_THAT(by_rows.figure.panels[0].curves[0].x, ElementsAre(1, 2, 3));
  EXPECT_THAT(by_rows.notes, ElementsAre(HasSubstr("no time column")));
  const Made by_rate = made({timeless}, {.all_revolute = true, .grid = TimeGrid::with_rate(10)});
  EXPECT_EQ(by_rate.figure.panels[0].x.label, "time (s)");
  EXPECT_THAT(by_rate.figure.panels[0].curves[0].x, ElementsAre(0, 0.1, 0.2));
  EXPECT_THAT(by_rate.notes, IsEmpty());
  EXPECT_THROW(made({timeless, table({"tau_a"})}), Error);
}

}  // namespace
}  // namespace invdyn::test
