#include "command_line.h"

#include <map>
#include <set>

namespace invdyn {

std::string full_name(const CLI::App& command) {
  return (command.get_parent() ? full_name(*command.get_parent()) + " " : "") + command.get_name();
}

const CLI::App& named_command(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  std::vector<const CLI::App*> commands;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    const auto below = commands_of(*command);
    if (below.empty()) commands.push_back(command);
    commands.insert(commands.end(), below.begin(), below.end());
  }
  return commands;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

bool takes_several(const CLI::Option& option) {
  return option.get_items_expected_max() > 1;
}

bool is_help(const CLI::App& command, const CLI::Option& option) {
  return &option == command.get_help_ptr() || &option == command.get_help_all_ptr();
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string longest_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) return "-" + option.get_snames().front();
  return option.get_name(true);
}

namespace {

// CLI11 has no place for marks. Its validators could hold them, but a search in an option without validators
// throws, which takes 10 us.
std::map<const CLI::Option*, Decides> marks;
std::set<const CLI::Option*> rare_options;

}  // namespace

CLI::Option* mark(CLI::Option* option, Decides what) {
  marks[option] = what;
  return option;
}

Decides decided_by(const CLI::Option& option) {
  const auto found = marks.find(&option);
  return found == marks.end() ? Decides::content : found->second;
}

CLI::Option* rare(CLI::Option* option) {
  rare_options.insert(option);
  return option;
}

bool is_rare(const CLI::Option& option) {
  return rare_options.contains(&option);
}

bool names_written_file(const CLI::Option& option) {
  return decided_by(option) == Decides::file || decided_by(option) == Decides::other_file;
}

bool is_settable(const CLI::Option& option) {
  const Decides what = decided_by(option);
  return what == Decides::content || what == Decides::messages || what == Decides::run;
}

bool keeps_outputs(const CLI::Option& option) {
  const Decides what = decided_by(option);
  return what != Decides::content && what != Decides::program && what != Decides::other_file;
}

}  // namespace invdyn
