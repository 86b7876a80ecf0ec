// Completion in real shells: what they offer, compared with --help, and what a user gets who presses Tab.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "shell_session.h"

namespace invdyn::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

class Completion : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!ShellSession::is_there(GetParam())) GTEST_SKIP() << "no " << GetParam() << " here";
    session_.emplace(GetParam());
  }

  const Workplace& here() const { return session_->here(); }
  bool is_bash() const { return GetParam() == "bash"; }

  // Those that begin as the last word, without a slash after folders: bash gets no others, and the other
  // shells leave them out as they like.
  Words offered(const std::string& line) {
    Words words;
    for (std::string word : session_->offered(line).words) {
      if (word.ends_with('/')) word.pop_back();
      if (std::find(words.begin(), words.end(), word) == words.end())
        words.push_back(word);  // zsh adds some twice
    }
    return words;
  }

  Words typed(const std::string& keys) { return session_->typed(keys); }

  std::optional<ShellSession> session_;
};

INSTANTIATE_TEST_SUITE_P(In, Completion, testing::Values("bash", "zsh", "fish"),
                         [](const auto& shell) { return shell.param; });

using Texts = std::map<std::string, std::string>;

// The names of the lines of a help text that begin with a dash, or of those that do not, with their texts; a
// text may be on the next line.
Texts entries(const std::string& help, bool are_options) {
  Texts found;
  std::istringstream lines(help);
  for (std::string line, heading; std::getline(lines, line);) {
    if (line.ends_with(':') && !line.starts_with(' ')) heading = line;
    const bool is_option = line.starts_with("  -"), is_entry = line.starts_with("  ") && line[2] != ' ';
    if (!is_entry || is_option != are_options || heading == "Arguments:" || heading == "Example:") continue;
    const std::size_t gap = line.find("  ", 2), text = line.find_first_not_of(' ', gap);
    std::istringstream names(line.substr(2, gap - 2));
    for (std::string name; names >> name && (!is_option || name.starts_with('-'));)
      found[name.substr(0, name.find(','))] = text == std::string::npos ? "" : line.substr(text);
  }
  return found;
}

// A command's help: names of all options and commands, and the texts of those that -h has.
struct Help {
  Texts options, commands;
};

void add_helps(const Workplace& here, const std::string& command, std::map<std::string, Help>& helps) {
  const std::string all = here.run("COLUMNS=100 " + command + " --help").out,
                    daily = here.run("COLUMNS=100 " + command + " -h").out;
  Help help{entries(daily, true), entries(daily, false)};
  for (const auto& [name, text] : entries(all, true)) help.options.insert({name, ""});
  const std::string others = "Other commands: ";
  if (const std::size_t at = daily.find(others); at != std::string::npos) {
    std::istringstream names(daily.substr(at + others.size(), daily.find('\n', at) - at - others.size()));
    for (std::string name; names >> name;) help.commands.insert({name.substr(0, name.find(',')), ""});
  }
  for (const auto& [name, text] : help.commands) add_helps(here, command + " " + name, helps);
  helps[command] = help;
}

Words names_in(const Texts& entries) {
  Words names;
  for (const auto& [name, text] : entries) names.push_back(name);
  return names;
}

TEST_P(Completion, OffersEveryCommandAndEveryOptionOfEachCommand) {
  std::map<std::string, Help> helps;
  add_helps(here(), "invdyn", helps);
  ASSERT_GE(helps.size(), 25);
  std::vector<Texts> expected;
  Words lines;
  for (const auto& [command, help] : helps) {
    lines.push_back(command + " -");
    expected.push_back(help.options);
    if (help.commands.empty()) continue;
    lines.push_back(command + " ");
    expected.push_back(help.commands);
    if (command == "invdyn")
      expected.back().insert({{"help", "Describe a command"}, {"version", "Print the version"}});
  }
  const std::vector<Offered> offered = session_->offered(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_THAT(offered[i].words, testing::UnorderedElementsAreArray(names_in(expected[i]))) << lines[i];
    if (is_bash()) continue;
    for (const auto& [name, text] : expected[i])
      EXPECT_THAT(offered[i].texts.at(name), testing::HasSubstr(text)) << lines[i];
  }
}

TEST_P(Completion, CompletesPartialWords) {
  EXPECT_THAT(offered("invdyn tor"), ElementsAre("torque"));
  EXPECT_THAT(offered("invdyn help tor"), ElementsAre("torque"));
  EXPECT_THAT(offered("invdyn help robot ch"), ElementsAre("check"));
  EXPECT_THAT(offered("invdyn help torque "), IsEmpty());
  EXPECT_THAT(offered("invdyn he"), ElementsAre("help"));
  EXPECT_THAT(offered("invdyn help he"), Not(Contains("help")));
  EXPECT_THAT(offered("invdyn robot ch"), ElementsAre("check"));
  EXPECT_THAT(offered("invdyn generate s-"), ElementsAre("s-curve"));
  EXPECT_THAT(offered("invdyn torque pendulum --grav"), ElementsAre("--gravity"));
  EXPECT_THAT(offered("invdyn torque pendulum --gravity 0,0,1 --independent"),
              ElementsAre("--independent-mimic"));
  EXPECT_THAT(offered("invdyn completion z"), ElementsAre("zsh"));
}

TEST_P(Completion, OffersTheWordsOfAnOption) {
  EXPECT_THAT(offered("invdyn torque --start "), UnorderedElementsAre("rest", "extrapolate"));
  EXPECT_THAT(
      offered("invdyn torque --start=e"),
      ElementsAre(is_bash() ? "extrapolate" : "--start=extrapolate"));  // bash replaces what is after =
  EXPECT_THAT(offered("invdyn torque --method newt"), ElementsAre("newton-euler"));
  EXPECT_THAT(offered("invdyn torque --columns q,dd"), ElementsAre("q,ddq"));
  EXPECT_THAT(offered("invdyn size two-link --format j"), ElementsAre("json"));
  EXPECT_THAT(offered("invdyn count --method luh"), ElementsAre("luh"));
  EXPECT_THAT(offered("invdyn torque two-link m.csv --gravity "), IsEmpty());
  EXPECT_THAT(offered("invdyn reproduce lee"), Contains("lee1982"));
  EXPECT_THAT(offered("invdyn manual tor"), ElementsAre("torque"));
  EXPECT_THAT(offered("invdyn simulate two-link m.csv --perturb mass=5%,c"),
              ElementsAre(is_bash() ? "5%,com=" : "mass=5%,com="));
}

TEST_P(Completion, OffersRobotsAndFilesInTheirPlaces) {
  here().write("pending.json", "");
  here().write("pending.csv", "");
  here().write("motion.csv", "");
  here().write("motion.json", "");
  std::filesystem::create_directory(here() / "mountain");
  EXPECT_THAT(offered("invdyn torque pend"), UnorderedElementsAre("pendulum", "pending.json"));
  EXPECT_THAT(offered("invdyn torque -q --start rest pend"),
              UnorderedElementsAre("pendulum", "pending.json"));
  EXPECT_THAT(offered("invdyn generate cubic pend"), UnorderedElementsAre("pendulum", "pending.json"));
  EXPECT_THAT(offered("invdyn simulate two-link --model pend"),
              UnorderedElementsAre("pendulum", "pending.json"));
  EXPECT_THAT(offered("invdyn robot diff two-link pend"), UnorderedElementsAre("pendulum", "pending.json"));
  EXPECT_THAT(offered("invdyn robot diff two-link pendulum mo"),
              UnorderedElementsAre("motion.csv", "mountain"));
  EXPECT_THAT(offered("invdyn torque pendulum mo"), UnorderedElementsAre("motion.csv", "mountain"));
  EXPECT_THAT(offered("invdyn torque pendulum a b mo"), UnorderedElementsAre("motion.csv", "mountain"));
  EXPECT_THAT(offered("invdyn torque pendulum --output-dir mo"), ElementsAre("mountain"));
  EXPECT_THAT(offered("invdyn torque pendulum -o mo"),
              UnorderedElementsAre("motion.csv", "motion.json", "mountain"));
  EXPECT_THAT(offered("invdyn identify pendulum --pair a.csv mot"), ElementsAre("motion.csv"));
  EXPECT_THAT(offered("invdyn torque -qo out.csv two-l"), ElementsAre("two-link"));
  EXPECT_THAT(offered("invdyn torque pendulum --payload mo"), IsEmpty());
}

// Files of any ending, if there are none of the usual ones.
TEST_P(Completion, OffersOtherFilesIfNoneHasTheUsualEnding) {
  here().write("panel.log", "");
  EXPECT_THAT(offered("invdyn torque pendulum pan"), ElementsAre("panel.log"));
}

TEST_P(Completion, CountsArgumentsAfterOptionsWithValues) {
  EXPECT_THAT(offered("invdyn torque --lock elbow=0.2 two-l"), ElementsAre("two-link"));
  EXPECT_THAT(offered("invdyn torque --lock=elbow=0.2 two-l"), ElementsAre("two-link"));
  EXPECT_THAT(offered("invdyn torque --differentiate savgol:41,3 two-l"), ElementsAre("two-link"));
  EXPECT_THAT(offered("invdyn torque --lock elbow=two-l"), IsEmpty());
  EXPECT_THAT(offered("invdyn torque -- two-l"), ElementsAre("two-link"));
}

TEST_P(Completion, OffersTheJointsOfTheRobot) {
  EXPECT_THAT(offered("invdyn torque two-link --lock "), UnorderedElementsAre("shoulder=", "elbow="));
  EXPECT_THAT(offered("invdyn torque --lock sh"), IsEmpty());  // no robot yet
  EXPECT_THAT(offered("invdyn torque nothing.json --lock sh"), IsEmpty());
  EXPECT_THAT(offered("invdyn torque two-link --lock shoulder=0.5,"),
              ElementsAre(is_bash() ? "0.5,elbow=" : "shoulder=0.5,elbow="));
  EXPECT_THAT(offered("invdyn torque two-link --smooth sh"), ElementsAre("shoulder="));
  EXPECT_THAT(offered("invdyn robot diff two-link pendulum --smooth sh"), ElementsAre("shoulder="));
  EXPECT_THAT(offered("invdyn robot diff two-link pendulum --map "),
              UnorderedElementsAre("shoulder=", "elbow="));
  EXPECT_THAT(offered("invdyn torque two-link --smooth au"), ElementsAre("auto"));
  EXPECT_THAT(offered("invdyn torque two-link --map au"), ElementsAre("auto"));
  EXPECT_THAT(offered("invdyn torque two-link --map log3=elb"),
              ElementsAre(is_bash() ? "elbow" : "log3=elbow"));
  EXPECT_THAT(offered("invdyn torque two-link --map log3=tau_e"),
              ElementsAre(is_bash() ? "tau_elbow" : "log3=tau_elbow"));
  EXPECT_THAT(offered("invdyn size two-link m.csv --sweep 'ratio=1:9:1 joint=sh"),
              ElementsAre("ratio=1:9:1 joint=shoulder"));
}

TEST_P(Completion, OffersTheLinksOfTheRobot) {
  EXPECT_THAT(offered("invdyn torque pendulum --payload 'link="), ElementsAre("link=rod"));
  EXPECT_THAT(offered("invdyn torque pendulum --payload 'link=rod ma"), ElementsAre("link=rod mass="));
  EXPECT_THAT(offered("invdyn torque pendulum --wrench 'fz=1 link=r"), ElementsAre("fz=1 link=rod"));
  EXPECT_THAT(offered("invdyn torque pendulum --wrench 'frame=w"), ElementsAre("frame=world"));
  EXPECT_THAT(offered("invdyn size pendulum m.csv --sweep 'payload=0:1:1 link=r"),
              ElementsAre("payload=0:1:1 link=rod"));
  EXPECT_THAT(offered("invdyn identify pendulum --pair a b --fit links,payload=r"),
              ElementsAre(is_bash() ? "rod" : "links,payload=rod"));
  EXPECT_THAT(offered("invdyn generate line pendulum --link r"), ElementsAre("rod"));
}

constexpr const char* floating_urdf = R"(<robot name="r">
  <link name="world"/>
  <link name="body"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="float" type="floating"><parent link="world"/><child link="body"/></joint>
  <joint name="hinge" type="continuous"><parent link="body"/><child link="arm"/><axis xyz="0 0 1"/></joint>
</robot>)";

TEST_P(Completion, ReadsRobotFilesAsTheyAreTyped) {
  std::filesystem::create_directory(here() / "my robots");
  here().write("my robots/legs.urdf", floating_urdf);
  for (const char* path : {"'my robots/legs.urdf'", "\"my robots/legs.urdf\"", "my\\ robots/legs.urdf",
                           "./my\\ robots/legs.urdf"}) {
    EXPECT_THAT(offered(std::string("invdyn torque ") + path + " --fix "), ElementsAre("float")) << path;
    EXPECT_THAT(offered(std::string("invdyn torque ") + path + " --lock "), ElementsAre("hinge=")) << path;
  }
  EXPECT_THAT(offered("invdyn plot m.csv --robot my\\ robots/legs.urdf --fix "), ElementsAre("float"));
  // The home folder of the session is its folder.
  EXPECT_THAT(typed("invdyn torque ~/my\\ robots/legs.urdf --fix fl\t"),
              ElementsAre("torque", here() / "my robots/legs.urdf", "--fix", "float"));
}

// The value comes next: a second Tab must not end the word.
TEST_P(Completion, StaysInAWordThatGoesOn) {
  for (const std::string tabs : {"\t", "\t\t", "\t\t\t"}) {
    EXPECT_THAT(typed("invdyn torque two-link --lock sh" + tabs + "1"),
                ElementsAre("torque", "two-link", "--lock", "shoulder=1"));
    EXPECT_THAT(typed("invdyn torque two-link --smooth el" + tabs + "1"),
                ElementsAre("torque", "two-link", "--smooth", "elbow=1"));
  }
}

TEST_P(Completion, GoesOnAfterAQuoteThatHasEnded) {
  std::filesystem::create_directory(here() / "my motions");
  here().write("my motions/swing.csv", "");
  for (const char* begin : {"\"my motions\"/sw", "'my motions'/sw", "\"my motions\"/"})
    EXPECT_THAT(typed("invdyn torque pendulum " + std::string(begin) + "\t"),
                ElementsAre("torque", "pendulum", "my motions/swing.csv"))
        << begin;
}

// The joints of MJCF that includes a file beside its folder, for a line that allows it.
TEST_P(Completion, ReadsFilesOutsideWhereTheLineAllowsIt) {
  std::filesystem::create_directory(here() / "in");
  here().write("arm.xml",
               "<mujocoinclude><body><joint name='hinge' axis='0 0 1'/><inertial pos='0 0 0' mass='1' "
               "diaginertia='1 1 1'/></body></mujocoinclude>");
  here().write("in/main.xml", "<mujoco><worldbody><include file='../arm.xml'/></worldbody></mujoco>");
  EXPECT_THAT(offered("invdyn torque in/main.xml --lock "), IsEmpty());
  EXPECT_THAT(offered("invdyn torque in/main.xml --include-outside --lock "), ElementsAre("hinge="));
}

// Files that never end, or have no end, must not hold up a user who presses Tab.
TEST_P(Completion, DoesNotWaitForRobotsThatAreNoFiles) {
  ASSERT_EQ(::mkfifo((here() / "pipe.json").c_str(), 0600), 0);
  for (const char* robot : {"pipe.json", "/dev/zero", "/dev/stdin", "-", "/", "$(sleep 100)", "`sleep 100`"})
    EXPECT_THAT(offered(std::string("invdyn torque ") + robot + " --lock "), IsEmpty()) << robot;
}

// xacro evaluates expressions of the file, so a user asks for it by a command, not by Tab. A URDF without
// macros would be read.
TEST_P(Completion, RunsNoXacro) {
  here().write("legs.urdf.xacro", floating_urdf);
  here().write("legs.urdf", floating_urdf);
  EXPECT_THAT(offered("invdyn torque legs.urdf.xacro --fix "), IsEmpty());
  EXPECT_THAT(offered("invdyn torque legs.urdf --fix "), ElementsAre("float"));
}

std::string robot_with(const std::string& name) {
  const nlohmann::json inertia{{"ixx", 0}, {"iyy", 0}, {"izz", 0}};
  const nlohmann::json link{{"name", name}, {"mass", 1}, {"com", {0, 0, -1}}, {"inertia", inertia}};
  const nlohmann::json joint{
      {"name", name}, {"type", "revolute"}, {"parent", "base"}, {"axis", {0, -1, 0}}, {"link", link}};
  return nlohmann::json{{"name", "r"}, {"convention", "tree"}, {"joints", {joint}}}.dump();
}

// A robot's file may come from anywhere. Its names must come out of Tab as they are, and run nothing.
TEST_P(Completion, PassesHostileNamesOnUnchanged) {
  const Words names{"$(touch pwned)",
                    "`touch pwned`",
                    "; touch pwned",
                    "| touch pwned",
                    "a && touch pwned",
                    "a > pwned",
                    "it's",
                    "say \"hi\"",
                    "two  blanks",
                    "back\\slash",
                    "a:b:c",
                    "*",
                    "[a-z]?",
                    "~",
                    "~root/x",
                    "a{b}",
                    "#hash",
                    "!!",
                    "a!b",
                    "$HOME",
                    "${HOME}",
                    "(touch pwned)",
                    "%s%n",
                    "a\\",
                    "gelenk-\xc3\xa4",
                    "a'b\"c`d$e\\f!g",
                    "x^y",
                    "end'",
                    "end\"",
                    "a&b",
                    "<(touch pwned)"};
  for (const std::string& name : names) {
    here().write("h.json", robot_with(name));
    if (GetParam() == "fish" && name.starts_with('~')) {  // fish would expand it
      EXPECT_THAT(offered("invdyn torque h.json --lock "), IsEmpty());
      continue;
    }
    EXPECT_THAT(typed("invdyn torque h.json --lock \t0.5"),
                ElementsAre("torque", "h.json", "--lock", name + "=0.5"));
    EXPECT_THAT(typed("invdyn torque h.json --lock=\t0.5"),
                ElementsAre("torque", "h.json", "--lock=" + name + "=0.5"));
    EXPECT_THAT(typed("invdyn generate line h.json --link \t"),
                ElementsAre("generate", "line", "h.json", "--link", name));
    EXPECT_THAT(typed("invdyn torque h.json --payload link=\t"),
                ElementsAre("torque", "h.json", "--payload", "link=" + name));
    EXPECT_FALSE(std::filesystem::exists(here() / "pwned")) << name;
    if (HasFailure()) break;
  }
}

TEST_P(Completion, PassesHostilePathsOnUnchanged) {
  std::string before = "none";
  for (const std::string name :
       {"zz $(touch pwned).json", "zz`touch pwned`.json", "zz it's.json", "zz\"q\".json", "zz\\.json",
        "zz;touch pwned;.json", "zz*.json", "zz=a:b.json"}) {
    std::filesystem::remove(here() / before);
    here().write(name, "");
    before = name;
    EXPECT_THAT(typed("invdyn torque zz\t"), ElementsAre("torque", name));
    EXPECT_THAT(typed("invdyn torque ./zz\t"), ElementsAre("torque", "./" + name));
    EXPECT_THAT(typed("invdyn torque ~/zz\t"), ElementsAre("torque", here() / name));
    // zsh leaves it to the user to end the quote of a path that has a quote in it.
    if (GetParam() == "zsh" && name.find('\'') != std::string::npos) continue;
    for (const std::string quote : {"'", "\""})
      EXPECT_THAT(typed("invdyn torque --wrench " + quote + "fz=1 file=zz\t"),
                  ElementsAre("torque", "--wrench", "fz=1 file=" + name));
    EXPECT_FALSE(std::filesystem::exists(here() / "pwned")) << name;
    if (HasFailure()) break;
  }
}

TEST_P(Completion, QuotesNamesWithinQuotes) {
  for (const std::string name :
       {"$(touch pwned)", "`touch pwned`", "a b", "a\\", "x$HOME", "say \"hi\"", "it's", "end'", "!!"}) {
    here().write("h.json", robot_with(name));
    for (const std::string quote : {"\"", "'"}) {
      EXPECT_THAT(typed("invdyn torque h.json --payload " + quote + "mass=1 link=\t"),
                  ElementsAre("torque", "h.json", "--payload", "mass=1 link=" + name));
      EXPECT_THAT(typed("invdyn torque h.json --wrench " + quote + "fz=1 link=\t"),
                  ElementsAre("torque", "h.json", "--wrench", "fz=1 link=" + name));
    }
    EXPECT_FALSE(std::filesystem::exists(here() / "pwned")) << name;
    if (HasFailure()) return;
  }
}

// The program would take them for options, or its options could not name them, or nobody can see what they
// are.
TEST_P(Completion, LeavesOutNamesThatCannotBeGiven) {
  here().write("dash.json", robot_with("-o"));
  EXPECT_THAT(offered("invdyn torque dash.json --lock "), IsEmpty());
  EXPECT_THAT(offered("invdyn torque dash.json --lock="), ElementsAre(is_bash() ? "-o=" : "--lock=-o="));
  here().write("comma.json", robot_with("a,b"));
  EXPECT_THAT(offered("invdyn torque comma.json --lock "), IsEmpty());
  for (const std::string name : {"a\nb", "\x1b[31m", "a\tb",
                                 "\xe2\x80\xae"
                                 "abc"}) {
    here().write("hidden.json", robot_with(name));
    EXPECT_THAT(offered("invdyn torque hidden.json --lock "), IsEmpty());
  }
}

TEST_P(Completion, AsksTheProgramThatIsNamed) {
  // Another program of that name, with an option of its own.
  std::filesystem::create_directory(here() / "other place");
  here().write("other place/invdyn",
               "#!/bin/sh\nprintf 'words\\n\\n\\n\\n\\n'\n[ $3 = bash ] && echo\necho --of-the-other\n");
  std::filesystem::permissions(here() / "other place/invdyn", std::filesystem::perms::owner_all);
  for (const char* path : {"./other\\ place/invdyn", "~/other\\ place/invdyn"})
    EXPECT_THAT(offered(std::string(path) + " torque --of"), ElementsAre("--of-the-other")) << path;
  EXPECT_THAT(offered("$(touch pwned)/invdyn torque --dt"), Not(Contains("--of-the-other")));
  // A program in the folder where the user is runs only if the user names it with its folder.
  std::filesystem::copy(here() / "other place/invdyn", here() / "invdyn");
  EXPECT_THAT(offered("invdyn torque --of"), Not(Contains("--of-the-other")));
  EXPECT_FALSE(std::filesystem::exists(here() / "pwned"));
}

TEST_P(Completion, IsWrittenInItsShellsSyntax) {
  EXPECT_EQ(here().run(GetParam() + " -n script").err, "");
  EXPECT_EQ(here().run(GetParam() + " -n script").code, 0);
}

TEST(CompletionScript, CanBeSourcedByZsh) {
  if (!ShellSession::is_there("zsh")) GTEST_SKIP() << "no zsh here";
  const Outcome outcome = Workplace().run(
      "invdyn completion zsh > script; "
      "zsh -f -c 'autoload -Uz compinit; compinit -u -D; source ./script; print $_comps[invdyn]'");
  EXPECT_EQ(outcome.out, "_invdyn\n") << outcome.err;
}

TEST(CompletionScript, IsForBashByDefault) {
  const Workplace here;
  EXPECT_EQ(here.run("invdyn completion").out, here.run("invdyn completion bash").out);
  const Outcome outcome = here.run("invdyn completion csh");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, testing::HasSubstr("expected one of bash, zsh, fish"));
}

}  // namespace
}  // namespace invdyn::test
