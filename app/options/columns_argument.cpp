#include "columns_argument.h"

#include <fnmatch.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "ground/base/error.h"
#include "ground/base/lower_case.h"
#include "ground/base/wording.h"

namespace invdyn {
namespace {

constexpr const char* columns_option = "--columns";

// `tau_*` is every column of tau.
bool is_matched(const std::string& name, const std::string& pattern) {
  const auto matches = [&](const std::string& part) { return ::fnmatch(part.c_str(), name.c_str(), 0) == 0; };
  return matches(pattern) || (pattern.ends_with("_*") && matches(pattern.substr(0, pattern.size() - 2)));
}

void expect_no_joint(const std::string& word, const std::vector<std::string>& known) {
  for (const std::string& name : known)
    if (word.starts_with(name + "_") && std::find(known.begin(), known.end(), word) == known.end())
      throw UsageError(columns_option, "is \"" + word +
                                           "\", but the columns of one joint cannot be chosen: expected " +
                                           name + " for the columns of all joints");
}

// Usual words for our names.
constexpr std::pair<std::string_view, const char*> usual_words[] = {
    {" torque torques effort efforts moment moments ", "tau"},
    {" position positions pos angle angles ", "q"},
    {" velocity velocities vel speed speeds qd ", "dq"},
    {" acceleration accelerations acc qdd ", "ddq"},
    {" friction ", "viscous,coulomb"},
    {" all ", "'*'"}};

bool is_among(const std::vector<std::string>& known, const std::string& name) {
  return std::find(known.begin(), known.end(), name) != known.end();
}

// The time, which is always written.
bool is_time(const std::string& word, const std::vector<std::string>& known) {
  return (word == "t" || word == "time") && !is_among(known, word) && is_among(known, "q");
}

void expect_no_usual_word(const std::string& word, const std::vector<std::string>& known) {
  if (is_among(known, word) || !is_among(known, "q")) return;
  for (const auto& [words, ours] : usual_words)
    if (words.find(' ' + lower_case(word) + ' ') != words.npos)
      throw UsageError(columns_option, "is \"" + word + "\": expected one of " + joined(known) +
                                           "; did you mean " + ours + "?");
}

}  // namespace

std::vector<std::size_t> columns_argument(const std::string& text, const std::vector<std::string>& known) {
  std::vector<std::size_t> chosen;
  const auto is_chosen = [&](std::size_t i) {
    return std::find(chosen.begin(), chosen.end(), i) != chosen.end();
  };
  for (const std::string& word : words_argument(text)) {
    if (is_time(word, known)) continue;
    if (word.find_first_of("*?[") == std::string::npos) {
      expect_no_joint(word, known);
      expect_no_usual_word(word, known);
      const std::size_t i = choice_argument(columns_option, word, known);
      if (is_chosen(i))
        throw UsageError(columns_option, "names " + word + " twice: expected each quantity once");
      chosen.push_back(i);
      continue;
    }
    bool any = false;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (!is_matched(known[i], word)) continue;
      any = true;
      if (!is_chosen(i)) chosen.push_back(i);
    }
    if (!any)
      throw UsageError(columns_option,
                       in_quotes(word) + " matches no quantity: expected some of " + joined(known));
  }
  if (chosen.empty())
    throw UsageError(columns_option, "has only t, which is always written: expected other quantities too");
  return chosen;
}

}  // namespace invdyn
