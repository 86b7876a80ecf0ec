// CLI11 2.1 has a reader of its own. But it reads a file only for the whole program, ends strings at
// a # and skips lines of less than three characters.
#include "config_file.h"

#include <algorithm>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "command_line.h"
#include "ground/base/error.h"
#include "ground/base/lower_case.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "ground/document/json_node.h"
#include "ground/document/read_text_file.h"
#include "ground/text/number.h"
#include "renamed_options.h"
#include "robot/files/xacro.h"
#include "toml_in_json.h"

namespace invdyn {
namespace {

using nlohmann::json;

constexpr const char* config_option = "--config";
// Texts of many numbers take 32 bytes for each number.
constexpr std::size_t max_bytes = 1 << 20;

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

// A text or number as it would stand on a command line.
std::optional<std::string> text_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return shortest(value.get<double>());
  if (value.is_number()) return value.dump();
  return std::nullopt;
}

// One value. An array is a list separated by commas.
std::string value_of(const json& value, const std::string& where) {
  std::vector<std::optional<std::string>> parts;
  if (value.is_array())
    for (const json& each : value) parts.push_back(text_of(each));
  else
    parts.push_back(text_of(value));
  if (parts.empty()) parts.emplace_back("");
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) throw UsageError(where, "expected a text, a number, or an array of texts and numbers");
    if (parts[i]->empty()) throw UsageError(where, "is empty: expected a value");
    // xacro evaluates Python expressions in the file.
    if (is_xacro_name(*parts[i]))
      throw UsageError(
          where,
          "is a xacro file: expected the xacro file on the command line, not in a settings file, "
          "because xacro evaluates Python code in its files");
    if (parts[i]->find('\0') != std::string::npos)
      throw UsageError(where, "has a NUL byte: expected text without NUL bytes");
    text += (i > 0 ? "," : "") + *parts[i];
  }
  return text;
}

void fill(CLI::Option& option, const json& value, const std::string& where) {
  if (!takes_value(option)) {
    if (!value.is_boolean()) throw UsageError(where, "expected true or false");
    if (value.get<bool>()) option.add_result("true");
  } else if (value.is_array() && takes_several(option)) {
    for (const json& each : value) option.add_result(value_of(each, where));
  } else {
    option.add_result(value_of(value, where));
  }
}

// The key of each setting and its place in the file.
using Settings = std::map<std::string, json::json_pointer>;

// The settings in an object for the command. Objects with names of commands, "torque": {...}, are only for
// these commands, and take precedence over the objects around them.
void gather(const json& object, const json::json_pointer& place, const Line& line, std::size_t depth,
            const std::vector<std::string>& command_names, Settings& settings) {
  const json* own = nullptr;
  for (const auto& [key, value] : object.items())
    if (!value.is_object() ||
        std::find(command_names.begin(), command_names.end(), key) == command_names.end())
      settings[key] = place / key;
    else if (depth + 1 < line.commands.size() && line.commands[depth + 1]->get_name() == key)
      own = &value;
  if (!own) return;
  const CLI::App& command = *line.commands[depth + 1];
  std::vector<std::string> names_below;
  for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; }))
    names_below.push_back(below->get_name());
  gather(*own, place / command.get_name(), line, depth + 1, names_below, settings);
}

json read_settings(const std::string& path) {
  const std::string text = read_text_file(path);
  if (text.size() > max_bytes)
    throw Error(path, "is larger than 1 MiB, the limit for settings: expected JSON");
  refuse_toml(text, path);
  json document = parse_json(text, path, Comments::allowed);
  if (!document.is_object())
    JsonNode(document, path).fail("an object of settings, such as {\"gravity\": [0, 0, -9.81]}");
  return document;
}

// Throws UsageError unless a file of settings may set the option.
void expect_settable(const CLI::Option& option, const std::string& where) {
  const std::string expected = "expected " + longest_name(option) + " on the command line";
  if (decided_by(option) == Decides::program)
    throw UsageError(where, "controls another program, so it must not be in a settings file: " + expected);
  if (!is_settable(option))
    throw UsageError(
        where, "decides which files are written or kept, so it must not be in a settings file: " + expected);
  if (option.get_positional())
    throw UsageError(where, "is an argument, and a settings file sets only options: " + expected);
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
              "JSON file of settings. Its keys are the long names of options without the leading --, as "
              "in {\"gravity\": [0, 0, -1.62]}. \"torque\": {...} has settings for the command torque "
              "only. Options on the command line take precedence over the file")
          ->type_name("FILE.json");
  }
}

void take_config_file(CLI::App& program, const std::vector<std::string>& command_names, int argc,
                      const char* const* argv) {
  const Line line(program, argc, argv);
  CLI::App& command = line.command();
  const bool asks_for_help =
      line.given.contains(command.get_help_ptr()) || line.given.contains(command.get_help_all_ptr());
  if (!line.config || asks_for_help) return;
  const json document = read_settings(*line.config);
  std::vector<std::string> keys;
  std::map<std::string, CLI::Option*> options;
  for (CLI::Option* option : command.get_options([](CLI::Option*) { return true; }))
    if (const std::string key = config_key(command, *option); !key.empty()) {
      if (!option->get_positional()) keys.push_back(key);
      options[key] = option;
    }
  Settings settings;
  gather(document, json::json_pointer(), line, 0, command_names, settings);
  const auto where = [&](const json::json_pointer& place) {
    constexpr std::size_t max_shown = 200;
    const std::string text = place.to_string();
    return *line.config + ": " + (text.size() > max_shown ? in_quotes(text) : text);
  };
  for (const auto& [key, place] : settings) {
    const auto option = options.find(key);
    if (const std::string present = renamed_option(command, "--" + key); !present.empty())
      throw UsageError(where(place), "is now " + present);
    if (option == options.end())
      throw UsageError(where(place),
                       "is no setting of " + full_name(command) +
                           did_you_mean(key, document[place].is_object() ? command_names : keys) + " (" +
                           full_name(command) + " --help lists the options)");
    expect_settable(*option->second, where(place));
  }
  for (const auto& [key, place] : settings)
    if (!line.replaces(*options[key])) fill(*options[key], document[place], where(place));
}

void keep_config(const CLI::App& command, ProtectedFiles& kept) {
  const CLI::Option* config = command.get_option_no_throw(config_option);
  if (config && !config->empty()) kept.add(config->results().front(), "the settings file");
}

void expect_config_kept(const CLI::App& command) {
  ProtectedFiles kept;
  keep_config(command, kept);
  for (const CLI::Option* option : command.get_options()) {
    if (!names_written_file(*option)) continue;
    for (const std::string& path : option->results())
      if (const auto replaced = kept.replaced_by(path))
        throw UsageError(longest_name(*option), "is " + *replaced + ": expected another file");
  }
}

}  // namespace invdyn
