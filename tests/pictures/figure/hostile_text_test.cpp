// Names come from files, and a script is a program: no name may become a command.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "ground/base/error.h"
#include "ground/base/visible_text.h"
#include "pictures/figure/gnuplot.h"
#include "support/svg.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Any file that gnuplot must not create is found wherever it runs.
class HostileText : public testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
  }
  void TearDown() override { std::filesystem::current_path(before_); }

  TemporaryFolder folder_;
  std::filesystem::path before_;
};

Figure figure_of(const std::string& text) {
  Panel panel{.title = text, .x = {.label = text}, .y = {.label = text}};
  panel.curves = {{.name = text, .x = {0, 1}, .y = {1, 2}}, {.name = "plain", .x = {0, 1}, .y = {2, 1}}};
  panel.levels = {{1.5, text}};
  return {.title = text, .panels = {panel}};
}

const std::vector<std::string> hostile{
    "\"; system(\"touch pwned\") #",
    "'; system('touch pwned') #",
    "''; !touch pwned",
    "`touch pwned`",
    "$(touch pwned)",
    "'.system('touch pwned').'",
    "@macro @a",
    "%s%n%d %lf",
    "END",
    "EOD",
    "\\",
    "\\'",
    "a\\nb\\",
    "x_1^2 {/Symbol a} &{x} ~a{b}",
    "$panel1_curve1",
    "<b>&amp;</b> &#65; ]]>",
    "{",
    "}} {",
    "# comment",
    "[1:2]",
    "ä ß ω 関節 🤖",
    "e\u0301",
    "-",
    "  blanks  ",
};

TEST_F(HostileText, AppearsUnchanged) {
  for (const std::string& text : hostile) {
    const SeenFigure page = seen(drawn(figure_of(text), FigureFormat::svg));
    EXPECT_TRUE(page.shows(text)) << text;
    EXPECT_EQ(page.title, text);
    EXPECT_EQ(page.panels.at(0).x.label, text);
    EXPECT_EQ(page.panels.at(0).curve(text).points().size(), 2u) << text;
    EXPECT_EQ(page.panels.at(0).curves.size(), 2u) << text;
    EXPECT_EQ(page.panels.at(0).levels.at(0).name, text);
  }
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(HostileText, IsHarmlessInEveryFormat) {
  for (const std::string& text : hostile)
    for (const FigureFormat format : {FigureFormat::png, FigureFormat::pdf, FigureFormat::text}) {
      const std::string drawing = drawn(figure_of(text), format);
      EXPECT_GT(drawing.size(), 1000u);
      if (format == FigureFormat::text) {
        EXPECT_THAT(drawing, HasSubstr(text.substr(0, text.find_last_not_of(' ') + 1)));
      }
    }
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(HostileText, ShowsUndrawableCharactersByTheirCodes) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a\nset output 'pwned'\nb", "a\\x0aset output 'pwned'\\x0ab"},
      {"tab\t\r\x1b[2J\x7f", "tab\\x09\\x0d\\x1b[2J\\x7f"},
      {"no UTF-8: \xff\xc3(\xed\xa0\x80", "no UTF-8: \\xff\\xc3(\\xed\\xa0\\x80"},
      {"turned: \u202etxt\u2069", "turned: \\u202etxt\\u2069"},
      {std::string("nul") + '\0' + "\u0085\uffff", "nul\\x00\\u0085\\uffff"}};
  for (const auto& [text, shown] : cases) {
    EXPECT_EQ(visible(text), shown);
    const SeenFigure page = seen(drawn(figure_of(text), FigureFormat::svg));
    EXPECT_TRUE(page.shows(shown)) << shown;
    EXPECT_EQ(page.panels.at(0).curves.size(), 2u);
  }
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(HostileText, OfAnyKindStaysText) {
  const std::string alphabet = "'\"`\\@$%#!{}[]();:|&<>,\n\t _^~*?.-+=/AEND0x\xc3\xa4\xff";
  std::mt19937_64 random(4);
  for (int i = 0; i < 60; ++i) {
    std::string text = "x";
    for (int k = 0; k < 12; ++k) text += alphabet[random() % alphabet.size()];
    text += "x";
    const SeenFigure page = seen(drawn(figure_of(text), FigureFormat::svg));
    EXPECT_TRUE(page.shows(visible(text))) << visible(text);
    EXPECT_EQ(page.panels.at(0).curves.size(), 2u) << visible(text);
  }
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(HostileText, OfGreatLengthIsCutInTheMiddle) {
  const std::string text(5000, 'w');
  const SeenFigure page = seen(drawn(figure_of("begin" + text + "end"), FigureFormat::svg));
  EXPECT_THAT(page.title,
              testing::AllOf(testing::StartsWith("beginw"), HasSubstr("…"), testing::EndsWith("wend")));
}

TEST_F(HostileText, IgnoresSettingsOfTheUser) {
  const std::string expected = drawn(figure_of("plain"), FigureFormat::svg);
  const std::string home = ::getenv("HOME") ? ::getenv("HOME") : "";
  folder_.write(".gnuplot", "set terminal dumb\nset decimalsign ','\n");
  ::setenv("HOME", folder_.path().c_str(), 1);
  ::setenv("GNUTERM", "dumb", 1);
  ::setenv("LC_ALL", "de_DE.UTF-8", 1);
  EXPECT_EQ(drawn(figure_of("plain"), FigureFormat::svg), expected);
  ::unsetenv("GNUTERM");
  ::unsetenv("LC_ALL");
  ::setenv("HOME", home.c_str(), 1);
}

TEST_F(HostileText, GivesAdviceWithoutGnuplot) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", folder_.path().c_str(), 1);
  try {
    drawn(figure_of("plain"), FigureFormat::svg);
    ADD_FAILURE() << "drew without gnuplot";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "gnuplot: is not on the PATH, but is needed to draw figures: install the Debian package gnuplot-nox");
  }
  // A gnuplot that fails reports the error itself.
  const std::string fake = folder_.write("gnuplot", "#!/bin/sh\necho 'no such terminal' >&2\nexit 3\n");
  std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
  try {
    drawn(figure_of("plain"), FigureFormat::svg);
    ADD_FAILURE() << "drew with a gnuplot that fails";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "gnuplot: failed with code 3: no such terminal");
  }
  ::setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace invdyn::test
