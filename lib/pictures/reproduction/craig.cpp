// The article on the iterative form after Craig (source 001 of lib/THEORY.md): force and moment of every link
// of an arm that mixes revolute and prismatic joints.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "../../dynamics/formulations/craig.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "../../trajectory/generate/point_to_point.h"
#include "reproduction.h"
#include "runs.h"

namespace invdyn {
namespace {

// Force and moment that the previous link exerts on each link, in the link's own frame, for every row.
struct LinkWrenches {
  std::vector<Eigen::ArrayX3d> f, n;  // by link; rows by x, y, z
  /// The part of each drive's torque that would be missing without the sliding link's moment, rows by joints.
  Eigen::ArrayXXd missing;
};

constexpr std::size_t sliding = 2;  // link of the shipped robot polar

LinkWrenches link_wrenches(const Robot& robot, Block& motion) {
  const Craig method(robot, Loads{robot.gravity()});
  Craig::Workspace<double> workspace(method);
  const std::size_t dof = robot.dof();
  const auto rows = static_cast<Eigen::Index>(motion.rows);
  LinkWrenches links{std::vector<Eigen::ArrayX3d>(dof, Eigen::ArrayX3d(rows, 3)),
                     std::vector<Eigen::ArrayX3d>(dof, Eigen::ArrayX3d(rows, 3)),
                     Eigen::ArrayXXd::Zero(rows, static_cast<Eigen::Index>(dof))};
  compute_torques(method, workspace, motion, [&](Eigen::Index row) {
    for (std::size_t j = 0; j < dof; ++j) {
      links.f[j].row(row) = workspace.f[j].transpose().array();
      links.n[j].row(row) = workspace.n[j].transpose().array();
    }
    Eigen::Vector3d moment = workspace.n[sliding];
    for (std::size_t i = sliding; i > 0; --i) {
      moment = workspace.R[i].inward(moment);
      links.missing(row, static_cast<Eigen::Index>(i - 1)) = moment.z();  // (2-6)
    }
  });
  return links;
}

std::string link_label(const Robot& robot, std::size_t joint) {
  return "link " + std::to_string(joint + 1) + ", " + robot.moving_joint(joint).name;
}

}  // namespace

void write_craig(Chapter& chapter) {
  Page& page = chapter.page();
  const std::string article = page.cite("craig-article"), textbook = page.cite("craig");
  page.paragraph("Source: an article on the iterative form of the Newton-Euler equations " + article +
                 ", which follows Craig's textbook " + textbook +
                 ". It gives the outward and inward recursions for revolute and prismatic joints, with all "
                 "vectors of link i in frame i. It has no example, so robot and motion are ours: the shipped "
                 "robot `polar` has a revolute waist and shoulder, a prismatic boom and a revolute wrist. "
                 "`invdyn torque --method craig` computes the same torques.");
  const Robot robot = reproduced_robot("polar");
  Eigen::VectorXd from = radians({0, 40, 0, 0}), to = radians({90, 100, 0, 180});
  from[sliding] = 0.4;  // m
  to[sliding] = 0.7;
  Block motion =
      whole(PointToPoint(Profile::quintic, from, to, 1.5, TimeGrid::with_step(0.005)), robot.dof());
  const LinkWrenches links = link_wrenches(robot, motion);
  chapter.motion("polar", robot, motion);
  page.section("Forces and moments");
  const double difference =
      (with_torques(robot, {.friction = false, .rotor = false}, motion).tau - motion.tau).abs().maxCoeff();
  page.claim({"The recursion gives the same torques as other equations of motion",
              verdict_of(difference < 1e-9),
              "differ from invdyn's default method by at most " + in_digits(difference) + " N m or N",
              "equations (2-1) to (2-6)"});

  Figure figure;
  figure.columns = 2;
  Table columns({{"t", true},
                 {"link"},
                 {"fx", true},
                 {"fy", true},
                 {"fz", true},
                 {"nx", true},
                 {"ny", true},
                 {"nz", true}});
  Table table({{"t (s)"},
               {"link"},
               {"f_x (N)"},
               {"f_y (N)"},
               {"f_z (N)"},
               {"n_x (N m)"},
               {"n_y (N m)"},
               {"n_z (N m)"},
               {"drive"}});
  constexpr std::array axes{"x", "y", "z"};
  for (std::size_t joint = 0; joint < robot.dof(); ++joint) {
    Panel force{.title = link_label(robot, joint), .x = {.label = "time (s)"}, .y = {.label = "force (N)"}};
    Panel moment = force;
    moment.y.label = "moment (N m)";
    for (std::size_t axis = 0; axis < 3; ++axis) {
      force.curves.push_back({.name = axes[axis], .x = points(motion.t), .y = points(links.f[joint], axis)});
      moment.curves.push_back({.name = axes[axis], .x = points(motion.t), .y = points(links.n[joint], axis)});
    }
    figure.panels.push_back(force);
    figure.panels.push_back(moment);
  }
  const Eigen::Index last = motion.t.size() - 1;
  for (Eigen::Index row = 0; row <= last; ++row)
    for (std::size_t joint = 0; joint < robot.dof(); ++joint) {
      const auto f = links.f[joint].row(row), n = links.n[joint].row(row);
      columns.add_row(
          {motion.t[row], static_cast<std::int64_t>(joint + 1), f[0], f[1], f[2], n[0], n[1], n[2]});
      if (row == 0 || row == last / 4 || row == last / 2 || row == 3 * last / 4)
        table.add_row({motion.t[row], link_label(robot, joint), rounded(f[0], 12), rounded(f[1], 12),
                       rounded(f[2], 12), rounded(n[0], 12), rounded(n[1], 12), rounded(n[2], 12),
                       std::string(robot.moving_joint(joint).is_revolute() ? "n_z" : "f_z")});
    }
  chapter.file("CSV", "wrenches.csv", columns.text(TableFormat::csv));
  chapter.figure(
      "Link by link", "link-wrenches", figure,
      "Force f (left) and moment n (right) that the previous link exerts on each link. The "
      "components are in the axes x, y, z of the link's own frame, and the moment is about the origin of this "
      "frame. The arm turns, lowers and extends in a quintic motion of 1.5 s. "
      "By equation (2-6), the drive of a revolute joint carries n_z, and the drive of the boom carries f_z. "
      "The bearings carry the other components.");
  chapter.table(
      "Link by link, four instants", "named-instants", table,
      "Forces and moments at four instants. The last column is the component that the drive carries. "
      "`wrenches.csv` has all samples, and `polar.csv` has the motion with the torques.");

  page.section("Assumptions about the links");
  const auto largest = [&](const Eigen::ArrayXXd& change) {
    std::string text;
    for (std::size_t joint = 0; joint < robot.dof(); ++joint)
      text +=
          (text.empty() ? "" : "; ") + robot.moving_joint(joint).name + " " +
          in_digits(1e-9 * std::round(1e9 * change.col(static_cast<Eigen::Index>(joint)).abs().maxCoeff())) +
          (robot.moving_joint(joint).is_revolute() ? " N m" : " N");
    return text;
  };
  const DynamicsSettings links_alone{.friction = false, .rotor = false, .method = "craig"};
  DynamicsSettings with_rotors = links_alone, with_friction = links_alone;
  with_rotors.rotor = true;
  with_friction.friction = true;
  Table assumptions({{"assumption"}, {"the article"}, {"here"}, {"instead"}, {"largest change"}});
  const auto add = [&](const std::string& what, const std::string& printed, const std::string& here,
                       const std::string& instead, const Eigen::ArrayXXd& change) {
    assumptions.add_row({what, printed, here, instead, largest(change)});
  };
  page.claim(
      {"For prismatic joints, the equations of the article's summary need no moments N and n",
       verdict_of(links.missing.abs().maxCoeff() < 1e-9),
       "without N and n, the torques change by up to " + in_digits(links.missing.abs().maxCoeff()) + " N m",
       "the summary leaves out N and n"});
  add("N and n of prismatic joints", "left out of the summary", "computed, as for revolute joints",
      "left out", links.missing);
  DynamicsSettings with_load = links_alone, rounded_gravity = links_alone;
  with_load.wrench = ExternalWrench{.link = robot.links().size() - 1,
                                    .frame = ExternalWrench::Frame::world,
                                    .force = Eigen::Vector3d(0, 0, -10)};
  rounded_gravity.gravity = Eigen::Vector3d(0, 0, -9.8);
  add("gravity", "G in section 2.4, no value", "9.80665 m/s²", "9.8 m/s²",
      with_torques(robot, rounded_gravity, motion).tau - motion.tau);
  add("load at the hand", "zero in free space", "none", "weight of 10 N at the hand's origin",
      with_torques(robot, with_load, motion).tau - motion.tau);
  add("rotor inertia", "none", "none", "from the robot's file",
      with_torques(robot, with_rotors, motion).tau - motion.tau);
  add("friction", "none", "none", "from the robot's file",
      with_torques(robot, with_friction, motion).tau - motion.tau);
  chapter.table(
      "Assumptions", "assumptions", assumptions,
      "The table lists what the article does not state, and what we chose. The last column shows how "
      "much the torque or force of each joint changes, at most, if the column `instead` replaces the "
      "column `here`. The article requires frames with z along the joint's axis; here they are modified "
      "Denavit-Hartenberg frames, from the robot's file. N and n are moments. If N and n are left out for the "
      "boom, the torques of waist and shoulder are wrong, because these joints must also carry the moment "
      "of the boom.");
}

}  // namespace invdyn
