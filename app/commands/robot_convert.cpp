#include <algorithm>
#include <filesystem>
#include <memory>

#include "answers/identification/fit_record.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/document/read_text_file.h"
#include "ground/job/job_files.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/robot_argument.h"
#include "robot/files/robot_formats.h"
#include "robot/model/corrected_inertia.h"
#include "sidecar.h"

namespace invdyn {
namespace {

struct RobotConvertOptions {
  RobotArgument robot;
  std::string output = "-", format;
  SidecarArgument sidecar;
  bool correct_inertia = false, quiet = false;
};

std::vector<const RobotFormat*> written_formats() {
  std::vector<const RobotFormat*> written;
  for (const RobotFormat& format : robot_formats())
    if (format.write) written.push_back(&format);
  return written;
}

std::vector<std::string> written_names() {
  std::vector<std::string> names;
  for (const RobotFormat* format : written_formats()) names.emplace_back(format->name);
  return names;
}

// ".json, .urdf or .mjcf"
std::string written_endings() {
  std::vector<std::string> endings;
  for (const RobotFormat* format : written_formats()) endings.push_back(format->ending());
  const std::string last = endings.back();
  endings.pop_back();
  return joined(endings) + " or " + last;
}

const RobotFormat& format_of(const RobotConvertOptions& options) {
  if (!options.format.empty())
    return *written_formats()[choice_argument("--format", options.format, written_names())];
  if (const RobotFormat* format = written_format_in_name(options.output)) return *format;
  throw UsageError("--format",
                   "is missing, and " + (options.output == "-" ? "standard output" : options.output) +
                       " does not name the format: expected --format with one of " + joined(written_names()) +
                       ", or a file whose name ends in " + written_endings());
}

// Parts of one kind are counted together. A line of RobotFile::unused is `arm.urdf:12: <visual> of link "l":
// not used`, `leg.xml:3: <geom rgba>: not used`, or `arm.body:3: Shape (7 times): not used: ...`.
void note_left_out(const RobotFile& file, const std::string& path, Terminal& terminal) {
  std::vector<std::string> kinds;
  for (const std::string& line : file.unused) {
    const std::size_t at = line.find(": ", line.starts_with(path) ? path.size() : 0);
    const std::string part = at == std::string::npos ? line : line.substr(at + 2);
    const std::size_t end = part.starts_with('<') ? part.find('>') + 1 : part.find_first_of(" :");
    const std::string kind = part.substr(0, std::min(end, part.size()));
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  if (!kinds.empty())
    terminal.note(path + ": not in the copy: " + joined(kinds) +
                  "; shapes and meshes are never copied (invdyn robot check " + path + " lists each part)");
}

std::string digits(const Eigen::Vector3d& moments) {
  return "(" + six_digits(moments[0]) + ", " + six_digits(moments[1]) + ", " + six_digits(moments[2]) + ")";
}

std::string in_words(const CorrectedInertia& corrected) {
  return "principal moments " + digits(corrected.before) + " -> " + digits(corrected.after) +
         " kg m^2, the nearest possible moments; the inertia changed by " +
         six_digits(100 * corrected.change) + " %";
}

// The robot's file with possible inertia. Each change is told, and stated in the copy if that is our JSON.
RobotFile read_corrected(const RobotArgument& robot, const Warn& warn, Terminal& terminal) {
  std::vector<CorrectedInertia> all;
  RobotFile file =
      robot.read_file(warn, [&](RobotDescription& description) { all = correct_inertia(description); });
  for (const CorrectedInertia& each : all) {
    const std::string subject = "link " + each.link;
    file.origins.push_back({subject, "inertia", "invdyn robot convert --correct-inertia: " + in_words(each)});
    const auto accepted = std::erase_if(file.accepted, [&](const AcceptedFinding& finding) {
      return finding.kind == "impossible_moments" && finding.subject == subject;
    });
    terminal.note(each.place + ": " + in_words(each) +
                  (accepted > 0 ? "; the copy no longer lists this finding as accepted" : ""));
  }
  if (all.empty()) terminal.note(robot.path + ": the inertia of every link is possible: nothing was changed");
  return file;
}

int convert(const RobotConvertOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const Warn warn = terminal.warn();
  const RobotFormat& format = format_of(options);
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  if (const auto replaced = kept.replaced_by(options.output))
    throw UsageError("FILE", "is " + *replaced + ": expected another file");
  options.sidecar.expect_place(options.output, kept);
  Sidecar sidecar(options.sidecar, {options.robot.file()});
  const RobotFile file =
      options.correct_inertia ? read_corrected(options.robot, warn, terminal) : options.robot.read_file(warn);
  for (const std::string& output : {options.output, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  std::string text =
      format.write(file, [&](const std::string& what) { warn(options.robot.path + ": " + what); });
  if (const std::string path = options.robot.file(); std::filesystem::is_regular_file(path)) {
    const std::string before = read_text_file(path);
    if (format.name == "json")
      text = with_record_of(before, text);
    else if (has_fit_record(before))
      terminal.note(
          options.robot.path +
          ": the copy does not have the record of the fit, which states how well the links are known");
  }
  note_left_out(file, options.robot.path, terminal);
  OutputFile out(options.output);
  sidecar.watch(out);
  out.write(text);
  sidecar.commit({}, terminal);
  return done;
}

}  // namespace

Command add_robot_convert_command(CLI::App& robot) {
  auto options = std::make_shared<RobotConvertOptions>();
  CLI::App* command = robot.add_subcommand("convert", "Convert a robot description to another format");
  options->robot.add_to(*command);
  mark(command->add_option(
           "FILE", options->output,
           "Output file; - for standard output (default). Its name may end in " + written_endings()),
       Decides::file);
  add_format_option(*command, options->format, written_names(), ". Default: by the name of FILE");
  command
      ->add_flag(
          "--correct-inertia", options->correct_inertia,
          "Replace impossible inertia by the nearest possible one. Each change is reported with its size")
      ->group(group::output);
  options->sidecar.add_to(*command);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Without --correct-inertia the copy gives the same torques, except for rounding errors. Warnings report "
      "parts that the other format cannot express.\n"
      "Examples:\n"
      "  invdyn robot convert arm.urdf arm.json\n"
      "  invdyn robot convert puma560 --format urdf > puma560.urdf\n"
      "  invdyn robot convert arm.urdf arm.mjcf\n"
      "  invdyn robot convert bad.urdf arm.urdf --correct-inertia");
  return {command, [options](Terminal& terminal) { return convert(*options, terminal); }};
}

}  // namespace invdyn
