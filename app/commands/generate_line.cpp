#include <cmath>
#include <memory>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/job/job_files.h"
#include "motion_output.h"
#include "options/arguments.h"
#include "options/joints_argument.h"
#include "options/limit_doubts.h"
#include "options/link_argument.h"
#include "options/pose_argument.h"
#include "options/robot_argument.h"
#include "robot/model/link_poses.h"
#include "robot/model/names.h"
#include "robot/model/reach.h"
#include "trajectory/data/position_limits.h"
#include "trajectory/generate/tool_line.h"

namespace invdyn {
namespace {

const std::vector<std::string> line_profiles{"trapezoid", "cubic", "quintic"};

struct GenerateLineOptions {
  RobotArgument robot;
  std::string from_joints, from_pose, seed_joints, to_joints, to_pose, displacement, link, tool, duration;
  std::string profile = "trapezoid", output = "-";
  SidecarArgument sidecar;
  TimeArguments time;
  bool position_only = false, degrees = false, quiet = false;
};

// The tool on its link, and how a line leads it.
struct Tool {
  std::size_t link;
  ToolLineSettings settings;

  Eigen::Isometry3d pose(const Robot& robot, const Eigen::VectorXd& q) const {
    return link_poses(robot, {q.data(), robot.dof()})[link] * settings.T_link_tool;
  }
};

Tool tool_of(const GenerateLineOptions& options, const Robot& robot) {
  Tool tool;
  tool.link = options.link.empty() ? sole_last_link("--link", "is missing", "--link NAME", robot)
                                   : link_argument("--link", options.link, robot);
  constexpr Profile profiles[] = {Profile::trapezoid, Profile::cubic, Profile::quintic};  // as line_profiles
  tool.settings.profile = profiles[choice_argument("--profile", options.profile, line_profiles)];
  if (options.position_only) tool.settings.task = Task::position;
  if (!options.tool.empty())
    tool.settings.T_link_tool.translation() = position_argument("--tool", options.tool);
  return tool;
}

struct LineStart {
  Eigen::Isometry3d T_world_tool;
  Eigen::VectorXd q;  // or a guess
};

LineStart start_of(const GenerateLineOptions& options, const Robot& robot, const Tool& tool) {
  if (!options.from_joints.empty()) {
    if (!options.seed_joints.empty())
      throw UsageError("--seed-joints",
                       "give --seed-joints or --from-joints, not both: --seed-joints begins the search for "
                       "--from-pose");
    const Eigen::VectorXd q = joints_argument("--from-joints", options.from_joints, robot, options.degrees);
    return {tool.pose(robot, q), q};
  }
  if (options.from_pose.empty())
    throw UsageError("--from-joints", "is missing: expected --from-joints or --from-pose");
  const PoseArgument pose = pose_argument("--from-pose", options.from_pose, options.degrees);
  if (!pose.orientation && !options.position_only)
    throw UsageError("--from-pose", "has no orientation: expected roll, pitch and yaw, or --position-only");
  Eigen::Isometry3d T(pose.orientation.value_or(Eigen::Matrix3d::Identity()));
  T.translation() = pose.position;
  if (!options.seed_joints.empty())
    return {T, joints_argument("--seed-joints", options.seed_joints, robot, options.degrees)};
  const InverseKinematics kinematics(robot, tool.link, tool.settings.task, tool.settings.T_link_tool);
  return {T, kinematics.search(T, Eigen::VectorXd::Zero(static_cast<Eigen::Index>(robot.dof()))).posture.q};
}

// If the end has no orientation of its own, it has the start's.
Eigen::Isometry3d end_of(const GenerateLineOptions& options, const Robot& robot, const Tool& tool,
                         const Eigen::Isometry3d& T_world_from) {
  if (!options.to_joints.empty())
    return tool.pose(robot, joints_argument("--to-joints", options.to_joints, robot, options.degrees));
  Eigen::Isometry3d T = T_world_from;
  if (!options.to_pose.empty()) {
    const PoseArgument pose = pose_argument("--to-pose", options.to_pose, options.degrees);
    T.translation() = pose.position;
    if (pose.orientation) T.linear() = *pose.orientation;
  } else if (!options.displacement.empty()) {
    T.translation() += position_argument("--displacement", options.displacement);
  } else {
    throw UsageError("--to-joints", "is missing: expected --to-joints, --to-pose or --displacement");
  }
  return T;
}

// A line in mm would end in a singular posture, far away.
void expect_in_reach(const Robot& robot, const Tool& tool, const Eigen::Vector3d& way) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (!joint.is_revolute() && !(joint.limits.lower && joint.limits.upper)) return;
  }
  const double diameter = 2 * (reach(robot) + tool.settings.T_link_tool.translation().norm());
  if (way.norm() > diameter)
    throw Error("the line", "is " + three_digits(way.norm()) + " m long, but the tool can move by at most " +
                                three_digits(diameter) + " m: expected a shorter line (lengths are in m)");
}

void note_other_end(const GenerateLineOptions& options, const Robot& robot, const Eigen::VectorXd& q,
                    Terminal& terminal) {
  constexpr double visible = 1e-6;  // rad or m
  if (options.to_joints.empty()) return;
  const Eigen::VectorXd asked = joints_argument("--to-joints", options.to_joints, robot, options.degrees);
  std::vector<std::string> ends;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const auto i = static_cast<Eigen::Index>(j);
    if (std::abs(q[i] - asked[i]) <= visible) continue;
    ends.push_back(invdyn::in_quotes(joint.name) + " at " + position_text(q[i], joint.is_revolute()));
  }
  if (!ends.empty())
    terminal.note(
        "the line ends with the tool at the pose of --to-joints, but with the joints at other positions: " +
        joined(ends));
}

int generate_line(const GenerateLineOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const TimeGrid grid = options.time.required_grid();
  const double duration = positive_argument("--duration", options.duration, "s");
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  Sidecar sidecar(options.sidecar, {options.robot.file()});
  // Warnings are about masses, which do not count here.
  const Robot robot = options.robot.read([](const std::string&) {});
  for (const std::string& output : {options.output, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  const Tool tool = tool_of(options, robot);
  const LineStart start = start_of(options, robot, tool);
  const Eigen::Isometry3d T_world_to = end_of(options, robot, tool, start.T_world_tool);
  if (!options.from_joints.empty())
    doubt_positions("--from-joints", start.q, robot, options.degrees, terminal);
  expect_in_reach(robot, tool, T_world_to.translation() - start.T_world_tool.translation());
  ToolLine line(robot, tool.link, start.T_world_tool, T_world_to, start.q, duration, grid, tool.settings);

  // The whole line is computed before the first row is written: a reader of a pipe gets all of it or nothing.
  const ToolLine::Demand demand = line.demand([&](std::size_t row) {
    terminal.progress(row, static_cast<double>(row) / static_cast<double>(line.rows()));
  });
  terminal.end_progress();
  for (const std::string& text : demand.beyond_speed_limits)
    terminal.warning(text + "; a longer --duration slows it");
  note_other_end(options, robot, demand.q_end, terminal);

  write_motion(line, moving_joint_names(robot), options.output, options.degrees, sidecar, terminal);
  return done;
}

void add_start_options(CLI::App& line, GenerateLineOptions& options) {
  CLI::Option* from_joints =
      line.add_option("--from-joints", options.from_joints, "Joint positions at the start, in rad or m")
          ->type_name("Q1,Q2,...")
          ->group(group::motion);
  CLI::Option* from_pose = offer_pose(
      line.add_option("--from-pose", options.from_pose,
                      "Pose of the tool at the start, in the world. Form: \"x=.. y=.. z=.. roll=.. pitch=.. "
                      "yaw=..\" in m and rad, with R = Rz(yaw) Ry(pitch) Rx(roll)")
          ->type_name("POSE")
          ->group(group::motion));
  from_pose->excludes(from_joints);
  line.add_option("--seed-joints", options.seed_joints,
                  "Joint positions at which --from-pose begins to search. They select one of several arm "
                  "configurations. Default: the search starts from several built-in positions, one after the "
                  "other, until a result is within the limits")
      ->type_name("Q1,Q2,...")
      ->group(group::motion);
}

void add_end_options(CLI::App& line, GenerateLineOptions& options) {
  CLI::Option* to_joints =
      line.add_option("--to-joints", options.to_joints,
                      "Joint positions that give the tool's pose at the end. The motion may end at other "
                      "joint positions that give the same pose")
          ->type_name("Q1,Q2,...")
          ->group(group::motion);
  CLI::Option* to_pose = offer_pose(
      line.add_option(
              "--to-pose", options.to_pose,
              "Pose of the tool at the end, in the world. Without roll, pitch, yaw: the orientation at "
              "the start")
          ->type_name("POSE")
          ->group(group::motion));
  CLI::Option* displacement =
      line.add_option("--displacement", options.displacement,
                      "Displacement from start to end in world axes, in m. The orientation stays the same")
          ->type_name("X,Y,Z")
          ->group(group::motion);
  to_pose->excludes(to_joints);
  displacement->excludes(to_joints);
  displacement->excludes(to_pose);
}

}  // namespace

Command add_generate_line_command(CLI::App& generate) {
  auto options = std::make_shared<GenerateLineOptions>();
  CLI::App* line = generate.add_subcommand(
      "line",
      "Straight line of the tool, by inverse kinematics. The orientation changes by a turn about one "
      "fixed axis");
  options->robot.add_to(*line);
  options->robot.command_for_fixed_bases = "invdyn generate line";
  add_start_options(*line, *options);
  add_end_options(*line, *options);
  line->add_option("--duration", options->duration, duration_text)
      ->type_name("S")
      ->group(group::motion)
      ->required();
  options->time.add_to(*line, group::motion);
  add_degrees_option(*line, options->degrees, group::motion, ". The output stays in SI units");
  offer_words(line->add_option("--profile", options->profile,
                               "Speed along the line: trapezoid, cubic or quintic. Default: trapezoid"),
              line_profiles)
      ->type_name("NAME")
      ->group(group::motion);
  offer(line->add_option("--link", options->link,
                         "Link that is the tool. Default: the last link, if there is only one"),
        {{{.names = RobotNames::links}}})
      ->type_name("NAME")
      ->group(group::motion);
  line->add_option("--tool", options->tool,
                   "Point of the tool that follows the line. In the frame of the tool's link, in m. "
                   "Default: 0,0,0, the link's origin. If this origin lies on the axis of the link's joint, "
                   "the joint does not move the origin")
      ->type_name("X,Y,Z")
      ->group(group::motion);
  line->add_flag("--position-only", options->position_only, "Leave the orientation free")
      ->group(group::motion);
  add_row_output_option(*line, options->output);
  options->sidecar.add_to(*line);
  add_quiet_option(*line, options->quiet);
  line->footer(
      "Example:\n"
      "  invdyn generate line puma560 --from-joints 0,45,-90,0,45,0 --displacement 0,0.2,-0.1 --degrees "
      "--duration 2 --dt 0.001");
  return {line, [options](Terminal& terminal) { return generate_line(*options, terminal); }};
}

}  // namespace invdyn
