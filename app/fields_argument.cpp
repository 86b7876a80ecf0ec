#include "fields_argument.h"

#include <algorithm>

#include "error.h"
#include "nearest_name.h"
#include "wording.h"

namespace invdyn {
namespace {

std::vector<std::string> split_at_blanks(const std::string& text) {
  constexpr const char* blanks = " \t";
  std::vector<std::string> words;
  for (std::size_t end = 0, begin; (begin = text.find_first_not_of(blanks, end)) != std::string::npos;) {
    end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

}  // namespace

Fields fields_argument(const std::string& option, const std::string& text,
                       const std::vector<std::string>& keys, const std::string& example,
                       const std::string& with_blanks) {
  Fields fields;
  std::string latest;
  for (const std::string& word : split_at_blanks(text)) {
    const std::size_t sign = word.find('=');  // the first one: a value may hold the sign too
    if (sign == std::string::npos && !latest.empty() && latest == with_blanks) {
      fields[latest] += ' ' + word;
      continue;
    }
    if (sign == std::string::npos)
      throw UsageError(option, in_quotes(word) + " has no \"=\": expected fields such as " + example +
                                   ", with blanks between them");
    const std::string key = latest = word.substr(0, sign);
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw UsageError(option, "has an unknown field " + in_quotes(key) + ": expected one of " +
                                   joined(keys) + did_you_mean(key, keys));
    if (!fields.emplace(key, word.substr(sign + 1)).second)
      throw UsageError(option, "has the field " + key + " twice: expected it once");
  }
  return fields;
}

}  // namespace invdyn
