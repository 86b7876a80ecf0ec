#include "perturbation_argument.h"

#include <algorithm>

#include "arguments.h"
#include "command_line/offers.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"

namespace invdyn {
namespace {

const std::vector<std::string> perturbation_keys{"mass", "com", "inertia", "seed"};

double part_argument(const std::string& option, const std::string& text) {
  const bool per_cent = text.ends_with('%');
  const auto value = parse_finite(per_cent ? std::string_view(text).substr(0, text.size() - 1) : text);
  const double part = value.value_or(-1) / (per_cent ? 100 : 1);
  if (!(part >= 0 && part < 1))
    throw UsageError(
        option, "is " + invdyn::in_quotes(text) + ": expected a share from 0 to below 1, such as 5% or 0.05");
  return part;
}

}  // namespace

Perturbation perturbation_argument(const std::string& option, const std::string& text) {
  Perturbation perturbation;
  std::vector<std::string> seen;
  for (const std::string& word : words_argument(text)) {
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos)
      throw UsageError(option,
                       invdyn::in_quotes(word) + " has no \"=\": expected fields such as mass=5%,seed=1");
    const std::string key = word.substr(0, sign), value = word.substr(sign + 1);
    if (std::find(perturbation_keys.begin(), perturbation_keys.end(), key) == perturbation_keys.end())
      throw UsageError(option, "has an unknown field " + invdyn::in_quotes(key) + ": expected one of " +
                                   joined(perturbation_keys) + did_you_mean(key, perturbation_keys));
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      throw UsageError(option, "has the field " + key + " twice: expected it once");
    seen.push_back(key);
    const std::string field = option + " " + key;
    constexpr std::size_t largest_seed = 1'000'000'000;
    if (key == "seed") perturbation.seed = count_argument(field, value, 0, largest_seed);
    if (key == "mass") perturbation.mass = part_argument(field, value);
    if (key == "com") perturbation.com = part_argument(field, value);
    if (key == "inertia") perturbation.inertia = part_argument(field, value);
  }
  if (seen == std::vector<std::string>{"seed"})
    throw UsageError(option, "has only a seed: expected at least one of mass, com, inertia");
  return perturbation;
}

CLI::Option* offer_perturbation(CLI::Option* option) {
  std::vector<std::string> fields;
  for (const std::string& key : perturbation_keys) fields.push_back(key + '=');
  return offer_words(option, fields);
}

}  // namespace invdyn
