// The manual, made from the option definitions, compared with --help.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

using Words = std::vector<std::string>;

// The first words of the indented lines below a heading in a help text.
Words listed(const std::string& help, const std::string& title) {
  Words words;
  std::istringstream lines(help);
  std::string line;
  while (std::getline(lines, line) && line != title) {
  }
  while (std::getline(lines, line) && line.starts_with("  "))
    if (line[2] != ' ')
      std::istringstream(line) >> words.emplace_back();  // otherwise the text of the line above continues
  return words;
}

// The commands in a help text.
Words commands_in(const std::string& help) {
  Words commands;
  for (const char* title : {"Commands:", "Daily work:", "Measured logs:", "Research:"})
    for (const std::string& each : listed(help, title)) commands.push_back(each);
  const std::string others = "Other commands: ";
  if (const std::size_t at = help.find(others); at != std::string::npos) {
    std::istringstream names(help.substr(at + others.size(), help.find('\n', at) - at - others.size()));
    for (std::string name; names >> name;) commands.push_back(name.substr(0, name.find(',')));
  }
  return commands;
}

// Help texts by command, for commands without subcommands.
void add_helps(const Workplace& here, const std::string& command, std::map<std::string, std::string>& helps) {
  const std::string help = here.run(command + " --help").out;
  const Words below = commands_in(help);
  for (const std::string& each : below) add_helps(here, command + " " + each, helps);
  if (below.empty()) helps[command] = help;
}

std::map<std::string, std::string> all_helps(const Workplace& here) {
  std::map<std::string, std::string> helps;
  add_helps(here, "invdyn", helps);
  return helps;
}

// `-o` and `--output` for each option in a help text.
std::vector<Words> options_in(const std::string& help) {
  std::vector<Words> options;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) continue;
    std::istringstream words(line);
    Words names;
    for (std::string word; words >> word && word.starts_with("-");)
      names.push_back(word.substr(0, word.find(',')));
    options.push_back(names);
  }
  return options;
}

// The pages in the repository, by topic.
std::map<std::string, std::string> manual_pages() {
  std::map<std::string, std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(INVDYN_SOURCE_DIR "/app/manual")) {
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    if (entry.path().extension() == ".md") pages[entry.path().stem()] = text.str();
  }
  return pages;
}

TEST(Manual, PrintsThePagesWithTheDefinedOptions) {
  const Workplace here;
  for (const auto& [topic, text] : manual_pages())
    EXPECT_EQ(here.run("invdyn manual " + topic).out, text)
        << "cmake --build build/release --target invdyn_manual_options writes the options of app/manual/"
        << topic << ".md anew";
  EXPECT_EQ(here.run("invdyn manual").out, manual_pages()["invdyn"]);
}

TEST(Manual, HasEveryCommandAndEveryOption) {
  const Workplace here;
  std::string pages;
  for (const auto& [topic, text] : manual_pages()) pages += text;
  const auto helps = all_helps(here);
  EXPECT_THAT(helps, IsSupersetOf({testing::Key("invdyn torque"), testing::Key("invdyn robot check"),
                                   testing::Key("invdyn generate trapezoid")}));
  for (const auto& [command, help] : helps) {
    const std::size_t begin = pages.find("\n<!-- options: " + command + " -->\n");
    ASSERT_NE(begin, std::string::npos) << command;
    const std::string list = pages.substr(begin, pages.find("\n<!-- end of options -->\n", begin) - begin);
    // In the list, or named there and described above or on the page of shared options.
    const auto expect_option = [&, &command = command](const std::string& heading, const std::string& name) {
      const auto is_described =
          AnyOf(HasSubstr("\n- `" + heading + "`: "), HasSubstr("\n- `" + heading + ' '));
      EXPECT_THAT(list, AnyOf(is_described, HasSubstr("`" + name + "`"))) << command;
      EXPECT_THAT(pages, is_described) << command;
    };
    for (const Words& names : options_in(help))
      if (names.front() != "-h" && names.front() != "--help")
        expect_option(names.front() + (names.size() > 1 ? ", " + names.back() : ""), names.back());
    for (const std::string& argument : listed(help, "Arguments:"))
      expect_option(argument, argument.substr(0, argument.find("...")));
  }
}

TEST(Manual, DescribesASharedOptionOnce) {
  std::string pages;
  for (const auto& [topic, text] : manual_pages()) pages += text;
  for (const std::string item :
       {"\n- `--gravity X,Y,Z`: ", "\n- `--config FILE.json`: ", "\n- `--jerk J1,J2,...`: "}) {
    const std::size_t first = pages.find(item);
    ASSERT_NE(first, std::string::npos) << item;
    EXPECT_EQ(pages.find(item, first + 1), std::string::npos) << item;
  }
}

TEST(Manual, FindsWordsInPagesAndHeadings) {
  const Workplace here;
  EXPECT_THAT(here.run("invdyn manual floating-base").out, testing::StartsWith("# invdyn-floating"));
  EXPECT_THAT(here.run("invdyn manual dh").out, testing::StartsWith("own-arm  "));
  EXPECT_THAT(here.run("invdyn manual dh").out, HasSubstr("\n  From a DH table\n"));
  EXPECT_THAT(here.run("invdyn manual saturation").out, HasSubstr("\n  Suspicions\n"));
  EXPECT_THAT(here.run("invdyn manual glitch").out, HasSubstr("\n  Missing values\n"));
  const std::string smoothing = here.run("invdyn manual smoothing").out;
  EXPECT_THAT(smoothing,
              AllOf(HasSubstr("\n  The smoothing spline\n"), HasSubstr("\nElsewhere in the text:\n")));
  EXPECT_EQ(here.run("invdyn manual SMOOTH").out, smoothing);
  EXPECT_EQ(here.run("invdyn manual smoothness").out, smoothing);
  EXPECT_THAT(here.run("invdyn manual joint").out, HasSubstr("\nalso in "))
      << "the pages beyond the first eight";
  const Outcome misspelt = here.run("invdyn manual frction");
  EXPECT_EQ(misspelt.err,
            "error: TOPIC: is \"frction\", which is not in any page; did you mean \"friction\"?\n");
  EXPECT_EQ(misspelt.code, 2);
  EXPECT_THAT(here.run("invdyn manual robot inspect").out, HasSubstr("\n  invdyn robot inspect\n"));
  EXPECT_EQ(here.run("invdyn manual own arm").out, manual_pages()["own-arm"]) << "a topic in two words";
}

TEST(Manual, NamesTheTopicThatIsMeant) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn manual torqe");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"torque\"?"));
}

// `invdyn manual` prints the pages as they are, and users copy commands from them.
TEST(Manual, HasNoCommandsWithEscapedPipes) {
  for (const auto& [topic, text] : manual_pages()) EXPECT_THAT(text, Not(HasSubstr("\\|"))) << topic;
}

TEST(Manual, PagesBeginWithTheirName) {
  for (const auto& [topic, text] : manual_pages()) {
    const std::string name = topic == "invdyn" ? topic : "invdyn-" + topic.substr(0, topic.find("-format"));
    EXPECT_THAT(text, testing::StartsWith("# " + name + ": ")) << topic;
  }
}

TEST(Manual, MakesManPagesWithoutFaults) {
  const Workplace here;
  const std::string folder = std::filesystem::path(program).parent_path() / "app/man";
  const std::string pages = "find " + folder + " -name 'invdyn*.[157]' ";
  if (here.run("command -v mandoc").code != 0) GTEST_SKIP() << "no mandoc(1) here";
  if (here.run(pages).out.empty()) GTEST_SKIP() << "no lowdown(1) made man pages";
  EXPECT_THAT(here.run(pages + "-exec mandoc -T lint -W warning {} +").out, IsEmpty());
  const std::string torque =
      here.run("mandoc -T utf8 " + folder + "/man1/invdyn-torque.1 | sed 's/.\x08//g'").out;
  EXPECT_THAT(torque, AllOf(HasSubstr("INVDYN-TORQUE(1)"), HasSubstr("NAME\n       invdyn-torque - "),
                            HasSubstr("\n       -o, --output FILE\n"), Not(HasSubstr("<!--")),
                            Not(HasSubstr("](")), Not(HasSubstr("torque.md"))));
}

}  // namespace
}  // namespace invdyn::test
