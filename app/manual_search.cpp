#include "manual_search.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>

#include "ground/base/lower_case.h"
#include "ground/base/wording.h"
#include "manual_pages.h"

namespace invdyn {
namespace {

// Titles of a page's sections, and their text with the title, in lower case.
struct Section {
  std::string title, text;
};

std::vector<Section> sections_of(const ManualPage& page) {
  std::vector<Section> sections;
  bool is_code = false;
  std::istringstream lines(page.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) is_code = !is_code;
    if (!is_code && line.starts_with("#"))
      sections.push_back({line.substr(line.find_first_not_of("# ")), ""});
    if (!sections.empty()) sections.back().text += lower_case(line) + '\n';
  }
  return sections;
}

// `smoothing` and `smooths` are sought as `smooth`.
std::string stem(const std::string& word) {
  const std::string lower = lower_case(word);
  constexpr std::size_t shortest = 4;
  for (const std::string_view ending : {"ness", "ing", "ed", "es", "s"})
    if (lower.ends_with(ending) && lower.size() >= shortest + ending.size())
      return lower.substr(0, lower.size() - ending.size());
  return lower;
}

// How many words begin so.
std::size_t words_in(const std::string& text, const std::string& begin) {
  std::size_t count = 0;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
    count += at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
  return count;
}

// 0 if one of the words is missing.
std::size_t score(const std::string& text, const std::vector<std::string>& stems) {
  std::size_t sum = 0;
  for (const std::string& each : stems) {
    const std::size_t count = words_in(text, each);
    if (count == 0) return 0;
    sum += count;
  }
  return sum;
}

std::string page_line(const std::string& topic, const std::string& title) {
  const std::string about = title.substr(title.find(": ") + 2);
  constexpr std::size_t column = 20;
  return topic + std::string(std::max(topic.size() + 2, column) - topic.size(), ' ') + about + '\n';
}

}  // namespace

std::string found_in_manual(const std::vector<std::string>& words) {
  std::vector<std::string> stems;
  std::transform(words.begin(), words.end(), std::back_inserter(stems), stem);
  std::string first;
  struct Found {
    std::size_t score;
    const char* topic;
    std::string text;
  };
  std::vector<Found> others;
  for (const ManualPage& page : manual_pages()) {
    std::string headings, rest;
    const std::vector<Section> sections = sections_of(page);
    std::size_t sum = score(sections.front().text, stems);
    for (std::size_t i = 1; i < sections.size(); ++i) {
      const std::string line = "  " + sections[i].title + '\n';
      const std::size_t found = score(sections[i].text, stems);
      sum += found;
      if (score(lower_case(sections[i].title), stems) > 0)
        headings += line;
      else if (found > 0)
        rest += line;
    }
    const std::string& title = sections.front().title;
    if (!headings.empty() || score(lower_case(title), stems) > 0)
      first += page_line(page.topic, title) + headings;
    else if (sum > 0)
      others.push_back({sum, page.topic, page_line(page.topic, title) + rest});
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const auto& a, const auto& b) { return a.score > b.score; });
  std::string text = first + (first.empty() || others.empty() ? "" : "\nElsewhere in the text:\n");
  constexpr std::size_t most = 8, width = 80;
  std::string more;
  for (std::size_t i = 0; i < others.size(); ++i)
    if (i < most)
      text += others[i].text;
    else
      more += (more.empty() ? "also in " : ", ") + std::string(others[i].topic);
  return text + (more.empty() ? "" : wrapped(more, "", width));
}

std::vector<std::string> words_of_manual() {
  std::map<std::string, std::size_t> counts;
  for (const ManualPage& page : manual_pages()) {
    std::string word;
    for (const char* at = page.text; *at != '\0'; ++at) {
      if (std::isalpha(static_cast<unsigned char>(*at)) != 0) {
        word += *at;
      } else if (!word.empty()) {
        ++counts[lower_case(word)];
        word.clear();
      }
    }
  }
  std::vector<std::string> words;
  for (const auto& [word, count] : counts) words.push_back(word);
  std::stable_sort(words.begin(), words.end(),
                   [&](const auto& a, const auto& b) { return counts.at(a) > counts.at(b); });
  return words;
}

}  // namespace invdyn
