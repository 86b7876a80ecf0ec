#include <filesystem>
#include <memory>

#include "base/error.h"
#include "command_line/command_line.h"
#include "options/arguments.h"
#include "output/output_file.h"
#include "robot_files/read.h"
#include "robot_files/template.h"

namespace invdyn {
namespace {

int init(const std::string& path, Terminal& terminal) {
  if (const auto format = format_in_name(path); format && *format != RobotFormat::json)
    throw UsageError("FILE", "is " + path + ", but the template is JSON: expected a name that ends in .json" +
                                 (format == RobotFormat::urdf ? "; robot convert makes URDF of it" : ""));
  std::error_code ignored;
  if (path != "-" &&
      std::filesystem::symlink_status(path, ignored).type() != std::filesystem::file_type::not_found)
    throw Error(path, "is there already, and is left as it is: expected a new name");
  OutputFile out(path);
  out.write(robot_template());
  out.commit();
  if (path != "-") terminal.note(path + ": a template to fill in; invdyn robot check " + path + " checks it");
  return done;
}

}  // namespace

Command add_robot_init_command(CLI::App& robot) {
  auto path = std::make_shared<std::string>("-");
  auto quiet = std::make_shared<bool>(false);
  CLI::App* command = robot.add_subcommand("init", "Write a robot description as a template to fill in");
  mark(command->add_option("FILE", *path,
                           "Output file; - for standard output (default). It is JSON. It must not exist yet"),
       Decides::file);
  add_quiet_option(*command, *quiet);
  command->footer("Example:\n  invdyn robot init arm.json");
  return {command, [path, quiet](Terminal& terminal) {
            if (*quiet) terminal.be_quiet();
            return init(*path, terminal);
          }};
}

}  // namespace invdyn
