// Command lines split as shells split them. The expected words are those of the manuals of bash, zsh and
// fish.

#include "completion/shell_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

using testing::ElementsAre;

std::vector<std::string> words_of(std::string_view line, Shell shell = Shell::bash) {
  std::vector<std::string> words;
  for (const ShellWord& word : split_line(line, shell).words) words.push_back(word.text);
  return words;
}

TEST(ShellLine, TakesQuotesAway) {
  EXPECT_THAT(words_of("invdyn torque a.json"), ElementsAre("invdyn", "torque", "a.json"));
  EXPECT_THAT(words_of("invdyn torque  "), ElementsAre("invdyn", "torque", ""));
  EXPECT_THAT(words_of(R"(invdyn my\ robot.json 'it is' "a b"c)"),
              ElementsAre("invdyn", "my robot.json", "it is", "a bc"));
  EXPECT_THAT(words_of(R"(invdyn "a\"b\n" 'c\')"), ElementsAre("invdyn", R"(a"b\n)", R"(c\)"));
  EXPECT_THAT(words_of(R"(invdyn 'it\'s' '\n')", Shell::fish), ElementsAre("invdyn", "it's", R"(\n)"));
  EXPECT_THAT(words_of(R"(invdyn "" x)"), ElementsAre("invdyn", "", "x"));
}

TEST(ShellLine, KnowsTheOpenQuote) {
  const ShellWord word = split_line(R"(invdyn --payload "link=a b)", Shell::bash, "=:").words.back();
  EXPECT_EQ(word.text, "link=a b");
  EXPECT_EQ(word.open_quote, '"');
  EXPECT_EQ(word.begin, 0);
  EXPECT_EQ(split_line("invdyn --payload='link=a", Shell::bash, "=:").words.back().begin, 10);
  EXPECT_TRUE(split_line("invdyn 'a'b", Shell::bash).words.back().has_closed_quote);
}

// What bash replaces begins after the last = or :, unless it is quoted.
TEST(ShellLine, KnowsWhereBashReplaces) {
  const auto begin = [](std::string_view line) {
    return split_line(line, Shell::bash, " \t\n\"'><=;|&(:").words.back().begin;
  };
  EXPECT_EQ(begin("invdyn --lock=el"), 7);
  EXPECT_EQ(begin("invdyn --lock elbow=0.2,sh"), 6);
  EXPECT_EQ(begin(R"(invdyn --lock a\=b)"), 0);
}

TEST(ShellLine, LeavesOutRedirectionsAndVariables) {
  EXPECT_THAT(words_of("X=1 invdyn torque <m.csv 2>/dev/null a"), ElementsAre("invdyn", "torque", "a"));
  EXPECT_THAT(words_of("invdyn a >>log b"), ElementsAre("invdyn", "a", "b"));
  EXPECT_THAT(words_of("cat x | invdyn b; invdyn a"), ElementsAre("invdyn", "a"));
  EXPECT_TRUE(split_line("invdyn a > lo", Shell::bash).is_redirected);
  EXPECT_FALSE(split_line("invdyn a > log ", Shell::bash).is_redirected);
}

TEST(ShellLine, ExpandsNothing) {
  for (const std::string_view text : {"$HOME/a", "`x`", "$(x y)", "\"$x\"", "<(x y)"}) {
    const auto words = split_line("invdyn " + std::string(text) + " b", Shell::bash).words;
    ASSERT_EQ(words.size(), 3) << text;
    EXPECT_FALSE(words[1].is_literal) << text;
    EXPECT_EQ(words[2].text, "b") << text;
  }
  EXPECT_TRUE(split_line("invdyn '$x'", Shell::bash).words[1].is_literal);
  EXPECT_FALSE(split_line("invdyn (x y)", Shell::fish).words[1].is_literal);
}

TEST(ShellLine, EndsAnywhere) {
  const std::string line = R"line(A=1 in\ v 'a\'"b\"$(c d)" <e 2>&1 | f=g:h $(i ' j) `k` ~/l)line";
  for (const Shell shell : {Shell::bash, Shell::zsh, Shell::fish})
    for (std::size_t length = 0; length <= line.size(); ++length) {
      const auto words = split_line(line.substr(0, length), shell, "=:").words;
      ASSERT_TRUE(words.empty() || words.back().begin <= words.back().text.size()) << length;
    }
}

}  // namespace
}  // namespace invdyn::test
