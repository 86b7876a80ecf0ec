// Output on a terminal: colours, unless NO_COLOR is set (no-color.org), and a progress bar in runs of more
// than a second. `script` (bsdutils) gives the program a terminal and prints what appears on it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sstream>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class OnTerminal : public testing::Test {
 protected:
  void SetUp() override {
    if (here_.run("script -qec true /dev/null").code != 0) GTEST_SKIP() << "no script(1) here";
  }

  // The line must not contain a single quote.
  std::string seen(const std::string& line, const std::string& environment = "unset NO_COLOR; ") const {
    return here_.run(environment + "TERM=xterm script -qec 'bash -c \"" + line + "\"' /dev/null").out;
  }

  Workplace here_;
};

TEST_F(OnTerminal, LabelsHaveColours) {
  here_.write("m.csv", "t,pivot\n0,0\n1,1\n2,2\n");
  EXPECT_THAT(seen("invdyn torque pendulum none.csv"), StartsWith("\033[31merror:\033[0m none.csv: "));
  const std::string text = seen("invdyn torque pendulum m.csv -o out.csv");
  EXPECT_THAT(text, HasSubstr("\033[36mnote:\033[0m m.csv: dq and ddq"));
  EXPECT_THAT(text, HasSubstr("\033[33mwarning:\033[0m m.csv:2: "));
}

TEST_F(OnTerminal, NoColorTurnsColoursOff) {
  EXPECT_THAT(seen("invdyn torque pendulum none.csv", "export NO_COLOR=1; "),
              AllOf(StartsWith("error: none.csv: "), Not(HasSubstr("\033"))));
  EXPECT_THAT(seen("invdyn torque pendulum none.csv", "export NO_COLOR=; "), HasSubstr("\033[31merror:"));
}

// `cat -v` shows a bold heading as ^[[1m.
TEST_F(OnTerminal, PagesOfTheManualGoThroughThePager) {
  EXPECT_THAT(seen("PAGER=\\\"cat -v\\\" invdyn manual faq"),
              StartsWith("^[[1m# invdyn-faq: wrong torques?^[[0m"));
  EXPECT_THAT(seen("PAGER=no-such-pager invdyn manual faq"), HasSubstr("# invdyn-faq: wrong torques?"));
  EXPECT_THAT(seen("PAGER= invdyn manual faq"), StartsWith("\033[1m# invdyn-faq"));
  EXPECT_THAT(seen("PAGER=false invdyn manual faq | cat"), StartsWith("# invdyn-faq"));
}

TEST_F(OnTerminal, StandardErrorDecides) {
  EXPECT_THAT(seen("invdyn torque pendulum none.csv 2> log"), testing::IsEmpty());
  EXPECT_THAT(here_.read("log"), StartsWith("error: none.csv: "));
}

TEST_F(OnTerminal, RowsMayBeTyped) {
  EXPECT_THAT(
      seen("timeout 20 invdyn torque pendulum"),
      StartsWith("\033[36mnote:\033[0m reading the trajectory from the terminal; end it with Ctrl-D"));
}

TEST_F(OnTerminal, WhatIsNoTextIsForFiles) {
  here_.write("m.csv", "t,pivot\n0,0\n1,1\n2,2\n");
  EXPECT_THAT(seen("invdyn view pendulum m.csv || echo refused"),
              AllOf(HasSubstr("(invdyn view pendulum m.csv -o pendulum.html)"), HasSubstr("refused"),
                    Not(HasSubstr("<"))));
  EXPECT_THAT(seen("invdyn view pendulum m.csv --degrees -o - --title turn"),
              HasSubstr("(invdyn view pendulum m.csv --degrees --title turn -o pendulum.html)"));
  EXPECT_THAT(seen("invdyn plot m.csv --format png"),
              AllOf(HasSubstr("(invdyn plot m.csv --format png -o figure.png)"), Not(HasSubstr("PNG\r"))));
  EXPECT_THAT(seen("invdyn view pendulum m.csv -q | head -1"), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(seen("invdyn plot m.csv --format png -o -"),
              HasSubstr("(invdyn plot m.csv --format png -o figure.png)"));
}

// TERM is xterm, which has sixteen colours: 94 is the first of a figure. A dot of a braille character is in
// U+28..
TEST_F(OnTerminal, FiguresHaveDotsAndColoursAndItsSize) {
  here_.write("m.csv", "t,tau_a,tau_b\n0,0,5\n1,1,4\n2,4,0\n");
  const std::string plot = "stty rows 30 cols 70; invdyn plot m.csv -q --title Three";
  const std::string unicode = "unset NO_COLOR LC_ALL LC_CTYPE; export LANG=C.UTF-8; ";
  const std::string text = seen(plot, unicode);
  EXPECT_THAT(text, HasSubstr("\033[94m\xe2\xa0"));
  EXPECT_THAT(text, HasSubstr("Three"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 29);
  EXPECT_THAT(seen(plot, "export LC_ALL=C; unset NO_COLOR; "),
              AllOf(HasSubstr("\033[94m*"), Not(HasSubstr("\xe2"))));
  EXPECT_THAT(seen(plot, unicode + "export NO_COLOR=1; "),
              AllOf(Not(HasSubstr("\033")), Not(HasSubstr("\xe2")), HasSubstr("*** a")));
  EXPECT_THAT(seen(plot + " --characters plain", unicode), Not(HasSubstr("\xe2")));
  EXPECT_THAT(seen(plot + " | cat", unicode), AllOf(Not(HasSubstr("\033")), Not(HasSubstr("\xe2"))));
}

TEST_F(OnTerminal, HelpIsAsWideAsTheTerminal) {
  std::istringstream lines(seen("unset COLUMNS; stty cols 61; invdyn torque --help"));
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);) width = std::max(width, line.find('\r'));
  EXPECT_EQ(width, 61u);
}

// The rows come more than a second late, and at once: tail writes when it has read all of them.
const std::string slow_input =
    "(sleep 2; echo t,pivot; echo 0,0; echo 1,0) | tail -n 3 | invdyn torque pendulum -o out.csv";

TEST_F(OnTerminal, LongRunsShowHowManyRowsAreDone) {
  const std::string text = seen(slow_input);
  EXPECT_THAT(text, HasSubstr("\r2 rows"));
  EXPECT_THAT(text, EndsWith("\r\033[K"));  // and clears the line at the end
}

// The total of a file is known. The reader takes the torques more than a second late, and they are more than
// a pipe holds.
TEST_F(OnTerminal, LongRunsShowABarIfTheTotalIsKnown) {
  ASSERT_EQ(here_
                .run("invdyn generate trapezoid pendulum --from 0 --to 1 --duration 10 --dt 0.001 -o "
                     "m.csv && mkfifo pipe")
                .code,
            0);
  const std::string text =
      seen("(sleep 2; cat) < pipe > torques.csv & invdyn torque pendulum m.csv -o pipe; wait");
  EXPECT_THAT(text,
              ContainsRegex("\r\\[#+ *\\] +[0-9]+ %  [0-9]+ rows, [0-9.]+[kM]? rows/(s|min), [0-9].* left"));
  EXPECT_THAT(text, EndsWith("\r\033[K"));
  EXPECT_EQ(table_of(here_.read("torques.csv")).rows.size(), 10001U);
}

TEST_F(OnTerminal, BarsFitIntoNarrowWindows) {
  const std::string text = seen("stty cols 40; " + slow_input);
  for (std::size_t begin = 0, end; (begin = text.find('\r', begin)) != std::string::npos; begin = end) {
    end = std::min(text.find_first_of("\r\n\033", begin + 1), text.size());
    EXPECT_LE(end - begin - 1, 40u) << text;
  }
}

TEST_F(OnTerminal, SweepsShowTheirPoints) {
  ASSERT_EQ(here_
                .run("invdyn generate trapezoid puma560 --from 0,0,0,0,0,0 --to 1,1,1,1,1,1 --duration 10 "
                     "--dt 0.001 -o m.csv")
                .code,
            0);
  // More points than any machine computes in this time.
  const std::string text = seen(
      "timeout 3 invdyn size puma560 m.csv --threads 1 --sweep payload=0:4.9995:0.0005 --format csv -o "
      "report.csv");
  EXPECT_THAT(text, ContainsRegex(
                        "\r\\[#* *\\] +[0-9]+ %  [0-9]+ points, [0-9.]+[kM]? points/(s|min), [0-9].* left"));
}

TEST_F(OnTerminal, ShortRunsShowNoBar) {
  here_.write("m.csv", "t,pivot\n0,0\n1,0\n");
  const std::string text = seen("invdyn torque pendulum m.csv -o out.csv");
  EXPECT_THAT(text, AllOf(HasSubstr("dq and ddq"), Not(HasSubstr("rows")), Not(HasSubstr("\033[K"))));
  const std::string part_of_a_second = "(sleep 0.2; cat m.csv) | invdyn torque pendulum -o out.csv";
  EXPECT_THAT(seen(part_of_a_second), AllOf(HasSubstr("dq and ddq"), Not(HasSubstr("rows"))));
}

TEST_F(OnTerminal, QuietRunsShowNoBar) {
  EXPECT_THAT(seen(slow_input + " --quiet"), testing::IsEmpty());
  EXPECT_EQ(table_of(here_.read("out.csv")).rows.size(), 2U);
}

TEST(OffTerminal, LongRunsShowNoBar) {
  const Workplace here;
  const Outcome outcome = here.run(slow_input);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "note: standard input: dq and ddq by backward differences of q, starting from rest\n");
}

}  // namespace
}  // namespace invdyn::test
