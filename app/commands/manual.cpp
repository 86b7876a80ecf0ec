#include <algorithm>
#include <cctype>
#include <memory>
#include <sstream>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "manual_pages.h"
#include "options/arguments.h"

namespace invdyn {
namespace {

constexpr const char* overview = "invdyn";

bool is_letter_or_digit(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// The word with a backslash before each character that Markdown would take for markup.
std::string escaped(const std::string& word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool is_inside =
        i > 0 && i + 1 < word.size() && is_letter_or_digit(word[i - 1]) && is_letter_or_digit(word[i + 1]);
    if (std::string("\\`*<").find(word[i]) != std::string::npos || (word[i] == '_' && !is_inside))
      text += '\\';
    text += word[i];
  }
  return text;
}

// The words in lines of at most 100 characters, indented by two from the second one on. A line begins with a
// letter, a quote or a bracket: with a dash or a number it could be an item of a list.
std::string in_lines(const std::string& words) {
  std::string text;
  std::size_t column = 0;
  std::istringstream rest(words);
  for (std::string word; rest >> word;) {
    const bool may_begin =
        std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '"' || word[0] == '(';
    if (column > 0 && column + 1 + word.size() > 100 && may_begin) {
      text += "\n  ";
      column = 2;
    } else if (column > 0) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text;
}

std::string item(const CLI::App& command, const CLI::Option& option) {
  std::string text = "- `" + heading(option) + "`:";
  std::istringstream words(full_text(command, option));
  for (std::string word; words >> word;) text += ' ' + escaped(word);
  return in_lines(text) + '\n';
}

// A list for each group of options, as --help has them.
std::string option_lists(const CLI::App& command) {
  std::string text = "\n";
  for (const auto& [name, options] : option_groups(command)) {
    std::string items;
    for (const CLI::Option* option : options)
      if (!is_help(command, *option)) items += item(command, *option);
    if (!items.empty()) text += "**" + name + "**\n\n" + items + '\n';
  }
  return text;
}

const CLI::App& command_named(const CLI::App& program, const std::string& name) {
  if (full_name(program) == name) return program;
  for (const CLI::App* command : commands_of(program))
    if (full_name(*command) == name) return *command;
  throw Error("the manual", "has a list of options of " + in_quotes(name) + ", which is not a command");
}

// The page with lists of options as they are defined. They replace the text between the markers.
std::string filled(const CLI::App& program, const std::string& page) {
  const std::string begin = "<!-- options: ", begin_tail = " -->", end = "<!-- end of options -->";
  std::string text;
  std::istringstream lines(page);
  bool is_copied = true;
  for (std::string line; std::getline(lines, line);) {
    if (line == end) is_copied = true;
    if (is_copied) text += line + '\n';
    if (!line.starts_with(begin) || !line.ends_with(begin_tail)) continue;
    is_copied = false;
    text += option_lists(
        command_named(program, line.substr(begin.size(), line.size() - begin.size() - begin_tail.size())));
  }
  if (!is_copied) throw Error("the manual", "has a list of options without the line \"" + end + "\"");
  return text;
}

std::vector<std::string> topics() {
  std::vector<std::string> names;
  for (const ManualPage& page : manual_pages()) names.emplace_back(page.topic);
  return names;
}

const char* page_of(const std::string& topic) {
  std::string list;
  for (const ManualPage& page : manual_pages()) {
    if (page.topic == topic) return page.text;
    list += (list.empty() ? "" : ", ") + std::string(page.topic);
  }
  throw UsageError("TOPIC",
                   "is " + in_quotes(topic) + ": expected one of " + list + did_you_mean(topic, topics()));
}

}  // namespace

Command add_manual_command(CLI::App& program) {
  auto topic = std::make_shared<std::string>(overview);
  CLI::App* command = program.add_subcommand("manual", "Print a page of the manual, as Markdown");
  offer_words(command->add_option("TOPIC", *topic, "Command or other topic. The page invdyn lists all"),
              topics())
      ->capture_default_str();
  command->footer("Examples:\n  invdyn manual\n  invdyn manual torque | less");
  return {command, [&program, topic](Terminal&) {
            const std::string page = page_of(*topic);
            OutputFile out("-");
            out.write(filled(program, page));
            out.commit();
            return static_cast<int>(done);
          }};
}

}  // namespace invdyn
