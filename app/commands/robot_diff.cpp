#include <algorithm>
#include <filesystem>
#include <memory>

#include "answers/identification/fit_record.h"
#include "command_line/help.h"
#include "dynamics/diff/torque_difference.h"
#include "ground/base/error.h"
#include "ground/base/visible_text.h"
#include "ground/base/wording.h"
#include "ground/document/read_text_file.h"
#include "ground/job/job_files.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/lock_argument.h"
#include "options/robot_argument.h"
#include "options/trajectory_arguments.h"
#include "random_states.h"
#include "torques/pipeline/trajectory_run.h"
#include "trajectory/data/quantity.h"

namespace invdyn {
namespace {

struct RobotDiffOptions {
  RobotArgument robot;
  TrajectoryArguments trajectory;
  RandomStatesArgument states;
  std::string rounding, tolerance, format = "table";
  bool same_motion = false, quiet = false;
};

// The results, as far as the robots can be compared.
struct Result {
  const Robot& a;
  std::vector<Difference> differences;
  std::vector<TorqueDifference::JointValue> torques;
  std::size_t rows = 0;
  bool has_time = false;  // random states have none
};

bool has_moving_joint(const Robot& robot, const std::string& name) {
  return std::any_of(robot.joints().begin(), robot.joints().end(),
                     [&](const Joint& joint) { return joint.moves() && joint.name == name; });
}

using Pair = std::pair<std::string, std::string>;

Pair pair_argument(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
    throw UsageError("--map",
                     "has " + in_quotes(word) +
                         ": expected A=B, with joint A of the first robot and joint B of the second");
  return {word.substr(0, equals), word.substr(equals + 1)};
}

// --map names partners, and columns too, as in all commands. A joint's column rarely has the name of another
// joint, so two joints are partners. The columns stay in `trajectory`.
std::vector<Pair> take_pairs(const std::vector<std::string>& words, const Robot& a, const Robot& b,
                             TrajectoryArguments& trajectory) {
  std::vector<Pair> pairs;
  trajectory.mappings.clear();
  for (const std::string& word : words) {
    const Pair pair = pair_argument(word);
    if (trajectory.path.empty() || (has_moving_joint(a, pair.first) && has_moving_joint(b, pair.second)))
      pairs.push_back(pair);
    else
      trajectory.mappings.push_back(word);
  }
  return pairs;
}

std::vector<std::string> map_argument(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts)
    for (const std::string& word : words_argument(text)) {
      pair_argument(word);
      all.push_back(word);
    }
  expect_few("--map", all.size());
  return all;
}

std::string unit_at(const Result& result, const TorqueDifference::JointValue& value) {
  return std::string(unit_of(Quantity::tau, result.a.joints()[value.joint].is_revolute()));
}

Table::Cell cell(const std::optional<double>& value) {
  return value ? Table::Cell(*value) : Table::Cell();
}

Table::Cell cell(const std::string& text) {
  return text.empty() ? Table::Cell() : Table::Cell(text);
}

// A row for each difference, then two for the torque of each joint.
Table flat_table(const Result& result) {
  Table table({{"subject"},
               {"quantity"},
               {"first"},
               {"second"},
               {"unit"},
               {"difference"},
               {"difference_unit"},
               {"relative"},
               {"t"},
               {"text"}});
  for (const Difference& each : result.differences)
    table.add_row({each.subject,
                   each.quantity,
                   cell(each.a),
                   cell(each.b),
                   cell(each.unit),
                   each.difference_unit.empty() && !each.a ? Table::Cell() : Table::Cell(each.difference),
                   cell(each.difference_unit),
                   each.relative,
                   {},
                   each.text});
  for (const TorqueDifference::JointValue& value : result.torques) {
    const std::string subject = "joint " + result.a.joints()[value.joint].name, unit = unit_at(result, value);
    table.add_row({subject,
                   std::string("largest torque"),
                   value.peak_a,
                   value.peak_b,
                   unit,
                   value.largest,
                   unit,
                   value.relative,
                   result.has_time ? cell(value.t) : Table::Cell(),
                   {}});
    table.add_row(
        {subject, std::string("RMS of the torque difference"), {}, {}, {}, value.rms, unit, {}, {}, {}});
  }
  return table;
}

std::string torque_text(const Result& result) {
  std::vector<Table::Column> columns{
      {"joint"}, {"largest difference"}, {"unit"}, {"RMS"}, {"peak 1"}, {"peak 2"}, {"relative"}};
  if (result.has_time) columns.push_back({"at (s)", true});
  Table table(columns);
  for (const TorqueDifference::JointValue& value : result.torques) {
    std::vector<Table::Cell> row{result.a.joints()[value.joint].name,
                                 value.largest,
                                 unit_at(result, value),
                                 value.rms,
                                 value.peak_a,
                                 value.peak_b,
                                 value.relative};
    if (result.has_time) row.push_back(cell(value.t));
    table.add_row(row);
  }
  return table.text(TableFormat::table);
}

// What to say of masses and moments of a fit, which differ though torques may not. Empty: none of them
// differ.
std::string fit_text(const Result& result, const RobotDiffOptions& options) {
  std::string fitted;
  for (const std::string& path : {options.robot.path, options.robot.other})
    if (std::error_code fault;
        std::filesystem::is_regular_file(path, fault) && has_fit_record(read_text_file(path)))
      fitted += (fitted.empty() ? "" : " and ") + visible(path);
  const bool is_of_links =
      std::any_of(result.differences.begin(), result.differences.end(), [](const Difference& each) {
        return each.quantity == "mass" || each.quantity == "centre of mass" ||
               each.quantity == "moments of inertia";
      });
  if (fitted.empty() || !is_of_links) return "";
  return "\n" +
         wrapped("The links of " + fitted +
                     " were fitted to logs. Logs determine only combinations of masses, centres of mass "
                     "and moments of inertia, so single values can differ although the torques are equal",
                 "", 100);
}

// The differences by subject, then the torques.
std::string text(const Result& result, const RobotDiffOptions& options, double rounding) {
  const std::string names = visible(options.robot.path) + " and " + visible(options.robot.other);
  std::string text =
      result.differences.empty()
          ? names + ": the same robot (relative differences up to " + six_digits(rounding) + ")\n"
          : names + ": " + counted(result.differences.size(), "difference") + "\n";
  std::string subject;
  for (const Difference& each : result.differences) {
    if (each.subject != subject) text += "\n" + visible(each.subject) + "\n";
    subject = each.subject;
    text += "  " + each.quantity + ": " + visible(each.text) + "\n";
  }
  text += fit_text(result, options);
  if (result.torques.empty()) return text;
  return text + "\nTorques of both robots, compared in " +
         counted(result.rows, options.trajectory.path.empty() ? "state" : "row") +
         (options.same_motion ? " (both robots make the same motion)" : "") +
         (result.a.base_floats() ? " (with fixed bases)" : "") + "\n" + torque_text(result);
}

double rounding_argument(const std::string& text) {
  if (text.empty()) return DiffSettings{}.rounding;
  const double rounding = positive_argument("--rounding", text);
  if (rounding > 0.1) throw UsageError("--rounding", "is " + text + ": expected 0.1 or less");
  return rounding;
}

// Whether a joint's torque differs by more; it is reported.
bool report_excess(const Result& result, double tolerance, Terminal& terminal) {
  bool exceeded = false;
  for (const TorqueDifference::JointValue& value : result.torques) {
    if (value.relative <= tolerance) continue;
    exceeded = true;
    terminal.error("--tolerance: the torque of joint " + in_quotes(result.a.joints()[value.joint].name) +
                   " differs by " + six_digits(value.relative) + " of its largest value: expected at most " +
                   six_digits(tolerance));
  }
  return exceeded;
}

[[noreturn]] void fail_as_renamed(const Robot& a, const Robot& b, const JointPairs& joints,
                                  const RobotDiffOptions& options) {
  const auto names = [](const Robot& robot, const std::vector<std::size_t>& alone) {
    std::vector<std::string> list;
    for (const std::size_t joint : alone) list.push_back(robot.joints()[joint].name);
    return joined(list);
  };
  std::string partners;
  for (const std::string& pair : possible_partners(a, b, joints))
    partners += (partners.empty() ? "" : ",") + pair;
  throw Error(options.robot.path + " and " + options.robot.other,
              "torques are not compared, because both robots have joints without a partner (" +
                  names(a, joints.alone_in_a) + "; " + names(b, joints.alone_in_b) +
                  "): expected the same names" + (partners.empty() ? "" : ", or perhaps --map " + partners));
}

void compare_torques(const Robot& b, const JointPairs& joints, const std::vector<JointMapping>& mappings,
                     const RobotDiffOptions& options, Result& result, Terminal& terminal) {
  // Of joints alone: the motion of the base is not in the states.
  TorqueDifference difference(result.a.with_floating_base(false), b.with_floating_base(false), joints,
                              options.same_motion ? mappings : std::vector<JointMapping>{});
  const Robot& robot = difference.first_robot();
  if (options.trajectory.path.empty()) {
    options.states.run(robot, difference, terminal);
  } else {
    TrajectorySettings trajectory = options.trajectory.settings();
    for (const std::size_t joint : joints.alone_in_a)
      if (!result.a.joints()[joint].mimic) trajectory.csv.locked.push_back(result.a.joints()[joint].name);
    const TrajectoryTorques dynamics(robot);
    TrajectoryRun run(trajectory, robot, terminal);
    run.finish(dynamics, {&difference});
    terminal.print(run.noise_gain());
  }
  result.has_time = !options.trajectory.path.empty();
  result.torques = difference.joints();
  result.rows = difference.rows();
}

void write(const Result& result, const RobotDiffOptions& options, TableFormat format, double rounding) {
  OutputFile out("-");
  out.write(format == TableFormat::table ? text(result, options, rounding) : flat_table(result).text(format));
  out.commit();
}

int diff(RobotDiffOptions options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  const Warn warn = terminal.warn();
  const TableFormat format = table_format_argument(options.format);
  const double rounding = rounding_argument(options.rounding);
  const std::optional<double> tolerance = tolerance_argument(options.tolerance);
  const std::vector<std::string> map = map_argument(options.trajectory.mappings);
  options.trajectory.mappings.clear();
  options.states.expect_sensible(options.trajectory, "invdyn robot diff");

  const Robot a = options.robot.read(warn), b = options.robot.read(options.robot.other, warn);
  const JointPairs joints = pair_joints(a, b, take_pairs(map, a, b, options.trajectory),
                                        {"--map: " + options.robot.path, "--map: " + options.robot.other});
  RobotDifferences found = differences(a, b, joints, {.rounding = rounding});
  Result result{a, std::move(found.list), {}};
  try {
    const bool has_joints = a.dof() > 0 || b.dof() > 0;
    if (joints.may_be_renamed() || (has_joints && joints.pairs.empty()))
      fail_as_renamed(a, b, joints, options);
    if (has_joints) compare_torques(b, joints, found.mappings, options, result, terminal);
  } catch (const Error&) {  // what has been found is told all the same
    write(result, options, format, rounding);
    throw;
  }
  write(result, options, format, rounding);
  return tolerance && report_excess(result, *tolerance, terminal) ? limit_exceeded : done;
}

}  // namespace

Command add_robot_diff_command(CLI::App& robot) {
  auto options = std::make_shared<RobotDiffOptions>();
  options->trajectory.path.clear();
  CLI::App* command = robot.add_subcommand(
      "diff", "Compare two robots. It reports the differences, and how much they change each torque");
  options->robot.add_pair_to(*command);
  options->trajectory.add_to(*command);
  // Instead of the columns of a trajectory.
  if (CLI::Option* map = command->get_option_no_throw("--map"))
    offer_joint_values(map)
        ->description(
            std::string(
                "Match joint A of the first robot to B of the second. Default: joints with equal "
                "names. With COLUMN=TARGET, state the meaning of a column of the trajectory. TARGET is "
                "a joint of the first robot (for its position), dq_JOINT, ddq_JOINT or t. ") +
            repeated_list)
        ->type_name("A=B")
        ->group(group::comparison);
  command
      ->add_flag(
          "--same-motion", options->same_motion,
          "Let both robots make the same motion. If zero positions or directions of joints differ, the "
          "robots get different joint values. Default: both robots get the same joint values")
      ->group(group::comparison);
  command
      ->add_option("--rounding", options->rounding,
                   "Ignore relative differences below X. They are rounding errors. Differences "
                   "of lengths are divided by the robot's size. Default: 5e-6, half a unit of the sixth "
                   "digit")
      ->type_name("X")
      ->group(group::comparison);
  options->states.add_to(*command);
  add_tolerance_option(*command, options->tolerance, "torque");
  add_format_option(*command, options->format);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Frames, names of links, fixed joints and the order of joints are not compared, and "
      "the formats may differ. The links that are fixed together are compared as one "
      "body.\n"
      "Relative torque differences: the difference is divided by the joint's largest torque. If the joint's "
      "largest torque is below 0.1 % of the robot's largest torque, the difference is divided by 0.1 % of the "
      "robot's largest torque. Both largest torques are those of the first robot.\n"
      "If both robots have joints without a partner in the other robot, torques are not "
      "compared, and the exit code is 1.\n"
      "Examples:\n"
      "  invdyn robot diff arm.json arm.urdf\n"
      "  invdyn robot diff old.urdf new.urdf motion.csv --map lift=joint2 --tolerance 0.01");
  return {command, [options](Terminal& terminal) { return diff(*options, terminal); }};
}

}  // namespace invdyn
