#include "size_options.h"

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/job/job_files.h"
#include "ground/text/number.h"
#include "options/arguments.h"
#include "options/output_ending.h"
#include "options/sweep_argument.h"

namespace invdyn {
namespace {

void expect_sensible_choice(const SizeOptions& options) {
  if (options.catalogue.empty()) {
    if (!options.chosen_motors.empty())
      throw UsageError("--chosen-motors",
                       "needs --catalogue, which chooses the motors: expected --catalogue too");
    return;
  }
  if (options.chosen_motors == "-")
    throw UsageError("--chosen-motors", "is standard output: expected a file");
  const std::string then =
      ", not both in one run. First run size with --catalogue and --chosen-motors FILE, and then with "
      "--motors FILE";
  if (!options.motors.empty()) throw UsageError("--catalogue", "give --catalogue or --motors, not both");
  if (const char* fit = fit_option(options))
    throw UsageError("--catalogue", "give --catalogue or " + std::string(fit) + then);
  if (!options.sweeps.empty()) throw UsageError("--catalogue", "give --catalogue or --sweep" + then);
  if (options.dynamics.no_rotor)
    throw UsageError(
        "--catalogue",
        "give --catalogue or --no-rotor, not both: the choice of motors depends on their rotors");
}

// Of a further output: it replaces neither an input nor the report.
void expect_other_file(const std::string& option, const std::string& path, const SizeOptions& options,
                       const ProtectedFiles& kept) {
  if (path.empty()) return;
  if (const auto replaced = kept.replaced_by(path))
    throw UsageError(option, "is " + *replaced + ": expected another file");
  if (place_of(path) == place_of(options.output))
    throw UsageError(option, "is the output file of the report: expected another file");
}

ProtectedFiles protected_files(const SizeOptions& options) {
  ProtectedFiles files;
  files.add(options.robot.path, "the robot's file");
  files.add(options.motors, "the motors' file");
  files.add(options.catalogue, "the catalogue");
  options.dynamics.keep_files(files);
  for (const std::string& path : options.paths) files.add_input(path);
  return files;
}

void add_limit_options(CLI::App& command, SizeOptions& options) {
  command
      .add_option(
          "--motors", options.motors,
          "CSV file with a row for the motor of each joint. Required columns: joint, continuous_torque, "
          "peak_torque "
          "(N m at the shaft). Other columns: continuous_curve, curve (points speed:torque separated by "
          "blanks), max_speed (rad/s), gear_ratio, rotor_inertia (kg m^2), efficiency of the gearbox. "
          "For speeds in rpm: max_speed_rpm, curve_rpm, continuous_curve_rpm")
      ->type_name("FILE")
      ->group(group::limits);
  command
      .add_option(
          "--catalogue", options.catalogue,
          "CSV file of motors to choose from. For each joint, the smallest motor that meets the limits is "
          "chosen. "
          "Required columns: motor, continuous_torque, peak_torque (N m at the shaft), rotor_inertia "
          "(kg m^2). Other columns: curve, max_speed, thermal_time (s), max_inertia_ratio, gear_ratios, "
          "efficiency, gear_inertia, gear_max_speed, gear_peak_torque, gear_average_torque, price, "
          "mass (kg), joint. A header may state another unit: rotor_inertia (kg cm^2)")
      ->type_name("FILE")
      ->group(group::limits);
  offer_sweep(
      command
          .add_option("--sweep", options.sweeps,
                      "Check limits over payloads, speeds or gear ratios. payload=0:5:0.5: point masses "
                      "from 0 to 5 kg in steps of 0.5 kg, at the origin of the last link. "
                      "\"payload=0:5:0.5 link=NAME com=X,Y,Z\": masses at another place. speed=0.5:2:0.1: "
                      "0.5 to 2 times the motion's own speed. \"ratio=20:120:10 joint=NAME\": gear ratios "
                      "of a joint. With several sweeps, each combination is checked")
          ->type_name("WHAT=FROM:TO:STEP")
          ->group(group::limits)
          ->allow_extra_args(false));
  command
      .add_flag(
          "--fit-duration", options.fit_duration,
          "Find the shortest duration that keeps every limit. The motion becomes faster or slower as a whole")
      ->group(group::limits);
  command
      .add_flag(
          "--fit-path", options.fit_path,
          "Find the fastest motion along the trajectory's path. The speed varies along the path, so that "
          "position, speed and torque keep their limits at every moment. The search does not limit the "
          "RMS torque of motors. The RMS torque is checked after the search, and may be above the motor's "
          "limit")
      ->group(group::limits);
  rare(command.add_option(
           "--acceleration", options.acceleration,
           "Acceleration limit of the joints, for --fit-path. One value for all joints, or one for each "
           "joint. In rad/s^2 or m/s^2; with --degrees: in deg/s^2, and the file is read in degrees"))
      ->type_name("A1,A2,...")
      ->group(group::limits);
}

}  // namespace

const char* fit_option(const SizeOptions& options) {
  return options.fit_duration ? "--fit-duration" : options.fit_path ? "--fit-path" : nullptr;
}

void expect_sensible(const SizeOptions& options) {
  expect_sensible_choice(options);
  const char* const fit = fit_option(options);
  const std::string fit_name = fit ? fit : "";
  if (options.fit_duration && options.fit_path)
    throw UsageError("--fit-path", "give --fit-path or --fit-duration, not both");
  const std::string as_it_is =
      "shows the loads of the unchanged motion: leave out --fit-duration, --fit-path and --sweep";
  if (options.report.is_wanted() && !options.sweeps.empty())
    throw UsageError("--report", "shows the loads of one motion: leave out --sweep");
  if (options.plot.is_wanted() && (fit || !options.sweeps.empty())) throw UsageError("--plot", as_it_is);
  if (fit && !options.sweeps.empty()) throw UsageError(fit, "give " + fit_name + " or --sweep, not both");
  if (fit && options.paths.size() > 1 && parse_finite(options.paths.back()))
    throw UsageError(fit, "finds the duration itself, but the number " + options.paths.back() +
                              " is given: expected " + fit_name + " without a number");
  if (fit && options.paths.size() > 1)
    throw UsageError(fit, "takes one trajectory, not " + std::to_string(options.paths.size()));
  if (options.fitted_motion == "-")
    throw UsageError("--fitted-motion", "is standard output: expected a file");
  if (!options.fitted_motion.empty() && !fit)
    throw UsageError(
        "--fitted-motion",
        "writes the motion that --fit-duration or --fit-path finds: give --fit-duration or --fit-path too");
  if (!options.acceleration.empty() && !options.fit_path)
    throw UsageError("--acceleration", "is a limit of --fit-path: expected --fit-path too");
  if (!options.fitted_dt.empty() && !options.fit_path)
    throw UsageError("--fitted-dt",
                     "is the step of the motion that --fit-path finds: expected --fit-path too");
}

void expect_outputs_kept(const SizeOptions& options, Terminal& terminal) {
  const ProtectedFiles kept = protected_files(options);
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  expect_other_file("--fitted-motion", options.fitted_motion, options, kept);
  expect_other_file("--chosen-motors", options.chosen_motors, options, kept);
  options.report.expect_place({options.output}, kept);
  for (const std::string& other : {options.fitted_motion, options.chosen_motors})
    if (!other.empty()) options.sidecar.expect_place(other, kept);
  options.plot.expect_sensible({options.output, options.fitted_motion, options.chosen_motors,
                                options.report.file(), options.sidecar.path},
                               kept);
  if (options.fitted_motion.empty() && fit_option(options) && options.output != "-")
    terminal.note("-o writes the report; --fitted-motion FILE writes the motion");
}

std::vector<std::string> inputs_of(const SizeOptions& options) {
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.push_back(options.motors);
  inputs.push_back(options.catalogue);
  inputs.insert(inputs.end(), options.paths.begin(), options.paths.end());
  return inputs;
}

void SizeOptions::add_to(CLI::App& command) {
  dynamics.add_to(command);
  dynamics.add_base_motion_to(command);
  dynamics.add_coupling_to(command);
  dynamics.add_contacts_to(command);
  robot.add_to(command);
  command
      .add_option(
          "TRAJECTORY", paths,
          std::string(trajectory_text) + ". Several files are run one after the other, as one duty cycle")
      ->required();
  trajectory.add_options_to(command);
  rare(command.get_option("--no-header"));
  add_limit_options(command, *this);
  refuse_foreign_ending_of_table(add_output_option(command, output));
  sidecar.add_to(command);
  add_format_option(command, format);
  command
      .add_flag("--details", details,
                "Print loads, energies, all limits and refused motors too. Without --details, "
                "--format table prints a shorter table")
      ->group(group::output);
  refuse_foreign_ending_of_rows(
      mark(
          rare(command.add_option(
              "--fitted-motion", fitted_motion,
              "Output file for the motion of --fit-duration or --fit-path. CSV, or an array if the name ends in "
              ".npy")),
          Decides::other_file))
      ->type_name("FILE")
      ->group(group::output);
  rare(command.add_option(
           "--fitted-dt", fitted_dt,
           "Time step of the motion of --fit-path, s. Default: the mean step of the trajectory"))
      ->type_name("S")
      ->group(group::output);
  mark(rare(command.add_option(
           "--chosen-motors", chosen_motors,
           "Output file for the motors that --catalogue chooses. CSV, in the form that --motors reads")),
       Decides::other_file)
      ->type_name("FILE")
      ->group(group::output);
  plot.add_to(command, "The figure shows the torque at each speed, with the limits of the motors");
  report.add_to(
      command,
      "the assumptions, the rows nearest to a limit, other tables, and figures of torque over speed");
  add_quiet_option(command, quiet);
}

}  // namespace invdyn
