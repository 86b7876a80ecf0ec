#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "command_line/command_line.h"
#include "command_line/config_file.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/visible_text.h"
#include "ground/base/wording.h"
#include "ground/compression/compression.h"
#include "ground/job/recorded_run.h"
#include "ground/npy/npy_header.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "robot/files/xacro.h"

namespace invdyn {
namespace {

struct RerunOptions {
  std::string sidecar, output;
  bool check = false, allow_xacro = false, quiet = false;
};

// A file without a size was no regular one: a pipe.
void expect_repeatable(const RecordedRun& run, const std::string& sidecar) {
  for (const RecordedFile& input : run.inputs)
    if (input.name == "-" || !input.size)
      throw Error(sidecar,
                  (input.name == "-" ? std::string("the run read standard input")
                                     : "the run read " + input.name + ", which was not a regular file") +
                      ". This input cannot be read again: expected a run that read only regular files");
}

// xacro evaluates Python expressions, and the author of the sidecar chose the file.
void expect_no_xacro(const RecordedRun& run, const std::string& sidecar) {
  for (const RecordedSetting& setting : run.settings)
    for (const std::string& value : setting.values)
      if (is_xacro_name(value))
        throw Error(sidecar,
                    "the run expands " + value +
                        " with the program xacro, which evaluates expressions in this file: expected "
                        "--allow-xacro if you trust this file");
}

// Its name decides about formats.
void expect_like(const std::string& output, const RecordedRun& run) {
  std::vector<std::string> names = run.values("output");
  if (names.empty()) names = run.values("file");
  const std::string before =
      names.empty() || names.front() == "-" ? "" : std::filesystem::path(names.front()).extension().string();
  const std::string now = std::filesystem::path(output).extension().string();
  if (before.empty() ? is_npy_name(output) : now != before)
    throw UsageError(
        "--output",
        "is " + output + ": expected a name that ends in " + (before.empty() ? ".csv" : before) +
            ", because the end of the name gives the format, and the recorded output has this format");
}

// Whether the run has written a folder.
bool is_of_folder(const RecordedRun& run) {
  return run.output.sha256.empty() && !run.values("output").empty() && !run.more_outputs.empty() &&
         std::all_of(run.more_outputs.begin(), run.more_outputs.end(),
                     [](const RecordedOutput& output) { return output.setting == "output"; });
}

// The ending of a table or array like the recorded one. The sidecar's author chooses no other.
std::string ending_like(const std::string& recorded) {
  if (is_npy_name(recorded)) return ".npy";
  return ".csv" + recorded.substr(without_compression_ending(recorded).size());
}

// The place of the repeated output besides the main one: again.csv.fitted-motion.npy for -o again.csv.
// A file of a folder keeps its path below the folder.
std::string copy_of(const RecordedOutput& output, const RecordedRun& run, const RerunOptions& options) {
  if (is_of_folder(run)) {
    const std::filesystem::path below =
        std::filesystem::path(output.file.name).lexically_relative(run.values("output").front());
    return (std::filesystem::path(options.output) / below).string();
  }
  return options.output + "." + output.setting + ending_like(output.file.name);
}

// These places are not for the copies.
ProtectedFiles recorded_files(const RerunOptions& options, const RecordedRun& run) {
  ProtectedFiles kept;
  kept.add(options.sidecar, "the sidecar");
  if (!run.output.name.empty()) {
    const auto folder = std::filesystem::path(options.sidecar).parent_path();
    kept.add((folder / run.output.name).string(), "the recorded output");
  }
  for (const RecordedOutput& output : run.more_outputs)
    kept.add(output.file.name, "the recorded output " + output.file.name);
  for (const RecordedFile& input : run.inputs) kept.add(input.name, "the recorded input " + input.name);
  return kept;
}

void expect_place(const RerunOptions& options, const RecordedRun& run) {
  if (options.output == "-")
    throw UsageError(
        "--output",
        "is standard output: expected a file, because this output is compared with the recorded output");
  std::error_code none;
  const bool is_folder = is_of_folder(run);
  if (is_folder && std::filesystem::exists(options.output, none) &&
      !std::filesystem::is_directory(options.output, none))
    throw UsageError(
        "--output",
        "is " + options.output +
            ", which is not a folder: expected a folder, because the output of the run is a folder");
  if (!is_folder && std::filesystem::exists(options.output, none) &&
      !std::filesystem::is_regular_file(options.output, none))
    throw UsageError("--output",
                     "is " + options.output + ", which is not a regular file: expected a regular file");
  const ProtectedFiles kept = recorded_files(options, run);
  for (const RecordedOutput& output : run.more_outputs)
    if (const auto replaced = kept.replaced_by(copy_of(output, run, options)))
      throw UsageError("--output", "is " + options.output + ", so the run would also replace " + *replaced +
                                       ": expected another file");
  if (const auto replaced = kept.replaced_by(options.output))
    throw UsageError("--output", "is " + *replaced + ": expected another file");
  if (!is_folder) expect_like(options.output, run);
}

// Inputs that are not as recorded.
std::vector<std::string> changed_inputs(const RecordedRun& run) {
  std::vector<std::string> changed;
  for (const RecordedFile& input : run.inputs) {
    const Match match = match_of(input.name, input);
    if (match != Match::same && match != Match::same_size) changed.push_back(input.name);
  }
  return changed;
}

// The command of these words, such as `invdyn generate line`, if it is one that writes a sidecar.
CLI::App& command_of(CLI::App& program, const std::vector<std::string>& words, const std::string& sidecar) {
  CLI::App* command = &program;
  for (const std::string& word : words) {
    const auto below =
        command->get_subcommands([&](const CLI::App* each) { return each->get_name() == word; });
    if (below.empty())
      throw Error(sidecar, "has the command " + invdyn::in_quotes(joined(words)) +
                               ", which does not exist: expected a command that writes sidecars");
    command = below.front();
  }
  if (!command->get_option_no_throw("--sidecar"))
    throw Error(sidecar,
                full_name(*command) + " writes no sidecars: expected a command that writes sidecars");
  return *command;
}

void fill(CLI::Option& option, const RecordedSetting& setting, const std::string& sidecar) {
  using Kind = RecordedSetting::Kind;
  const Kind expected = !takes_value(option) ? Kind::flag : takes_several(option) ? Kind::list : Kind::value;
  if (setting.kind == Kind::open) return;
  if (setting.kind != expected)
    throw Error(sidecar, "settings: " + setting.key + ": expected " +
                             (expected == Kind::flag   ? "true or false"
                              : expected == Kind::list ? "an array of texts"
                                                       : "a text"));
  // A default is not given: options that exclude it may be.
  if (expected == Kind::value && setting.values.front() == option.get_default_str()) return;
  for (const std::string& value : setting.values) option.add_result(value);
}

// Sets options and arguments as recorded, except those of this run and those that decide which files are
// written: the only such files are the copies of the outputs.
void fill(CLI::App& command, const RecordedRun& run, const RerunOptions& options) {
  const std::string& sidecar = options.sidecar;
  bool has_output = false;
  for (const RecordedSetting& setting : run.settings) {
    CLI::Option* found = nullptr;
    for (CLI::Option* option : command.get_options())
      if (config_key(command, *option) == setting.key) found = option;
    if (!found)
      throw Error(sidecar, "settings: " + invdyn::in_quotes(setting.key) + " is no setting of " +
                               full_name(command) + ": expected a sidecar that this version wrote");
    const Decides what = decided_by(*found);
    if (what == Decides::content || what == Decides::messages || what == Decides::program)
      fill(*found, setting, sidecar);
  }
  for (CLI::Option* option : command.get_options()) {
    const std::string key = config_key(command, *option);
    const bool is_wanted = decided_by(*option) == (is_of_folder(run) ? Decides::folder : Decides::file);
    if (!is_wanted || (key != "output" && !option->get_positional())) continue;
    option->add_result(options.output);
    has_output = true;
  }
  for (const RecordedOutput& output : run.more_outputs) {
    if (is_of_folder(run)) break;  // it is the output
    CLI::Option* option = command.get_option_no_throw("--" + output.setting);
    if (!option || !names_written_file(*option) || option->count() > 0)
      throw Error(sidecar, "outputs: " + invdyn::in_quotes(output.setting) + " is no output of " +
                               full_name(command) + ": expected a sidecar that this version wrote");
    option->add_result(copy_of(output, run, options));
  }
  if (!has_output)
    throw Error(sidecar,
                full_name(command) + " writes no files: expected the record of a command that writes files");
}

// A run that is repeated reads files only.
void close_standard_input() {
  const int none = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (none >= 0) ::dup2(none, STDIN_FILENO);
  if (none >= 0) ::close(none);
}

int repeat(const RecordedRun& run, const RerunOptions& options, const DefineCommands& define,
           Terminal& terminal) {
  std::istringstream text(run.command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  if (words.size() < 2 || words.front() != "invdyn")
    throw Error(options.sidecar, "has the command " + invdyn::in_quotes(run.command) +
                                     ": expected a command such as \"invdyn torque\"");
  words.erase(words.begin());
  CLI::App program("", "invdyn");
  const std::vector<Command> commands = define(program, words.front());
  CLI::App& command = command_of(program, words, options.sidecar);
  fill(command, run, options);
  close_standard_input();
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    program.parse(words);
  } catch (const CLI::ParseError& fault) {
    throw Error(options.sidecar, std::string("settings: ") + fault.what());
  }
  for (const Command& each : commands)
    if (each.app->parsed()) return each.run(terminal);
  return usage;  // not reached: command_of() has found one
}

// Why an output may differ. The record of --resume has no hashes of inputs.
std::string reason(const RecordedRun& run, const std::vector<std::string>& changed) {
  const bool is_hashed = std::none_of(run.inputs.begin(), run.inputs.end(),
                                      [](const RecordedFile& input) { return input.sha256.empty(); });
  const std::string unchanged = is_hashed ? "no input has changed" : "all inputs have their recorded sizes";
  if (!changed.empty())
    return ", because " + joined(changed) + (changed.size() > 1 ? " have" : " has") + " changed";
  if (run.version != INVDYN_VERSION)
    return ": " + unchanged + ", but version " + run.version + " wrote the recorded output";
  return is_hashed ? ", but " + unchanged +
                         ": expected this version of invdyn, built for the processor type of the recorded run"
                   : "; " + unchanged +
                         ". The record has no hashes, so the contents of the inputs cannot be compared";
}

// Compares a copy with its record. `reason`: why they may differ.
int verdict(const std::string& copy, const RecordedFile& recorded, const std::string& reason,
            const RerunOptions& options, Terminal& terminal) {
  if (recorded.sha256.empty() && !recorded.sample_crc32) {
    terminal.warning(options.sidecar + " has no hash of the output: the output cannot be compared");
    return done;
  }
  const Match match = match_of(copy, recorded);
  if (match == Match::missing)
    throw Error(copy, "was not written, although the recorded run wrote this output");
  if (match == Match::same) {
    terminal.note(
        copy +
        (recorded.sha256.empty()
             ? ": the size and the checksum are as recorded (the checksum covers only some of the bytes)"
             : ": the same bytes as recorded, SHA-256 " + recorded.sha256));
    return done;
  }
  terminal.error(copy + ": the content differs from the recorded content" + reason);
  return failure;
}

int verdict(const RecordedRun& run, const RerunOptions& options, const std::string& reason,
            Terminal& terminal) {
  int code = is_of_folder(run) ? done : verdict(options.output, run.output, reason, options, terminal);
  for (const RecordedOutput& output : run.more_outputs)
    code = std::max(code, verdict(copy_of(output, run, options), output.file, reason, options, terminal));
  return code;
}

int run_again(const RecordedRun& run, const RerunOptions& options, const DefineCommands& define,
              Terminal& terminal) {
  expect_repeatable(run, options.sidecar);
  if (!options.allow_xacro) expect_no_xacro(run, options.sidecar);
  expect_place(options, run);
  if (run.version != INVDYN_VERSION)
    terminal.warning(options.sidecar + ": written by version " + run.version + ", but this is version " +
                     INVDYN_VERSION);
  const std::vector<std::string> changed = changed_inputs(run);
  for (const std::string& input : changed) terminal.warning(input + ": not as recorded");
  const int code = repeat(run, options, define, terminal);
  return code == done || code == limit_exceeded ? verdict(run, options, reason(run, changed), terminal)
                                                : code;
}

// A line for a file, and whether it may be as recorded.
bool add_line(const std::string& path, const RecordedFile& file, std::string& text) {
  const std::string name = visible(file.name.empty() || file.name == "-" ? "a stream" : file.name);
  if (file.name.empty() || !file.size) {
    text += name + ": not compared (not a regular file)\n";
    return true;
  }
  switch (match_of(path, file)) {
    case Match::same:
      text += name + ": as recorded\n";
      return true;
    case Match::same_size:
      text += name + ": size as recorded; contents not compared, because there is no hash\n";
      return true;
    case Match::different:
      text += name + ": changed\n";
      return false;
    case Match::missing:
      break;
  }
  text += name + ": missing, or not a regular file\n";
  return false;
}

// Compares files as they are, and runs nothing.
int check(const RecordedRun& run, const RerunOptions& options) {
  std::string text;
  bool is_same = true;
  for (const RecordedFile& input : run.inputs) is_same = add_line(input.name, input, text) && is_same;
  const std::filesystem::path folder = std::filesystem::path(options.sidecar).parent_path();
  if (!is_of_folder(run))
    is_same = add_line((folder / run.output.name).string(), run.output, text) && is_same;
  for (const RecordedOutput& output : run.more_outputs)
    is_same = add_line(output.file.name, output.file, text) && is_same;
  OutputFile out("-");
  out.write(text);
  out.commit();
  return is_same ? done : failure;
}

int rerun(const RerunOptions& options, const DefineCommands& define, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.check == !options.output.empty())
    throw UsageError("rerun", options.check ? "--check writes nothing: leave out --output"
                                            : "expected -o COPY for the new output, or --check");
  const RecordedRun run = read_recorded_run(options.sidecar);
  return options.check ? check(run, options) : run_again(run, options, define, terminal);
}

}  // namespace

Command add_rerun_command(CLI::App& program, const DefineCommands& define) {
  auto options = std::make_shared<RerunOptions>();
  CLI::App* command = program.add_subcommand(
      "rerun", "Repeat a run from its sidecar. It reports whether the output is the same");
  command->add_option("SIDECAR", options->sidecar, "File that --sidecar or --resume has written")->required();
  mark(command->add_option(
           "-o,--output", options->output,
           "Output file of the repeated run. Its name must have the ending of the recorded output"),
       Decides::file)
      ->type_name("COPY")
      ->group(group::output);
  command
      ->add_flag("--check", options->check,
                 "Compare files only, run nothing. The recorded inputs and output are compared with the "
                 "present files")
      ->group(group::output);
  mark(command->add_flag(
           "--allow-xacro", options->allow_xacro,
           "Run xacro on the robot that the sidecar names. xacro evaluates expressions in the robot's file"),
       Decides::program)
      ->group(group::robot);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "The exit code is 1 if the output is not as recorded. With --check, it is 1 if any file is not as "
      "recorded.\n"
      "Example:\n"
      "  invdyn torque puma560 motion.csv -o torques.csv --sidecar torques.json\n"
      "  invdyn rerun torques.json -o again.csv");
  return {command, [=](Terminal& terminal) { return rerun(*options, define, terminal); }};
}

}  // namespace invdyn
