#include "usual_options.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "command_line.h"
#include "ground/base/nearest_name.h"
#include "ground/base/shell_word.h"
#include "robot/files/read.h"
#include "wrong_files.h"

namespace invdyn {
namespace {

// Options of other programs, and ours. Nothing in place of them: the value is an argument, or the option is
// not needed.
struct Usual {
  std::string_view theirs, ours;
  const char* needed;  // the option or argument that the command has then
};
constexpr Usual usual[] = {
    {" -r --robot --urdf --model --arm ", "", "ROBOT"},
    {" -i --in --input --file --trajectory --traj --motion ", "", "TRAJECTORY"},
    {" -i --in --input --file --log ", "", "LOG"},
    {" --out --output-file --outfile --save ", "--output", "--output"},
    {" --deg --degree ", "--degrees", "--degrees"},
    {" --rad --radians ", "", "--degrees"},
    {" --degrees --deg --degree ", "--angles degrees", "--angles"},
    {" --fs --hz --freq --frequency --sampling-rate --sample-rate ", "--rate", "--rate"},
    {" --svg --png --pdf --figure --fig ", "--plot", "--plot"},
    {" --timestep --time-step --step --period --ts --sampling-period ", "--control-period",
     "--control-period"},
    {" --kd ", "--kv", "--kv"},
    {" --timestep --time-step --step --delta-t --ts ", "--dt", "--dt"},
    {" --mass --load --tip-mass ", "--payload mass=", "--payload"},
    {" --g ", "--gravity 0,0,-", "--gravity"},
    {" --no-gravity --nogravity --zero-gravity ", "--gravity 0,0,0", "--gravity"},
    {" --filter --cutoff --low-pass ", "--lowpass", "--lowpass"},
    {" --savgol --savitzky-golay ", "--differentiate savgol:", "--differentiate"},
    {" --ms --milliseconds ", "--time-unit ms", "--time-unit"},
    {" --from --start --begin ", "--from-joints", "--from-joints"},
    {" --to --end --goal --target ", "--to-joints", "--to-joints"},
    {" --start --begin --q0 ", "--from", "--from"},
    {" --end --goal --target ", "--to", "--to"},
    {" --report --html ", "-o", "--open"},
    {" -o --output ", "", "FILE"},
    {" -o --output ", ">", "--help"},
    {" --delimiter --delim --sep ", "--separator", "--separator"},
    {" --names --joint-names --rename --column-map --columns-map ", "--map", "--map"},
    {" --limits ", "--robot ROBOT", "--robot"},
    {" --force --ft --wrench-file --external-force --external-wrench ", "--wrench", "--wrench"},
    {" --vmax --v-max --max-velocity --max-speed --speed --vel ", "--velocity", "--velocity"},
    {" --amax --a-max --max-acceleration --acc --accel ", "--acceleration", "--acceleration"},
    {" --jmax --j-max --max-jerk ", "--jerk", "--jerk"},
    {" --waypoints --points --knots --file --csv --input ", "--via", "--via"},
    {" --pd ", "--control pd", "--control"},
    {" --y -y --column --cols --curves --signals ", "--columns", "--columns"},
    {" --torques --tau ", "", "FILE"},
    {" -n --n --dof ", "--joints", "--joints"},
    {" --motor --motor-table ", "--motors", "--motors"},
    {" -f -y --force --yes --overwrite -v --verbose ", "", "--quiet"},
    {" -j --jobs --workers ", "--threads", "--threads"},
};

// `--force` alone replaces files, and `--force push.csv` is a wrench.
const Usual* ours_for(std::string name, bool has_value, const CLI::App& command) {
  std::replace(name.begin(), name.end(), '_', '-');
  for (const Usual& each : usual)
    if (each.theirs.find(' ' + name + ' ') != each.theirs.npos && command.get_option_no_throw(each.needed) &&
        (has_value || each.ours != "--wrench"))
      return &each;
  return nullptr;
}

// Three numbers after another program's --from or --to are a point of the tool, except for an arm of three
// joints.
std::vector<std::string> with_points(std::vector<std::string> line, const std::vector<const char*>& words) {
  const auto typed = [&](std::string_view option) {
    return std::any_of(words.begin() + 1, words.end(),
                       [&](const char* word) { return std::string_view(word).starts_with(option); });
  };
  bool needs_no_orientation = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const bool is_from = line[i] == "--from-joints", is_to = line[i] == "--to-joints";
    const std::string numbers = line[i + 1];
    if (!(is_from || is_to) || typed(line[i]) || std::count(numbers.begin(), numbers.end(), ',') != 2)
      continue;
    const std::size_t first = numbers.find(','), second = numbers.rfind(',');
    line[i] = is_from ? "--from-pose" : "--to-pose";
    line[i + 1] =
        shell_word("x=" + numbers.substr(0, first) + " y=" + numbers.substr(first + 1, second - first - 1) +
                   " z=" + numbers.substr(second + 1));
    needs_no_orientation = needs_no_orientation || is_from;
  }
  if (needs_no_orientation && !typed("--position-only")) line.emplace_back("--position-only");
  return line;
}

}  // namespace

std::string line_with_our_options(const CLI::App& command, const std::string& word,
                                  const std::vector<const char*>& words) {
  std::vector<std::string> names, line;     // the line without robots and inputs
  std::vector<std::string> robots, inputs;  // that options name
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  bool is_known = false;
  std::size_t begin = 0;   // of what follows the command's name
  bool is_joined = false;  // the next word to the one before
  std::vector<std::string>* next = nullptr;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string each = words[i], name = each.substr(0, each.find('='));
    const bool has_value =
        name != each || (i + 1 < words.size() && !std::string_view(words[i + 1]).starts_with('-'));
    const Usual* found = each.starts_with('-') && !command.get_option_no_throw(name)
                             ? ours_for(name, has_value, command)
                             : nullptr;
    if (!found) {
      const auto near = each.starts_with("--") && !command.get_option_no_throw(name)
                            ? nearest_name(name, names)
                            : std::nullopt;
      const std::string written = near ? *near + each.substr(name.size()) : each;
      if (next)
        next->push_back(shell_word(written));
      else if (is_joined)
        line.back() += shell_word(written);
      else
        line.push_back(shell_word(written));
      if (begin == 0 && each == command.get_name()) begin = line.size();
      next = nullptr;
      is_joined = false;
      continue;
    }
    is_known = is_known || each == word;
    const std::string_view needed = found->needed;
    std::vector<std::string>* argument = needed == "ROBOT"                           ? &robots
                                         : needed == "TRAJECTORY" || needed == "LOG" ? &inputs
                                                                                     : nullptr;
    const std::string value = name == each ? "" : each.substr(name.size() + 1);
    if (argument) {
      if (value.empty())
        next = argument;
      else
        argument->push_back(value);
      continue;
    }
    const bool joins =
        !found->ours.empty() && std::string_view("=-:").find(found->ours.back()) != std::string_view::npos;
    if (!found->ours.empty()) line.emplace_back(found->ours);
    if (name == each) {
      is_joined = joins;
    } else if (found->ours.empty()) {
      line.push_back(value);
    } else {
      line.back() += (joins ? "" : found->ours == ">" ? " " : "=") + value;
    }
  }
  if (!is_known) return "";
  if (full_name(command) == "invdyn generate line") line = with_points(line, words);
  const auto at = line.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto robot = std::find_if(at, line.end(), names_robot);
  const auto place = !robots.empty() || robot == line.end() ? at : robot + 1;
  robots.insert(robots.end(), inputs.begin(), inputs.end());
  line.insert(place, robots.begin(), robots.end());
  constexpr std::size_t shown = 3;  // of files in a row
  std::string text = "invdyn";
  std::size_t files = 0;
  for (const std::string& each : line) {
    files = is_file(each) ? files + 1 : 0;
    if (files <= shown + 1) text += files > shown ? " ..." : ' ' + each;
  }
  return text;
}

}  // namespace invdyn
