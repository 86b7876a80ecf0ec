// --help shows the full texts in groups, -h one line per option; both fit the terminal's width.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* every_command[] = {"",
                                         " torque",
                                         " size",
                                         " simulate",
                                         " plot",
                                         " compare",
                                         " count",
                                         " generate",
                                         " generate trapezoid",
                                         " generate cubic",
                                         " generate quintic",
                                         " generate s-curve",
                                         " generate line",
                                         " generate excitation",
                                         " identify",
                                         " regressor",
                                         " validate",
                                         " view",
                                         " reproduce",
                                         " rerun",
                                         " robot",
                                         " robot inspect",
                                         " robot check",
                                         " robot convert",
                                         " robot diff",
                                         " robot init",
                                         " robots",
                                         " completion",
                                         " manual"};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream rest(text);
  for (std::string line; std::getline(rest, line);) lines.push_back(line);
  return lines;
}

bool has_one_word(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return line.find(' ', begin) == std::string::npos;
}

// The texts of a help by name, such as `--dt S`.
std::map<std::string, std::string> texts_in(const std::string& help) {
  std::map<std::string, std::string> texts;
  std::string name;
  for (const std::string& line : lines_of(help)) {
    if (line.starts_with("  -")) {
      const std::size_t gap = line.find("  ", 2);
      name = line.substr(2, gap == std::string::npos ? gap : gap - 2);
      std::istringstream words(gap == std::string::npos ? "" : line.substr(gap));
      for (std::string word; words >> word;) texts[name] += word + ' ';
    } else if (!name.empty() && line.starts_with("    ")) {
      std::istringstream words(line);
      for (std::string word; words >> word;) texts[name] += word + ' ';
    } else {
      name.clear();
    }
  }
  return texts;
}

class HelpTest : public testing::Test {
 protected:
  std::string help(const std::string& command, const std::string& option, const std::string& columns) {
    const Outcome outcome = here_.run("unset COLUMNS; " + columns + " invdyn" + command + " " + option);
    EXPECT_EQ(outcome.code, 0) << command;
    EXPECT_THAT(outcome.err, IsEmpty()) << command;
    EXPECT_THAT(outcome.out, HasSubstr("Usage: invdyn" + command)) << command;
    return outcome.out;
  }

  Workplace here_;
};

TEST_F(HelpTest, FitsTheWidth) {
  const std::pair<const char*, std::size_t> widths[] = {{"", 80}, {"COLUMNS=1", 40}, {"COLUMNS=1000", 100}};
  for (const std::string command : every_command)
    for (const auto& [columns, width] : widths)
      for (const std::string& line : lines_of(help(command, "--help", columns)))
        EXPECT_TRUE(line.size() <= width || has_one_word(line)) << command << ' ' << columns << ": " << line;
}

TEST_F(HelpTest, TakesOneLineForEachOptionOfDailyUse) {
  for (const std::string command : every_command) {
    const std::string brief = help(command, "-h", "COLUMNS=40");
    for (const std::string& line : lines_of(brief)) EXPECT_LE(line.size(), 80u) << command << ": " << line;
    const auto first_sentences = texts_in(brief);
    const auto texts = texts_in(help(command, "--help", ""));
    EXPECT_LE(first_sentences.size(), 30) << command;
    EXPECT_LE(lines_of(help(command, "-h", "COLUMNS=80")).size(), 50) << command;
    const std::size_t left_out = texts.size() - first_sentences.size();
    EXPECT_EQ(brief.find("and " + std::to_string(left_out) + " more option") != std::string::npos,
              left_out > 0)
        << command;
    for (auto [name, sentence] : first_sentences) {
      ASSERT_TRUE(texts.contains(name)) << command << ' ' << name;
      const std::string& text = texts.at(name);
      ASSERT_FALSE(sentence.empty()) << command << ' ' << name;
      sentence.pop_back();
      EXPECT_THAT(text, testing::StartsWith(sentence + ". ")) << command << ' ' << name;
    }
  }
}

TEST_F(HelpTest, DescribesAnOptionTheSameInEveryCommand) {
  const std::set<std::string> is_of_the_command{"--format FORMAT", "--columns LIST", "--tolerance X",
                                                "--title TEXT", "-o, --output FILE"};
  std::map<std::string, std::string> known;
  for (const std::string command : every_command)
    for (const auto& [name, sentence] : texts_in(help(command, "-h", ""))) {
      if (is_of_the_command.contains(name)) continue;
      EXPECT_EQ(known.emplace(name, sentence).first->second, sentence) << command << ' ' << name;
    }
}

TEST_F(HelpTest, HasGroupsThenExamples) {
  const std::string torque = help(" torque", "--help", "");
  std::size_t place = 0;
  for (const std::string title : {"Arguments", "Input", "Robot and loads", "Differentiation", "Output",
                                  "Batch", "General", "Examples"}) {
    const std::size_t found = torque.find("\n\n" + title + ":\n  ");
    ASSERT_NE(found, std::string::npos) << title;
    EXPECT_LT(place, found) << title;
    place = found;
  }
  EXPECT_THAT(torque,
              AllOf(HasSubstr("--gravity X,Y,Z"), HasSubstr("--differentiate HOW"), HasSubstr("--dt S"),
                    HasSubstr("Default: khalil."), HasSubstr("Not with --rate.")));
  EXPECT_THAT(help(" torque", "-h", ""), Not(HasSubstr("Examples")));
  EXPECT_THAT(help("", "--help", ""),
              AllOf(HasSubstr("  torque "), HasSubstr("  generate "), HasSubstr("Other commands: robots, ")));
}

}  // namespace
}  // namespace invdyn::test
