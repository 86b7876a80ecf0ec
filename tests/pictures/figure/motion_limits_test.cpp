// Limits of joints and motors in figures of columns.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "pictures/figure/motion_figures.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The scara's shoulder: 110 N m and 140 deg.
TEST(MotionLimits, DrawsLimitsThatAreNear) {
  const Robot robot = scara();
  const auto panel = [&](const std::string& column, std::vector<double> values) {
    return made({table_of({{column, std::move(values)}})}, {.robot = &robot}).figure.panels[0];
  };
  const Panel torque = panel("tau_shoulder", {-60, 50});
  ASSERT_TRUE(level_at(torque, 110) && level_at(torque, -110));
  EXPECT_EQ(level_at(torque, 110)->name, "limit");
  ASSERT_EQ(torque.bands.size(), 2u);
  EXPECT_EQ(torque.bands[0].from, 110);
  EXPECT_TRUE(torque.bands[0].is_above);
  EXPECT_EQ(torque.bands[1].from, -110);
  EXPECT_FALSE(torque.bands[1].is_above);
  // Only the limit that the torque approaches.
  EXPECT_EQ(panel("tau_shoulder", {0, 50}).levels.size(), 1u);
  EXPECT_NEAR(panel("q_shoulder", {-2, 2}).bands.at(1).from, -140, 1e-9);
  EXPECT_THAT(panel("ddq_shoulder", {-2, 2}).levels, IsEmpty());

  const Made far = made({table_of({{"tau_shoulder", {0, 30}}})}, {.robot = &robot});
  EXPECT_THAT(far.figure.panels[0].levels, IsEmpty());
  EXPECT_THAT(far.notes, ElementsAre("limits outside the drawing: torque (shoulder)"));
}

TEST(MotionLimits, DrawsDifferentLimitsOfJointsInTheirColours) {
  const Robot robot = scara();
  const Made made_figure =
      made({table_of({{"tau_shoulder", {0, 60}}, {"tau_elbow", {0, 39}}})}, {.robot = &robot});
  const Panel& panel = made_figure.figure.panels.at(0);
  ASSERT_TRUE(level_at(panel, 110) && level_at(panel, 40));
  EXPECT_EQ(level_at(panel, 110)->colour, 0u);
  EXPECT_EQ(level_at(panel, 40)->colour, 1u);
  EXPECT_THAT(panel.bands, IsEmpty());
}

// Joints 1 to 4 of the Panda have 87 N m, joints 5 to 7 have 12 N m. Joint 1 comes near -87 N m, joint 2 does
// not.
TEST(MotionLimits, DrawsALimitOfSeveralJointsOnceAndInGrey) {
  const Robot robot = read_robot("panda", [](const std::string&) {});
  const Made made_figure =
      made({table_of(
               {{"tau_panda_joint1", {0, -40}}, {"tau_panda_joint2", {0, 5}}, {"tau_panda_joint5", {0, 8}}})},
           {.robot = &robot});
  const Panel& panel = made_figure.figure.panels.at(0);
  ASSERT_TRUE(level_at(panel, -87) && level_at(panel, 12));
  EXPECT_EQ(level_at(panel, -87)->colour, std::nullopt);
  EXPECT_EQ(level_at(panel, 12)->colour, 4u);
  EXPECT_EQ(std::count_if(panel.levels.begin(), panel.levels.end(),
                          [](const Level& each) { return each.y == -87; }),
            1);
  EXPECT_THAT(made_figure.notes, IsEmpty()) << "the limit of joint 2 is in the drawing";
}

// The elbow's 40 N m are far from 5 N m, but the panel shows them for the shoulder's 60 N m anyway.
TEST(MotionLimits, DrawsALimitThatThePanelShowsAnyway) {
  const Robot robot = scara();
  const Made both = made({table_of({{"tau_shoulder", {0, 60}}, {"tau_elbow", {0, 5}}})}, {.robot = &robot});
  EXPECT_TRUE(level_at(both.figure.panels.at(0), 40));
  EXPECT_THAT(both.notes, IsEmpty());
  const Made alone = made({table_of({{"tau_elbow", {0, 5}}})}, {.robot = &robot});
  EXPECT_THAT(alone.notes, ElementsAre("limits outside the drawing: torque (elbow)"));
}

// At the joint, a motor's torque counts gear_ratio times: 16 for the wrist, whose own limit is 5 N m.
TEST(MotionLimits, DrawsTheLimitsOfMotors) {
  const Robot robot = scara();
  Motors motors(robot.dof());
  motors[3].emplace();
  motors[3]->continuous_torque = 0.1;
  motors[3]->peak_torque = 0.25;
  motors[3]->max_speed = 320;
  const Made made_figure = made({table_of({{"tau_wrist", {0, 3}},
                                           {"dq_wrist", {0, 10}},
                                           {"motor_torque_wrist", {0, 0.2}},
                                           {"motor_speed_wrist", {0, 160}}})},
                                {.robot = &robot, .motors = &motors});
  const auto& panels = made_figure.figure.panels;
  ASSERT_EQ(panels.size(), 4u);
  EXPECT_TRUE(level_at(panels[0], 320 / 16.0 * 180 / std::numbers::pi));
  ASSERT_TRUE(level_at(panels[1], 5) && level_at(panels[1], 4) && level_at(panels[1], 1.6));
  EXPECT_EQ(level_at(panels[1], 1.6)->name, "continuous torque of the motor");
  ASSERT_EQ(panels[1].bands.size(), 1u);
  EXPECT_DOUBLE_EQ(panels[1].bands[0].from, 4);  // the continuous torque may be exceeded for a time
  EXPECT_TRUE(level_at(panels[2], 0.25) && level_at(panels[2], 0.1));
  EXPECT_TRUE(level_at(panels[3], 320));
}

// The wrist's motor has 3e-6 kg m^2 and turns 16 times per turn; with the table's gear 20 times.
TEST(MotionLimits, DrawsTorqueOverSpeedAtTheMotor) {
  const Robot robot = scara();
  Motors motors(robot.dof());
  motors[3].emplace();
  motors[3]->continuous_torque = 0.1;
  motors[3]->peak_torque = 0.25;
  motors[3]->curve = SpeedTorqueCurve({{100, 0.25}, {300, 0.05}});
  motors[3]->gear_ratio = 20;
  const CsvTable motion = table_of({{"dq_wrist", {1, 2}}, {"ddq_wrist", {0, 500}}, {"tau_wrist", {2, 3}}});
  const Made made_figure = made({motion}, {.robot = &robot, .motors = &motors, .phase = true});
  ASSERT_EQ(made_figure.figure.panels.size(), 1u);
  const Panel& panel = made_figure.figure.panels[0];
  EXPECT_EQ(panel.x.label, "motor speed (rad/s)");
  EXPECT_EQ(panel.y.label, "motor torque (N m)");
  EXPECT_THAT(panel.curves[0].x, ElementsAre(20, 40));
  EXPECT_DOUBLE_EQ(panel.curves[0].y[0], 2 / 20.0);
  EXPECT_DOUBLE_EQ(panel.curves[0].y[1], (3 - 16 * 16 * 3e-6 * 500 + 20 * 20 * 3e-6 * 500) / 20);
  // The peak, then its curve, which ends at the top speed with 0.05 N m.
  ASSERT_EQ(panel.curves.size(), 5u);
  EXPECT_EQ(panel.curves[1].name, "peak torque of the motor");
  EXPECT_EQ(panel.curves[2].x.back(), 300);
  EXPECT_DOUBLE_EQ(panel.curves[2].y.back(), -0.05);
  EXPECT_EQ(panel.curves[3].name, "continuous torque of the motor");
  EXPECT_EQ(panel.curves[4].x[0], 300);

  // Panels in the order of the robot's joints, whatever their kinds.
  const Made all = made({table_of({{"dq_quill", {1, 2}},
                                   {"tau_quill", {2, 3}},
                                   {"dq_wrist", {1, 2}},
                                   {"ddq_wrist", {0, 5}},
                                   {"tau_wrist", {2, 3}}})},
                        {.robot = &robot, .motors = &motors, .phase = true});
  ASSERT_EQ(all.figure.panels.size(), 2u);
  EXPECT_EQ(all.figure.panels[0].title, "quill");

  const Made without = made({table_of({{"dq_wrist", {1, 2}}, {"tau_wrist", {2, 3}}})},
                            {.robot = &robot, .motors = &motors, .phase = true});
  EXPECT_EQ(without.figure.panels.at(0).y.label, "torque (N m)");
  EXPECT_THAT(without.notes, testing::Contains(HasSubstr("columns ddq_<joint> are missing")));
}

}  // namespace
}  // namespace invdyn::test
