#pragma once

#include <CLI/CLI.hpp>
#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "terminal.h"
#include "trajectory/time_grid.h"

namespace invdyn {

/// A subcommand: its options, bound to where run() looks for them, and what it does.
struct Command {
  CLI::App* app;
  std::function<int(Terminal&)> run;  ///< returns the exit code
};

/// The commands of the program, one file each.
Command add_torque_command(CLI::App& program);
Command add_generate_command(CLI::App& program);
Command add_robots_command(CLI::App& program);

// Values of options are taken as text and read here: one argument each, negative numbers included, the same
// in every locale. All throw UsageError with the option's name.

/// A finite number.
double number_argument(const std::string& option, const std::string& text);
/// A finite number above zero.
double positive_argument(const std::string& option, const std::string& text);
/// Numbers separated by commas.
Eigen::VectorXd numbers_argument(const std::string& option, const std::string& text);
/// Words separated by commas.
std::vector<std::string> words_argument(const std::string& text);
/// One of the words; returns its index.
std::size_t choice_argument(const std::string& option, const std::string& text,
                            const std::vector<std::string>& words);

/// The options --dt and --rate, of which one may be given.
struct TimeArguments {
  std::string dt, rate;
  void add_to(CLI::App& command);
  std::optional<TimeGrid> grid() const;
};

}  // namespace invdyn
