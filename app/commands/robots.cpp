#include <memory>

#include "command_line/command_line.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/robot_argument.h"
#include "robot/files/read.h"
#include "robot/files/template.h"

namespace invdyn {
namespace {

std::string list_of_robots(const Warn& warn) {
  std::string text;
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, warn);
    text += std::string(shipped.name) + " (" + std::to_string(robot.dof()) +
            (robot.dof() == 1 ? " joint)\n" : " joints)\n") + wrapped(robot.source(), "    ", 100);
  }
  return text;
}

}  // namespace

Command add_robots_command(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("robots", "List the shipped robots, or print the description of one");
  auto name = std::make_shared<std::string>();
  auto schema = std::make_shared<bool>(false);
  offer_words(
      command->add_option("NAME", *name,
                          "Shipped robot whose JSON description is printed. Without a name: a list of all "
                          "shipped robots"),
      names_of_shipped_robots());
  command->add_flag(
      "--schema", *schema,
      "Print the JSON schema of robot descriptions. If this schema is saved as robot.schema.json beside a "
      "description, editors check the description");
  command->footer(
      "Examples:\n  invdyn robots\n  invdyn robots two-link > arm.json\n  invdyn robots --schema > "
      "robot.schema.json");
  return {command, [name, schema](Terminal&) {
            if (*schema && !name->empty()) throw UsageError("--schema", "give NAME or --schema, not both");
            const auto ignore_warnings = [](const std::string&) {};  // a list is no computation
            OutputFile out("-");
            if (*schema)
              out.write(robot_schema());
            else
              out.write(name->empty() ? list_of_robots(ignore_warnings) : shipped_robot(*name).json);
            out.commit();
            return 0;
          }};
}

}  // namespace invdyn
