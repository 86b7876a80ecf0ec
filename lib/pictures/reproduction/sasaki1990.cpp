// S. Sasaki, JAERI-M 90-147 (1990), section 4: a six-link manipulator moves its hand from A to B along a
// straight line at constant orientation. The paper gives the geometry, the masses, the joint angles of A and
// B, and the profile of Fig. 6. It does not give the duration and the moments of inertia. The available text
// also lacks the curves.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "../../dynamics/formulations/sasaki_arrays.h"
#include "../../ground/text/number.h"
#include "../../robot/kinematics/axis_angle.h"
#include "../../robot/model/link_poses.h"
#include "../../trajectory/generate/point_to_point.h"
#include "../../trajectory/generate/tool_line.h"
#include "reproduction.h"
#include "runs.h"

namespace invdyn {
namespace {

constexpr std::array durations{1.0, 2.0, 3.0};  // s
constexpr double compared_duration = 2;

// Printed joint angles. The shipped robot uses the same angles.
const Eigen::VectorXd& q_A() {
  static const Eigen::VectorXd q = radians({2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731});
  return q;
}
const Eigen::VectorXd& q_B() {
  static const Eigen::VectorXd q = radians({10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195});
  return q;
}

Eigen::Isometry3d hand_pose(const Robot& robot, const Eigen::VectorXd& q) {
  return link_poses(robot, {q.data(), static_cast<std::size_t>(q.size())}).back();
}

Block joint_motion(double duration, double step, const Eigen::VectorXd& from, const Eigen::VectorXd& to) {
  return whole(PointToPoint(Profile::trapezoid, from, to, duration, TimeGrid::with_step(step)), 6);
}

Block straight_line(const Robot& robot, double duration, double step) {
  return whole(ToolLine(robot, robot.links().size() - 1, hand_pose(robot, q_A()), hand_pose(robot, q_B()),
                        q_A(), duration, TimeGrid::with_step(step)),
               6);
}

// Uses (3.26) as printed, with the centre of mass in the wrong frame.
Block with_printed_torques(const Robot& robot, Block motion) {
  using Printed = SasakiArraysWith<SasakiCentre::printed>;
  const Printed method(robot, Loads{robot.gravity()});
  Printed::Workspace<double> workspace(method);
  compute_torques(method, workspace, motion, [](Eigen::Index) {});
  return motion;
}

std::string in_seconds(double duration) {
  return "T = " + shortest(duration) + " s";
}

// The drawn motions of one duration.
struct Runs {
  double duration;
  Block joint_space, line;
};

void show_kinematics(Chapter& chapter, const Robot& robot) {
  Table table(
      {{"point"}, {"x (m)"}, {"y (m)"}, {"z (m)"}, {"n_x"}, {"n_y"}, {"n_z"}, {"o_x"}, {"o_y"}, {"o_z"}});
  const auto add = [&](const std::string& name, const Eigen::Isometry3d& T) {
    std::vector<Table::Cell> row{name};
    for (const Eigen::Vector3d& v : {Eigen::Vector3d(T.translation()), Eigen::Vector3d(T.linear().col(0)),
                                     Eigen::Vector3d(T.linear().col(1))})
      for (const double value : v) row.emplace_back(rounded(value, 5));
    table.add_row(row);
  };
  Eigen::Isometry3d printed = Eigen::Isometry3d::Identity();
  printed.linear() << 0, 1, 0, 0, 0, 1, 1, 0, 0;  // columns n, o and n x o
  printed.translation() = Eigen::Vector3d(-0.1, 0.35, 1.63);
  add("A, printed", printed);
  add("A, from the printed angles", hand_pose(robot, q_A()));
  printed.translation() = Eigen::Vector3d(-0.10, 0.35, 1.83);
  add("B, printed", printed);
  add("B, from the printed angles", hand_pose(robot, q_B()));
  const Eigen::VectorXd offset = radians({90, -90, 90, 0, -90, 0});
  add("A, if the printed angles were Denavit-Hartenberg angles", hand_pose(robot, q_A() - offset));
  const auto turn = [](const Eigen::Isometry3d& a, const Eigen::Isometry3d& b) {
    return axis_angle_of(a.linear().transpose() * b.linear()).angle * 180 / std::numbers::pi;
  };
  const Eigen::Isometry3d A = hand_pose(robot, q_A()), B = hand_pose(robot, q_B());
  const double off = std::max((A.translation() - Eigen::Vector3d(-0.1, 0.35, 1.63)).norm(),
                              (B.translation() - Eigen::Vector3d(-0.1, 0.35, 1.83)).norm());
  // Half of the last printed digit of the points, 10 mm; of the angles in six joints at both ends, 0.0001
  // deg.
  chapter.page().claim({"The printed joint angles lead to the printed points A and B",
                        verdict_of(off < 0.005), "off by at most " + in_digits(1000 * off) + " mm",
                        "given to 0.01 m"});
  const double turned = std::max({turn(A, B), turn(printed, A), turn(printed, B)});
  chapter.page().claim({"The hand has the printed orientation at A and B",
                        verdict_of(turned < 2 * 6 * 0.00005),
                        "off by at most " + in_digits(turned) + " degrees",
                        "n = (0, 0, 1), o = (1, 0, 0); angles with four decimals"});
  chapter.table("Forward kinematics of A and B", "forward-kinematics", table,
                "The hand's frame at both ends of the motion. The text has no values for column d of Table "
                "1; the lengths 0.7 m and 0.35 m are from Fig. 4. The printed angles are zero in the upright "
                "posture of Fig. 4. In this posture, the Denavit-Hartenberg angles of Fig. 5 are (90, -90, "
                "90, 0, -90, 0) degrees. The last row shows where the hand would be if the printed angles "
                "were Denavit-Hartenberg angles.");
}

Panel panel_of(const Curve& curve, const std::string& title, const std::string& x, const std::string& y) {
  return {.title = title, .x = {.label = x}, .y = {.label = y}, .curves = {curve}};
}

void show_profile(Chapter& chapter) {
  constexpr std::size_t intervals = 300;
  Curve velocity, acceleration;
  const auto add = [&](std::size_t k, const ProfilePoint& point) {
    const double s = static_cast<double>(k) / intervals;
    for (Curve* curve : {&velocity, &acceleration}) curve->x.push_back(s);
    velocity.y.push_back(point.velocity);
    acceleration.y.push_back(point.acceleration);
  };
  for (std::size_t k = 0; k <= intervals; ++k) {
    const ProfilePoint point = at(Profile::trapezoid, k, intervals);
    // Where the acceleration jumps, the curve has the values before and after.
    if (k == intervals / 3 || k == 2 * intervals / 3) {
      ProfilePoint before = point;
      before.acceleration = at(Profile::trapezoid, k - 1, intervals).acceleration;
      add(k, before);
    }
    add(k, point);
  }
  Figure figure;
  figure.columns = 2;
  figure.panels = {panel_of(velocity, "velocity", "t / T", "velocity (Δθ / T)"),
                   panel_of(acceleration, "acceleration", "t / T", "acceleration (Δθ / T²)")};
  const double peak = *std::max_element(acceleration.y.begin(), acceleration.y.end());
  chapter.page().claim({"The acceleration of Fig. 6 is a = 9 Δθ / (2 T²)",
                        verdict_of(std::abs(peak - 4.5) < 1e-9), in_digits(peak) + " Δθ / T²",
                        "4.5 Δθ / T²"});
  chapter.figure(
      "Fig. 6", "fig-06-profile", figure,
      "Velocity and acceleration of every joint over the motion. The acceleration is a, 0 and −a for a third "
      "of the time each, with a = 9 Δθ / (2 T²). The velocity reaches 3 Δθ / (2 T). All axes are "
      "dimensionless.");
}

// Why the straight line needs no torque of a joint.
std::string remark(std::size_t joint) {
  if (joint < 4) return "";
  return " On the straight line, this joint needs almost no torque, because " +
         std::string(
             joint == 4
                 ? "the weight and the inertia forces of the joint's load lie in a plane that contains the "
                   "joint's axis"
                 : "weight and inertia forces of the upright hand, which moves vertically, act along "
                   "lines through the joint's axis") +
         ". The small rest comes from the printed angles, which have only four decimals.";
}

// The largest torque of a joint, with the duration of its motion.
std::string peak_in_words(const std::vector<Runs>& runs, Block Runs::*motion, std::size_t joint) {
  double peak = 0, duration = 0;
  for (const Runs& run : runs)
    if (const double own = (run.*motion).tau.col(static_cast<Eigen::Index>(joint)).abs().maxCoeff();
        own > peak) {
      peak = own;
      duration = run.duration;
    }
  return in_digits(peak) + " N m (" + in_seconds(duration) + ")";
}

void show_torques(Chapter& chapter, const std::vector<Runs>& runs) {
  for (std::size_t joint = 0; joint < 6; ++joint) {
    Figure figure;
    figure.columns = 2;
    Panel joint_space{.title = "joint-space motion",
                      .x = {.label = "time (s)"},
                      .y = {.label = "torque of joint " + std::to_string(joint + 1) + " (N m)"}};
    Panel line = joint_space;
    line.title = "straight line of the hand";
    for (const Runs& run : runs) {
      joint_space.curves.push_back(
          over_time(in_seconds(run.duration), run.joint_space, run.joint_space.tau, joint));
      line.curves.push_back(over_time(in_seconds(run.duration), run.line, run.line.tau, joint));
    }
    figure.panels = {joint_space, line};
    const std::string number = std::to_string(joint + 7);
    chapter.figure(
        "Fig. " + number,
        "fig-" + std::string(number.size() < 2 ? "0" : "") + number + "-joint" + std::to_string(joint + 1),
        figure,
        "Torque of joint " + std::to_string(joint + 1) +
            ". In the joint-space motion (left), it is at most " +
            peak_in_words(runs, &Runs::joint_space, joint) +
            ". On the straight line (right), it is at most " + peak_in_words(runs, &Runs::line, joint) + "." +
            remark(joint));
  }
}

void show_named_instants(Chapter& chapter, const std::vector<Runs>& runs) {
  Table table({{"T (s)"},
               {"motion"},
               {"t / T"},
               {"joint 1"},
               {"joint 2"},
               {"joint 3"},
               {"joint 4"},
               {"joint 5"},
               {"joint 6"}});
  for (const Runs& run : runs)
    for (const bool along_line : {false, true}) {
      const Block& block = along_line ? run.line : run.joint_space;
      for (const std::size_t quarter : {0u, 1u, 2u, 3u, 4u}) {
        const auto row = static_cast<Eigen::Index>((block.rows - 1) * quarter / 4);
        std::vector<Table::Cell> cells{run.duration,
                                       std::string(along_line ? "straight line" : "joint space"),
                                       static_cast<double>(quarter) / 4};
        for (const double tau : block.tau.row(row)) cells.emplace_back(tau);
        table.add_row(cells);
      }
    }
  chapter.table(
      "Torques at named instants", "torques", table,
      "Torques in N m at t / T = 0, 1/4, 1/2, 3/4 and 1. The files `joint-space-1s.csv` to "
      "`straight-line-3s.csv` have all samples, every millisecond, with q, dq and ddq. `invdyn torque "
      "sasaki1990` computes the torques of these files.");
}

void show_readings(Chapter& chapter, const Robot& robot, const Block& motion) {
  const Block printed = with_printed_torques(robot, motion);
  const auto largest_difference = [&](const Block& other) {
    return (other.tau - motion.tau).abs().maxCoeff();
  };
  const auto by_method = [&](const std::string& method) {
    return with_torques(robot, {.friction = false, .rotor = false, .method = method}, motion);
  };
  const double of_arrays = (by_method("sasaki").tau - by_method("sasaki-arrays").tau).abs().maxCoeff();
  chapter.page().claim(
      {"The arrays of section 3 and the equations of section 2 give equal torques, if the misprints are "
       "corrected",
       verdict_of(of_arrays < 1e-9), "the torques differ by at most " + in_digits(of_arrays) + " N m",
       "section 3 rewrites section 2"});
  chapter.page().claim({"Equation (3.26) gives the same centre of mass as (3.18)",
                        verdict_of(largest_difference(printed) < 1e-9),
                        "torques differ by up to " + in_digits(largest_difference(printed)) + " N m in 2 s",
                        "the same point"});
  Figure figure;
  figure.columns = 3;
  for (std::size_t joint = 0; joint < 6; ++joint)
    figure.panels.push_back({.title = "joint " + std::to_string(joint + 1),
                             .x = {.label = "time (s)"},
                             .y = {.label = "torque (N m)"},
                             .curves = {over_time("centre of mass by (3.18)", motion, motion.tau, joint),
                                        over_time("by (3.26) as printed", motion, printed.tau, joint)}});
  chapter.figure("Figs. 7-12, two readings", "figs-07-12-eq-3-26", figure,
                 "Torques of the joint-space motion in 2 s, computed twice: with the centre of mass from "
                 "(3.18), as in all other figures, and with the centre of mass from (3.26) as printed.");
  chapter.page().paragraph(
      "Equation (3.26) gives half of the link's vector. The components of (3.26) are in frame i - 1, but the "
      "arrays of section 3 need components in frame i. The arrays use (3.26) as the vector from the link's "
      "far end back to the centre of mass. With the opposite sign, the arrays use (3.26) as the vector from "
      "the link's joint to the centre of mass (first unnumbered line after (3.44)). For a rigid link, these "
      "two vectors must add up to the link's vector (3.18), but they do not. So the arm is not a rigid "
      "body, and its mass matrix is not symmetric. If the report's curves agree "
      "with (3.26), the report's program had this error. The files `...-eq-3-26.csv` have the torques by "
      "(3.26) for all durations and for the straight line.");
}

void show_path(Chapter& chapter, const Robot& robot, const Block& motion) {
  const Eigen::Isometry3d A = hand_pose(robot, q_A()), B = hand_pose(robot, q_B());
  const Eigen::Vector3d along = (B.translation() - A.translation()).normalized();
  Curve distance, angle;
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(motion.rows); ++row) {
    const Eigen::Isometry3d T = hand_pose(robot, motion.q.row(row).transpose().matrix());
    const Eigen::Vector3d way = T.translation() - A.translation();
    for (Curve* curve : {&distance, &angle}) curve->x.push_back(motion.t[row]);
    distance.y.push_back(1000 * (way - way.dot(along) * along).norm());
    angle.y.push_back(axis_angle_of(A.linear().transpose() * T.linear()).angle * 180 / std::numbers::pi);
  }
  const auto peak = [](const Curve& curve) { return *std::max_element(curve.y.begin(), curve.y.end()); };
  Figure figure;
  figure.columns = 2;
  figure.panels = {panel_of(distance, "distance from the line", "time (s)", "distance (mm)"),
                   panel_of(angle, "rotation of the hand", "time (s)", "angle (deg)")};
  chapter.page().claim(
      {"If each joint follows the profile, the hand moves on the straight line, at constant orientation",
       verdict_of(peak(distance) < 1 && peak(angle) < 0.1),
       "off by up to " + in_digits(peak(distance)) + " mm and " + in_digits(peak(angle)) + " degrees",
       "straight line of 200 mm"});
  chapter.figure(
      "Path of the hand", "joint-space-path", figure,
      "The hand during the joint-space motion in 2 s. Left: its distance from the straight line, up to " +
          shortest(rounded(peak(distance), 1)) +
          " mm. Right: the angle by which the hand has turned since A, up to " +
          shortest(rounded(peak(angle), 1)) +
          " degrees. Both are the same for every T. The report says that the hand moves on a straight line "
          "and that each joint follows the profile. These are two different motions.");
}

// The largest difference of two runs, joint by joint.
std::vector<Table::Cell> largest_change(const Block& block, const Block& reference) {
  std::vector<Table::Cell> cells;
  for (Eigen::Index j = 0; j < 6; ++j)
    cells.emplace_back(rounded((block.tau.col(j) - reference.tau.col(j)).abs().maxCoeff(), 4));
  return cells;
}

void show_assumptions(Chapter& chapter, const Robot& robot) {
  constexpr double step = compared_duration / 2000;
  const Block motion = joint_motion(compared_duration, step, q_A(), q_B());
  const Block reference = with_torques(robot, {}, motion);
  Table table({{"assumption"},
               {"the report"},
               {"here"},
               {"instead"},
               {"joint 1"},
               {"joint 2"},
               {"joint 3"},
               {"joint 4"},
               {"joint 5"},
               {"joint 6"}});
  const auto add = [&](const std::string& what, const std::string& report, const std::string& here,
                       const std::string& instead, const Block& block) {
    std::vector<Table::Cell> row{what, report, here, instead};
    for (Table::Cell& cell : largest_change(block, reference)) row.push_back(std::move(cell));
    table.add_row(row);
  };

  for (const double duration : {1.0, 3.0})
    add("duration T", "not given", "2 s in this table; 1, 2 and 3 s in the figures",
        shortest(duration) + " s, torques compared at the same t / T",
        with_torques(robot, {}, joint_motion(duration, duration / 2000, q_A(), q_B())));
  add("motion", "describes a joint-space motion and a straight line",
      "joint-space motion in this table; both motions in the figures", "straight line of the hand",
      with_torques(robot, {}, straight_line(robot, compared_duration, step)));
  add("centre of mass", "(3.18) and (3.26) differ", "(3.18)", "(3.26) as printed",
      with_printed_torques(robot, motion));

  // Half of a3 + a4 for each: link 3 is a rod from its joint along z_3, and link 4 is the outer rod.
  std::vector<MassProperties> halves;
  for (const Link& link : robot.links()) halves.push_back(link.mass_properties);
  constexpr double half = 0.175;  // m
  const auto rod_across = [](double mass) { return mass * half * half / 12; };
  halves[3].com = {0, 0, half / 2};
  halves[3].inertia = Eigen::Vector3d(rod_across(2), rod_across(2), 0).asDiagonal();
  halves[4].com = {0, half / 2, 0};
  halves[4].inertia = Eigen::Vector3d(rod_across(10), 0, rod_across(10)).asDiagonal();
  add("division of a3 + a4 = 0.35 m", "Fig. 4 has only the sum",
      "all of it is in link 4, and link 3 is a point", "half in each",
      with_torques(robot.with_mass_properties(halves), {}, motion));

  std::vector<MassProperties> points;
  for (const Link& link : robot.links()) {
    points.push_back(link.mass_properties);
    points.back().inertia.setZero();
  }
  add("moments of inertia", "not given", "slender uniform rods along each link's vector", "mass points",
      with_torques(robot.with_mass_properties(points), {}, motion));
  std::vector<MassProperties> cylinders;
  for (const Link& link : robot.links()) {
    // A solid cylinder of radius r adds m r^2 / 4 across the link's vector and m r^2 / 2 along it. Link 3 has
    // none.
    constexpr double radius = 0.05;
    const MassProperties& body = link.mass_properties;
    cylinders.push_back(body);
    if (body.com.norm() == 0) continue;
    const double about_axis = body.mass * radius * radius / 2;
    const Eigen::Vector3d axis = body.com.normalized();
    cylinders.back().inertia += about_axis / 2 * (Eigen::Matrix3d::Identity() + axis * axis.transpose());
  }
  add("thickness of the links", "not given", "none", "solid cylinders of 50 mm radius",
      with_torques(robot.with_mass_properties(cylinders), {}, motion));

  Block damped = reference;
  damped.tau += damped.dq;  // b = 1 N m s/rad
  add("viscous friction b", "in (2.39), no values", "0", "1 N m s/rad", damped);
  DynamicsSettings metric;
  metric.gravity = Eigen::Vector3d(0, 0, -9.8);
  add("gravity", "H(3,1) = g, without a value of g; along +z_0 by the text after (3.22)",
      "weight downwards, 9.80665 m/s²", "9.8 m/s²", with_torques(robot, metric, motion));
  DynamicsSettings loaded;
  loaded.wrench = ExternalWrench{.link = robot.links().size() - 1,
                                 .frame = ExternalWrench::Frame::world,
                                 .force = Eigen::Vector3d(0, 0, -10)};
  add("load at the hand", "in (2.37) and (2.38), no values", "none", "weight of 10 N at its end",
      with_torques(robot, loaded, motion));
  const Eigen::VectorXd half_digit = Eigen::VectorXd::Constant(6, 0.00005 * std::numbers::pi / 180);
  add("angles of A and B", "four decimals", "as printed", "all larger by half of a unit of the last digit",
      with_torques(robot, {}, joint_motion(compared_duration, step, q_A() + half_digit, q_B() + half_digit)));
  chapter.table(
      "Assumptions", "assumptions", table,
      "The table lists what the report does not state, and what we chose. The last columns show how much "
      "the torque of each joint (N m) changes, at most, if the column `instead` replaces the column `here`. "
      "The motion is the joint-space motion in 2 s. The samples are 1 ms apart; the step has no effect, "
      "because q, dq and ddq are exact. Where the "
      "acceleration jumps, a sample has the value after the jump. A torque acts from the drive on its "
      "link. It is positive in the direction of the joint angle. Link 3 has no length and is a mass "
      "point on its joint.");
}

}  // namespace

void write_sasaki1990(Chapter& chapter) {
  const Robot robot = reproduced_robot("sasaki1990");
  chapter.page().paragraph("Source: S. Sasaki, JAERI-M 90-147 " + chapter.page().cite("sasaki1990") +
                           ", section 4. The hand of a six-link manipulator moves up by 0.2 m, from A to B, "
                           "at constant orientation. The torques are from the Newton-Euler equations "
                           "(2.31)-(2.39), `--method sasaki` of invdyn. The masses of the links are 20, 10, "
                           "2, 10, 10 and 2 kg.");
  chapter.page().not_covered(
      "Our copy of the report has no curves of Figs. 7 to 12, so the report's curves cannot be compared "
      "with ours. Figs. 1 to 5 are drawings without numbers and are left out.");
  std::vector<Runs> runs;
  for (const double duration : durations) {
    runs.push_back({duration, with_torques(robot, {}, joint_motion(duration, 0.001, q_A(), q_B())),
                    with_torques(robot, {}, straight_line(robot, duration, 0.001))});
    chapter.motion("joint-space-" + shortest(duration) + "s", robot, runs.back().joint_space);
    chapter.motion("straight-line-" + shortest(duration) + "s", robot, runs.back().line);
    chapter.motion("joint-space-" + shortest(duration) + "s-eq-3-26", robot,
                   with_printed_torques(robot, runs.back().joint_space));
    chapter.motion("straight-line-" + shortest(duration) + "s-eq-3-26", robot,
                   with_printed_torques(robot, runs.back().line));
  }
  chapter.page().section("Poses of the hand at A and B");
  show_kinematics(chapter, robot);
  chapter.page().section("The motion");
  show_profile(chapter);
  show_path(chapter, robot, runs[1].joint_space);
  chapter.page().section("The torques");
  chapter.page().paragraph(
      "Each of Figs. 7 to 12 shows the torque of one joint, from A to B in T = 1, 2 and 3 s. Left: each joint "
      "follows the profile of Fig. 6 between its printed angles. Right: the hand follows the straight line "
      "with that profile. The acceleration jumps at T/3 and 2T/3.");
  show_torques(chapter, runs);
  show_named_instants(chapter, runs);
  show_readings(chapter, robot, runs[1].joint_space);
  chapter.page().section("Assumptions about the manipulator");
  show_assumptions(chapter, robot);
}

}  // namespace invdyn
