#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/job/job_files.h"
#include "ground/text/number.h"
#include "motion_output.h"
#include "options/arguments.h"
#include "options/joints_argument.h"
#include "options/limit_doubts.h"
#include "options/robot_argument.h"
#include "robot/model/magnitudes.h"
#include "torques/guard/thresholds.h"
#include "trajectory/data/position_limits.h"
#include "trajectory/generate/point_to_point.h"
#include "trajectory/generate/speed_limit.h"
#include "trajectory/generate/waypoint_motion.h"

namespace invdyn {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

struct GenerateJointsOptions {
  RobotArgument robot;
  std::string from, to, via, duration, velocity, acceleration, jerk, ramps, output = "-";
  SidecarArgument sidecar;
  TimeArguments time;
  bool degrees = false, quiet = false;
};

// Without a robot all joints turn.
bool is_revolute(const std::optional<Robot>& robot, Eigen::Index joint) {
  return !robot || robot->moving_joint(static_cast<std::size_t>(joint)).is_revolute();
}

Eigen::VectorXd in_si(const GenerateJointsOptions& options, const std::optional<Robot>& robot,
                      Eigen::VectorXd values) {
  for (Eigen::Index j = 0; options.degrees && j < values.size(); ++j)
    if (is_revolute(robot, j)) values[j] *= std::numbers::pi / 180;
  return values;
}

Waypoints ends_of(const GenerateJointsOptions& options, const std::optional<Robot>& robot) {
  const bool has_time = !options.time.dt.empty() || !options.time.rate.empty(),
             has_end =
                 !options.duration.empty() || !options.velocity.empty() || !options.acceleration.empty();
  const std::string missing =
      std::string("is missing: expected --from and --to, or --via") +
      (has_time ? "" : ". Also give --dt S or --rate HZ") +
      (has_end ? ""
               : ". Also give --duration S or limits such as --velocity, unless the robot's "
                 "file has velocity limits");
  if (options.from.empty()) throw UsageError("--from", missing);
  if (options.to.empty()) throw UsageError("--to", missing);
  refuse_degrees("--from", options.from, options.degrees);
  refuse_degrees("--to", options.to, options.degrees);
  const Eigen::VectorXd from = numbers_argument("--from", options.from);
  const Eigen::VectorXd to = numbers_argument("--to", options.to);
  if (from.size() != to.size())
    throw UsageError("--to", "has " + counted(static_cast<std::size_t>(to.size()), "number") +
                                 ", but --from has " + std::to_string(from.size()) +
                                 ": expected the same number");
  if (from.size() > static_cast<Eigen::Index>(max_joints))
    throw UsageError("--from", "has " + std::to_string(from.size()) + " numbers: expected at most " +
                                   std::to_string(max_joints) + ", one for each joint");
  Waypoints ends{.origin = "--duration", .joints = {}, .q = Eigen::MatrixXd(2, from.size()), .t = {}};
  if (robot) expect_one_per_joint("--from", from.size(), *robot);
  for (Eigen::Index j = 0; j < from.size(); ++j)
    ends.joints.push_back(robot ? robot->moving_joint(static_cast<std::size_t>(j)).name
                                : "joint" + std::to_string(j + 1));
  ends.q.row(0) = in_si(options, robot, from);
  ends.q.row(1) = in_si(options, robot, to);
  return ends;
}

Waypoints waypoints_of(const GenerateJointsOptions& options, const std::optional<Robot>& robot,
                       Terminal& terminal) {
  if (options.via.empty()) return ends_of(options, robot);
  const Waypoints waypoints = read_waypoints(options.via, robot ? &*robot : nullptr, options.degrees,
                                             [&](const std::string& text) { terminal.note(text); });
  if (!waypoints.t.empty() && !options.duration.empty())
    throw UsageError("--duration", "give --duration or the column t of " + waypoints.origin + ", not both");
  return waypoints;
}

// One limit for all joints, or one for each of them.
Eigen::VectorXd limits_argument(const std::string& option, const std::string& text,
                                const GenerateJointsOptions& options, const std::optional<Robot>& robot,
                                const Waypoints& waypoints) {
  const Eigen::Index joints = waypoints.q.cols();
  if (text.empty()) return Eigen::VectorXd::Constant(joints, unlimited);
  Eigen::VectorXd limits = numbers_argument(option, text);
  if (limits.size() != 1 && limits.size() != joints)
    throw UsageError(option, "has " + counted(static_cast<std::size_t>(limits.size()), "number") +
                                 ": expected one number for all joints, or one for each of the " +
                                 std::to_string(joints) + " joints (" + joined(waypoints.joints) + ")");
  for (const double limit : limits)
    if (!(limit > 0)) throw UsageError(option, "has " + shortest(limit) + ": expected numbers above 0");
  if (limits.size() != joints) limits = Eigen::VectorXd::Constant(joints, limits[0]);
  return in_si(options, robot, limits);
}

std::vector<MotionLimits> limits_of(Passage passage, const GenerateJointsOptions& options,
                                    const std::optional<Robot>& robot, const Waypoints& waypoints) {
  const auto all = [&](const std::string& option, const std::string& text) {
    return limits_argument(option, text, options, robot, waypoints);
  };
  Eigen::VectorXd velocity = all("--velocity", options.velocity);
  const Eigen::VectorXd acceleration = all("--acceleration", options.acceleration);
  const Eigen::VectorXd jerk = all("--jerk", options.jerk);
  // A robot's limits set the time only if none is given. They set ramps only if ramps need a limit.
  const bool times_open = options.duration.empty() && waypoints.t.empty();
  const bool steep = !options.acceleration.empty() || passage == Passage::s_curve;
  std::vector<MotionLimits> limits;
  for (Eigen::Index j = 0; j < velocity.size(); ++j) {
    if (robot && options.velocity.empty() && (times_open || steep))
      velocity[j] = robot->moving_joint(static_cast<std::size_t>(j)).limits.velocity.value_or(unlimited);
    limits.push_back({velocity[j], acceleration[j], jerk[j]});
  }
  return limits;
}

// The values of this option: those of the limits in the units of options, one if all are the same.
std::string numbers_text(const GenerateJointsOptions& options, const std::optional<Robot>& robot,
                         const std::vector<double>& limits) {
  const Eigen::VectorXd unit =
      in_si(options, robot, Eigen::VectorXd::Ones(static_cast<Eigen::Index>(limits.size())));
  std::vector<std::string> numbers;
  for (std::size_t j = 0; j < limits.size(); ++j)
    numbers.push_back(three_digits(limits[j] / unit[static_cast<Eigen::Index>(j)]));
  if (std::count(numbers.begin(), numbers.end(), numbers.front()) == std::ssize(numbers))
    return numbers.front();
  std::string text;
  for (const std::string& number : numbers) text += (text.empty() ? "" : ",") + number;
  return text;
}

// An s-curve needs three limits of each joint. Says at once which ones are missing, with usual values.
void expect_three_limits(const GenerateJointsOptions& options, const std::optional<Robot>& robot,
                         const Waypoints& waypoints, const std::vector<MotionLimits>& limits) {
  constexpr struct {
    double MotionLimits::*limit;
    const char *name, *letter;
    double time;  // s, in which the limit before is reached
    const char* reached;
  } all[] = {
      {&MotionLimits::velocity, "velocity", " V", 0, ""},
      {&MotionLimits::acceleration, "acceleration", " A", 0.2, "reaches the speed limit in about 0.2 s"},
      {&MotionLimits::jerk, "jerk", " J", 0.1, "reaches the acceleration limit in 0.1 s"}};
  std::vector<double> values;  // of one limit, for each joint; empty: unknown
  std::vector<std::string> names;
  std::string joint, line, reached;
  for (const auto& each : all) {
    const auto lacking = std::find_if(limits.begin(), limits.end(), [&](const MotionLimits& of_joint) {
      return !std::isfinite(of_joint.*each.limit);
    });
    if (lacking == limits.end()) {
      values.clear();
      reached.clear();  // it takes longer with this limit
      for (const MotionLimits& of_joint : limits) values.push_back(of_joint.*each.limit);
      continue;
    }
    if (joint.empty()) joint = waypoints.joints[static_cast<std::size_t>(lacking - limits.begin())];
    for (double& value : values) value /= each.time;
    if (!values.empty()) reached += (reached.empty() ? "" : " and ") + std::string(each.reached);
    names.emplace_back(each.name);
    line +=
        " --" + names.back() + (values.empty() ? each.letter : ' ' + numbers_text(options, robot, values));
  }
  if (names.empty()) return;
  throw UsageError("--" + names.front(),
                   "is missing: joint " + in_quotes(joint) + " has no limit of " + joined(names) +
                       ": expected" + line +
                       (reached.empty() ? "" : ", for example. With these values, the joint " + reached));
}

std::optional<WaypointSettings::Ramps> ramps_argument(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const Eigen::VectorXd parts = numbers_argument("--ramps", text);
  const double accelerating = parts[0], braking = parts[parts.size() - 1];
  if (parts.size() > 2 || !(accelerating > 0) || !(braking > 0) || !(accelerating + braking <= 1))
    throw UsageError("--ramps",
                     "is " + text +
                         ": expected shares of the duration for speeding up and for braking, above 0 and "
                         "with a sum of at most 1, such as 0.25 or 0.2,0.4");
  return WaypointSettings::Ramps{accelerating, braking};
}

// Where angles are probably in degrees. Empty: none is far beyond a turn, or the robot turns as far.
std::string degrees_doubt(const GenerateJointsOptions& options, const std::optional<Robot>& robot,
                          const Waypoints& waypoints) {
  for (Eigen::Index j = 0; !options.degrees && j < waypoints.q.cols(); ++j) {
    Joint joint;
    joint.type = JointType::continuous;
    if (robot) joint = robot->moving_joint(static_cast<std::size_t>(j));
    for (const double q : waypoints.q.col(j))
      if (is_far_turned(joint, q))
        return (options.via.empty() ? "--from, --to" : waypoints.origin) + ": joint " +
               in_quotes(waypoints.joints[static_cast<std::size_t>(j)]) + " is at " + position_text(q, true) +
               ": are the angles in degrees? Then give --degrees";
  }
  return "";
}

// Whether the times of waypoints are probably in ms: no joint is faster than a small part of its limit, or of
// a usual speed. Empty: they are not.
std::string clock_doubt(const std::optional<Robot>& robot, const Waypoints& waypoints) {
  constexpr double long_time = 100;  // s
  double fastest = 0;
  for (std::size_t k = 1; k < waypoints.t.size(); ++k)
    for (Eigen::Index j = 0; j < waypoints.q.cols(); ++j) {
      const double usual = is_revolute(robot, j) ? doubtful::usual_turn : doubtful::usual_slide;
      const auto limit =
          robot ? robot->moving_joint(static_cast<std::size_t>(j)).limits.velocity : std::nullopt;
      const auto row = static_cast<Eigen::Index>(k);
      const double way = std::abs(waypoints.q(row, j) - waypoints.q(row - 1, j));
      fastest = std::max(fastest, way / (waypoints.t[k] - waypoints.t[k - 1]) / limit.value_or(usual));
    }
  if (fastest == 0 || fastest > doubtful::part_of_speed || waypoints.t.back() < long_time) return "";
  return waypoints.origin + ": takes " + six_digits(waypoints.t.back()) +
         " s, and the joints reach at most " + three_digits(100 * fastest) +
         " % of a usual speed: are the times in ms? Then divide them by 1000";
}

// How the motion of a robot breaks its limits, also between samples: the first joint, and the names of
// others.
class LimitWarnings {
 public:
  void take(const Joint& joint, PiecewisePolynomial::Range range, double speed) {
    for (const double q : {range.lowest, range.highest})
      if (!is_within_limits(joint, q)) position_.add(beyond_limits_text(joint, q), joint);
    const auto text = beyond_speed_limit_text(joint, speed);
    if (!text) return;
    const double times = speed / *joint.limits.velocity;
    if (times > slowing_) velocity_.text = *text;
    slowing_ = std::max(slowing_, times);
    velocity_.add(*text, joint);
  }

  void print(const std::string& doubt, bool has_duration, double duration, const TimeGrid& grid,
             Terminal& terminal) const {
    if (!doubt.empty()) terminal.warning(doubt);
    if (!position_.text.empty() && doubt.empty()) terminal.warning(position_.in_words());
    if (velocity_.text.empty()) return;
    const double enough = grid.time(grid.intervals_for(slowing_ * duration));
    terminal.warning(
        velocity_.in_words() +
        (has_duration ? "; --duration " + shortest(enough) + " keeps the velocity limits"
                      : "; to keep the velocity limits, multiply the times by " + three_digits(slowing_)));
  }

 private:
  BeyondLimits position_, velocity_;
  double slowing_ = 0;
};

// All joints by a trapezoid of thirds.
int generate_thirds(const GenerateJointsOptions& options, const std::optional<Robot>& robot,
                    const Waypoints& ends, const TimeGrid& grid, Sidecar& sidecar, Terminal& terminal) {
  const double duration = positive_argument("--duration", options.duration, "s");
  const PointToPoint motion(Profile::trapezoid, ends.q.row(0), ends.q.row(1), duration, grid);
  const double top_speed = at(Profile::trapezoid, 1, 2).velocity / duration;  // of a unit way
  LimitWarnings warnings;
  for (std::size_t j = 0; robot && j < robot->dof(); ++j) {
    const auto [lowest, highest] =
        std::minmax(ends.q(0, static_cast<Eigen::Index>(j)), ends.q(1, static_cast<Eigen::Index>(j)));
    warnings.take(robot->moving_joint(j), {lowest, highest}, (highest - lowest) * top_speed);
  }
  warnings.print(degrees_doubt(options, robot, ends), true, duration, grid, terminal);
  write_motion(motion, ends.joints, options.output, options.degrees, sidecar, terminal);
  return done;
}

int generate(Passage passage, const GenerateJointsOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  kept.add(options.via, "the waypoints' file");
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  Sidecar sidecar(options.sidecar, {options.robot.file(), options.via});
  std::optional<Robot> robot;
  // Only joints and their limits count here, and warnings are about masses.
  if (!options.robot.path.empty())
    robot.emplace(options.robot.read([](const std::string&) {}).with_limits_of_followers());
  for (const std::string& output : {options.output, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  const Waypoints waypoints = waypoints_of(options, robot, terminal);
  const TimeGrid grid = options.time.required_grid();
  const bool has_limits = !options.velocity.empty() || !options.acceleration.empty() || !options.jerk.empty();
  if (passage == Passage::trapezoid && options.via.empty() && !options.duration.empty() &&
      options.ramps.empty() && !has_limits)
    return generate_thirds(options, robot, waypoints, grid, sidecar, terminal);

  WaypointSettings settings{.passage = passage};
  settings.limits = limits_of(passage, options, robot, waypoints);
  if (passage == Passage::s_curve) expect_three_limits(options, robot, waypoints, settings.limits);
  settings.ramps = ramps_argument(options.ramps);
  if (!options.duration.empty()) settings.duration = positive_argument("--duration", options.duration, "s");
  const WaypointMotion motion(waypoints, settings, grid);
  if (motion.shortest())
    terminal.note("takes " + shortest(motion.duration()) + " s: " +
                  (six_digits(*motion.shortest()) == six_digits(motion.duration())
                       ? "this is the shortest time of this profile within the limits"
                       : "this is the shortest time within the limits (" + six_digits(*motion.shortest()) +
                             " s), rounded up to a whole number of time steps"));
  if (const std::string doubt = clock_doubt(robot, waypoints); !doubt.empty()) terminal.warning(doubt);
  LimitWarnings warnings;
  for (std::size_t j = 0; robot && j < robot->dof(); ++j)
    warnings.take(robot->moving_joint(j), motion.joint(j).range(), motion.joint(j).peak(1));
  warnings.print(degrees_doubt(options, robot, waypoints), waypoints.t.empty(), motion.duration(), grid,
                 terminal);
  write_motion(motion, waypoints.joints, options.output, options.degrees, sidecar, terminal);
  return done;
}

struct Description {
  Passage passage;
  const char *name, *about, *example;
};
constexpr Description descriptions[] = {
    {Passage::trapezoid, "trapezoid",
     "Trapezoidal speed: accelerate, coast, brake. Each phase takes a third of the time "
     "by default. Options set other shares, or make the phases as short as the limits "
     "allow. The motion stops at waypoints",
     "--from 0,0 --to 90,-45 --degrees --duration 2 --dt 0.001"},
    {Passage::cubic, "cubic",
     "Cubic polynomial, or cubic spline through waypoints. The acceleration is continuous",
     "--via points.csv --velocity 2 --acceleration 10 --dt 0.001"},
    {Passage::quintic, "quintic",
     "Quintic polynomial, or quintic spline through waypoints. The acceleration is zero at the ends, and "
     "the jerk is minimal",
     "--via points.csv --velocity 2 --acceleration 10 --dt 0.001"},
    {Passage::s_curve, "s-curve",
     "Seven segments of constant jerk. The motion is as fast as the limits of velocity, acceleration and "
     "jerk allow. It stops at waypoints",
     "--from 0,0 --to 90,-45 --degrees --velocity 180 --acceleration 600 --jerk 5000 --dt 0.001"}};

// Options of the limits. Some motions have only a part of them.
void add_limit_options(CLI::App& command, Passage passage, GenerateJointsOptions& options) {
  command
      .add_option(
          "--velocity", options.velocity,
          "Velocity limit of the joints. One value for all joints, or one for each joint. In rad/s or m/s. "
          "Default: the robot's limit. With a duration or times, but without --acceleration: no limit")
      ->type_name("V1,V2,...")
      ->group(group::limits);
  command
      .add_option("--acceleration", options.acceleration,
                  "Acceleration limit of the joints. One value for all joints, or one for each joint. In "
                  "rad/s^2 or m/s^2")
      ->type_name("A1,A2,...")
      ->group(group::limits);
  if (passage == Passage::s_curve || passage == Passage::quintic)
    command
        .add_option("--jerk", options.jerk,
                    "Jerk limit of the joints. One value for all joints, or one for each joint. In rad/s^3 "
                    "or m/s^3")
        ->type_name("J1,J2,...")
        ->group(group::limits);
  if (passage == Passage::trapezoid)
    command
        .add_option(
            "--ramps", options.ramps,
            "Shares of the duration for speeding up and for braking. With one number, both shares are equal. "
            "Default: 1/3. With --acceleration: the smallest shares that this limit allows")
        ->type_name("PART[,PART]")
        ->group(group::limits);
}

Command add_command(CLI::App& generate_command, const Description& description) {
  auto options = std::make_shared<GenerateJointsOptions>();
  CLI::App* command = generate_command.add_subcommand(description.name, description.about);
  options->robot.command_for_fixed_bases = std::string("invdyn generate ") + description.name;
  options->robot.add_as_choice_to(
      *command,
      "Robot whose joints give the names of the columns. Default: joint1, joint2, ..., or "
      "the column names of the --via file");
  CLI::Option* from =
      command->add_option("--from", options->from, "Start positions, one per joint, in rad or m")
          ->type_name("Q1,Q2,...")
          ->group(group::motion);
  CLI::Option* to = command->add_option("--to", options->to, "End positions, one per joint, in rad or m")
                        ->type_name("Q1,Q2,...")
                        ->group(group::motion);
  CLI::Option* via =
      command
          ->add_option("--via", options->via,
                       "CSV file of waypoints, start and end included. The file has a column for each "
                       "joint, and may have a column t for the times in s")
          ->type_name("FILE")
          ->group(group::motion);
  via->excludes(from);
  via->excludes(to);
  command
      ->add_option("--duration", options->duration,
                   std::string(duration_text) + ". Default: the shortest duration that the limits allow")
      ->type_name("S")
      ->group(group::motion);
  options->time.add_to(*command, group::motion);
  add_degrees_option(*command, options->degrees, group::motion,
                     ". Limits are in degrees too. The output stays in SI units");
  add_limit_options(*command, description.passage, *options);
  add_row_output_option(*command, options->output);
  options->sidecar.add_to(*command);
  add_quiet_option(*command, options->quiet);
  command->footer(std::string("Example:\n  invdyn generate ") + description.name + " " + description.example);
  const Passage passage = description.passage;
  return {command, [=](Terminal& terminal) { return generate(passage, *options, terminal); }};
}

}  // namespace

std::vector<Command> add_generate_joints_commands(CLI::App& generate_command) {
  std::vector<Command> commands;
  for (const Description& description : descriptions)
    commands.push_back(add_command(generate_command, description));
  return commands;
}

}  // namespace invdyn
