#include "split_numbers.h"

#include <string>
#include <string_view>

#include "command_line.h"
#include "ground/base/error.h"
#include "ground/text/number.h"
#include "robot/files/read.h"

namespace invdyn {
namespace {

// `X,Y,Z` or `Q1,Q2,...`
bool takes_list(const CLI::Option& option) {
  return takes_value(option) && option.get_type_name().find(',') != std::string::npos;
}

// The number in a word, which may end in a comma. Empty: there is none, or a file has this name.
std::string number_in(std::string_view word) {
  if (word.ends_with(',')) word.remove_suffix(1);
  const std::string text(word);
  return parse_finite(text) && !is_file(text) ? text : "";
}

}  // namespace

void refuse_split_numbers(const CLI::App& program, const std::vector<const char*>& words) {
  const CLI::App* command = &program;
  std::size_t i = 1;
  for (; i < words.size(); ++i) {
    const auto below = command->get_subcommands(
        [&](const CLI::App* each) { return each->get_name() == std::string_view(words[i]); });
    if (below.empty()) break;
    command = below.front();
  }
  for (; i < words.size() && std::string_view(words[i]) != "--"; ++i) {
    const std::string word = words[i], name = word.substr(0, word.find('='));
    const CLI::Option* option = name.starts_with("--") ? command->get_option_no_throw(name) : nullptr;
    if (!option || !takes_list(*option)) continue;
    std::size_t count = 0;
    std::string list;
    const auto take = [&](std::string_view each) {
      const std::string number = number_in(each);
      if (!number.empty()) list += (count++ > 0 ? "," : "") + number;
      return !number.empty();
    };
    if (name.size() < word.size() && !take(std::string_view(word).substr(name.size() + 1))) continue;
    for (std::size_t next = i + 1; next < words.size() && take(words[next]); ++next) continue;
    if (count > 1)
      throw UsageError(name, "has " + std::to_string(count) + " numbers with blanks between them: expected " +
                                 name + " " + list + ", with commas and without blanks");
  }
}

}  // namespace invdyn
