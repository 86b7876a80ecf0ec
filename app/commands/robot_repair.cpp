#include <algorithm>
#include <memory>
#include <set>

#include "command_line/command_line.h"
#include "command_line/flag_names.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/visible_text.h"
#include "ground/base/wording.h"
#include "ground/document/read_text_file.h"
#include "ground/job/job_files.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/robot_argument.h"
#include "robot/files/json_writer.h"
#include "robot/files/urdf_writer.h"
#include "robot/repair/repair.h"

namespace invdyn {
namespace {

struct RobotRepairOptions {
  RobotArgument robot;
  std::string output, format = "table";
  std::vector<std::string> only, accept;
  bool quiet = false;
};

std::set<std::string> names_argument(const std::string& option, const std::vector<std::string>& texts) {
  expect_few(option, texts.size());
  std::set<std::string> names;
  for (const std::string& text : texts)
    for (const std::string& name : words_argument(text)) names.insert(name);
  return names;
}

// `arm` of the subject `link arm`; empty without a subject.
std::string item_of(const Proposal& proposal) {
  return proposal.subject.substr(proposal.subject.find(' ') + 1);
}

// By its name, the kind of its finding, or its link or joint.
bool is_named_by(const Proposal& proposal, const std::string& name) {
  return name == proposal.name || name == proposal.kind || (!name.empty() && name == item_of(proposal));
}

void keep_only(const std::set<std::string>& names, Repairs& found) {
  if (names.empty()) return;
  std::vector<std::string> known;
  for (const Proposal& each : found.proposals)
    known.insert(known.end(), {each.name, each.kind, item_of(each)});
  for (const std::string& name : names)
    if (std::none_of(found.proposals.begin(), found.proposals.end(),
                     [&](const Proposal& each) { return is_named_by(each, name); }))
      throw UsageError("--only", "no proposal has the name, the finding, or the link or joint " +
                                     in_quotes(name) + did_you_mean(name, known));
  std::erase_if(found.proposals, [&](const Proposal& each) {
    return std::none_of(names.begin(), names.end(),
                        [&](const std::string& name) { return is_named_by(each, name); });
  });
  found.without_mend.clear();
}

std::string letters_of(const Proposal& proposal) {
  std::vector<std::string> names;
  for (const Mend& mend : proposal.mends) names.push_back(mend.name);
  return joined(names);
}

// Throws UsageError for a name of no mend, for one that does not tell which of several, and if two mends
// change the same numbers.
std::vector<const Mend*> accepted_mends(const std::set<std::string>& names, const Repairs& found) {
  std::vector<const Mend*> mends;
  std::set<std::string> used;
  std::vector<std::string> known{"all"};
  std::set<std::pair<RobotChange::Quantity, std::string>> changed;
  for (const Proposal& proposal : found.proposals) {
    known.insert(known.end(), {proposal.name, proposal.kind});
    for (const Mend& mend : proposal.mends) {
      known.push_back(mend.name);
      bool is_accepted = names.contains(mend.name);
      if (is_accepted) used.insert(mend.name);
      for (const std::string& name : names)
        if (proposal.clear && (name == "all" || is_named_by(proposal, name))) {
          is_accepted = true;
          used.insert(name);
        }
      if (!is_accepted) continue;
      mends.push_back(&mend);
      for (const StatedChange& each : mend.changes)
        if (!changed.emplace(each.change.quantity, each.change.subject).second)
          throw UsageError("--accept", "two mends change the same numbers of " + proposal.subject +
                                           ": expected one of " + letters_of(proposal));
    }
  }
  for (const std::string& name : names) {
    if (name == "all" || used.contains(name)) continue;
    for (const Proposal& proposal : found.proposals)
      if (is_named_by(proposal, name))
        throw UsageError("--accept",
                         in_quotes(name) + " is ambiguous: expected one of " + letters_of(proposal));
    throw UsageError("--accept", "no mend is named " + in_quotes(name) +
                                     ": expected a name of the list without --accept, or all" +
                                     did_you_mean(name, known));
  }
  return mends;
}

// An own format is edited, so all else in the file stays. Others are written as JSON or URDF first.
RepairText text_to_repair(const RobotRepairOptions& options, const RobotFile& file, const Warn& warn) {
  const std::string& path = options.robot.path;
  const std::optional<RobotFormat> wanted =
      options.output.empty() || options.output == "-" ? std::nullopt : format_in_name(options.output);
  if (file.format == RobotFormat::json || file.format == RobotFormat::urdf) {
    if (wanted && *wanted != file.format)
      throw UsageError("--output", "is " + options.output + ", and the copy keeps the format of " + path +
                                       ": expected a name in " +
                                       (file.format == RobotFormat::json ? ".json" : ".urdf") +
                                       "; invdyn robot convert changes formats");
    const auto expanded = options.robot.reading().expanded;
    return {file.format,
            expanded        ? *expanded
            : is_file(path) ? read_text_file(path)
                            : std::string(shipped_robot(path).json),
            path};
  }
  const bool has_armatures = file.format == RobotFormat::mjcf;
  const RobotFormat written = wanted ? *wanted : RobotFormat::json;
  if (written == RobotFormat::urdf)
    return {RobotFormat::urdf,
            urdf_text(file.robot, [&](const std::string& what) { warn(path + ": " + what); }), path,
            has_armatures};
  if (written == RobotFormat::json)
    return {RobotFormat::json, json_text(file.robot, file.accepted, file.origins), path, has_armatures};
  throw UsageError("--output", "is " + options.output + ": expected a name in .json or .urdf");
}

std::string subject_text(const Proposal& proposal) {
  const std::string item = item_of(proposal);
  return item.empty() ? proposal.name
                      : proposal.subject.substr(0, proposal.subject.find(' ') + 1) + in_quotes(item);
}

std::string lines(const Repairs& found, const std::string& robot) {
  std::string text;
  std::size_t clear = 0;
  for (const Proposal& each : found.proposals) {
    clear += each.clear;
    text += visible(each.name) + ": " + (each.clear ? "clear" : "ambiguous") + " [" + each.kind + "]\n  " +
            visible(subject_text(each) + ": " + with_flags(each.finding)) + '\n';
    for (const Mend& mend : each.mends)
      text += "  " + visible((each.clear ? "mend" : mend.name) + ": " + mend.what + "; " + mend.why) + '\n';
  }
  for (const Finding& each : found.without_mend)
    text += "no mend: " + visible(each.place + ": " + with_flags(each.text)) + '\n';
  std::vector<std::string> counts;
  if (clear > 0) counts.push_back(counted(clear, "clear mend"));
  if (const std::size_t count = found.proposals.size() - clear)
    counts.push_back(std::to_string(count) + " ambiguous");
  if (const std::size_t count = found.without_mend.size())
    counts.push_back(std::to_string(count) + " without a mend");
  return text + visible(robot) + ": " + (counts.empty() ? "nothing to repair" : joined(counts)) + '\n';
}

Table table(const Repairs& found) {
  Table table({{"name"}, {"kind"}, {"subject"}, {"confidence"}, {"finding"}, {"mend"}, {"evidence"}});
  const auto cell = [](const std::string& text) { return text.empty() ? Table::Cell() : Table::Cell(text); };
  for (const Proposal& each : found.proposals)
    for (const Mend& mend : each.mends)
      table.add_row({mend.name, each.kind, cell(each.subject),
                     std::string(each.clear ? "clear" : "ambiguous"), each.finding, mend.what, mend.why});
  for (const Finding& each : found.without_mend)
    table.add_row(
        {{}, cell(each.kind), cell(each.subject), std::string("no mend"), with_flags(each.text), {}, {}});
  return table;
}

void write_copy(const RobotRepairOptions& options, const RepairText& text,
                const std::vector<const Mend*>& mends, Terminal& terminal) {
  std::vector<StatedChange> changes;
  std::vector<std::string> names;
  for (const Mend* mend : mends)
    for (const StatedChange& each : mend->changes) {
      changes.push_back(each);
      names.push_back(mend->name);
    }
  const EditedText copy = repaired_text(text, changes);
  OutputFile out(options.output);
  out.write(copy.text);
  out.commit();
  for (std::size_t i = 0; i < names.size(); ++i)
    terminal.note(names[i] + ": " + copy.done[i] + " (" + changes[i].reason + ")");
  if (changes.empty()) terminal.note(options.output + ": no clear mend: the copy has the same numbers");
}

int repair(const RobotRepairOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const TableFormat format = table_format_argument(options.format);
  const std::set<std::string> only = names_argument("--only", options.only),
                              accept = names_argument("--accept", options.accept);
  if (accept.empty() != options.output.empty())
    throw UsageError(accept.empty() ? "--accept" : "--output",
                     accept.empty()
                         ? "is missing, and nothing is applied unasked: expected names of mends, or all "
                           "for the clear ones"
                         : "is missing: expected a file for the copy");
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  if (!options.output.empty())
    if (const auto replaced = kept.replaced_by(options.output))
      throw UsageError("--output", "is " + *replaced + ": expected another file");
  const RobotFile file = options.robot.read_file([](const std::string&) {});  // findings have the warnings
  options.robot.expect_parts_kept(options.output);
  const RepairText text = text_to_repair(options, file, terminal.warn());
  Repairs found = repairs(file.robot, check_robot_file(options.robot.path, options.robot.reading()), text);
  keep_only(only, found);
  if (!accept.empty()) {
    write_copy(options, text, accepted_mends(accept, found), terminal);
    return done;
  }
  OutputFile out("-");
  out.write(format == TableFormat::table ? lines(found, options.robot.path) : table(found).text(format));
  out.commit();
  if (!found.proposals.empty())
    terminal.note("nothing is changed; --accept NAME -o COPY applies a mend, --accept all the clear ones");
  return done;
}

}  // namespace

Command add_robot_repair_command(CLI::App& robot) {
  auto options = std::make_shared<RobotRepairOptions>();
  CLI::App* command = robot.add_subcommand("repair", "Propose mends for findings, and apply accepted ones");
  options->robot.add_to(*command);
  command
      ->add_option("--only", options->only,
                   std::string("Only these proposals: by name, link, joint or finding. ") + repeated_list)
      ->type_name("NAME")
      ->group(group::output)
      ->allow_extra_args(false);
  command
      ->add_option("--accept", options->accept,
                   std::string("Mends to apply. By name; a link, a joint, a finding or the word all means "
                               "all clear ones of it. An ambiguous finding has a name for each mend. ") +
                       repeated_list)
      ->type_name("NAME")
      ->group(group::output)
      ->allow_extra_args(false);
  mark(command->add_option(
           "-o,--output", options->output,
           "File for the copy; - for standard output. It keeps the robot's format, JSON or URDF"),
       Decides::file)
      ->type_name("FILE")
      ->group(group::output);
  add_format_option(*command, options->format);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "clear: one mend explains the finding far better than any other.\n"
      "ambiguous: several mends explain it, or it may be intended.\n"
      "Without --accept nothing is written. The copy states each change: a URDF in comments, a JSON under "
      "\"origins\".\n"
      "Examples:\n"
      "  invdyn robot repair arm.urdf\n"
      "  invdyn robot repair arm.urdf --accept all -o mended.urdf");
  return {command, [options](Terminal& terminal) { return repair(*options, terminal); }};
}

}  // namespace invdyn
