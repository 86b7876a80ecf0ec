#include <algorithm>
#include <memory>

#include "arguments.h"
#include "output/output_file.h"
#include "robot/check.h"
#include "robot_argument.h"
#include "visible_text.h"
#include "wording.h"

namespace invdyn {
namespace {

struct RobotCheckOptions {
  RobotArgument robot;
  std::string format = "table";
};

const char* word(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      break;
  }
  return "note";
}

std::string summary(const std::string& robot, const std::vector<Finding>& findings) {
  std::vector<std::string> counts;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto count = std::count_if(findings.begin(), findings.end(),
                                     [&](const Finding& finding) { return finding.severity == severity; });
    if (count > 0) counts.push_back(counted(static_cast<std::size_t>(count), word(severity)));
  }
  return visible(robot) + ": " + (counts.empty() ? "nothing found" : joined(counts)) + '\n';
}

std::string lines(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings)
    text += std::string(word(finding.severity)) + ": " + visible(finding.place + ": " + finding.text) + '\n';
  return text;
}

Table table(const std::vector<Finding>& findings) {
  Table table({{"severity"}, {"place"}, {"finding"}});
  for (const Finding& finding : findings)
    table.add_row({std::string(word(finding.severity)), finding.place, finding.text});
  return table;
}

int check(const RobotCheckOptions& options) {
  const TableFormat format = table_format_argument(options.format);
  const std::vector<Finding> findings = check_robot_file(options.robot.path, options.robot.reading());
  OutputFile out("-");
  out.write(format == TableFormat::table ? lines(findings) + summary(options.robot.path, findings)
                                         : table(findings).text(format));
  out.commit();
  const bool is_wrong = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.severity != Severity::note;
  });
  return is_wrong ? failure : done;
}

}  // namespace

Command add_robot_check_command(CLI::App& robot) {
  auto options = std::make_shared<RobotCheckOptions>();
  CLI::App* command = robot.add_subcommand(
      "check", "Tell what is wrong with a robot or suspicious, and what in its file is not used");
  options->robot.add_to(*command);
  add_format_option(*command, options->format);
  command->footer(
      "error: no robot can be so. warning: hardly any is; a mistake, in units say, would make it so.\n"
      "note: worth knowing, and often meant; parts of the file that are not used are among them.\n"
      "The exit code is 1 with errors or warnings, 0 with notes alone.\n"
      "Example:\n"
      "  invdyn robot check arm.urdf && invdyn torque arm.urdf motion.csv");
  return {command, [options](Terminal&) { return check(*options); }};
}

}  // namespace invdyn
