#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace invdyn {

/// The groups of options in help. Each option states its group where it is defined. Options without one are
/// in `general`.
namespace group {
inline constexpr const char *input = "Input", *motion = "Motion", *limits = "Limits", *figure = "Figure",
                            *comparison = "Comparison", *counting = "Counting", *control = "Control",
                            *model = "Controller's model", *robot = "Robot and loads",
                            *differentiation = "Differentiation", *fit = "Fit", *output = "Output",
                            *batch = "Batch", *general = "General";
}  // namespace group

/// The group of commands that help lists in one line.
inline constexpr const char* other_commands = "Other commands";

/// A part of the help of a command.
struct OptionGroup {
  std::string name;  ///< `Arguments` for arguments without dashes, else one of the names above
  std::vector<const CLI::Option*> options;
};

/// The groups of a command that are not empty: arguments first, the others in the order above. Options have
/// the order of their definition, with -h and --help last.
std::vector<OptionGroup> option_groups(const CLI::App& command);

/// `-o, --output FILE`, `TRAJECTORY...`
std::string heading(const CLI::Option& option);
/// The whole text of an option, with its default and the options that exclude it.
std::string full_text(const CLI::App& command, const CLI::Option& option);

/// The first sentence of a text, without its full stop.
std::string first_sentence(const std::string& text);

/// For the program and each command added to it later: --help prints all texts in groups, wrapped at words to
/// the width of the terminal. -h prints one line for each option, its first sentence.
void set_help(CLI::App& program);

}  // namespace invdyn
