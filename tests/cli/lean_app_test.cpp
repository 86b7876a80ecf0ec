#include "command_line/lean_app.h"

#include <gtest/gtest.h>

namespace invdyn {
namespace {

TEST(NamesOnLine, AreThoseOfItsWords) {
  const NamesOnLine names({"torque", "arm.json", "--dt=0.1", "--columns", "tau", "-qo", "out.csv", "-"});
  EXPECT_FALSE(names.has_all());
  for (const char* given : {"--dt", "--columns", "-o,--output", "-q,--quiet", "--quiet,-q", "ROBOT"})
    EXPECT_TRUE(names.has(given)) << given;
  for (const char* absent : {"--d", "--dt2", "--tau", "-s,--sidecar", "--o", "--rate"})
    EXPECT_FALSE(names.has(absent)) << absent;
}

TEST(NamesOnLine, AreAllWithoutALine) {
  EXPECT_TRUE(NamesOnLine().has_all());
  EXPECT_TRUE(NamesOnLine().has("--rate"));
}

TEST(LeanApp, LeavesOutWhatTheLineDoesNotGive) {
  const std::vector<const char*> words{"invdyn", "torque", "--rate", "500"};
  LeanApp program("", "invdyn", NamesOnLine({"torque", "--rate", "500"}));
  LeanApp* command = program.add_subcommand("torque", "");
  std::string step, rate, frequency;
  CLI::Option* of_step = command->add_option("--dt", step)->type_name("S");
  CLI::Option* of_rate = command->add_option("--rate", rate);
  CLI::Option* of_frequency = command->add_option("--frequency", frequency);
  exclude_each_other(of_rate, of_step);
  exclude_each_other(of_frequency, of_step);
  EXPECT_EQ(command->get_option_no_throw("--dt"), nullptr);
  program.parse(static_cast<int>(words.size()), words.data());
  EXPECT_EQ(rate, "500");
  EXPECT_TRUE(command->parsed());
}

TEST(LeanApp, MakesTextsOfOptionsThatItDefines) {
  LeanApp program("", "invdyn", NamesOnLine({"--rate"}));
  std::string step, rate;
  bool fast = false;
  const auto never = []() -> std::string {
    ADD_FAILURE();
    return "";
  };
  EXPECT_TRUE(program.may_give("-r,--rate"));
  EXPECT_FALSE(program.may_give("--dt"));
  EXPECT_TRUE(LeanApp::is_left_out(program.add_option("--dt", step, never)));
  EXPECT_TRUE(LeanApp::is_left_out(program.add_flag("--fast", fast, never)));
  const CLI::Option* option =
      program.add_option("--rate", rate, [] { return std::string("rows per ") + "second"; });
  EXPECT_FALSE(LeanApp::is_left_out(option));
  EXPECT_EQ(option->get_description(), "rows per second");
}

TEST(LeanApp, RefusesWhatTheLineGivesAndNoOptionTakes) {
  const std::vector<const char*> words{"invdyn", "--rat", "500"};
  LeanApp program("", "invdyn", NamesOnLine({"--rat", "500"}));
  std::string rate;
  program.add_option("--rate", rate);
  EXPECT_THROW(program.parse(static_cast<int>(words.size()), words.data()), CLI::ParseError);
}

TEST(LeanApp, TellsThatAnOptionMustBeGiven) {
  LeanApp program("", "invdyn", NamesOnLine(std::vector<const char*>{}));
  std::string duration;
  EXPECT_FALSE(LeanApp::lacks_required_option());
  program.add_option("--duration", duration)->required();
  EXPECT_TRUE(LeanApp::lacks_required_option());
  EXPECT_FALSE(LeanApp::lacks_required_option());
}

}  // namespace
}  // namespace invdyn
