#include "usual_options.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "command_line.h"
#include "ground/base/nearest_name.h"
#include "ground/base/shell_word.h"
#include "offers.h"
#include "robot/files/read.h"
#include "wrong_files.h"

namespace invdyn {
namespace {

// Options of other programs, and ours. A line with "*" is for an option with a value, which takes its place;
// two of them share a value such as 100,20. Nothing in place of them: the value is an argument, or the option
// is not needed.
struct Usual {
  std::string_view theirs, ours;
  const char* needed;            // the option or argument that the command has then
  std::string_view values = "";  // if it is about these values only
};
constexpr Usual usual[] = {
    {" -f --fmt --output-format ", "--format *", "--format", " json csv table "},
    {" --json ", "--format json", "--format"},
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
    {" --time --timestamp --time-column --t-column ", "--map *=t", "--map"},
    {" --mass --load --tip-mass --tool-mass --payload-mass ", "--payload mass=*", "--payload"},
    {" --g ", "--gravity 0,0,-*", "--gravity"},
    {" --no-gravity --nogravity --zero-gravity ", "--gravity 0,0,0", "--gravity"},
    {" --friction ", "", "--no-friction"},
    {" --filter --cutoff --low-pass ", "--lowpass", "--lowpass"},
    {" --savgol --savitzky-golay ", "--differentiate savgol:*", "--differentiate"},
    {" --ms --milliseconds ", "--time-unit ms", "--time-unit"},
    {" --from --start --begin ", "--from-joints", "--from-joints"},
    {" --to --end --goal --target ", "--to-joints", "--to-joints"},
    {" --start --begin --q0 ", "--from", "--from"},
    {" --end --goal --target ", "--to", "--to"},
    {" --report --html ", "-o", "--open"},
    {" -o --output ", "", "FILE"},
    {" -o --output ", "> *", "--help"},
    {" --delimiter --delim --sep ", "--separator", "--separator"},
    {" --names --joint-names --rename --column-map --columns-map ", "--map", "--map"},
    {" --limits ", "--robot ROBOT", "--robot"},
    // Alone, --force replaces files.
    {" --force --ft --wrench-file --external-force --external-wrench ", "--wrench *", "--wrench"},
    {" --vmax --v-max --max-velocity --max-speed --speed --vel ", "--velocity", "--velocity"},
    {" --amax --a-max --max-acceleration --acc --accel ", "--acceleration", "--acceleration"},
    {" --jmax --j-max --max-jerk ", "--jerk", "--jerk"},
    {" --waypoints --points --knots --file --csv --input ", "--via", "--via"},
    {" --pd ", "--control pd --kp * --kv *", "--control"},
    {" --pd ", "--control pd", "--control"},
    {" --y -y --column --cols --curves --signals ", "--columns", "--columns"},
    {" --torques --tau ", "", "FILE"},
    {" -n --n --dof ", "--joints", "--joints"},
    {" --motor --motor-table ", "--motors", "--motors"},
    {" -f -y --force --yes --overwrite -v --verbose ", "", "--quiet"},
    {" -j --jobs --workers ", "--threads", "--threads"},
};

bool has_word(std::string_view words, const std::string& word) {
  return words.find(' ' + word + ' ') != words.npos;
}

// An option as it is typed, with the word after it.
struct TypedOption {
  std::string name, value;
  bool has_value, is_joined;  // by =
};

TypedOption typed_option(const std::vector<const char*>& words, std::size_t i) {
  const std::string_view word = words[i];
  const std::size_t sign = std::min(word.find('='), word.size());
  TypedOption option{std::string(word.substr(0, sign)), "", sign < word.size(), sign < word.size()};
  if (option.is_joined) {
    option.value = word.substr(sign + 1);
  } else if (i + 1 < words.size() && words[i + 1][0] != '-') {
    option.value = words[i + 1];
    option.has_value = true;
  }
  return option;
}

bool is_filled_by(const TypedOption& option, std::string_view ours) {
  const auto places = std::count(ours.begin(), ours.end(), '*');
  return places == 0 || (option.has_value && (places == 1 || option.value.find(',') != option.value.npos));
}

// Whether the command has the option, and the format if it is about one: plot has no json.
bool has_what_is_needed(const CLI::App& command, const Usual& each, const TypedOption& option) {
  const CLI::Option* ours = command.get_option_no_throw(each.needed);
  if (!ours || each.needed != std::string_view("--format")) return ours != nullptr;
  const std::string wanted = each.values.empty() ? "json" : option.value;
  const std::vector<OfferedPart>& formats = offer_of(*ours).parts;
  return std::any_of(formats.begin(), formats.end(),
                     [&](const OfferedPart& format) { return format.text == wanted; });
}

const Usual* ours_for(const TypedOption& option, const CLI::App& command) {
  std::string name = option.name;
  std::replace(name.begin(), name.end(), '_', '-');
  for (const Usual& each : usual)
    if (has_word(each.theirs, name) && has_what_is_needed(command, each, option) &&
        is_filled_by(option, each.ours) && (each.values.empty() || has_word(each.values, option.value)))
      return &each;
  return nullptr;
}

// Ours, with the value in place of "*".
std::string filled(std::string_view ours, const std::string& value) {
  std::string text(ours);
  const std::size_t first = text.find('*'), last = text.rfind('*'), comma = value.find(',');
  if (last != first) text.replace(last, 1, shell_word(value.substr(comma + 1)));
  return text.replace(first, 1, shell_word(last != first ? value.substr(0, comma) : value));
}

// Three numbers after another program's --from or --to are a point of the tool, except for an arm of three
// joints. With the times that a line needs.
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
  const auto has = [&](std::string_view option) {
    return std::any_of(line.begin(), line.end(),
                       [&](const std::string& piece) { return piece.starts_with(option); });
  };
  if (!has("--duration")) line.emplace_back("--duration S");
  if (!has("--dt") && !has("--rate")) line.emplace_back("--rate HZ");
  return line;
}

// The format of torque is that of its summary.
std::vector<std::string> with_summary(std::vector<std::string> line) {
  const auto begins_with = [&](std::string_view option) {
    return std::find_if(line.begin(), line.end(),
                        [&](const std::string& piece) { return piece.starts_with(option); });
  };
  const auto format = begins_with("--format");
  if (format != line.end() && begins_with("--summary") == line.end()) line.insert(format, "--summary");
  return line;
}

// A line while options of other programs are replaced.
class OurLine {
 public:
  OurLine(const CLI::App& command, const std::vector<const char*>& words) : command_(command), words_(words) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) names_.push_back("--" + name);
    for (std::size_t i = 1; i < words.size(); ++i) i += take(i);
  }

  bool replaced(const std::string& word) const {
    return std::find(replaced_.begin(), replaced_.end(), word) != replaced_.end();
  }
  std::string text() const;

 private:
  std::size_t take(std::size_t i);
  void keep(const std::string& word);
  std::vector<std::string>* argument(std::string_view needed);

  const CLI::App& command_;
  const std::vector<const char*>& words_;
  std::vector<std::string> names_;            // of the command's options
  std::vector<std::string> line_;             // without robots and inputs
  std::vector<std::string> robots_, inputs_;  // that options name
  std::vector<std::string> replaced_;         // words
  std::size_t begin_ = 0;                     // of what follows the command's name
};

std::vector<std::string>* OurLine::argument(std::string_view needed) {
  if (needed == "ROBOT") return &robots_;
  return needed == "TRAJECTORY" || needed == "LOG" ? &inputs_ : nullptr;
}

// A word that stays, but for its spelling.
void OurLine::keep(const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const auto near = word.starts_with("--") && !command_.get_option_no_throw(name) ? nearest_name(name, names_)
                                                                                  : std::nullopt;
  line_.push_back(shell_word(near ? *near + word.substr(name.size()) : word));
  if (begin_ == 0 && word == command_.get_name()) begin_ = line_.size();
}

// Takes word i. Returns how many of the words after it belong to it.
std::size_t OurLine::take(std::size_t i) {
  const std::string word = words_[i];
  const TypedOption option = typed_option(words_, i);
  const Usual* found = word.starts_with('-') && !command_.get_option_no_throw(option.name)
                           ? ours_for(option, command_)
                           : nullptr;
  if (!found) {
    keep(word);
    return 0;
  }
  replaced_.push_back(word);
  const bool takes_word = option.has_value && !option.is_joined;
  if (auto* files = argument(found->needed)) {
    if (option.has_value) files->push_back(shell_word(option.value));
    return takes_word ? 1 : 0;
  }
  if (found->ours.find('*') != found->ours.npos) {
    line_.push_back(filled(found->ours, option.value));
    return takes_word ? 1 : 0;
  }
  if (option.is_joined)
    line_.push_back((found->ours.empty() ? "" : std::string(found->ours) + '=') + option.value);
  else if (!found->ours.empty())
    line_.emplace_back(found->ours);
  return 0;
}

std::string OurLine::text() const {
  const std::string name = full_name(command_);
  auto line = name == "invdyn generate line" ? with_points(line_, words_)
              : name == "invdyn torque"      ? with_summary(line_)
                                             : line_;
  const auto at = line.begin() + static_cast<std::ptrdiff_t>(begin_);
  const auto robot = std::find_if(at, line.end(), names_robot);
  auto files = robots_;
  files.insert(files.end(), inputs_.begin(), inputs_.end());
  line.insert(!robots_.empty() || robot == line.end() ? at : robot + 1, files.begin(), files.end());
  constexpr std::size_t shown = 3;  // of files in a row
  std::string text = "invdyn";
  std::size_t count = 0;
  for (const std::string& each : line) {
    count = is_file(each) ? count + 1 : 0;
    if (count <= shown + 1) text += count > shown ? " ..." : ' ' + each;
  }
  return text;
}

}  // namespace

std::string line_with_our_options(const CLI::App& command, const std::string& word,
                                  const std::vector<const char*>& words) {
  const OurLine line(command, words);
  return line.replaced(word) ? line.text() : "";
}

}  // namespace invdyn
