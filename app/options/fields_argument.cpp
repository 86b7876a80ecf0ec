#include "fields_argument.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ground/base/error.h"
#include "ground/base/lower_case.h"
#include "ground/base/nearest_name.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"

namespace invdyn {
namespace {

std::vector<std::string_view> split_at_blanks(std::string_view text) {
  constexpr const char* blanks = " \t";
  std::vector<std::string_view> words;
  for (std::size_t end = 0, begin; (begin = text.find_first_not_of(blanks, end)) != text.npos;) {
    end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

// `mass=1,link=tool0` is meant as two fields.
void refuse_commas(const std::string& option, const std::string& text, const std::vector<std::string>& keys) {
  std::string split = text;
  for (const std::string& key : keys)
    for (const std::string sign : {",", ";"})
      for (const std::string& comma : {' ' + sign + ' ', sign + ' ', sign})
        for (std::size_t at; (at = split.find(comma + key + "=")) != split.npos;)
          split.replace(at, comma.size(), " ");
  if (split != text)
    throw UsageError(option, "has commas or semicolons between its fields: expected blanks, as in " + option +
                                 ' ' + shell_word(split));
}

// Words that others have for the key.
std::string usual_key(const std::string& word, const std::vector<std::string>& keys) {
  constexpr std::pair<const char*, const char*> usual[] = {
      {"mass", "payload"}, {"load", "payload"}, {"payload", "mass"},    {"weight", "mass"}, {"m", "mass"},
      {"cog", "com"},      {"center", "com"},   {"centre", "com"},      {"tx", "nx"},       {"ty", "ny"},
      {"tz", "nz"},        {"mx", "nx"},        {"my", "ny"},           {"mz", "nz"},       {"body", "link"},
      {"gear", "ratio"},   {"speeds", "speed"}, {"gear_ratio", "ratio"}};
  for (const auto& [theirs, ours] : usual)
    if (lower_case(word) == theirs && std::find(keys.begin(), keys.end(), ours) != keys.end()) return ours;
  return "";
}

}  // namespace

Fields fields_argument(const std::string& option, const std::string& text,
                       const std::vector<std::string>& keys, const std::string& example,
                       const std::vector<std::string>& with_blanks) {
  Fields fields;
  std::string latest;
  const char* value = nullptr;  // of the latest
  refuse_commas(option, text, keys);
  for (const std::string_view word : split_at_blanks(text)) {
    const char* const end = word.data() + word.size();
    const std::size_t sign = word.find('=');  // the first one: a value may hold the sign too
    if (sign == word.npos && std::find(with_blanks.begin(), with_blanks.end(), latest) != with_blanks.end()) {
      fields[latest].assign(value, end);  // with its blanks as they stand
      continue;
    }
    if (sign == word.npos)
      throw UsageError(option, in_quotes(word) + " has no \"=\": expected fields such as " + example +
                                   ", with blanks between them");
    latest = word.substr(0, sign);
    value = word.data() + sign + 1;
    if (std::find(keys.begin(), keys.end(), latest) == keys.end()) {
      const std::string usual = usual_key(latest, keys);
      throw UsageError(option, "has an unknown field " + in_quotes(latest) + ": expected " +
                                   (usual.empty() ? "one of " + joined(keys) + did_you_mean(latest, keys)
                                                  : usual + '=' + std::string(value, end)));
    }
    if (!fields.emplace(latest, std::string(value, end)).second)
      throw UsageError(option, "has the field " + latest + " twice: expected it once");
  }
  return fields;
}

}  // namespace invdyn
