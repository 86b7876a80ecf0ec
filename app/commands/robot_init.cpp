#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/wording.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "options/arguments.h"
#include "output/output_file.h"
#include "robot_files/dh_table.h"
#include "robot_files/read.h"
#include "robot_files/template.h"
#include "sidecar.h"

namespace invdyn {
namespace {

struct RobotInitOptions {
  std::string path = "-";
  SidecarArgument sidecar;
  bool quiet = false;
};

int init(const RobotInitOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const std::string& path = options.path;
  if (const auto format = format_in_name(path); format && *format != RobotFormat::json)
    throw UsageError("FILE", "is " + path + ", but the template is JSON: expected a name that ends in .json" +
                                 (format == RobotFormat::urdf ? "; robot convert makes URDF of it" : ""));
  std::error_code ignored;
  if (path != "-" &&
      std::filesystem::symlink_status(path, ignored).type() != std::filesystem::file_type::not_found)
    throw Error(path, "is there already, and is left as it is: expected a new name");
  options.sidecar.expect_place(path, {});
  Sidecar sidecar(options.sidecar, {});
  OutputFile out(path);
  sidecar.watch(out);
  out.write(robot_template());
  sidecar.commit({}, terminal);
  if (path != "-") terminal.note(path + ": a template to fill in; invdyn robot check " + path + " checks it");
  return done;
}

}  // namespace

Command add_robot_init_command(CLI::App& robot) {
  auto options = std::make_shared<RobotInitOptions>();
  CLI::App* command = robot.add_subcommand("init", "Write a robot description as a template to fill in");
  mark(command->add_option("FILE", options->path,
                           "Output file; - for standard output (default). It is JSON. It must not exist yet"),
       Decides::file);
  options->sidecar.add_to(*command);
  add_quiet_option(*command, options->quiet);
  command->footer("Example:\n  invdyn robot init arm.json");
  return {command, [options](Terminal& terminal) { return init(*options, terminal); }};
}

}  // namespace invdyn
