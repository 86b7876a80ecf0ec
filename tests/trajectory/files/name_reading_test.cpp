// Columns whose names are not those of the robot: which reading is taken, which are offered, and what is
// never taken. The names are imitations of logs that programs write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trajectory/files/run_csv.h"
#include "trajectory/names/time_name.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double deg = std::numbers::pi / 180;

const Robot& arm() {
  static const Robot robot = arm_of({{"shoulder_pan_joint"}, {"elbow_joint"}});
  return robot;
}

Way automatic(const std::vector<ColumnMapping>& mappings = {}) {
  Way way;
  way.csv.reads_names = true;
  way.csv.mappings = mappings;
  return way;
}

Way mapped(const std::vector<ColumnMapping>& mappings) {
  Way way;
  way.csv.mappings = mappings;
  return way;
}

// A log of two rows: T is 0, then 1.
std::string log_of(const std::string& header, const std::string& row) {
  std::string text = header + "\n";
  for (const char* t : {"0", "1"}) {
    std::string line = row;
    line.replace(line.find('T'), 1, t);
    text += line + "\n";
  }
  return text;
}

// Positions are 1 and 2, velocities 3 and 4, accelerations 5 and 6 of a unit; what is not to be taken is 9.
struct Log {
  const char *name, *header, *row;
  Known known = Known::q;
  double unit = 1;
};

void PrintTo(const Log& log, std::ostream* out) {
  *out << log.name;
}

class LogNames : public testing::TestWithParam<Log> {};

TEST_P(LogNames, AreRead) {
  const Log& log = GetParam();
  const Rows rows = run_csv(log_of(log.header, log.row), arm(), automatic());
  EXPECT_THAT(rows.notes.front(), HasSubstr("`map` auto chose the mapping "));
  EXPECT_EQ(rows.known, log.known);
  for (std::size_t j = 0; j < 2; ++j) {
    const auto first = static_cast<double>(j + 1);
    EXPECT_DOUBLE_EQ(rows.q[j].front(), first * log.unit);
    EXPECT_TRUE(log.known == Known::q || std::abs(rows.dq[j].front() - (first + 2) * log.unit) < 1e-15);
    EXPECT_TRUE(log.known != Known::q_dq_ddq || rows.ddq[j].front() == (first + 4) * log.unit);
  }
}

constexpr Known dq = Known::q_dq, ddq = Known::q_dq_ddq;

INSTANTIATE_TEST_SUITE_P(
    , LogNames,
    testing::Values(
        Log{"NumberInside", "t,joint_0_pos,joint_1_pos", "T,1,2"},
        Log{"NumberBeforeUnit", "t,Joint 1 Angle (deg),Joint 2 Angle (deg)", "T,1,2", Known::q, deg},
        Log{"UnitBeforeNumber", "t,q_deg_1,q_deg_2,dq_deg_1,dq_deg_2", "T,1,2,3,4", dq, deg},
        Log{"DegreesPerSecond", "t,pos1_deg,pos2_deg,vel1_dps,vel2_dps", "T,1,2,3,4", dq, deg},
        Log{"SecondDerivative", "t,q1,q2,qd1,qd2,q2d1,q2d2", "T,1,2,3,4,5,6", ddq},
        Log{"DerivativesAfterNumbers", "t,q0,q1,q0d,q1d,q0dd,q1dd", "T,1,2,3,4,5,6", ddq},
        Log{"TwoDots", "t,theta1,theta2,theta_dot1,theta_dot2,theta_ddot1,theta_ddot2", "T,1,2,3,4,5,6", ddq},
        Log{"ShortTheta", "t,th1,th2,thd1,thd2,thdd1,thdd2", "T,1,2,3,4,5,6", ddq},
        Log{"German",
            "Zeit [s],Achse 1 Istwinkel,Achse 2 Istwinkel,Achse 1 Sollwinkel,Achse 2 Sollwinkel,"
            "Achse 1 Geschwindigkeit,Achse 2 Geschwindigkeit",
            "T,1,2,9,9,3,4", dq},
        Log{"ShortGerman", "Zeit (s),Winkel1,Winkel2,Geschw1,Geschw2,Beschl1,Beschl2", "T,1,2,3,4,5,6", ddq},
        Log{"French", "temps (s),angle axe 1,angle axe 2,vitesse axe 1,vitesse axe 2", "T,1,2,3,4", dq},
        Log{"Brackets",
            "t,state.q[0],state.q[1],state.q_d[0],state.q_d[1],state.dq[0],state.dq[1],state.O_ddP_O[0]",
            "T,1,2,9,9,3,4,9", dq},
        Log{"CapitalLetters",
            "t,axisQMsr_Arm_7_1[0],axisQMsr_Arm_7_1[1],axisQCmd_Arm_7_1[0],axisQCmd_Arm_7_1[1]", "T,1,2,9,9"},
        Log{"PathOfNames",
            "t,/js/elbow_joint/position,/js/shoulder_pan_joint/position,/js/elbow_joint/velocity,"
            "/js/shoulder_pan_joint/velocity",
            "T,2,1,4,3", dq},
        Log{"PathOfEachJoint", "t,/js/a/shoulder_pan_joint/value,/js/j/elbow_joint/value", "T,1,2"},
        Log{"PathOfAnyWords", "t,/robot1/foo/elbow/position,/robot1/foo/shoulder_pan/position", "T,2,1"},
        Log{"NamesInPart", "t,shoulder_pan.pos,elbow.pos", "T,1,2"},
        Log{"MeasuredBeforeCommanded",
            "t,target_q_0,target_q_1,actual_q_0,actual_q_1,target_qd_0,target_qd_1", "T,8,9,1,2,7,7"},
        Log{"CommandedAlone", "t,target_q_0,target_q_1,target_qd_0,target_qd_1", "T,1,2,3,4", dq},
        Log{"ExactNamesOfPositions",
            "t,shoulder_pan_joint,elbow_joint,shoulder_pan_joint_vel,elbow_joint_vel", "T,1,2,3,4", dq},
        Log{"NamesInTheRows",
            "t,field.name0,field.name1,field.name2,field.position0,field.position1,field.position2",
            "T,finger,elbow_joint,shoulder_pan_joint,9,2,1"},
        Log{"NamesInOneField", "t,name,position_0,position_1",
            "T,\"['elbow_joint', 'shoulder_pan_joint']\",2,1"},
        Log{"NamesWithAPrefixInTheRows", "t,field.name0,field.name1,field.position0,field.position1",
            "T,ur5e_elbow_joint,ur5e_shoulder_pan_joint,2,1"},
        Log{"StatesBesideActions", "t,state_0,state_1,action_0,action_1", "T,1,2,9,9"},
        Log{"SharesOfMotors",
            "t,$AXIS_ACT[1],$AXIS_ACT[2],$VEL_AXIS_ACT[1],$VEL_AXIS_ACT[2],$CURR_ACT[1],$CURR_ACT[2]",
            "T,1,2,9,9,9,9"},
        Log{"UnknownWordsOfOthers", "t,shoulder_pan_pos,elbow_pos,shoulder_pan_sim_pos,elbow_sim_pos",
            "T,1,2,9,9"},
        Log{"CommandsByNameAndMeasuredByNumber", "t,cmd_shoulder_pan,cmd_elbow,q1,q2", "T,9,9,1,2"},
        Log{"RatesOfOthers", "t,q1,q2,wheel_vel_1,wheel_vel_2,left_dq1,left_dq2,target_qd_1,target_qd_2",
            "T,1,2,9,9,9,9,9,9"},
        // What is of no joint, or none of its quantities.
        Log{"OtherColumns",
            "t,joint_1,joint_2,tcp_pos_1,tcp_pos_2,joint_temperature_1,joint_temperature_2,q_error_1,q_error_2,"
            "ext_torque_1,ext_torque_2,current_1,current_2,cycle_time,q_7",
            "T,1,2,9,9,9,9,9,9,9,9,9,9,9,9"}),
    [](const auto& tested) { return tested.param.name; });

// Numbers within the joints of a word, as of legs or of two arms.
TEST(NamesOfALog, CanNumberTheJointsOfEachLeg) {
  const Robot legs = arm_of({{"FR_hip"}, {"FR_knee"}, {"FL_hip"}, {"FL_knee"}});
  const Rows rows = run_csv(
      log_of("t,FL_0_actual,FL_1_actual,FR_0_actual,FR_1_actual,FR_0_target,FR_1_target", "T,3,4,1,2,9,9"),
      legs, automatic());
  EXPECT_THAT((std::vector<double>{rows.q[0][0], rows.q[1][0], rows.q[2][0], rows.q[3][0]}),
              ElementsAre(1, 2, 3, 4));
}

// The joints' own numbers count, not their order in the robot's file.
TEST(NamesOfALog, HaveTheNumbersOfTheJointsNames) {
  const Robot turned = arm_of({{"panda_joint2"}, {"panda_joint1"}});
  const Rows rows = run_csv(log_of("t,q_1,q_2", "T,1,2"), turned, automatic());
  EXPECT_THAT((std::vector<double>{rows.q[0][0], rows.q[1][0]}), ElementsAre(2, 1));
}

TEST(NamesOfALog, LeaveTheJointsOfExplicitMappings) {
  const Rows rows = run_csv(log_of("t,rail,q1,q2", "T,7,1,2"), arm_of({{"lift"}, {"shoulder"}, {"elbow"}}),
                            automatic({{"rail", "lift"}}));
  EXPECT_THAT((std::vector<double>{rows.q[0][0], rows.q[1][0], rows.q[2][0]}), ElementsAre(7, 1, 2));
}

// A sign or a scale of one column does not hide the others of its pattern.
TEST(NamesOfALog, LeaveTheColumnsOfExplicitMappings) {
  const Robot robot = arm_of({{"a"}, {"b"}, {"c"}});
  const std::string log = log_of("t,q1,q2,q3", "T,1,2,3");
  const Rows rows = run_csv(log, robot, automatic({{"q2", "b:x-1"}}));
  EXPECT_THAT((std::vector<double>{rows.q[0][0], rows.q[1][0], rows.q[2][0]}), ElementsAre(1, -2, 3));
  EXPECT_THAT(error_of_csv(log, robot, automatic({{"q1", "b"}})), HasSubstr("no column for joints a, c"))
      << "q1 cannot be a's too";
}

TEST(NamesOfALog, MayBeOfCounts) {
  const std::string log = log_of("t,present_position_1,present_position_2", "T,2048,512");
  for (const Way& way : {Way(), automatic()})
    EXPECT_THAT(error_of_csv(log, arm(), way),
                HasSubstr("\"present_position_2\" looks like counts of an encoder"));
  EXPECT_DOUBLE_EQ(run_csv(log_of("t,pos_1 (deg),pos_2 (deg)", "T,720,512"), arm(), automatic()).q[0][0],
                   4 * std::numbers::pi);
}

TEST(NamesOfALog, MaySayThatValuesAreCounts) {
  const auto error_of = [](const std::string& header, const std::string& row) {
    return error_of_csv(log_of(header, row), arm(), automatic());
  };
  EXPECT_THAT(
      error_of("t,shoulder_pan_counts,elbow_counts", "T,0,20"),
      HasSubstr(
          ":1: has column names that need a mapping: expected `map` "
          "shoulder_pan_counts=shoulder_pan_joint:xSCALE,elbow_counts=elbow_joint:xSCALE; \"elbow_counts\" "
          "looks like counts of an encoder. SCALE is 2 pi / counts per turn"));
  EXPECT_THAT(error_of("t,raw_shoulder_pan,raw_elbow", "T,0,20"),
              HasSubstr("`map` raw_shoulder_pan=shoulder_pan_joint:xSCALE,raw_elbow=elbow_joint:xSCALE;"));
  EXPECT_THAT(error_of("t,shoulder_pan_joint,elbow_encoder", "T,0,20"),
              HasSubstr("`map` elbow_encoder=elbow_joint:xSCALE;"));
  EXPECT_THAT(error_of("t,shoulder_pan_raw,elbow_raw", "T,0.5,1.5"),
              HasSubstr("expected `map` shoulder_pan_raw=shoulder_pan_joint,elbow_raw=elbow_joint"))
      << "counts are whole numbers";
  EXPECT_EQ(run_csv(log_of("t,shoulder_pan_pos,elbow_pos,shoulder_pan_raw,elbow_raw", "T,1,2,900,900"), arm(),
                    automatic())
                .q[1][0],
            2);
}

std::string offer_for(const std::string& header, const Robot& robot = arm(), const Way& way = {}) {
  return error_of_csv(header + "\n", robot, way);
}

TEST(OfferedNames, SayThatGradIsNotClear) {
  const std::string advice =
      " is not known: write JOINT:deg in `map` for degrees, or JOINT:x0.015707963267948967 if a full turn is 400";
  EXPECT_THAT(offer_for("t,shoulder_pan_joint,elbow_joint_grad"),
              HasSubstr("; the unit grad of \"elbow_joint_grad\"" + advice));
  EXPECT_THAT(offer_for("t,shoulder_pan_joint [Grad],elbow_joint [Grad]"),
              HasSubstr("; the unit grad of \"shoulder_pan_joint [Grad]\"" + advice));
}

TEST(OfferedNames, AreWholeAndSayWhy) {
  EXPECT_EQ(offer_for("clock,joint_0_pos,joint_1_pos,joint_0_vel,joint_1_vel"),
            "motion.csv:1: has joint numbers in place of joint names: expected `map` "
            "joint_0_pos=shoulder_pan_joint,joint_1_pos=elbow_joint,joint_0_vel=dq_shoulder_pan_joint,"
            "joint_1_vel=dq_elbow_joint if they are in the robot's order (or `map` auto)");
  EXPECT_EQ(offer_for("tick clock,shoulder_pan pos,elbow pos"),
            "motion.csv:1: has column names that need a mapping: expected `map` 'tick clock=t,shoulder_pan "
            "pos=shoulder_pan_joint,elbow pos=elbow_joint' (or `map` 'tick clock=t,auto')");
  EXPECT_EQ(
      offer_for("x,q1,q2"),
      "motion.csv:1: has joint numbers in place of joint names: expected `map` "
      "q1=shoulder_pan_joint,q2=elbow_joint if they are in the robot's order (or `map` auto); no time "
      "column: expected \"t\" or \"time\", in s (or give `dt` or `rate`), or `map` NAME=t for a column of "
      "another name");
  EXPECT_THAT(offer_for("t,target_q_1,target_q_2"), HasSubstr("; these positions are commands"));
  EXPECT_THAT(offer_for("t,target_q_1,target_q_2,q_1,q_2"), HasSubstr("; columns of commands are not used"));
}

// Several readings, or fewer or more columns than joints: offered, and never taken.
TEST(OfferedNames, AreNotTakenIfTheyMayMeanSomethingElse) {
  const std::vector<std::pair<std::string, std::string>> logs{
      {"t,q1",
       "has no column for joint elbow_joint, or for other joints: expected `map` q1=shoulder_pan_joint `lock` "
       "elbow_joint=0 or `map` q1=elbow_joint `lock` shoulder_pan_joint=0 (or, instead of 0, the position "
       "at which each such joint is held)"},
      {"t,elbow_pos",
       "has no column for joint shoulder_pan_joint: expected `map` elbow_pos=elbow_joint `lock` "
       "shoulder_pan_joint=0 (or, instead of 0, the position at which each such joint is held)"},
      {"t,q1,q2,q3",
       "has more numbers than joints: expected `map` q1=shoulder_pan_joint,q2=elbow_joint if q3 belongs to "
       "no joint"},
      {"t,left_q1,left_q2,right_q1,right_q2",
       "has column names with 2 possible meanings: expected `map` "
       "left_q1=shoulder_pan_joint,left_q2=elbow_joint or `map` "
       "right_q1=shoulder_pan_joint,right_q2=elbow_joint"},

      {"t,a0,a1", ""},
      {"t,/foo/shoulder_pan,/foo/elbow", ""},
      {"t,/a/foo/shoulder_pan/position,/a/foo/elbow/position,/b/bar/shoulder_pan/position,/b/bar/elbow/position",
       ""},
      {"t,Lower_angle_deg,Fore_angle_deg", ""},
      {"t,v1,v2,a1,a2", ""},
      {"t,data_0,data_1", ""},
      {"t,state_0,state_1", ""},
      {"t,action_0,action_1", ""},
      {"t,P1,P2",
       "has other names for the joints: expected `map` P1=shoulder_pan_joint,P2=elbow_joint if they are in the "
       "robot's order"},
      {"t,omega1,omega2,alpha1,alpha2", ""},
      {"t,position_counts_1,position_counts_2", ""},
      {"t,joint_pos_norm_1,joint_pos_norm_2", ""},
      {"t,marker_position_0,marker_position_1", ""},
      {"t,joint_states.position_0,joint_states.position_1", ""},
      {"t,elbow_joint,joint_0_pos", ""},
      {"t,shoulder_pan_sim_pos,elbow_sim_pos", ""},
      {"t,arm_shoulder_pan_x,arm_elbow_x",
       "has column names that need a mapping: expected `map` "
       "arm_shoulder_pan_x=shoulder_pan_joint,arm_elbow_x=elbow_joint"},
      {"t,Base,Fore",
       "has other names for the joints: expected `map` Base=shoulder_pan_joint,Fore=elbow_joint if they are in the "
       "robot's order"},
      {"t,First_angle,Second_angle",
       "has other names for the joints: expected `map` First_angle=shoulder_pan_joint,Second_angle=elbow_joint if "
       "they are in the robot's order"}};
  for (const auto& [header, text] : logs) {
    for (const Way& way : {Way(), automatic()}) {
      std::string error = offer_for(header, arm(), way);
      if (const std::size_t why = error.find("; `map` auto does not take ambiguous names");
          why != error.npos && way.csv.reads_names)
        error.resize(why);
      EXPECT_THAT(error, Not(HasSubstr("auto"))) << header;
      if (!text.empty()) {
        EXPECT_EQ(error, "motion.csv:1: " + text);
      }
    }
  }
}

// Numbers from 0 against joints that count from 1, and members that are left over.
TEST(OfferedNames, AreNotTakenByNumbersThatContradict) {
  const Robot robot = arm_of({{"joint1"}, {"joint2"}, {"joint3"}});
  const std::string shifted =
      "expected `map` joint0=joint1,joint1=joint2,joint2=joint3 if they are in the robot's order";
  for (const Way& way : {Way(), automatic()}) {
    EXPECT_THAT(offer_for("t,joint0,joint1,joint2", robot, way), testing::HasSubstr(shifted));
    EXPECT_THAT(offer_for("t,joint0_pos,joint1_pos,joint2_pos", robot, way),
                HasSubstr("expected `map` joint0_pos=joint1,joint1_pos=joint2,joint2_pos=joint3"));
    EXPECT_THAT(offer_for("t,joint1_pos,joint2_pos,joint3_pos,joint4_pos", robot, way),
                testing::EndsWith("joint3_pos=joint3 if joint4_pos belongs to no joint"));
    EXPECT_THAT(offer_for("t,joint0_pos,joint1_pos,joint2_pos,joint3_pos", robot, way),
                testing::EndsWith("joint3_pos=joint3 if joint0_pos belongs to no joint"));
  }
}

// One column of three has another word for the same quantity.
TEST(OfferedNames, MayDifferInAWord) {
  EXPECT_THAT(
      offer_for(
          "t,joint1_position,joint2_position,joint3_pos,joint1_velocity,joint2_velocity,joint3_velocity",
          arm_of({{"joint1"}, {"joint2"}, {"joint3"}})),
      HasSubstr("`map` joint1_position=joint1,joint2_position=joint2,joint3_pos=joint3"));
}

// Sides by a word or a letter, before or after the joint.
TEST(OfferedNames, HaveTheirSideAnywhere) {
  EXPECT_THAT(offer_for("t,left_hip,hip_r,knee_left,right_knee",
                        arm_of({{"l_hip"}, {"r_hip"}, {"l_knee"}, {"r_knee"}})),
              HasSubstr("`map` left_hip=l_hip,hip_r=r_hip,knee_left=l_knee,right_knee=r_knee"));
}

// The second finger is at -2 times the first one's position plus 0.1 rad: the first one at its distance from
// there, times -0.5.
TEST(OfferedNames, OfAFollowerHaveItsScale) {
  RobotDescription description;
  description.name = "gripper";
  description.place = [](std::size_t, RobotDescription::Part) { return std::string("gripper"); };
  description.value = description.place;
  for (const char* name : {"finger1", "finger2"}) {
    RobotDescription::JointAndLink one;
    one.joint.name = name;
    one.joint.type = JointType::revolute;
    one.parent_link = description.base_link;
    one.link.name = std::string("link of ") + name;
    one.link.mass_properties.mass = 1;
    description.joints.push_back(one);
  }
  description.joints[1].mimicked = "finger1";
  description.joints[1].joint.mimic = Mimic{.multiplier = -2, .offset = 0.1};
  EXPECT_THAT(offer_for("t,finger2_position", Robot(description, [](const std::string&) {})),
              HasSubstr("`map` finger2_position=finger1:x-0.5:+0.05"));
}

// All numbers but the first are joints of their own names; the gripper has none.
TEST(OfferedNames, DoNotShiftTheJointsForAGripper) {
  EXPECT_THAT(offer_for("t,arm_1,arm_2,arm_3", arm_of({{"arm_2"}, {"arm_3"}, {"gripper"}})),
              testing::EndsWith("`lock` gripper=0 if the log lacks it"));
}

TEST(NamesInRows, AreThoseOfTheJointsAndStay) {
  const std::string header = "t,field.name0,field.name1,field.position0,field.position1\n";
  const std::string first = "0,elbow_joint,shoulder_pan_joint,2,1\n",
                    other = "1,shoulder_pan_joint,elbow_joint,1,2\n";
  for (const Way& way :
       {automatic(), mapped({{"field.position0", "elbow_joint"}, {"field.position1", "shoulder_pan_joint"}})})
    EXPECT_EQ(error_of_csv(header + first + other, arm(), way),
              "motion.csv:3: field.name0 is \"shoulder_pan_joint\": expected \"elbow_joint\" as in the "
              "first row, because a column must belong to the same joint in all rows");
  EXPECT_THAT(
      error_of_csv(
          "0,0,base,elbow_joint,shoulder_pan_joint,2,1\n1,0,base,shoulder_pan_joint,elbow_joint,2,1\n", arm(),
          automatic()),
      HasSubstr("motion.csv:2: column 4 is \"shoulder_pan_joint\""));
  EXPECT_THAT(error_of_csv(header + "0,wheel,finger,2,1\n", arm(), automatic()),
              Not(HasSubstr("or `map` auto")));
}

// Locked joints have numbers too.
TEST(NamesOfALog, CountLockedJoints) {
  const Robot robot = arm_of({{"rail", JointType::fixed}, {"shoulder"}, {"elbow"}});
  Way way = automatic();
  way.csv.locked = {"rail"};
  const Rows rows = run_csv(log_of("t,q0,q1,q2", "T,9,1,2"), robot, way);
  EXPECT_THAT((std::vector<double>{rows.q[0][0], rows.q[1][0]}), ElementsAre(1, 2));
}

// The only joint needs no name, if all words are known.
TEST(NamesOfALog, AreThoseOfTheOnlyJoint) {
  const Robot robot = arm_of({{"pivot"}});
  Way way = automatic();
  way.csv.measured = ReadMeasured::must;
  const Rows rows = run_csv(log_of("t,angle,velocity,torque", "T,1,2,3"), robot, way);
  EXPECT_THAT((std::vector<double>{rows.q[0][0], rows.dq[0][0]}), ElementsAre(1, 2));
  EXPECT_THAT(rows.notes.front(), HasSubstr("torque=tau_pivot"));
  EXPECT_EQ(run_csv(log_of("t,pivot,wind_speed", "T,1,2"), robot, automatic()).known, Known::q);
  EXPECT_THAT(offer_for("t,pivot,brake_torque", robot, way), HasSubstr("no measured torque"));
}

Way measured(bool currents = false) {
  Way way;
  way.csv.measured = ReadMeasured::must;
  way.csv.currents = currents;
  return way;
}

TEST(OfferedTorques, AreNoCurrents) {
  const std::string header = "t,actual_q_0,actual_q_1,actual_current_0,actual_current_1";
  const std::string currents = "actual_current_0=tau_shoulder_pan_joint,actual_current_1=tau_elbow_joint";
  EXPECT_THAT(offer_for(header, arm(), measured()),
              HasSubstr("actual_q_1=elbow_joint," + currents +
                        " `torque-constant` K1,K2 if they are in the robot's order; these columns are "
                        "currents, so give the torque constant K of each joint, in N m/A"));
  EXPECT_THAT(offer_for(header, arm(), measured(true)),
              HasSubstr("actual_q_1=elbow_joint," + currents + " if"));
  const std::string moments = ",target_moment_0,target_moment_1";
  EXPECT_THAT(offer_for(header + moments, arm(), measured()),
              HasSubstr("target_moment_0=tau_shoulder_pan_joint,target_moment_1=tau_elbow_joint if"));
  EXPECT_THAT(offer_for("t,shoulder_pan_joint,elbow_joint,joint_control_output_0,joint_control_output_1",
                        arm(), measured()),
              HasSubstr("these columns are currents"));
}

TEST(OfferedNames, TellOfRepeatedTimes) {
  EXPECT_THAT(error_of_csv("t,q1,q2\n0,1,2\n5,1,2\n5,1,2\n", arm()),
              HasSubstr("; times repeat (to leave out repeated rows, give `missing` skip"));
  EXPECT_THAT(error_of_csv("t,q1,q2\n0,1,2\n5,1,2\n", arm()), Not(HasSubstr("times repeat")));
}

TEST(OfferedNames, TellOfDegrees) {
  const std::string advice = "; \"q2\" is at -90.5, so angles may be in degrees: then give `degrees`";
  EXPECT_THAT(error_of_csv("t,q1,q2\n0,1,-90.5\n", arm()), testing::EndsWith(advice));
  EXPECT_THAT(error_of_csv("q1,q2\n1,-90.5\n", arm(), automatic()), testing::EndsWith(advice));
  EXPECT_THAT(error_of_csv("t,q1,q2\n0,0,0\n1,0,-40\n2,1,-90.5\n", arm()), HasSubstr("\"q2\" is at -40, so"));
  EXPECT_THAT(error_of_csv("t;q1;q2\n0;0,5;-90,5\n", arm()), HasSubstr("\"q2\" is at -90.5, so"));
  EXPECT_THAT(error_of_csv("t,q1,q2\n0,1,-9.5\n", arm()), Not(HasSubstr("degrees")));
  EXPECT_THAT(error_of_csv("t,q_deg_1,q_deg_2\n0,1,-90.5\n", arm()), Not(HasSubstr("`degrees`")));
}

TEST(OfferedNames, TellOfLists) {
  EXPECT_THAT(error_of_csv("timestamp_s,observation.state\n0,\"[0.1, 0.2]\"\n", arm()),
              HasSubstr("; \"observation.state\" holds lists"));
}

// `jT` may be the temperature.
TEST(OfferedTorques, MayBeCalledT) {
  for (const Way& way : {measured(), automatic()}) {
    Way must = way;
    must.csv.measured = ReadMeasured::must;
    EXPECT_THAT(
        offer_for("t,jPos1,jPos2,jT1,jT2", arm(), must),
        testing::AnyOf(
            testing::EndsWith("`map` jT1=tau_shoulder_pan_joint,jT2=tau_elbow_joint if they are torques"),
            testing::EndsWith(
                "jT2=tau_elbow_joint if they are in the robot's order and the last columns are torques")));
  }
}

// As positions are: in the robot's order.
TEST(NamesOfALog, MayNumberTheTorquesAlone) {
  Way way = automatic();
  way.csv.measured = ReadMeasured::must;
  const Rows rows = run_csv("t,shoulder_pan_joint,elbow_joint,tau1,tau2\n0,1,2,3,4\n", arm(), way);
  EXPECT_THAT(rows.notes.front(),
              HasSubstr("`map` auto chose the mapping "
                        "tau1=tau_shoulder_pan_joint,tau2=tau_elbow_joint, in the robot's order"));
}

TEST(OfferedTorques, AreNotTakenByAnyWord) {
  Way way = automatic();
  way.csv.measured = ReadMeasured::must;
  for (const char* names : {"torque_rate_1,torque_rate_2", "torque_1 [%],torque_2 [%]", "tau_ff_1,tau_ff_2",
                            "motor_current_torque_1,motor_current_torque_2", "input_torque_1,input_torque_2"})
    EXPECT_THAT(offer_for("t,q1,q2," + std::string(names), arm(), way), HasSubstr("no measured torque"))
        << names;
  EXPECT_THAT(
      run_csv(log_of("t,q1,q2,desired_torque_1,desired_torque_2", "T,1,2,3,4"), arm(), way).notes.front(),
      HasSubstr("; these torques are commands"));
}

TEST(UnusedNames, TellTheVelocitiesAmongThem) {
  EXPECT_THAT(run_csv(log_of("t,shoulder_pan_joint,elbow_joint,speed_0,speed_1", "T,1,2,3,4"), arm()).notes,
              testing::Contains("motion.csv: columns not used: speed_0, speed_1 (by their names: `map` "
                                "speed_0=dq_shoulder_pan_joint,speed_1=dq_elbow_joint)"));
}

// `ros2 topic echo --csv`: seconds, nanoseconds, frame, names, positions, velocities.
TEST(RowsWithNames, AreReadWithoutAHeader) {
  const std::string rows =
      "3,900000000,base,elbow_joint,finger,shoulder_pan_joint,2,9,1,4,9,3\n"
      "4,0,base,elbow_joint,finger,shoulder_pan_joint,2.5,9,1.5,4,9,3\n";
  const std::string map =
      "1+2=t,9=shoulder_pan_joint,7=elbow_joint,12=dq_shoulder_pan_joint,10=dq_elbow_joint";
  EXPECT_EQ(offer_for(rows),
            "motion.csv:1: has no header, and its rows have the names of joints: expected `no-header` "
            "`map` " +
                map + " (or `map` auto)");
  Way way = automatic();
  way.csv.has_header = false;
  const Rows read = run_csv(rows, arm(), way);
  EXPECT_THAT(read.t, ElementsAre(0, 0.1));
  EXPECT_EQ(run_csv(rows, arm(), automatic()).q, read.q) << "the header is not missed";
  EXPECT_THAT(read.q[0], ElementsAre(1, 1.5));
  EXPECT_THAT(read.q[1], ElementsAre(2, 2.5));
  EXPECT_THAT(read.dq[0], ElementsAre(3, 3));
  EXPECT_EQ(
      run_csv(
          "0,0,base,elbow_joint,shoulder_pan_joint,2,1,nan,nan\n1,0,base,elbow_joint,shoulder_pan_joint,2,1,"
          "nan,nan\n",
          arm(), way)
          .known,
      Known::q)
      << "velocities that are absent";
  way.csv.reads_names = false;
  EXPECT_THAT(error_of_csv(rows, arm(), way), HasSubstr("expected `map` " + map));
  EXPECT_THAT(offer_for("header:\n  stamp:\n    sec: 3"), HasSubstr("ros2 topic echo --csv"));
}

// numpy's savetxt, KUKA's recorder.
TEST(HeadersInComments, AreRead) {
  for (const std::string head :
       {"# made by hand\n# t q_shoulder_pan_joint elbow_joint\n", "% t q_shoulder_pan_joint elbow_joint\n"}) {
    const Rows rows = run_csv(head + "0 1 2\n1 3 4\n", arm());
    EXPECT_THAT(rows.q[0], ElementsAre(1, 3)) << head;
    EXPECT_THAT(rows.lines, testing::Contains(head[0] == '#' ? 4U : 3U)) << head;
  }
  // Matlab's comments, the last of which may have the names.
  const std::string names = "t q_shoulder_pan_joint elbow_joint\n";
  for (const std::string& head :
       {"% made by hand\n%\n% " + names, "%% made by hand\n%% " + names, "% made by hand\n" + names})
    EXPECT_THAT(run_csv(head + " 0 1 2\n 1e-3 3 4\n", arm()).q[0], ElementsAre(1, 3)) << head;
  EXPECT_THAT(offer_for("# one two\n0,1,2"), HasSubstr("the first row holds numbers"));
  EXPECT_THAT(offer_for("# 1,2,3\n0,1,2"), HasSubstr("the first row holds numbers"));
}

TEST(TwoColumns, MakeATime) {
  EXPECT_THAT(run_csv("sec,nsec part,shoulder_pan_joint,elbow_joint\n1,999999999,0,0\n2,1,0,0\n", arm(),
                      mapped({{"sec+nsec part", "t"}}))
                  .t,
              ElementsAre(0, 2e-9));
}

TEST(TargetsOfMappings, HaveUnitScaleAndZero) {
  const Robot robot = arm_of({{"a:deg"}, {"x", JointType::prismatic}});
  Way way = mapped({{"enc", "a:deg:deg:x-2:+90deg"},
                    {"rail", "x:mm:-0.5"},
                    {"cur", "tau_x:x-1"},
                    {"cur a", "tau_a:deg:mNm"},
                    {"ticks", "t:ms"}});
  way.csv.measured = ReadMeasured::must;
  const std::string text = "ticks,enc,rail,cur a,cur\n5,10,200,1000,3\n6,10,201,1000,3\n";
  const Rows rows = run_csv(text, robot, way);
  EXPECT_THAT(rows.t, ElementsAre(0, 0.001));
  EXPECT_DOUBLE_EQ(rows.q[0][0], 70 * deg);
  EXPECT_DOUBLE_EQ(rows.q[1][1], 0.201 - 0.5);
  way.sizes = {.text = 1, .read = 1};
  way.threads = 3;
  EXPECT_EQ(run_csv(text, robot, way).q, rows.q);
  EXPECT_EQ(run_csv("t,\"a, 1\"\n0,5\n", arm_of({{"a=b"}}), mapped({{"a, 1=a", "b:x2"}})).q[0][0], 10)
      << "a joint that has the sign at which the option splits";
}

TEST(TargetsOfMappings, ReportTheirErrors) {
  const Robot robot = arm_of({{"elbow"}, {"x", JointType::prismatic}});
  const auto complaint = [&](const std::string& column, const std::string& as) {
    return error_of_csv("t,enc,rail\n0,0,0\n", robot, mapped({{column, as}}));
  };
  for (const char* scale : {"x0", "xinf", "xnan", "x", "x1e999", "x2x"})
    EXPECT_EQ(complaint("enc", std::string("elbow:") + scale),
              "`map`: has \"enc=elbow:" + std::string(scale) +
                  "\": expected a finite scale other than 0, such as x-0.0219");
  EXPECT_THAT(complaint("rail", "x:+90deg"), HasSubstr("has the unit deg: expected mm, cm, m"));
  EXPECT_THAT(complaint("rail", "x:rad"), HasSubstr("has the unit rad: expected mm, cm, m"));
  EXPECT_THAT(complaint("enc", "elbow:furlong"),
              HasSubstr("expected a unit such as rad in place of \"furlong\""));
  for (const char* zero : {"+", "-inf", "+-1", "+1e400"})
    EXPECT_THAT(complaint("enc", std::string("elbow:") + zero), HasSubstr("expected a finite number after "
                                                                          "+ or -"));
  EXPECT_THAT(complaint("enc", "dq_elbow:+1"), HasSubstr("expected +ZERO or -ZERO only for positions"));
  EXPECT_THAT(complaint("enc", "elbow:x2:deg"),
              HasSubstr("expected a unit, then xSCALE, then +ZERO or -ZERO"));
  EXPECT_THAT(complaint("enc", "elbow:x2:x3"), HasSubstr("each at most once"));
  EXPECT_THAT(complaint("t", "t:deg"), HasSubstr("UNIT is the unit of the time: s, ms, us, ns or iso"));
  EXPECT_THAT(complaint("t", "t:x2"), HasSubstr("a unit for the time, such as t:ms"));
  EXPECT_THAT(complaint("enc", "elbo:deg"), HasSubstr("did you mean \"elbow\"?"));
  const auto complaint_of = [&](const std::vector<ColumnMapping>& mappings, const Way& way = {}) {
    Way with = way;
    with.csv.mappings = mappings;
    return error_of_csv("s,ns,enc,rail\n0,0,0,0\n", robot, with);
  };
  EXPECT_THAT(complaint_of({{"enc", "elbow:x-1"}, {"enc", "dq_elbow"}}),
              HasSubstr("maps the column \"enc\" to two"));
  EXPECT_THAT(complaint_of({{"s+ns", "t"}, {"ns", "elbow"}}), HasSubstr("maps the column \"ns\" to two"));
  EXPECT_THAT(complaint_of({{"s+ns", "t:ms"}}), HasSubstr("has \"s+ns=t:ms\": expected no unit"));
  Way micro;
  micro.csv.time_unit = TimeUnit::us;
  EXPECT_THAT(complaint_of({{"s", "t:ms"}}, micro), HasSubstr("has \"s=t:ms\", but `time-unit` is us"));
}

TEST(HalfAMapping, IsCompletedByTheError) {
  EXPECT_EQ(
      error_of_csv("t,joint_1,joint_2\n0,0,0\n", arm_of({{"joint1"}, {"joint2"}}),
                   mapped({{"joint_1", "joint1"}})),
      "motion.csv:1: has column names that need a mapping: expected `map` joint_1=joint1,joint_2=joint2 "
      "(or `map` joint_1=joint1,auto)");
}

TEST(RepeatedColumn, IsNotOfferedTwice) {
  EXPECT_EQ(error_of_csv("t,q1,q1\n0,0,0\n", arm_of({{"joint1"}, {"joint2"}})),
            "motion.csv:1: the column \"q1\" is repeated: expected one column with this name (delete "
            "or rename the other columns)");
}

TEST(TimesWithoutAUnit, HaveThatOfTheirSizeAndSteps) {
  using enum TimeUnit;
  const auto units = [](double first, double step) {
    return units_of_times({first, first + step, first + 2 * step});
  };
  EXPECT_THAT(units(0, 0.002), ElementsAre(s));
  EXPECT_THAT(units(1000, 0.1), ElementsAre(s));
  EXPECT_THAT(units(0, 0.6), ElementsAre(s)) << "counts of ms have no fractions";
  EXPECT_THAT(units(0, 1), ElementsAre(s, ms)) << "1 Hz or 1 kHz";
  EXPECT_THAT(units(5e6, 10), ElementsAre(ms));
  EXPECT_THAT(units(0, 125), ElementsAre(ms, us)) << "8 Hz or 8 kHz";
  EXPECT_THAT(units(5e6, 1000), ElementsAre(ms, us)) << "1 Hz or 1 kHz";
  EXPECT_THAT(units(5e6, 10000), ElementsAre(us));
  EXPECT_THAT(units(5e6, 2e6), ElementsAre(us, ns));
  EXPECT_THAT(units(0, 1e7), ElementsAre(ns));
  EXPECT_THAT(units(1.7e9, 0.01), ElementsAre(s));
  EXPECT_THAT(units(1.7e12, 10), ElementsAre(ms));
  EXPECT_THAT(units(1.7e15, 10000), ElementsAre(us));
  EXPECT_THAT(units(1.7e18, 1e7), ElementsAre(ns));
  EXPECT_THAT(units(1.7e9, 1e7), ElementsAre(ns)) << "1.7 s after a start, at 100 Hz";
  EXPECT_THAT(units(1.7e9, 1), ElementsAre(s, ms)) << "1 Hz, or 1 kHz 20 days after a start";
  EXPECT_THAT(units_of_times({1.7e12}), ElementsAre(ms));
  EXPECT_THAT(units_of_times({}), ElementsAre(s));
}

TEST(TimesWithoutAUnit, AreRead) {
  const auto times = [](const std::string& name, const std::string& first, const std::string& second) {
    const Rows rows =
        run_csv(name + ",shoulder_pan_joint,elbow_joint\n" + first + ",0,0\n" + second + ",0,0\n", arm());
    return rows.notes.front() + ' ' + std::to_string(rows.t[0]) + ' ' + std::to_string(rows.t[1]);
  };
  EXPECT_EQ(times("timestamp", "1000.0", "1000.01"),
            "motion.csv: t is \"timestamp\", read in s 1000.000000 1000.010000");
  EXPECT_EQ(times("robot_time", "20", "30"),
            "motion.csv: time from \"robot_time\" in ms, because the size and the steps of the numbers fit "
            "this unit; t is 0 s in the first row 0.000000 0.010000");
  EXPECT_THAT(times("Timestamp", "2026-11-26 10:00:00", "2026-11-26 10:00:01"), HasSubstr("ISO 8601"));
  EXPECT_THAT(
      error_of_csv("stamp,shoulder_pan_joint,elbow_joint\n0,0,0\n200,0,0\n", arm()),
      HasSubstr(
          "the time \"stamp\" can be in ms or us, because the size and the steps of its numbers fit both "
          "units: expected `time-unit` ms, or `time-unit` us"));
}

TEST(SeveralTimes, AreTakenByTheirRank) {
  const auto time_of = [](const std::string& names) {
    std::string notes;
    for (const std::string& note :
         run_csv(names + ",shoulder_pan_joint,elbow_joint\n1,20,0,0\n2,40,0,0\n", arm()).notes)
      notes += note + '\n';
    return notes;
  };
  EXPECT_THAT(time_of("timestamp,time_ms"), HasSubstr("from \"time_ms\""));
  EXPECT_THAT(
      run_csv(
          "__time,/imu/header/stamp,/js/shoulder_pan_joint/position,/js/elbow_joint/position\n1,5,0,0\n2,6,0,0\n",
          arm(), automatic())
          .t,
      ElementsAre(0, 1))
      << "the stamp is of another topic";
  EXPECT_THAT(offer_for("runtime_state,q1,q2"), Not(HasSubstr("_state=t")));
  EXPECT_THAT(offer_for("timestamp_robot,q1,q2\n100,0,0\n110,0,0"),
              HasSubstr("`map` timestamp_robot=t:ms,q1="));
  EXPECT_THAT(offer_for("timestamp,q1,q2\n0,0,0\n1,0,0"),
              testing::AllOf(HasSubstr("`map` q1="), HasSubstr("can be in s or ms")));
  EXPECT_THAT(offer_for("timestamp;q1;q2\n0;0,5;0"),
              HasSubstr("; numbers have a decimal comma: give `decimal` ,"));
  EXPECT_THAT(time_of("%time,field.header.stamp"), HasSubstr("from \"field.header.stamp\""));
  EXPECT_THAT(time_of("cycle_time,robot_time"), HasSubstr("from \"robot_time\""));
  EXPECT_THAT(run_csv("%time,header.stamp.secs,header.stamp.nsecs,shoulder_pan_joint,elbow_joint\n"
                      "5,,0,0,0\n2000005,,0,0,0\n",
                      arm())
                  .t,
              ElementsAre(0, 0.002))
      << "a stamp that nobody sets";
  EXPECT_THAT(error_of_csv("sent_time_ns,got_time_ns,shoulder_pan_joint,elbow_joint\n1,1,0,0\n", arm()),
              HasSubstr("hold times: expected one of them (`map` sent_time_ns=t names it)"));
}

}  // namespace
}  // namespace invdyn::test
