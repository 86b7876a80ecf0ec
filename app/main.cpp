#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <new>
#include <sstream>
#include <string_view>
#include <vector>

#include "batch_run.h"
#include "command_line/command_line.h"
#include "command_line/config_file.h"
#include "command_line/help.h"
#include "command_line/parse_errors.h"
#include "command_line/renamed_options.h"
#include "command_line/split_numbers.h"
#include "command_line/wrong_files.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "ground/output_files/unfinished_files.h"
#include "ground/process/program.h"
#include "options/arguments.h"
#include "version.h"
#include "write_fence.h"

namespace {

using namespace invdyn;

void on_signal(int signal) {
  remove_unfinished_outputs();
  kill_running_programs();
  tell_of_interrupted_batch();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// An interrupted run leaves no temporary file, for any signal that can be handled. The next run removes files
// left by SIGKILL or a crash. A closed pipe is an error of the write, not a signal.
void install_signal_handlers() {
  std::vector<int> ending{SIGINT,  SIGTERM,   SIGHUP,  SIGQUIT, SIGXCPU, SIGUSR1,  SIGUSR2,
                          SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,  SIGSTKFLT};
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) ending.push_back(signal);
  for (const int signal : ending)
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

// A data file must not get the number of a closed standard stream: warnings would be written into it. The
// stream opened instead fails on use, like the closed one.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// An empty argument is a shell variable that was not set. CLI11 would take it for an option not given, and
// for `--name=` it would take the next argument.
void refuse_empty_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.empty())
      throw UsageError("invdyn", "argument " + std::to_string(i) +
                                     (i > 1 ? ", after " + in_quotes(argv[i - 1]) + "," : "") +
                                     " is empty: expected a value");
    if (argument.starts_with("--") && argument.ends_with("=") && argument.find('=') + 1 == argument.size())
      throw UsageError("invdyn", std::string(argument) + " has no value: expected a value after the \"=\"");
  }
}

std::vector<Command> define_commands(CLI::App& program, std::string_view name);

Command add_rerun(CLI::App& program) {
  return add_rerun_command(program, define_commands);
}

// In the order of the help, by what they are for.
constexpr const char *daily = "Daily work", *logs = "Measured logs", *research = "Research";
constexpr struct {
  std::string_view name;
  Command (*add)(CLI::App& program);
  const char* group;
} all_commands[] = {{"torque", add_torque_command, daily},
                    {"size", add_size_command, daily},
                    {"view", add_view_command, daily},
                    {"plot", add_plot_command, daily},
                    {"generate", add_generate_command, daily},
                    {"robot", add_robot_command, daily},
                    {"validate", add_validate_command, logs},
                    {"identify", add_identify_command, logs},
                    {"compare", add_compare_command, research},
                    {"count", add_count_command, research},
                    {"regressor", add_regressor_command, research},
                    {"reproduce", add_reproduce_command, research},
                    {"simulate", add_simulate_command, research},
                    {"robots", add_robots_command, other_commands},
                    {"manual", add_manual_command, other_commands},
                    {"rerun", add_rerun, other_commands},
                    {"completion", add_completion_command, other_commands}};

// Only the command of that name: CLI11 needs as long to define the options of all commands as a thousand rows
// take. All commands, if there is none of that name or if it describes the others.
std::vector<Command> add_commands(CLI::App& program, std::string_view name) {
  std::vector<Command> commands;
  const bool is_of_all = name == "completion" || name == "manual";
  const auto add = [&](const auto& each) { commands.emplace_back(each.add(program)).app->group(each.group); };
  for (const auto& each : all_commands)
    if (each.name == name && !is_of_all) add(each);
  if (commands.empty())
    for (const auto& each : all_commands) add(each);
  return commands;
}

// `help COMMAND` is short for `COMMAND --help`, and `version` for --version.
std::vector<const char*> spelled_out(int argc, const char* const* argv) {
  std::vector<const char*> words(argv, argv + argc);
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "version") words[1] = "--version";
  if (first != "help") return words;
  words.erase(words.begin() + 1);
  words.push_back("--help");
  return words;
}

// Each command that writes files can wait until they are on the disk.
void add_sync_options(CLI::App& command) {
  for (CLI::App* subcommand : command.get_subcommands({})) add_sync_options(*subcommand);
  const std::vector<CLI::Option*> options = command.get_options();
  if (std::any_of(options.begin(), options.end(), [](const CLI::Option* option) {
        return names_written_file(*option) || decided_by(*option) == Decides::folder;
      }))
    mark(rare(command.add_flag_callback(
             "--sync", sync_every_output,
             "Wait until the outputs are safely on the disk. After the run, a power cut does not damage "
             "the outputs")),
         Decides::run)
        ->group(group::output);
}

// With the options that commands have in common.
std::vector<Command> define_commands(CLI::App& program, std::string_view name) {
  const std::vector<Command> commands = add_commands(program, name);
  add_sync_options(program);
  add_config_options(program);
  return commands;
}

void set_general_options(CLI::App& program) {
  set_help(program);
  program.set_version_flag("-V,--version", version_text,
                           "Print the version. The lines below the version name the compiler, the "
                           "instruction set and the libraries");
  program.require_subcommand(0, 1);  // at most one: a file may have the name of a command
  program.footer(
      "invdyn help COMMAND, or invdyn COMMAND --help, describes a command. invdyn manual COMMAND shows "
      "its page of the manual, and invdyn manual WORD finds pages.\n"
      "Example:\n  invdyn torque puma560 motion.csv -o torques.csv");
}

// Throws CLI::ParseError, also where help is asked for.
void parse(CLI::App& program, const std::vector<const char*>& words) {
  std::vector<std::string> names;
  for (const auto& each : all_commands) names.emplace_back(each.name);
  const int count = static_cast<int>(words.size());
  refuse_split_numbers(program, words);
  take_config_file(program, names, count, words.data());
  program.parse(count, words.data());
}

// For errors that name other commands.
struct AllCommands {
  AllCommands() { define_commands(app, "manual"); }
  CLI::App app{"", "invdyn"};
};

int run(const std::vector<const char*>& words, Terminal& terminal) {
  CLI::App program("Compute the joint torques of a robot along a trajectory", "invdyn");
  set_general_options(program);
  const std::vector<Command> commands = define_commands(program, words.size() > 1 ? words[1] : "");
  if (asks_for_completion(words)) return print_completion(program, words);
  try {
    parse(program, words);
  } catch (const CLI::Success& asked_for) {  // --help, --version
    const CLI::App& named = named_command(program);
    const std::vector<std::string> left = program.remaining(true);
    if (!left.empty() && (!named.get_subcommands([](const CLI::App*) { return true; }).empty() ||
                          !renamed_option(named, left.front()).empty()))
      fail_unexpected(named, left.front(), {program, AllCommands().app, words});
    std::ostringstream text;
    program.exit(asked_for, text, text);
    OutputFile out("-");
    out.write(text.view());
    out.commit();
    return done;
  } catch (const CLI::ParseError& fault) {
    fail_to_parse({program, AllCommands().app, words}, fault);
  }
  const CLI::App& command = named_command(program);
  refuse_options_as_values(command, words);
  expect_trajectories(command, words);
  expect_config_kept(command);
  fence_writes(written_by(command));
  terminal.set_typed({words.begin() + 1, words.end()});
  for (const Command& each : commands)
    if (each.app->parsed()) return each.run(terminal);
  terminal.print(program.help());
  return usage;
}

}  // namespace

int main(int argc, char** argv) {
  occupy_closed_streams();
  install_signal_handlers();
  Terminal terminal;
  try {
    refuse_empty_arguments(argc, argv);
    return run(spelled_out(argc, argv), terminal);
  } catch (const ClosedPipe&) {
    return done;
  } catch (const UsageError& error) {
    terminal.error(error.what());
    return usage;
  } catch (const std::bad_alloc&) {
    terminal.error(
        "invdyn: memory is exhausted: expected smaller files, or a higher memory limit (ulimit -v)");
    return failure;
  } catch (const std::exception& error) {
    terminal.error(error.what());
    return failure;
  }
}
