#include "split_numbers.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "command_line.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "offers.h"
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

// `--payload mass=1 link=tool0`, `--map a=elbow b=wrist`: the shell makes two words of the value.
void refuse_split_fields(const CLI::Option& option, const std::vector<const char*>& words, std::size_t at) {
  const Offer& offer = offer_of(option);
  const auto is_field = [&](const std::string& word) {
    return !is_file(word) &&
           std::any_of(offer.parts.begin(), offer.parts.end(), [&](const OfferedPart& part) {
             return part.text == "="
                        ? word.find('=') != word.npos && !word.starts_with('-')
                        : offer.separator == ' ' && part.text.ends_with('=') && word.starts_with(part.text);
           });
  };
  const std::string_view word = words[at];
  const std::size_t equals = word.find('=');
  std::string value(equals == word.npos ? "" : word.substr(equals + 1));
  std::size_t next = at + 1;
  if (value.empty() && next < words.size()) value = words[next++];
  const std::size_t first = next;
  for (; is_field(value) && next < words.size() && is_field(words[next]); ++next)
    value += (value.ends_with(',') ? "" : std::string(1, offer.separator)) + words[next];
  if (next > first)
    throw UsageError(longest_name(option), "has several fields without quotes: expected " +
                                               longest_name(option) + ' ' + shell_word(value));
}

// `log file.csv` without quotes, and `puma 560`.
void refuse_split_name(const std::vector<const char*>& words, std::size_t at) {
  std::string name = words[at];
  if (at + 1 == words.size() || name.starts_with('-') || is_file(name)) return;
  const auto refuse = [&](std::size_t last, const std::string& whole) {
    std::string line = "invdyn";
    for (std::size_t i = 1; i < words.size(); ++i)
      if (i <= at || i > last) line += ' ' + shell_word(i == at ? whole : words[i]);
    throw UsageError("invdyn", in_quotes(words[at]) + " and " + in_quotes(words[at + 1]) +
                                   " are probably one name: expected " + line);
  };
  for (const ShippedRobot& robot : shipped_robots())
    if (robot.name == name + words[at + 1]) refuse(at + 1, name + words[at + 1]);
  for (std::size_t last = at + 1; last < words.size() && last < at + 4; ++last)
    if (name += std::string(" ") + words[last]; is_file(name)) refuse(last, name);
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
    if (option) refuse_split_fields(*option, words, i);
    refuse_split_name(words, i);
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
