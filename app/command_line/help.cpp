#include "help.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <utility>

#include "command_line.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"

namespace invdyn {
namespace {

constexpr const char* group_order[] = {
    group::input,    group::motion,  group::limits, group::figure, group::comparison,
    group::counting, group::control, group::model,  group::robot,  group::differentiation,
    group::fit,      group::output,  group::batch,  group::general};

std::string with_full_stop(const std::string& text) {
  return text.empty() || text.ends_with('.') ? text : text + '.';
}

// COLUMNS if it is set, else the width of the terminal on standard output, else 80; at least 40 and at most
// 100.
std::size_t help_width() {
  constexpr double usual = 80, min_width = 40, max_width = 100;
  const char* columns = std::getenv("COLUMNS");
  auto width = columns ? parse_finite(columns) : std::nullopt;
  struct winsize window {};
  if ((!width || *width < 1) && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0) width = window.ws_col;
  if (!width || *width < 1) width = usual;
  return static_cast<std::size_t>(std::clamp(*width, min_width, max_width));
}

// A name and its text, which begins in the same column for all names that are short enough.
class Entries {
 public:
  explicit Entries(std::size_t width) : width_(width), column_(width < 60 ? 8 : 24) {}

  std::string in_one_line(const std::string& name, const std::string& text) const {
    constexpr std::size_t column = 24;
    const std::string head = "  " + name;
    return head + std::string(std::max(head.size() + 2, column) - head.size(), ' ') + text + '\n';
  }

  std::string in_full(const std::string& name, const std::string& text) const {
    const std::string head = "  " + name, indent(column_, ' ');
    const std::string lines = wrapped(text, indent, width_);
    const bool fits = head.size() + 2 <= column_;
    return fits ? head + lines.substr(head.size()) : head + '\n' + lines;
  }

 private:
  std::size_t width_, column_;
};

// A command line over as many lines as it needs.
std::string wrapped_example(const std::string& line, std::size_t width) {
  const std::string continued = " \\";
  std::istringstream lines(wrapped(line, "    ", width - continued.size()));
  std::string text;
  for (std::string each; std::getline(lines, each);)
    text += text.empty() ? each.substr(2) : continued + '\n' + each;
  return text + '\n';
}

// Paragraphs, each a line of the footer, and examples, each a line of it that is indented.
std::string wrapped_footer(const std::string& footer, std::size_t width) {
  std::string text;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);)
    text += line.starts_with("  ") ? wrapped_example(line, width) : '\n' + wrapped(line, "", width);
  return text;
}

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { label("SUBCOMMAND", "COMMAND"); }

  // CLI11 passes the mode All for -h.
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override {
    const bool is_short = mode == CLI::AppFormatMode::All;
    const std::size_t width = help_width();
    const Entries entries(width);
    const Entry entry = [&](const std::string& head, const std::string& text) {
      return is_short ? entries.in_one_line(head, first_sentence(text)) : entries.in_full(head, text);
    };
    const std::string about = command->get_description();
    const std::string text = wrapped(is_short ? first_sentence(about) : with_full_stop(about), "", width) +
                             wrapped(usage_text(*command, name), "", width) +
                             commands_text(*command, entry, width);
    std::size_t left_out = 0;
    const std::string options = options_text(*command, entry, is_short, left_out);
    if (!is_short) return text + options + wrapped_footer(command->get_footer(), width);
    return text + options + '\n' + name + " --help prints all texts" +
           (left_out > 0 ? ", and " + counted(left_out, "more option") : "") + ".\n";
  }

 private:
  using Entry = std::function<std::string(const std::string& head, const std::string& text)>;

  // With the options that every line needs.
  std::string usage_text(const CLI::App& command, const std::string& name) const {
    std::string text(trimmed(make_usage(&command, name)));
    for (const CLI::Option* option : command.get_options())
      if (option->get_required() && !option->get_positional())
        text += ' ' + names_of(*option).front() + ' ' + option->get_type_name();
    return text;
  }

  static std::string commands_text(const CLI::App& command, const Entry& entry, std::size_t width) {
    std::string text, group, others;
    for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
      if (each->get_group() == other_commands) {
        others += (others.empty() ? "" : ", ") + each->get_name();
        continue;
      }
      if (std::exchange(group, each->get_group()) != each->get_group())
        text += '\n' + (group == "Subcommands" ? "Commands" : group) + ":\n";
      text += entry(each->get_name(), with_full_stop(each->get_description()));
    }
    return others.empty() ? text : text + '\n' + wrapped(other_commands + (": " + others), "", width);
  }

  // Counts the options that a short text leaves out.
  static std::string options_text(const CLI::App& command, const Entry& entry, bool is_short,
                                  std::size_t& left_out) {
    std::string text;
    for (const OptionGroup& group : option_groups(command)) {
      std::string options;
      for (const CLI::Option* option : group.options)
        if (is_short && is_rare(*option))
          ++left_out;
        else
          options += entry(heading(*option), full_text(command, *option));
      if (!options.empty()) text += '\n' + group.name + ":\n" + options;
    }
    return text;
  }
};

}  // namespace

std::vector<OptionGroup> option_groups(const CLI::App& command) {
  std::vector<OptionGroup> groups{{"Arguments", {}}};
  for (const char* name : group_order) groups.push_back({name, {}});
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_positional() ? groups.front().name : option->get_group();
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const OptionGroup& group) { return group.name == name; });
    if (found == groups.end()) --found;  // general
    found->options.push_back(option);
  }
  auto& last = groups.back().options;
  std::stable_partition(last.begin(), last.end(),
                        [&](const CLI::Option* option) { return !is_help(command, *option); });
  std::erase_if(groups, [](const OptionGroup& group) { return group.options.empty(); });
  return groups;
}

std::string heading(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true) + (takes_several(option) ? "..." : "");
  std::string text;
  for (const std::string& name : names_of(option)) text += (text.empty() ? "" : ", ") + name;
  return text + (takes_value(option) ? " " + option.get_type_name() : "");
}

std::string full_text(const CLI::App& command, const CLI::Option& option) {
  std::string text = with_full_stop(option.get_description());
  if (!option.get_default_str().empty()) text += " Default: " + option.get_default_str() + ".";
  if (option.get_required() && !option.get_positional()) text += " Required.";
  const auto excluded = option.get_excludes();  // in no certain order
  std::vector<std::string> others;
  for (const CLI::Option* other : command.get_options())
    if (excluded.contains(const_cast<CLI::Option*>(other))) others.push_back(longest_name(*other));
  return others.empty() ? text : text + " Not with " + joined(others) + ".";
}

std::string first_sentence(const std::string& text) {
  const std::string first = text.substr(0, text.find(". "));
  return first.ends_with('.') ? first.substr(0, first.size() - 1) : first;
}

void set_help(CLI::App& program) {
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_help_flag("--help", "Print help with all texts");
  program.set_help_all_flag("-h", "Print help with the most common options");
}

}  // namespace invdyn
