// Settings files that fill the options of two small commands.
#include "command_line/config_file.h"

#include "options/robot_argument.h"
#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  CLI::App program("", "invdyn");
  CLI::App* torque = program.add_subcommand("torque", "");
  RobotArgument robot;
  robot.add_to(*torque);
  std::string text;
  std::vector<std::string> texts;
  bool flag = false;
  torque->add_option("TRAJECTORY", texts)->expected(0, -1);
  torque->add_option("--gravity", text);
  torque->add_option("--lock", texts)->expected(1, -1);
  torque->add_flag("--unwrap", flag);
  program.add_subcommand("generate", "")->add_subcommand("cubic", "")->add_option("--duration", text);
  add_config_options(program);
  const std::string path = file_with("settings.json", input);
  const char* line[] = {"invdyn", "torque", "--config", path.c_str()};
  take_config_file(program, {"torque", "generate"}, 4, line);
}
