// CLI11 2.1 has a reader of its own, but takes a file for the whole program alone, ends strings at a # and
// skips lines of less than three characters. toml++ reads TOML.
#include "config_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "command_line.h"
#include "error.h"
#include "nearest_name.h"
#include "number.h"
#include "robot/read.h"
#include "wording.h"

namespace invdyn {
namespace {

constexpr const char* config_option = "--config";

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// What a command line says, as far as it can be told before it is parsed.
struct Line {
  CLI::App* command;
  std::optional<std::string> config;
  std::set<std::string> names;  // of options, with their dashes

  Line(CLI::App& program, int argc, const char* const* argv) : command(&program) {
    int i = 1;
    for (; i < argc; ++i) {
      const auto below =
          command->get_subcommands([&](const CLI::App* each) { return each->get_name() == argv[i]; });
      if (below.empty()) break;
      command = below.front();
    }
    for (; i < argc; ++i) {
      const std::string word = argv[i];
      if (word == "--") break;
      if (word.size() < 2 || word[0] != '-') continue;
      const std::size_t equals = word.find('=');
      const bool is_long = word[1] == '-';
      const std::string name = is_long ? word.substr(0, equals) : word.substr(0, 2);
      names.insert(name);
      if (name != config_option) continue;
      if (config) return;  // the parser says that it is given twice
      if (equals != std::string::npos)
        config = word.substr(equals + 1);
      else if (i + 1 < argc)
        config = argv[++i];
    }
  }

  // The option itself, or one that excludes it: --rate takes the place of --dt.
  bool replaces(const CLI::Option& option) const {
    const auto& others = option.get_excludes();
    return gives(option) || std::any_of(others.begin(), others.end(),
                                        [this](const CLI::Option* other) { return gives(*other); });
  }

  bool gives(const CLI::Option& option) const {
    const auto is_given = [&](const std::string& dashes) {
      return [this, dashes](const std::string& name) { return names.contains(dashes + name); };
    };
    return std::any_of(option.get_lnames().begin(), option.get_lnames().end(), is_given("--")) ||
           std::any_of(option.get_snames().begin(), option.get_snames().end(), is_given("-"));
  }
};

// A string or number as it would stand on a command line.
std::optional<std::string> text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto number = node.value_exact<double>()) return shortest(*number);
  return std::nullopt;
}

[[noreturn]] void fail(const std::string& where, const std::string& key, const std::string& expected) {
  throw UsageError(where, key + ": expected " + expected);
}

// One value, of which an array stands for numbers between commas.
std::string value_of(const toml::node& node, const std::string& where, const std::string& key) {
  const char* const expected = "a string, a number, or an array of them";
  std::string text;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& each : *array) {
      const auto part = text_of(each);
      if (!part) fail(where, key, expected);
      text += (text.empty() ? "" : ",") + *part;
    }
  } else if (const auto one = text_of(node)) {
    text = *one;
  } else {
    fail(where, key, expected);
  }
  if (text.empty()) throw UsageError(where, key + " is empty: expected a value");
  return text;
}

void fill(CLI::Option& option, const toml::node& node, const std::string& where, const std::string& key) {
  if (!takes_value(option)) {
    const auto flag = node.value_exact<bool>();
    if (!flag) fail(where, key, "true or false");
    if (*flag) option.add_result("true");
  } else if (const toml::array* array = node.as_array(); array && takes_several(option)) {
    for (const toml::node& each : *array) option.add_result(value_of(each, where, key));
  } else {
    option.add_result(value_of(node, where, key));
  }
}

toml::table read_table(const std::string& path) {
  const std::string text = read_text_file(path);
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& fault) {
    throw Error(place_in(path, fault.source().begin.line),
                std::string(fault.description()) + ": expected TOML, such as gravity = [0, 0, -9.81]");
  }
}

}  // namespace

std::string config_key(const CLI::App& command, const CLI::Option& option) {
  if (&option == command.get_help_ptr()) return "";
  if (option.get_positional()) return lower_case(option.get_name(true));
  const std::string name = longest_name(option);
  return name == config_option || !name.starts_with("--") ? "" : name.substr(2);
}

void add_config_options(CLI::App& program) {
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    add_config_options(*command);
    const bool is_innermost = command->get_subcommands([](const CLI::App*) { return true; }).empty();
    const bool has_options = command->get_options().size() > 1;  // beside --help
    if (is_innermost && has_options)
      command
          ->add_option(
              config_option,
              "TOML file of settings: names of options without dashes, and of arguments in small letters, "
              "such as gravity = [0, 0, -1.62]. What the command line gives counts for more")
          ->type_name("FILE");
  }
}

void take_config_file(CLI::App& program, int argc, const char* const* argv) {
  const Line line(program, argc, argv);
  if (!line.config || !line.command->get_option_no_throw(config_option)) return;
  const std::string& path = *line.config;
  const toml::table table = read_table(path);
  std::vector<std::string> keys;
  for (const CLI::Option* option : line.command->get_options())
    if (const std::string key = config_key(*line.command, *option); !key.empty()) keys.push_back(key);
  for (const auto& [toml_key, node] : table) {
    const std::string key(toml_key.str());
    const std::string where = place_in(path, node.source().begin.line);
    const auto known = std::find(keys.begin(), keys.end(), key);
    if (known == keys.end())
      throw UsageError(where, in_quotes(key) + " is no setting of " + full_name(*line.command) +
                                  did_you_mean(key, keys) + " (" + full_name(*line.command) +
                                  " --help lists what is)");
    for (CLI::Option* option : line.command->get_options([](CLI::Option*) { return true; }))
      if (config_key(*line.command, *option) == key && !line.replaces(*option))
        fill(*option, node, where, key);
  }
}

}  // namespace invdyn
