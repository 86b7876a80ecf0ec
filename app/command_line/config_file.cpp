// CLI11 2.1 has a reader of its own. But it reads a file only for the whole program, ends strings at a # and
// skips lines of less than three characters. toml++ reads TOML.
#include "config_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "command_line.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "ground/document/read_text_file.h"
#include "ground/job/job_files.h"
#include "ground/text/number.h"
#include "options/robot_argument.h"
#include "renamed_options.h"
#include "robot/files/read.h"
#include "robot/files/xacro.h"
#include "toml_limits.h"

namespace invdyn {
namespace {

constexpr const char* config_option = "--config";

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// The content of a command line, as far as it is known before it is parsed.
struct Line {
  std::vector<CLI::App*> commands;  // from the program to the innermost
  std::set<const CLI::Option*> given;
  std::optional<std::string> config;

  Line(CLI::App& program, int argc, const char* const* argv) : commands{&program} {
    int i = 1;
    for (; i < argc; ++i) {
      const auto below =
          command().get_subcommands([&](const CLI::App* each) { return each->get_name() == argv[i]; });
      if (below.empty()) break;
      commands.push_back(below.front());
    }
    std::deque<std::string> words(argv + i, argv + argc);
    while (!words.empty()) {
      const std::string word = words.front();
      words.pop_front();
      if (word == "--") break;
      if (word.starts_with("--"))
        take_long(word, words);
      else if (word.size() > 1 && word[0] == '-')
        take_letters(word, words);
    }
  }

  CLI::App& command() const { return *commands.back(); }

  // The option itself, or one that excludes it: --rate takes the place of --dt.
  bool replaces(const CLI::Option& option) const {
    const auto& others = option.get_excludes();
    return given.contains(&option) || std::any_of(others.begin(), others.end(), [this](CLI::Option* other) {
             return given.contains(other);
           });
  }

 private:
  // --name=value, --name value, or --flag
  void take_long(const std::string& word, std::deque<std::string>& words) {
    const std::size_t equals = word.find('=');
    const CLI::Option* option = command().get_option_no_throw(word.substr(0, equals));
    if (!option) return;  // the parser says so
    std::optional<std::string> value;
    if (equals != std::string::npos) value = word.substr(equals + 1);
    take(*option, value, words);
  }

  // -o value, -ovalue, or -qo value
  void take_letters(const std::string& word, std::deque<std::string>& words) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const CLI::Option* option = command().get_option_no_throw(std::string("-") + word[i]);
      if (!option) return;
      std::optional<std::string> value;
      if (i + 1 < word.size()) value = word.substr(i + 1);
      take(*option, value, words);
      if (takes_value(*option)) return;
    }
  }

  void take(const CLI::Option& option, std::optional<std::string> value, std::deque<std::string>& words) {
    const bool is_first = given.insert(&option).second;
    if (!takes_value(option)) return;
    if (!value && !words.empty()) {
      value = words.front();
      words.pop_front();
    }
    if (is_first && &option == command().get_option_no_throw(config_option)) config = value;
  }
};

// A string or number as it would stand on a command line.
std::optional<std::string> text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto number = node.value_exact<double>()) return shortest(*number);
  return std::nullopt;
}

// One value. An array is a list of numbers separated by commas.
std::string value_of(const toml::node& node, const std::string& where, const std::string& key) {
  std::vector<std::optional<std::string>> parts;
  if (const toml::array* array = node.as_array())
    for (const toml::node& each : *array) parts.push_back(text_of(each));
  else
    parts.push_back(text_of(node));
  if (parts.empty()) parts.emplace_back("");
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) throw UsageError(where, key + ": expected a string, a number, or an array of them");
    if (parts[i]->empty()) throw UsageError(where, key + " is empty: expected a value");
    // xacro evaluates Python expressions in the file.
    if (is_xacro_name(*parts[i]))
      throw UsageError(where,
                       key +
                           " is a file that the program xacro expands, which a file of settings may not "
                           "decide: expected it on the command line");
    if (parts[i]->find('\0') != std::string::npos)
      throw UsageError(where, key + " has a NUL in it: expected text without");
    text += (i > 0 ? "," : "") + *parts[i];
  }
  return text;
}

void fill(CLI::Option& option, const toml::node& node, const std::string& where, const std::string& key) {
  if (!takes_value(option)) {
    const auto flag = node.value_exact<bool>();
    if (!flag) throw UsageError(where, key + ": expected true or false");
    if (*flag) option.add_result("true");
  } else if (const toml::array* array = node.as_array(); array && takes_several(option)) {
    for (const toml::node& each : *array) option.add_result(value_of(each, where, key));
  } else {
    option.add_result(value_of(node, where, key));
  }
}

using Settings = std::map<std::string, const toml::node*>;

// The settings in a table for the command. Tables with names of commands, [torque] or [generate.cubic], are
// only for these commands, and take precedence over the tables around them.
void gather(const toml::table& table, const Line& line, std::size_t depth,
            const std::vector<std::string>& command_names, Settings& settings) {
  const toml::table* own = nullptr;
  for (const auto& [toml_key, node] : table) {
    const std::string key(toml_key.str());
    const toml::table* section = node.as_table();
    if (!section || std::find(command_names.begin(), command_names.end(), key) == command_names.end())
      settings[key] = &node;
    else if (depth + 1 < line.commands.size() && line.commands[depth + 1]->get_name() == key)
      own = section;
  }
  if (!own) return;
  std::vector<std::string> names_below;
  for (const CLI::App* below :
       line.commands[depth + 1]->get_subcommands([](const CLI::App*) { return true; }))
    names_below.push_back(below->get_name());
  gather(*own, line, depth + 1, names_below, settings);
}

toml::table read_table(const std::string& path) {
  const std::string text = read_text_file(path);
  expect_parsable_toml(text, path);
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& fault) {
    throw Error(place_in(path, fault.source().begin.line),
                std::string(fault.description()) + ": expected TOML, such as gravity = [0, 0, -9.81]");
  }
}

}  // namespace

std::string config_key(const CLI::App& command, const CLI::Option& option) {
  if (is_help(command, option)) return "";
  if (option.get_positional()) return lower_case(option.get_name(true));
  const std::string name = longest_name(option);
  return name == config_option || !name.starts_with("--") ? "" : name.substr(2);
}

void add_config_options(CLI::App& program) {
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    add_config_options(*command);
    const bool is_innermost = command->get_subcommands([](const CLI::App*) { return true; }).empty();
    const auto options = command->get_options();
    const bool has_options = std::any_of(options.begin(), options.end(), [&](const CLI::Option* option) {
      return !is_help(*command, *option);
    });
    if (is_innermost && has_options)
      command
          ->add_option(
              config_option,
              "TOML file of settings. Its keys are the long names of options without the leading --, such as "
              "gravity "
              "= "
              "[0, 0, -1.62]. The table [torque] is for that command only. The command line takes precedence")
          ->type_name("FILE");
  }
}

void take_config_file(CLI::App& program, const std::vector<std::string>& command_names, int argc,
                      const char* const* argv) {
  const Line line(program, argc, argv);
  const bool asks_for_help = line.given.contains(line.command().get_help_ptr()) ||
                             line.given.contains(line.command().get_help_all_ptr());
  if (!line.config || asks_for_help) return;
  const toml::table table = read_table(*line.config);
  std::vector<std::string> keys;
  std::map<std::string, CLI::Option*> options;
  for (CLI::Option* option : line.command().get_options([](CLI::Option*) { return true; }))
    if (const std::string key = config_key(line.command(), *option); !key.empty()) {
      if (!option->get_positional()) keys.push_back(key);
      options[key] = option;
    }
  Settings settings;
  gather(table, line, 0, command_names, settings);
  for (const auto& [key, node] : settings) {
    const std::string where = place_in(*line.config, node->source().begin.line);
    const auto option = options.find(key);
    if (const std::string present = renamed_option(line.command(), "--" + key); !present.empty())
      throw UsageError(where, key + " is now " + present);
    if (option == options.end())
      throw UsageError(where, in_quotes(key) + " is no setting of " + full_name(line.command()) +
                                  did_you_mean(key, node->is_table() ? command_names : keys) + " (" +
                                  full_name(line.command()) + " --help lists the options)");
    if (decided_by(*option->second) == Decides::program)
      throw UsageError(where,
                       key +
                           " is passed on to another program, which a file of settings may not decide: "
                           "expected " +
                           longest_name(*option->second) + " on the command line");
    if (decided_by(*option->second) != Decides::nothing)
      throw UsageError(where, key +
                                  " decides where something is written, or what becomes of files that are " +
                                  "there, which a file of settings may not: expected " +
                                  longest_name(*option->second) + " on the command line");
    if (option->second->get_positional())
      throw UsageError(where,
                       key + " is an argument, and a file of settings sets options only: expected it on " +
                           "the command line");
  }
  for (const auto& [key, node] : settings) {
    const std::string where = place_in(*line.config, node->source().begin.line);
    CLI::Option& option = *options[key];
    if (!line.replaces(option)) fill(option, *node, where, key);
  }
}

void keep_config(const CLI::App& command, ProtectedFiles& kept) {
  const CLI::Option* config = command.get_option_no_throw(config_option);
  if (config && !config->empty()) kept.add(config->results().front(), "the file of settings");
}

void expect_config_kept(const CLI::App& command) {
  ProtectedFiles kept;
  keep_config(command, kept);
  for (const CLI::Option* option : command.get_options()) {
    if (decided_by(*option) != Decides::file) continue;
    for (const std::string& path : option->results())
      if (const auto replaced = kept.replaced_by(path))
        throw UsageError(longest_name(*option), "is " + *replaced + ": expected another file");
  }
}

}  // namespace invdyn
