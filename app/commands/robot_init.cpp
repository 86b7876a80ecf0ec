#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "robot/files/dh_table.h"
#include "robot/files/robot_formats.h"
#include "robot/files/template.h"
#include "sidecar.h"
#include "trajectory/files/formats.h"

namespace invdyn {
namespace {

struct RobotInitOptions {
  std::string path = "-", convention, joints, table, angles;
  SidecarArgument sidecar;
  bool quiet = false;
};

const std::vector<std::string> conventions{"tree", "dh", "mdh"};
const std::vector<std::string> angle_units{"radians", "degrees", "rad", "deg"};

void expect_sensible(const RobotInitOptions& options, bool is_tree) {
  if (!options.table.empty() && is_tree)
    throw UsageError(
        "--dh-table",
        "needs the form of the table: expected --convention dh (standard) or --convention mdh (modified)");
  if (!options.joints.empty() && is_tree)
    throw UsageError(
        "--joints",
        "needs --convention dh or --convention mdh: give one of these too. For the default convention, tree, "
        "leave out --joints, and copy or delete joints in the template");
  if (!options.joints.empty() && !options.table.empty())
    throw UsageError("--joints", "give --joints or --dh-table, not both: the table has a row for each joint");
  if (!options.angles.empty() && options.table.empty())
    throw UsageError("--angles", "is the unit of --dh-table: expected --dh-table too");
}

std::string description(const RobotInitOptions& options, const Warn& warn) {
  const std::size_t convention =
      options.convention.empty() ? 0 : choice_argument("--convention", options.convention, conventions);
  expect_sensible(options, convention == 0);
  if (convention == 0) return std::string(robot_template());
  const DhForm form = convention == 1 ? DhForm::standard : DhForm::modified;
  if (options.table.empty()) {
    constexpr std::size_t usual = 6;
    return dh_template(form, options.joints.empty()
                                 ? usual
                                 : count_argument("--joints", options.joints, 1, max_table_joints));
  }
  DhTableSettings settings{.form = form};
  if (!options.angles.empty())
    settings.degrees = choice_argument("--angles", options.angles, angle_units) % 2 == 1;
  const std::string& named = options.path == "-" ? options.table : options.path;
  const std::string name = named == "-" ? "arm" : std::filesystem::path(named).stem().string();
  return robot_of_dh_table(options.table, name, settings, warn);
}

void note_links_without_mass(const std::string& path, const std::string& text, Terminal& terminal) {
  std::vector<std::string> names;
  const auto document = nlohmann::json::parse(text);
  for (const auto& joint : document.at("joints"))
    if (joint.at("link").at("mass") == 0) names.push_back(joint.at("link").at("name"));
  if (!names.empty())
    terminal.note(path + ": no mass is given for " + joined(names) +
                  ": fill in mass, com and inertia before you compute torques");
}

// `my-arm-2.json`, or the next one that is free.
std::string free_name(const std::filesystem::path& path) {
  for (int number = 2;; ++number) {
    const std::filesystem::path other =
        path.parent_path() /
        (path.stem().string() + "-" + std::to_string(number) + path.extension().string());
    std::error_code ignored;
    if (std::filesystem::symlink_status(other, ignored).type() == std::filesystem::file_type::not_found)
      return other;
    if (number == 99) return "NEW-" + path.filename().string();
  }
}

int init(const RobotInitOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const std::string& path = options.path;
  if (const RobotFormat* format = format_in_name(path); format && format != &robot_formats().front())
    throw UsageError("FILE", "is " + path + ", but the template is JSON: expected a name that ends in .json" +
                                 (format->write ? "; robot convert makes other formats of it" : ""));
  if (path != "-" && trajectory_format_of(path))
    throw UsageError("FILE", "is " + path + ", but the template is JSON: expected invdyn robot init " +
                                 shell_word(std::filesystem::path(path).replace_extension(".json").string()) +
                                 (options.table.empty() && is_file(path)
                                      ? " --dh-table " + shell_word(path) +
                                            " --convention dh (standard) or --convention mdh (modified)"
                                      : ""));
  std::error_code ignored;
  if (path != "-" &&
      std::filesystem::symlink_status(path, ignored).type() != std::filesystem::file_type::not_found)
    throw Error(path, "exists already, and is not changed: expected a new name, such as " + free_name(path));
  options.sidecar.expect_place(path, {});
  const std::string text = description(options, terminal.warn());
  Sidecar sidecar(options.sidecar, {options.table});
  OutputFile out(path);
  sidecar.watch(out);
  out.write(text);
  sidecar.commit({}, terminal);
  if (!options.table.empty())
    note_links_without_mass(options.table, text, terminal);
  else if (path != "-")
    terminal.note(path + ": a template to fill in; invdyn robot check " + path + " checks it");
  return done;
}

}  // namespace

Command add_robot_init_command(CLI::App& robot) {
  auto options = std::make_shared<RobotInitOptions>();
  CLI::App* command = robot.add_subcommand(
      "init",
      "Write a robot description. It is a template to fill in, or comes from a Denavit-Hartenberg table");
  mark(command->add_option("FILE", options->path,
                           "Output file; - for standard output (default). It is JSON. It must not exist yet"),
       Decides::file);
  offer_words(
      command->add_option("--convention", options->convention,
                          "How poses of joints are given: tree, dh or mdh. tree (default): origin and axis. "
                          "dh, mdh: standard and modified Denavit-Hartenberg parameters"),
      conventions)
      ->type_name("NAME")
      ->group(group::model);
  command
      ->add_option("--joints", options->joints, "Number of joints of the template in dh or mdh. Default: 6")
      ->type_name("N")
      ->group(group::model);
  command
      ->add_option(
          "--dh-table", options->table,
          "CSV table of Denavit-Hartenberg parameters. It has a row for each joint. Needs --convention. "
          "Columns: a, d (m), alpha_deg, theta_deg or alpha_rad, theta_rad. theta may be written as q2 + "
          "90. Optional columns: joint, type "
          "(revolute or R, prismatic or P, continuous, fixed), offset_deg, mass, com_x, com_y, com_z, ixx, iyy, izz, "
          "ixy, ixz, iyz (about the centre of mass), lower_deg, upper_deg, velocity_deg, effort, gear_ratio, "
          "rotor_inertia, damping, coulomb")
      ->type_name("FILE")
      ->group(group::input);
  offer_words(
      command->add_option(
          "--angles", options->angles,
          "Unit of angles in --dh-table: radians or degrees. Needed if the names of the columns do not state "
          "a unit"),
      angle_units)
      ->type_name("UNIT")
      ->group(group::input);
  options->sidecar.add_to(*command);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Examples:\n"
      "  invdyn robot init arm.json\n"
      "  invdyn robot init arm.json --convention mdh --joints 6\n"
      "  invdyn robot init arm.json --convention dh --dh-table table.csv");
  return {command, [options](Terminal& terminal) { return init(*options, terminal); }};
}

}  // namespace invdyn
