#include "manual_options.h"

#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "manual_pages.h"

namespace invdyn {
namespace {

constexpr const char* shared = "shared";

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

// The words in lines of at most 100 characters, the second one and the next after an indent. A line begins
// with a letter, a quote or a bracket: with a dash or a number it could be an item of a list.
std::string in_lines(const std::string& words, const std::string& indent) {
  std::string text;
  std::size_t column = 0;
  std::istringstream rest(words);
  for (std::string word; rest >> word;) {
    const bool may_begin = std::isalpha(static_cast<unsigned char>(word[0])) ||
                           std::string("\"(`[").find(word[0]) != std::string::npos;
    if (column > 0 && column + 1 + word.size() > 100 && may_begin) {
      text += '\n' + indent;
      column = indent.size();
    } else if (column > 0) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text + '\n';
}

std::string item(const CLI::App& command, const CLI::Option& option) {
  std::string text = "- `" + heading(option) + "`:";
  std::istringstream words(full_text(command, option));
  for (std::string word; words >> word;) text += ' ' + escaped(word);
  return in_lines(text, "  ");
}

const CLI::App& command_named(const CLI::App& program, const std::string& name) {
  if (full_name(program) == name) return program;
  for (const CLI::App* command : commands_of(program))
    if (full_name(*command) == name) return *command;
  throw Error("the manual", "has a list of options of " + in_quotes(name) + ", which is not a command");
}

// The command of a line that begins a list.
std::optional<std::string> list_begun_by(const std::string& line) {
  const std::string begin = "<!-- options: ", end = " -->";
  if (!line.starts_with(begin) || !line.ends_with(end)) return std::nullopt;
  return line.substr(begin.size(), line.size() - begin.size() - end.size());
}

// Calls take(group, option, item) for each option of a command but help, as --help has them.
void for_each_item(
    const CLI::App& command,
    const std::function<void(const std::string&, const CLI::Option&, const std::string&)>& take) {
  for (const auto& [name, options] : option_groups(command))
    for (const CLI::Option* option : options)
      if (!is_help(command, *option)) take(name, *option, item(command, *option));
}

using GroupedItems = std::vector<std::pair<std::string, std::string>>;

void add_item(GroupedItems& groups, const std::string& group, const std::string& item) {
  for (auto& [name, items] : groups)
    if (name == group) {
      items += item;
      return;
    }
  groups.emplace_back(group, item);
}

std::string in_groups(const GroupedItems& groups) {
  std::string text;
  for (const auto& [name, items] : groups) text += "**" + name + "**\n\n" + items + '\n';
  return text;
}

// The options that at least three pages have, with the same text.
class SharedOptions {
 public:
  explicit SharedOptions(const CLI::App& program) {
    std::map<std::string, std::set<std::string>> pages_of_item;
    std::vector<std::pair<std::string, std::string>> all;  // group and item
    for (const ManualPage& page : manual_pages()) {
      std::istringstream lines(page.text);
      for (std::string line; std::getline(lines, line);) {
        const auto command = list_begun_by(line);
        if (!command || *command == shared) continue;
        for_each_item(command_named(program, *command),
                      [&](const std::string& group, const CLI::Option& option, const std::string& item) {
                        if (option.get_positional()) return;
                        if (pages_of_item[item].empty()) all.emplace_back(group, item);
                        pages_of_item[item].insert(page.topic);
                      });
      }
    }
    for (const auto& [group, item] : all)
      if (constexpr std::size_t few = 2; pages_of_item[item].size() > few && items_.insert(item).second)
        add_item(groups_, group, item);
  }

  bool has(const std::string& item) const { return items_.contains(item); }
  std::string list() const { return '\n' + in_groups(groups_); }

 private:
  std::set<std::string> items_;
  GroupedItems groups_;
};

// The lists of a page, one after the other.
class ListsOfPage {
 public:
  explicit ListsOfPage(const CLI::App& program) : program_(program), shared_(program) {}

  std::string list(const std::string& command) {
    if (command == shared) return shared_.list();
    GroupedItems own;
    std::map<std::string, std::string> above;  // names by the command that has the texts
    std::string elsewhere;
    const auto name = [](std::string& names, const CLI::Option& option) {
      names += (names.empty() ? "`" : ", `") + longest_name(option) + '`';
    };
    for_each_item(command_named(program_, command),
                  [&](const std::string& group, const CLI::Option& option, const std::string& item) {
                    if (shared_.has(item))
                      name(elsewhere, option);
                    else if (const auto [first, is_new] = commands_.try_emplace(item, command); is_new)
                      add_item(own, group, item);
                    else
                      name(above[first->second], option);
                  });
    std::string text = '\n' + in_groups(own);
    for (const auto& [first, names] : above)
      text += in_lines("Described above, for `" + first + "`: " + names + '.', "") + '\n';
    if (!elsewhere.empty())
      text += in_lines("Described in [invdyn-options(7)](options.md): " + elsewhere + '.', "") + '\n';
    return text;
  }

 private:
  const CLI::App& program_;
  SharedOptions shared_;
  std::map<std::string, std::string> commands_;  // by item
};

}  // namespace

std::string with_option_lists(const CLI::App& program, const std::string& page) {
  const std::string end = "<!-- end of options -->";
  ListsOfPage lists(program);
  std::string text;
  std::istringstream lines(page);
  bool is_copied = true;
  for (std::string line; std::getline(lines, line);) {
    if (line == end) is_copied = true;
    if (is_copied) text += line + '\n';
    if (const auto command = list_begun_by(line)) {
      is_copied = false;
      text += lists.list(*command);
    }
  }
  if (!is_copied) throw Error("the manual", "has a list of options without the line \"" + end + "\"");
  return text;
}

}  // namespace invdyn
