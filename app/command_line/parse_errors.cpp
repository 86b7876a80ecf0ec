#include "parse_errors.h"

#include <algorithm>
#include <string_view>

#include "command_line.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "offers.h"
#include "renamed_options.h"
#include "robot/files/robot_formats.h"
#include "trajectory/files/formats.h"
#include "usual_options.h"
#include "wrong_files.h"

namespace invdyn {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(subcommand->get_name());
  return names;
}

// The rest of the line, from the word on, ready to paste.
std::string line_from(const std::string& word, const std::vector<const char*>& words) {
  std::string line;
  for (auto at = std::find(words.begin(), words.end(), word); at != words.end(); ++at)
    line += ' ' + shell_word(*at);
  return line;
}

// The command that a robot or a trajectory is given to, if none is named.
std::string usual_command(const CLI::App& command) {
  constexpr std::pair<std::string_view, const char*> usual[] = {
      {"invdyn", " torque"}, {"invdyn generate", " trapezoid"}, {"invdyn robot", " inspect"}};
  for (const auto& [name, below] : usual)
    if (full_name(command) == name) return full_name(command) + below;
  return "";
}

// `generate arm.json trapezoid`: a command is named, after its argument.
void refuse_file_before_command(const CLI::App& command, const std::string& word,
                                const std::vector<const char*>& words) {
  const auto at = std::find(words.begin(), words.end(), word),
             name = std::find(at, words.end(), command.get_name());
  if (name == words.end() || !(names_robot(word) || trajectory_format_of(word) || is_file(word))) return;
  std::string line = full_name(command);
  for (auto each = at; each != words.end(); ++each)
    if (each != name && (each > name || *each != command.get_parent()->get_name()))
      line += ' ' + shell_word(*each);
  throw UsageError(full_name(*command.get_parent()), in_quotes(word) + " is not a command: expected " + line);
}

void refuse_file_in_place_of_command(const CLI::App& command, const std::string& word,
                                     const std::vector<const char*>& words) {
  const std::string usual = usual_command(command);
  if (usual.empty() || !(names_robot(word) || trajectory_format_of(word) || is_file(word))) return;
  const std::string robot = names_robot(word) ? "" : " ROBOT",
                    rest = names_robot(word) || full_name(command) == "invdyn" ? line_from(word, words) : "";
  throw UsageError(full_name(command), in_quotes(word) + " is not a command: expected one of " +
                                           joined(command_names(command)) + ", for example " + usual + robot +
                                           rest);
}

// `inspect` is a command of `invdyn robot`.
void refuse_command_of_another(const CLI::App& program, const std::string& word,
                               const std::vector<const char*>& words) {
  for (const CLI::App* command : commands_of(program))
    if (command->get_name() == word)
      throw UsageError(full_name(program), in_quotes(word) + " is a command of " +
                                               full_name(*command->get_parent()) + ": expected " +
                                               full_name(*command) +
                                               line_from(word, words).substr(word.size() + 1));
}

// Words that others have for our commands.
void refuse_other_word(const CLI::App& command, const std::string& word,
                       const std::vector<const char*>& words) {
  constexpr struct {
    std::string_view command, theirs;
    const char* ours;
  } usual[] = {{"invdyn robot", " show info print describe display ", "inspect"},
               {"invdyn robot", " template new create ", "init"},
               {"invdyn robot", " dh dh-table ", "init --convention dh --dh-table"},
               {"invdyn generate", " spline cubic-spline polynomial ", "cubic"},
               {"invdyn generate", " minimum-jerk min-jerk quintic-spline ", "quintic"},
               {"invdyn generate", " lspb ", "trapezoid"},
               {"invdyn", " info describe ", "robot inspect"},
               {"invdyn", " visualize visualise animate show display ", "view"}};
  for (const auto& each : usual)
    if (full_name(command) == each.command && each.theirs.find(' ' + word + ' ') != each.theirs.npos)
      throw UsageError(full_name(command), in_quotes(word) + " is not expected here: expected " +
                                               full_name(command) + ' ' + each.ours +
                                               line_from(word, words).substr(shell_word(word).size() + 1));
}

// `, one of all, angeles`: what a value may be, except robots; empty: anything.
std::string words_of(const CLI::Option& option) {
  const Offer& offer = offer_of(option);
  std::vector<std::string> words;
  for (const OfferedPart& part : offer.parts) words.push_back(part.text);
  return words.empty() || offer.robot != RobotRole::none ? "" : ", one of " + joined(words);
}

// A command, or what CLI11 calls required: `ROBOT is required`.
std::string missing_text(const CLI::App& command, const std::string& text,
                         const std::vector<const char*>& words) {
  if (const auto names = command_names(command); !names.empty())
    return "has no command: expected one of " + joined(names);
  const std::string name = text.substr(0, text.find(' '));
  const CLI::Option* option = command.get_option_no_throw(name);
  if (!option) return text;
  const CLI::Option* robot = command.get_option_no_throw("ROBOT");
  // `size log.csv`: the log is taken as the robot.
  const std::string motion = robot && !robot->empty() && (name == "TRAJECTORY" || name == "LOG") &&
                                     trajectory_format_of(robot->results().front()) &&
                                     !names_robot(robot->results().front())
                                 ? robot->results().front()
                                 : "";
  std::string line = "invdyn";
  for (std::size_t i = 1; i < words.size(); ++i)
    line += (words[i] == motion ? " ROBOT " : " ") + shell_word(words[i]);
  if (!motion.empty()) return "ROBOT is missing: expected " + line;
  const auto lacks = [&](const char* other) {
    const CLI::Option* each = command.get_option_no_throw(other);
    return each && each->empty();
  };
  const bool lacks_step = name == "--duration" && lacks("--dt") && lacks("--rate");
  return name + " is missing: expected " + line + ' ' +
         (option->get_positional() ? "" : longest_name(*option) + ' ') +
         (option->get_positional() ? name + words_of(*option) : option->get_type_name()) +
         (lacks_step ? " --rate HZ" : "");
}

// `--smooth HZ or --smooth auto`.
std::string usual_values(const CLI::App& command, const std::string& name) {
  const CLI::Option* option = command.get_option_no_throw(name);
  if (!option) return "one";
  std::vector<std::string> words;
  for (const OfferedPart& part : offer_of(*option).parts)
    if (!part.text.empty() && !part.text.ends_with('=')) words.push_back(part.text);
  const std::string typed = name + ' ' + option->get_type_name();
  return words.size() == 1 ? typed + " or " + name + ' ' + words.front()
                           : typed + (words.empty() ? "" : ", one of " + joined(words));
}

// `-out x.csv` would be -o with the value `ut`.
void refuse_single_dash(const CLI::App& command, const std::vector<const char*>& words) {
  const auto is_output = [](std::string_view word) {
    return word == "-out" || word == "-output" || word == "-outfile";
  };
  const auto wrong = std::find_if(words.begin() + 1, words.end(), is_output);
  if (wrong == words.end() || !command.get_option_no_throw("-o")) return;
  std::string line = "invdyn";
  for (std::size_t i = 1; i < words.size(); ++i)
    line += is_output(words[i]) ? " -o" : ' ' + shell_word(words[i]);
  throw UsageError(full_name(command), in_quotes(*wrong) + " is not expected here: expected " + line);
}

// The commands that have the option: `: it is an option of torque, size`.
std::string commands_with(const std::string& option, const CLI::App& all) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(all))
    if (command->get_option_no_throw(option))
      names.push_back(full_name(*command).substr(full_name(all).size() + 1));
  return names.empty() ? "" : ": it is an option of " + joined(names);
}

// What no option does, and what does it instead.
std::string other_way(const CLI::App& command, const std::string& option) {
  if (option.starts_with("--output-dec") || option.starts_with("--output-sep"))
    return ": outputs always have decimal points in numbers, and commas between columns";
  constexpr struct {
    std::string_view command, theirs;  // of the commands whose names begin so
    const char *needed, *way;          // the option that they have then
  } ways[] = {
      {"invdyn robot inspect", " --at --q --pose --position --joints ", "ROBOT",
       ": inspect shows the robot at q = 0; invdyn view ROBOT -o robot.html shows any pose, with sliders"},
      {"invdyn torque", " --at --q --pose --position --positions ", "--static",
       ": for the torques of one pose, write the positions as a row, such as echo 0,0.5,1 | invdyn torque "
       "ROBOT - --no-header --static"},
      {"invdyn generate", " --map ", "--via", ": write the joints' names in the header of the --via file"},
      {"invdyn simulate", " --noise --sensor-noise --measurement-noise ", "--bits",
       ": the simulated measurements have no noise; --bits rounds positions as an encoder does"},
      {"invdyn size", " --gear --gears --gear-ratio --gear-ratios --ratio ", "--motors",
       ": gear ratios are in the table of --motors (column gear_ratio) or of --catalogue (column "
       "gear_ratios); to compare several ratios, give --sweep 'ratio=50:150:50 joint=NAME'"},
      {"invdyn plot", " --joint --joints ", "--columns",
       ": to choose columns, give names or patterns, such as --columns '*_elbow'"},
      {"invdyn compare", " --method --methods ", "ROBOT",
       ": compare runs all methods that support the robot; invdyn torque --method runs one method"},
      {"invdyn reproduce", " --list --list-sources ", "SOURCE",
       ": invdyn reproduce --help lists the sources"},
      {"invdyn robots", " --list ", "--help", ": invdyn robots lists the robots"},
      {"invdyn compare", " --plot ", "ROBOT",
       ": all methods give the same torques, so compare draws no figure; invdyn torque --plot draws torques"},
      {"invdyn", " --keep-going --continue --continue-on-error ", "--output-dir",
       ": with --output-dir, an error in one file does not stop the other files"},
      {"invdyn", " --despike --deglitch --outliers --remove-outliers ", "--missing",
       ": a warning names the samples that are probably wrong. Delete the values of these samples in the "
       "file. To fill the gaps, give --missing interpolate"},
      {"invdyn", " --skip --skip-rows --skiprows --skip-lines --skip-header --header-lines ", "--no-header",
       ": the file must begin with the header row (lines that begin with # are ignored). To remove the "
       "first three lines of LOG.csv, run tail -n +4 LOG.csv > table.csv"},
      {"invdyn", " --vmax --v-max --max-velocity --max-speed --amax --a-max --max-acceleration ", "ROBOT",
       ": to set the limits of a joint, write velocity and effort in the robot's file"},
      {"invdyn", " --gear --gears --gear-ratio --gear-ratios --ratio ", "ROBOT",
       ": write gear_ratio below motor of each joint in the robot's file (JSON; invdyn robot convert writes JSON)"},
      {"invdyn", " --units --unit --angle-unit --angle-units --angles ", "--degrees",
       ": angles are in rad, or with --degrees in degrees"}};
  for (const auto& each : ways)
    if (full_name(command).starts_with(each.command) && command.get_option_no_throw(each.needed) &&
        each.theirs.find(' ' + option + ' ') != each.theirs.npos)
      return each.way;
  return "";
}

// What a word without a dash that the command does not take is probably for.
std::string surplus_way(const CLI::App& command, const std::string& word) {
  const auto lacks = [&](const char* name) {
    const CLI::Option* option = command.get_option_no_throw(name);
    return option && option->empty();
  };
  const CLI::Option* robot = command.get_option_no_throw("ROBOT");
  const bool is_number = word.find_first_not_of("0123456789") == word.npos;
  if (lacks("--joints") && is_number) return ": expected --joints " + word;
  if (lacks("--from") && lacks("--to") && word.find_first_not_of("0123456789.,-+e") == word.npos)
    return ": expected --from " + word + " --to Q1,Q2,... (first and last positions of the motion)";
  if (lacks("--via") && is_file(word)) return ": expected --via " + shell_word(word);
  if (full_name(command) == "invdyn count" && (names_robot(word) || is_file(word)))
    return ": invdyn count takes no robot. To count the operations for this robot, run invdyn compare " +
           shell_word(word);
  const std::string first = robot && !robot->empty() ? robot->results().front() : "";
  const CLI::Option* motion = command.get_option_no_throw("TRAJECTORY");
  const std::string second = motion && !motion->empty() ? motion->results().front() : word;
  if (lacks("--via") && names_robot(word) && is_file(first) && !names_robot(first))
    return ": expected " + full_name(command) + ' ' + shell_word(word) + " --via " + shell_word(first);
  if (!first.empty() && names_robot(second))
    return ": expected one robot; to compare two robots, run invdyn robot diff " + shell_word(first) + ' ' +
           shell_word(second);
  if (full_name(command) == "invdyn reproduce") return ": expected one paper in each run";
  if (lacks("--output") && !is_file(word) && trajectory_format_of(word))
    return ": to write the output to this file, give -o " + shell_word(word);
  return "";
}

// A motion of `generate` is the same under any load: the option is for what is done with it.
std::string later_line(const CLI::App& command, const std::string& option, const ParsedLine& line) {
  const std::string name = option.substr(0, option.find('='));
  const CLI::App* torque = line.all.get_subcommand("torque");
  if (!full_name(command).starts_with("invdyn generate ") || !torque->get_option_no_throw(name)) return "";
  const CLI::Option* robot = command.get_option_no_throw("ROBOT");
  const auto at = std::find(line.words.begin(), line.words.end(), option);
  const bool has_value = at != line.words.end() && at + 1 != line.words.end() &&
                         takes_value(*torque->get_option_no_throw(name)) && option == name;
  return "; this option does not change the motion: give it to a later command, as in invdyn torque " +
         (robot && !robot->empty() ? shell_word(robot->results().front()) : "ROBOT") + " MOTION.csv " +
         shell_word(option) + (has_value ? ' ' + shell_word(*(at + 1)) : "");
}

}  // namespace

void refuse_options_as_values(const CLI::App& command, const std::vector<const char*>& words) {
  refuse_single_dash(command, words);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string word = words[i], next = words[i + 1];
    if (!word.starts_with('-') || !next.starts_with('-')) continue;
    const CLI::Option* option = command.get_option_no_throw(word);
    if (option && option->get_items_expected_min() > 0 && command.get_option_no_throw(next))
      throw UsageError(full_name(command), word + " has no value: expected " + usual_values(command, word));
  }
}

void fail_unexpected(const CLI::App& command, const std::string& word, const ParsedLine& line) {
  if (const std::string present = renamed_option(command, word); !present.empty())
    throw UsageError(full_name(command), word.substr(0, word.find('=')) + " is now " + present);
  refuse_file_in_place_of_command(command, word, line.words);
  if (!command.get_parent()) refuse_command_of_another(command, word, line.words);
  refuse_other_word(command, word, line.words);
  if (const std::string ours = line_with_our_options(command, word, line.words); !ours.empty())
    throw UsageError(full_name(command), invdyn::in_quotes(word) + " is not expected here: expected " + ours);
  const bool is_option = word.starts_with("-");
  const auto candidates = is_option ? option_names(command) : command_names(command);
  std::string more;
  const std::string option = word.substr(0, word.find('='));
  if (is_option) more = other_way(command, option);
  if (is_option && more.empty()) more = commands_with(option, line.all) + later_line(command, word, line);
  if (!is_option && candidates.empty()) more = surplus_way(command, word);
  if (!is_option && !candidates.empty()) more = ": expected one of " + joined(candidates);
  if (!is_option || more.empty()) more += did_you_mean(word, candidates);
  if (!more.starts_with(':')) more += " (" + full_name(command) + " --help lists the options)";
  throw UsageError(full_name(command), invdyn::in_quotes(word) + " is not expected here" + more);
}

void fail_to_parse(const ParsedLine& line, const CLI::ParseError& fault) {
  const CLI::App& command = named_command(line.program);
  refuse_options_as_values(command, line.words);
  if (const auto left = line.program.remaining(true); !left.empty() && command.get_parent())
    refuse_file_before_command(command, left.front(), line.words);
  if (const auto left = line.program.remaining(false); !left.empty())
    fail_unexpected(line.program, left.front(), line);
  if (const auto left = line.program.remaining(true); !left.empty())
    fail_unexpected(command, left.front(), line);
  std::string text = fault.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&fault)) {
    const std::string option = text.substr(0, text.find(':'));
    const bool too_many = text.find("At Most") != std::string::npos;
    text = option + (too_many ? " is given twice: expected it once"
                              : " has no value: expected " + usual_values(command, option));
  } else if (dynamic_cast<const CLI::ExcludesError*>(&fault)) {
    const std::string between = " excludes ";  // CLI11's word
    const std::size_t at = text.find(between);
    text = "give " + text.substr(0, at) + " or " + text.substr(at + between.size()) + ", not both";
  } else if (dynamic_cast<const CLI::RequiredError*>(&fault)) {
    text = missing_text(command, text, line.words);
  }
  throw UsageError(full_name(command), text + " (see " + full_name(command) + " --help)");
}

}  // namespace invdyn
