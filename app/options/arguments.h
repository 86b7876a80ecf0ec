#pragma once

#include <CLI/CLI.hpp>
#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/output_files/table.h"
#include "terminal.h"
#include "trajectory/data/time_grid.h"

namespace invdyn {

/// How the program ends. limit_exceeded: the user asked to be told of a limit, and it was exceeded.
enum ExitCode { done = 0, failure = 1, usage = 2, limit_exceeded = 3 };

/// A subcommand: its options, bound to the variables that run() reads, and its action.
struct Command {
  CLI::App* app;
  std::function<int(Terminal&)> run;  ///< returns the exit code
};

/// The commands of the program, one file each.
Command add_torque_command(CLI::App& program);
Command add_compare_command(CLI::App& program);
Command add_completion_command(CLI::App& program);
/// Whether a completion script asks for the candidates at the cursor.
bool asks_for_completion(const std::vector<const char*>& words);
/// Prints them, for a program with all commands; returns the exit code.
int print_completion(const CLI::App& program, const std::vector<const char*>& words);
Command add_count_command(CLI::App& program);
Command add_generate_command(CLI::App& program);
std::vector<Command> add_generate_joints_commands(CLI::App& generate);
Command add_generate_line_command(CLI::App& generate);
Command add_generate_excitation_command(CLI::App& generate);
Command add_identify_command(CLI::App& program);
Command add_manual_command(CLI::App& program);
Command add_plot_command(CLI::App& program);
Command add_regressor_command(CLI::App& program);
Command add_reproduce_command(CLI::App& program);
/// Defines the command of this name for a program, with all its options.
using DefineCommands = std::vector<Command> (*)(CLI::App& program, std::string_view name);
Command add_rerun_command(CLI::App& program, const DefineCommands& define);
Command add_robot_command(CLI::App& program);
Command add_robot_check_command(CLI::App& robot);
Command add_robot_convert_command(CLI::App& robot);
Command add_robot_diff_command(CLI::App& robot);
Command add_robot_init_command(CLI::App& robot);
Command add_robot_inspect_command(CLI::App& robot);
Command add_robots_command(CLI::App& program);
Command add_simulate_command(CLI::App& program);
Command add_size_command(CLI::App& program);
Command add_validate_command(CLI::App& program);
Command add_view_command(CLI::App& program);

// Values of options are taken as text and read here: one argument each, negative numbers included, the same
// in every locale. All throw UsageError with the option's name.

/// A finite number. `unit`: in which it is; the error converts others, `10ms` to `--dt 0.01`. "%": a share.
double number_argument(const std::string& option, const std::string& text, std::string_view unit = "");
/// A whole number from `least` to `most`.
std::size_t count_argument(const std::string& option, const std::string& text, std::size_t minimum,
                           std::size_t maximum);
/// A finite number above zero.
double positive_argument(const std::string& option, const std::string& text, std::string_view unit = "");
/// Numbers separated by commas.
Eigen::VectorXd numbers_argument(
    const std::string& option, const std::string& text,
    const std::string& expected = "finite numbers separated by commas, such as 0,-1.5");
/// Words separated by commas.
std::vector<std::string> words_argument(const std::string& text);
/// One of the words; returns its index.
std::size_t choice_argument(const std::string& option, const std::string& text,
                            const std::vector<std::string>& words);

/// Throws UsageError if an option that may be repeated is given more than 1,000 times: each time may cost as
/// much as the size of the robot.
void expect_few(const std::string& option, std::size_t times);

/// Throws UsageError if `-`, standard input, is given for more than one of these files.
void expect_standard_input_once(const std::vector<std::string>& files);

const std::vector<std::string>& table_formats();  ///< table, csv, json
/// The option --format, whose value is its default; `more` describes the format without it.
void add_format_option(CLI::App& command, std::string& format,
                       const std::vector<std::string>& formats = table_formats(),
                       const std::string& more = "");
/// The format of this name, one of table_formats().
TableFormat table_format_argument(const std::string& text);

// Options that several commands have. `more` is added to the text by one command.

/// May be repeated, each time with a list.
constexpr const char* repeated_list = "For several values, separate them by commas or repeat the option";
/// The option --output of a file.
CLI::Option* add_output_option(CLI::App& command, std::string& output, const std::string& more = "");
/// The same of a file of rows.
void add_row_output_option(CLI::App& command, std::string& output);
/// --tolerance, a share of a joint's largest torque, beyond which the exit code is 3; `what` may differ.
void add_tolerance_option(CLI::App& command, std::string& tolerance, const std::string& what);
/// Its value, none for an empty text. Throws UsageError.
std::optional<double> tolerance_argument(const std::string& text);
void add_quiet_option(CLI::App& command, bool& quiet, const std::string& more = "");
/// The option --quiet next to --summary, and --summary of `content` per joint.
void add_summary_options(CLI::App& command, bool& summary, bool& quiet, const std::string& content);
void add_degrees_option(CLI::App& command, bool& degrees, const char* group, const std::string& more = "");
/// The option --method, a formulation.
void add_method_option(CLI::App& command, std::string& method, const char* group, const std::string& more);

/// These parts of a robot's parameters are offered, and the link of a payload.
CLI::Option* offer_fit_parts(CLI::Option* option, const std::vector<std::string>& parts);

/// The option --threads, and its number: by default the cores that the program may use.
void add_threads_option(CLI::App& command, std::string& threads);
std::size_t threads_argument(const std::string& text);

/// The text of --duration.
constexpr const char* duration_text = "Duration in s, a multiple of the time step";

/// The options --dt and --rate; only one of them may be given.
struct TimeArguments {
  std::string dt, rate;
  void add_to(CLI::App& command, const char* group);
  std::optional<TimeGrid> grid() const;
  TimeGrid required_grid() const;
};

}  // namespace invdyn
