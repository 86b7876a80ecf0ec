#include "offers.h"

#include <algorithm>
#include <map>
#include <utility>

#include "lean_app.h"

namespace invdyn {
namespace {

// CLI11 has no place for it, as for the marks in command_line.cpp.
std::map<const CLI::Option*, std::function<Offer()>> offers;

}  // namespace

CLI::Option* offer(CLI::Option* option, std::function<Offer()> what) {
  if (!LeanApp::is_left_out(option)) offers[option] = std::move(what);
  return option;
}

CLI::Option* offer_words(CLI::Option* option, std::initializer_list<const char*> words) {
  if (LeanApp::is_left_out(option)) return option;
  return offer_words(option, std::vector<std::string>(words.begin(), words.end()));
}

CLI::Option* offer_words(CLI::Option* option, const std::vector<std::string>& words) {
  if (LeanApp::is_left_out(option)) return option;
  return offer(option, [=] { return offered_words(words); });
}

CLI::Option* offer_words(CLI::Option* option, std::vector<std::string> (*words)()) {
  return offer(option, [=] { return offered_words(words()); });
}

Offer offered_words(const std::vector<std::string>& words) {
  Offer what;
  for (const std::string& word : words) what.parts.push_back({word});
  return what;
}

Offer offered_fields(const std::vector<std::string>& keys, const std::vector<OfferedPart>& others) {
  Offer what{others, ' '};
  for (const std::string& key : keys) {
    const std::string text = key + '=';
    if (std::none_of(others.begin(), others.end(),
                     [&](const OfferedPart& part) { return part.text == text; }))
      what.parts.push_back({text});
  }
  return what;
}

Offer offer_of(const CLI::Option& option) {
  const auto found = offers.find(&option);
  return found == offers.end() ? Offer{} : found->second();
}

}  // namespace invdyn
