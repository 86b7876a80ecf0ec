#include <memory>

#include "command_line/command_line.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "manual_options.h"
#include "manual_pages.h"
#include "manual_search.h"
#include "options/arguments.h"
#include "pager.h"

namespace invdyn {
namespace {

constexpr const char* overview = "invdyn";

std::vector<std::string> topics() {
  std::vector<std::string> names;
  for (const ManualPage& page : manual_pages()) names.emplace_back(page.topic);
  return names;
}

const ManualPage* page_of(const std::string& topic) {
  for (const ManualPage& page : manual_pages())
    if (topic == page.topic || topic == "invdyn-" + std::string(page.topic)) return &page;
  return nullptr;
}

// `floating-base` is floating.
const ManualPage* page_that_begins(const std::string& topic) {
  for (const ManualPage& page : manual_pages())
    if (topic.starts_with(std::string(page.topic) + '-')) return &page;
  return nullptr;
}

// `own arm` is own-arm.
std::string with_dashes(const std::vector<std::string>& words) {
  std::string topic;
  for (const std::string& word : words) topic += (topic.empty() ? "" : "-") + word;
  return topic;
}

std::string asked_for(const CLI::App& program, const std::vector<std::string>& words) {
  const std::string topic = words.empty() ? overview : with_dashes(words);
  if (const ManualPage* page = page_of(topic)) return with_option_lists(program, page->text);
  if (const std::string found = found_in_manual(words); !found.empty())
    return found + "\ninvdyn manual PAGE prints a page.\n";
  if (const ManualPage* page = page_that_begins(topic)) return with_option_lists(program, page->text);
  std::string near = did_you_mean(topic, topics());
  const std::vector<std::string> known = words_of_manual();
  for (const std::string& word : words)
    if (near.empty()) near = did_you_mean(word, known);
  std::string list;
  for (const std::string& each : topics()) list += (list.empty() ? "" : ", ") + each;
  throw UsageError("TOPIC", "is " + in_quotes(topic) + ", which is not in any page" +
                                (near.empty() ? ": expected other words, or one of " + list : near));
}

}  // namespace

Command add_manual_command(CLI::App& program) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      program.add_subcommand("manual", "Print a page of the manual, or find words in all pages");
  offer_words(
      command->add_option("TOPIC", *words,
                          "Topic, or words to find in all pages. Default: invdyn, which lists the pages"),
      topics());
  command->footer(
      "Examples:\n  invdyn manual torque\n  invdyn manual payload\n  invdyn manual friction | less");
  return {command, [&program, words](Terminal&) {
            show_page(asked_for(program, *words));
            return static_cast<int>(done);
          }};
}

}  // namespace invdyn
