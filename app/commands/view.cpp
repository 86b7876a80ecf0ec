#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "answers/sizing/motor_table.h"
#include "command_line/command_line.h"
#include "command_line/config_file.h"
#include "command_line/flag_names.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/contact_argument.h"
#include "options/dynamics_arguments.h"
#include "options/measured_arguments.h"
#include "options/option_doubts.h"
#include "options/output_ending.h"
#include "options/payload_argument.h"
#include "options/robot_argument.h"
#include "options/terminal_output.h"
#include "options/trajectory_arguments.h"
#include "pictures/view/view_page.h"
#include "robot/geometry/shapes.h"
#include "sidecar.h"

namespace invdyn {
namespace {

constexpr std::size_t max_files = 20;
// Of all motions of a page. A browser draws them without delay, and the page stays below 10 MB.
constexpr std::size_t max_numbers = 1'000'000;

struct ViewOptions {
  RobotArgument robot;
  std::vector<std::string> files;
  std::vector<std::string> package_paths;
  std::string output = "-", title, motors;
  SidecarArgument sidecar;
  TrajectoryArguments trajectory;
  MeasuredArguments measured;
  DynamicsArguments dynamics;
  bool terms = false, open = false, quiet = false;
};

std::vector<std::string> inputs_of(const ViewOptions& options) {
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.push_back(options.motors);
  inputs.insert(inputs.end(), options.files.begin(), options.files.end());
  return inputs;
}

void expect_sensible(const ViewOptions& options, const CLI::App& command, const Terminal& terminal) {
  if (options.files.size() > max_files)
    throw UsageError("FILE", "is given " + std::to_string(options.files.size()) +
                                 " times: expected at most " + std::to_string(max_files));
  if (options.files.empty() && !options.dynamics.base_motion.empty())
    throw UsageError("--base-motion", "moves the base along a trajectory: expected a FILE too");
  expect_no_terminal(options.output, "the page is HTML",
                     std::filesystem::path(options.robot.path).stem().string() + ".html", terminal);
  if (options.open && options.output == "-")
    throw UsageError("--open", "opens a file, and the page goes to standard output: expected -o FILE too");
  for (const std::string& folder : options.package_paths)
    if (!std::filesystem::is_directory(folder))
      throw UsageError("--package-path", "is " + folder + ": expected an existing folder");
  expect_standard_input_once(inputs_of(options));
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  kept.add(options.motors, "the motors' file");
  for (const std::string& file : options.files) kept.add_input(file);
  keep_config(command, kept);
  options.dynamics.keep_files(kept);
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
}

// The robot with the changes of this run, without motors. Only without a motion may it have no moving joint.
Robot robot_of(const ViewOptions& options, bool degrees, Sidecar& sidecar, Terminal& terminal) {
  const Warn warn = terminal.warn();
  Robot robot = options.dynamics.modified_robot(
      options.files.empty() ? options.robot.read_file(warn).robot : options.robot.read(warn), degrees,
      terminal);
  for (const std::string& output : {options.output, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  options.dynamics.note_drives(options.robot, robot, [&](const std::string& text) { terminal.note(text); });
  return robot;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// What the robot looks like. Mesh files are inputs too.
RobotShapes shapes_of(const ViewOptions& options, const Robot& robot, Sidecar& sidecar, Terminal& terminal) {
  const std::string file = options.robot.file();
  if (file.empty()) return {};
  RobotShapes shapes = read_shapes(file, robot,
                                   {.packages = {.given = options.package_paths,
                                                 .ros_package_path = variable("ROS_PACKAGE_PATH"),
                                                 .ament_prefix_path = variable("AMENT_PREFIX_PATH")},
                                    .expanded = options.robot.reading().expanded});
  ProtectedFiles kept;
  for (const std::string& mesh : shapes.files) kept.add(mesh, "a mesh of the robot");
  for (const std::string& output : {options.output, options.sidecar.path}) expect_kept(output, kept);
  sidecar.add_inputs(shapes.files);
  for (const std::string& note : shapes.notes) terminal.note(note);
  return shapes;
}

std::vector<PageContent::Carried> payloads_of(const ViewOptions& options, const Robot& robot) {
  std::vector<PageContent::Carried> payloads;
  for (const std::string& text : options.dynamics.payloads) {
    const Payload payload = payload_argument("--payload", text, robot, [](const std::string&) {});
    payloads.push_back({payload.link, payload.body.mass, payload.body.com});
  }
  return payloads;
}

std::vector<TimedWrench> wrenches_of(const DynamicsSettings& settings, const Surroundings& surroundings) {
  std::vector<TimedWrench> wrenches = surroundings.wrenches;
  if (settings.wrench) wrenches.push_back({*settings.wrench});
  return wrenches;
}

// A file that can be read twice may accept findings.
std::vector<Finding> findings_of(const RobotArgument& argument, const Robot& robot) {
  const std::string file = argument.file();
  if (!file.empty() && !std::filesystem::is_regular_file(file)) return check_robot(robot);
  return check_robot_file(argument.path, argument.reading());
}

std::vector<ViewedMotion> motions_of(const ViewOptions& options, TrajectorySettings trajectory,
                                     ViewedMotionSettings settings, Terminal& terminal) {
  std::vector<ViewedMotion> motions;
  if (!options.files.empty()) settings.max_numbers = max_numbers / options.files.size();
  bool moves = options.files.empty();
  for (const std::string& file : options.files) {
    trajectory.path = file;
    const bool is_motion = !has_torques_alone(file, settings.robot);
    moves |= is_motion;
    motions.push_back(is_motion ? viewed_motion(trajectory, settings, terminal)
                                : viewed_torques(file, settings));
    for (MotionFinding& finding : motions.back().findings) finding.text = with_flags(finding.text);
    const ViewedMotion& motion = motions.back();
    if (motion.t.size() < motion.rows_of_file)
      terminal.note(motion.name + ": " + std::to_string(motion.t.size()) + " of " +
                    std::to_string(motion.rows_of_file) +
                    " rows are in the page. The rows with the minimum and maximum of every column are "
                    "among them");
  }
  if (!moves)
    terminal.note(options.files.front() +
                  ": has torques and no positions, so the robot does not move: give the motion too, as in " +
                  "invdyn view ROBOT MOTION.csv " + shell_word(options.files.front()));
  return motions;
}

// By the desktop's own program, never through a shell. The browser outlives this run and says nothing here.
void open_in_browser(const std::string& page) {
  std::string program = "xdg-open", path = std::filesystem::absolute(page).string();
  const std::array<char*, 3> arguments{program.data(), path.data(), nullptr};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const int failed =
      ::posix_spawnp(&child, program.c_str(), &files, &attributes, arguments.data(), ::environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (failed != 0)
    throw Error("--open", "xdg-open cannot be started (" + std::string(std::strerror(failed)) + "): open " +
                              page + " in a browser, or install xdg-utils");
}

int view(const ViewOptions& options, const CLI::App& command, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  expect_sensible(options, command, terminal);
  TrajectorySettings trajectory = options.trajectory.settings();
  const MeasuredSettings measured_settings = options.measured.settings();
  trajectory.csv.measured = options.measured.any() ? ReadMeasured::must : ReadMeasured::if_there;
  trajectory.csv.currents = options.measured.are_currents();
  std::vector<std::string> inputs = inputs_of(options);
  inputs.push_back(options.robot.file());
  Sidecar sidecar(options.sidecar, inputs);
  Robot robot = robot_of(options, trajectory.csv.degrees, sidecar, terminal);
  trajectory.csv.locked = options.dynamics.locked_joints();
  trajectory.csv.coupling = options.dynamics.coupling;
  Motors motors;
  if (!options.motors.empty()) {
    motors = read_motors(options.motors, robot, [&](const std::string& text) { terminal.note(text); });
    robot = with_motors(robot, motors);
  }
  DynamicsArguments::Loads loads =
      options.dynamics.collect_loads(robot, trajectory.csv.degrees, terminal.warn());
  collect_contacts(options.dynamics, options.robot, robot, loads, trajectory);
  const auto& [terms, surroundings] = loads;
  if (options.files.empty())
    for (const TimedWrench& wrench : surroundings.wrenches)
      if (wrench.history)
        throw UsageError(
            "--wrench",
            "changes over time, but there is no trajectory: expected FILE too, or a constant wrench");
  if (robot.base_floats()) trajectory.base_motion = surroundings.base;
  report_doubts(options.robot, options.dynamics, robot, {terms, surroundings}, terminal);
  const MeasuredTorques measured(robot, terms, measured_settings);
  const Ratings ratings = ratings_of(robot, motors, terms);
  RobotShapes shapes = shapes_of(options, robot, sidecar, terminal);
  OutputFile file(options.output);
  sidecar.watch(file);
  PageContent content{.title = options.title.empty() ? robot.name() : options.title,
                      .program = "invdyn " INVDYN_VERSION,
                      .robot = robot,
                      .ratings = ratings,
                      .dynamics = terms,
                      .payloads = payloads_of(options, robot),
                      .wrenches = wrenches_of(terms, surroundings),
                      .contacts = surroundings.contacts,
                      .base = surroundings.base,
                      .findings = findings_of(options.robot, robot),
                      .shapes = std::move(shapes),
                      .notes = terminal.notes()};
  content.motions = motions_of(options, trajectory,
                               {.robot = robot,
                                .dynamics = terms,
                                .surroundings = surroundings,
                                .ratings = ratings,
                                .measured = measured_settings.are_joint_torques() ? nullptr : &measured,
                                .terms = options.terms},
                               terminal);
  file.write(view_page(content));
  sidecar.commit({}, terminal);
  if (options.open) open_in_browser(options.output);
  return done;
}

}  // namespace

Command add_view_command(CLI::App& program) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command =
      program.add_subcommand("view", "Make a page that shows the moving robot and its torques");
  options->robot.add_to(*command);
  command->add_option("FILE", options->files,
                      std::string(trajectory_text) +
                          ". Several trajectories are shown together. If a CSV file has columns tau_<joint>, "
                          "the page shows these torques too. Default: the robot alone, with a slider for "
                          "each joint");
  options->trajectory.add_options_to(*command);
  options->measured.add_to(*command, true);
  options->dynamics.add_to(*command);
  options->dynamics.add_base_motion_to(*command);
  options->dynamics.add_coupling_to(*command);
  options->dynamics.add_contacts_to(*command);
  command
      ->add_option("--motors", options->motors,
                   "CSV file with a row for the motor of each joint. The columns are the same as for "
                   "invdyn size --motors. The limits of the motors are shown too")
      ->type_name("FILE")
      ->group(group::robot);
  command
      ->add_option(
          "--package-path", options->package_paths,
          "Folder with packages of a URDF, or one package. The URDF refers to a file in a package by "
          "package://NAME/FILE. Repeat the option for each further folder. ROS_PACKAGE_PATH, "
          "AMENT_PREFIX_PATH and the folders above the robot's file are searched last")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->group(group::robot);
  command->add_flag("--terms", options->terms, "Show inertia, gravity, friction and other terms too")
      ->group(group::figure);
  command->add_option("--title", options->title, "Title of the page. Default: the robot's name")
      ->type_name("TEXT")
      ->group(group::figure);
  refuse_foreign_ending_of_page(add_output_option(*command, options->output, ". It is an HTML page"));
  options->sidecar.add_to(*command);
  mark(command->add_flag("--open", options->open, "Open the page in the desktop's browser"), Decides::fate)
      ->group(group::output);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Examples:\n"
      "  invdyn view scara motion.csv -o page.html\n"
      "  invdyn view scara motion.csv --terms --open -o page.html\n"
      "  invdyn view arm.urdf -o robot.html");
  return {command, [options, command](Terminal& terminal) { return view(*options, *command, terminal); }};
}

}  // namespace invdyn
