#include <algorithm>
#include <memory>

#include "answers/identification/fit_record.h"
#include "command_line/flag_names.h"
#include "ground/base/visible_text.h"
#include "ground/base/wording.h"
#include "ground/document/read_text_file.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/robot_argument.h"
#include "robot/files/check.h"

namespace invdyn {
namespace {

struct RobotCheckOptions {
  RobotArgument robot;
  std::string format = "table";
  bool quiet = false;
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

std::string word_for(const Finding& finding) {
  return finding.accepted.empty() ? word(finding.severity) : "accepted";
}

bool is_error(const Finding& finding) {
  return finding.severity == Severity::error && finding.accepted.empty();
}

std::string summary(const std::string& robot, const std::vector<Finding>& findings) {
  const auto count_of = [&](const std::string& kind) {
    return static_cast<std::size_t>(std::count_if(
        findings.begin(), findings.end(), [&](const Finding& finding) { return word_for(finding) == kind; }));
  };
  std::vector<std::string> counts;
  for (const char* kind : {"error", "warning", "note"})
    if (const std::size_t count = count_of(kind)) counts.push_back(counted(count, kind));
  if (const std::size_t count = count_of("accepted")) counts.push_back(std::to_string(count) + " accepted");
  return visible(robot) + ": " + (counts.empty() ? "nothing found" : joined(counts)) + '\n';
}

// With the name by which a file accepts the finding, if it can be accepted.
std::string lines(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += word_for(finding) + ": " + visible(finding.place + ": " + with_flags(finding.text));
    if (!finding.accepted.empty())
      text += "; accepted: " + visible(finding.accepted);
    else if (finding.severity != Severity::note && !finding.kind.empty())
      text += " [" + finding.kind + "]";
    text += '\n';
  }
  return text;
}

Table table(const std::vector<Finding>& findings) {
  Table table({{"severity"}, {"place"}, {"finding"}, {"kind"}, {"accepted"}});
  const auto cell = [](const std::string& text) { return text.empty() ? Table::Cell() : Table::Cell(text); };
  for (const Finding& finding : findings)
    table.add_row({std::string(word(finding.severity)), finding.place, with_flags(finding.text),
                   cell(finding.kind), cell(finding.accepted)});
  return table;
}

std::vector<Finding> findings_of(const RobotArgument& robot) {
  try {
    return check_robot_file(robot.path, robot.reading());
  } catch (const Error& error) {
    tell_how_to_correct(error, robot.path);
    throw;
  }
}

// A record of a fit that is not of this robot changes no torque.
void add_fit_record(const RobotArgument& argument, std::vector<Finding>& findings) {
  const std::string text = argument.file().empty() ? "" : read_text_file(argument.file());
  if (!has_fit_record(text) || std::any_of(findings.begin(), findings.end(), is_error)) return;
  try {
    const Robot robot = argument.read([](const std::string&) {});
    recorded_errors(text, "", robot, Regressor(robot));
  } catch (const Error& error) {
    constexpr std::string_view place = ": /fit: ";
    const std::string what = error.what();
    const auto first_note = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.severity == Severity::note || !finding.accepted.empty();
    });
    findings.insert(first_note,
                    {Severity::warning, "/fit", what.starts_with(place) ? what.substr(place.size()) : what});
  }
}

int check(const RobotCheckOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const TableFormat format = table_format_argument(options.format);
  std::vector<Finding> findings = findings_of(options.robot);
  add_fit_record(options.robot, findings);
  OutputFile out("-");
  out.write(format == TableFormat::table ? lines(findings) + summary(options.robot.path, findings)
                                         : table(findings).text(format));
  out.commit();
  return std::any_of(findings.begin(), findings.end(), is_error) ? failure : done;
}

}  // namespace

Command add_robot_check_command(CLI::App& robot) {
  auto options = std::make_shared<RobotCheckOptions>();
  CLI::App* command = robot.add_subcommand("check", "Report errors, suspicious values and unused parts");
  options->robot.add_to(*command);
  add_format_option(*command, options->format);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "error: computed torques are wrong, unless the robot is very unusual. The cause may be a mistake, such "
      "as wrong units.\n"
      "warning: a suspicious value that hardly changes the torques, or a usual placeholder.\n"
      "note: useful to know, and often intended. Unused parts of the file are notes.\n"
      "A robot in our JSON lists intended findings under \"accepted\", each with its reason. The exit code "
      "is 1 if there are errors that are not accepted, else 0.\n"
      "Example:\n"
      "  invdyn robot check arm.urdf && invdyn torque arm.urdf motion.csv");
  return {command, [options](Terminal& terminal) { return check(*options, terminal); }};
}

}  // namespace invdyn
