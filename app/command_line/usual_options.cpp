#include "usual_options.h"

#include <string_view>

#include "command_line.h"
#include "ground/base/shell_word.h"

namespace invdyn {
namespace {

// Options of other programs, and ours. Nothing in place of them: the value is an argument, or the option is
// not needed.
constexpr struct {
  std::string_view theirs, ours;
  const char* needed;  // the option or argument that the command has then
} usual[] = {
    {" --robot --urdf --model --arm ", "", "ROBOT"},
    {" -i --in --input --file --trajectory --traj --motion ", "", "TRAJECTORY"},
    {" -i --in --input --file --log ", "", "LOG"},
    {" --out --output-file --outfile --save ", "--output", "--output"},
    {" --deg --degree ", "--degrees", "--degrees"},
    {" --rad --radians ", "", "--degrees"},
    {" --fs --hz --freq --frequency --sampling-rate --sample-rate ", "--rate", "--rate"},
    {" --timestep --time-step --step --delta-t --ts ", "--dt", "--dt"},
    {" --mass --load --tip-mass ", "--payload mass=", "--payload"},
    {" --g ", "--gravity 0,0,-", "--gravity"},
    {" --no-gravity --nogravity --zero-gravity ", "--gravity 0,0,0", "--gravity"},
    {" --filter --cutoff --low-pass ", "--lowpass", "--lowpass"},
    {" --savgol --savitzky-golay ", "--differentiate savgol:", "--differentiate"},
    {" --ms --milliseconds ", "--time-unit ms", "--time-unit"},
    {" --from ", "--from-joints", "--from-joints"},
    {" --report --html ", "-o", "--open"},
    {" -o --output ", "", "FILE"},
    {" -o --output ", ">", "--help"},
    {" --delimiter --delim --sep ", "--separator", "--separator"},
    {" --names --joint-names --rename --column-map --columns-map ", "--map", "--map"},
    {" --limits ", "--robot ROBOT", "--robot"},
    {" -f -y --force --yes --overwrite -v --verbose ", "", "--quiet"},
    {" -j --jobs --workers ", "--threads", "--threads"},
};

}  // namespace

std::string line_with_our_options(const CLI::App& command, const std::string& word,
                                  const std::vector<const char*>& words) {
  bool is_known = false;
  std::string line = "invdyn", glue = " ";
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string each = words[i], name = each.substr(0, each.find('='));
    const auto* found = std::begin(usual);
    while (found != std::end(usual) && !(found->theirs.find(' ' + name + ' ') != found->theirs.npos &&
                                         command.get_option_no_throw(found->needed)))
      ++found;
    if (found == std::end(usual) || !each.starts_with('-') || command.get_option_no_throw(name)) {
      line += glue + shell_word(each);
      glue = " ";
      continue;
    }
    is_known = is_known || each == word;
    if (!found->ours.empty()) line += ' ' + std::string(found->ours);
    glue = found->ours.empty() || std::string_view("=-:").find(found->ours.back()) == std::string_view::npos
               ? " "
               : "";
    if (name != each)
      line += (found->ours.empty() || glue.empty() || found->ours == ">" ? glue : "=") +
              each.substr(name.size() + 1);
    if (name != each) glue = " ";
  }
  return is_known ? line : "";
}

}  // namespace invdyn
