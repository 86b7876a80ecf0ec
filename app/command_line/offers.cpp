#include "offers.h"

#include <algorithm>
#include <map>
#include <utility>

namespace invdyn {
namespace {

// CLI11 has no place for it, as for the marks in command_line.cpp.
std::map<const CLI::Option*, Offer> offers;

}  // namespace

CLI::Option* offer(CLI::Option* option, Offer what) {
  offers[option] = std::move(what);
  return option;
}

CLI::Option* offer_words(CLI::Option* option, const std::vector<std::string>& words) {
  Offer what;
  for (const std::string& word : words) what.parts.push_back({word});
  return offer(option, std::move(what));
}

CLI::Option* offer_fields(CLI::Option* option, const std::vector<std::string>& keys,
                          const std::vector<OfferedPart>& others) {
  Offer what{others, ' '};
  for (const std::string& key : keys) {
    const std::string text = key + '=';
    if (std::none_of(others.begin(), others.end(),
                     [&](const OfferedPart& part) { return part.text == text; }))
      what.parts.push_back({text});
  }
  return offer(option, std::move(what));
}

const Offer& offer_of(const CLI::Option& option) {
  static const Offer nothing;
  const auto found = offers.find(&option);
  return found == offers.end() ? nothing : found->second;
}

}  // namespace invdyn
