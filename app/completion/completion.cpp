#include "completion.h"

#include <algorithm>
#include <set>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "robot/files/robot_formats.h"
#include "trajectory/files/formats.h"

namespace invdyn {
namespace {

std::vector<std::string> trajectory_endings() {
  std::vector<std::string> endings{".txt", ".tsv", ".dat", ".gz", ".zst", ".zstd"};
  for (const TrajectoryFormat& format : trajectory_formats()) endings.emplace_back(format.ending);
  return endings;
}

std::vector<std::string> robot_endings() {
  std::vector<std::string> endings;
  for (const RobotFormat& format : robot_formats()) {
    endings.push_back(format.ending());
    endings.insert(endings.end(), format.more_endings.begin(), format.more_endings.end());
  }
  return endings;
}

std::string type_of(const CLI::Option& option) {
  return option.get_positional() ? option.get_name(true) : option.get_type_name();
}

// By the type that help prints. A path may also come in one of the parts of a value.
void add_paths(const CLI::Option& option, Completion& completion) {
  using Paths = Completion::Paths;
  const std::string type = type_of(option);
  const Offer offer = offer_of(option);
  const bool has_words = !offer.parts.empty();
  const auto is_any_of = [&](const std::vector<std::string>& types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  if (decided_by(option) == Decides::folder || type == "DIR") {
    completion.paths = Paths::folders;
  } else if (offer.robot != RobotRole::none) {
    completion.paths = Paths::files;
    completion.endings = robot_endings();
  } else if (is_any_of({"TRAJECTORY", "LOG", "UNLOADED LOADED", "LOG|SHARE"})) {
    completion.paths = Paths::files;
    completion.endings = trajectory_endings();
  } else if (type == "SIDECAR" || type == "FILE.json") {
    completion.paths = Paths::files;
    completion.endings = {".json"};
  } else if (names_written_file(option) || is_any_of({"LIST", "SPEC|FILE"}) ||
             type.find("FILE") != std::string::npos) {
    if (!(type == "LIST" && has_words)) completion.paths = Paths::files;
  }
}

// The values that an option takes from the line, after its name.
std::size_t value_count(const CLI::Option& option) {
  const int minimum = option.get_items_expected_min(), maximum = option.get_items_expected_max();
  return maximum <= 0 ? 0 : minimum == maximum ? static_cast<std::size_t>(maximum) : 1;
}

const CLI::App* command_below(const CLI::App& command, const std::string& name) {
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; }))
    if (each->get_name() == name) return each;
  return nullptr;
}

const CLI::Option* option_named(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string> names = names_of(*option);
    if (std::find(names.begin(), names.end(), name) != names.end()) return option;
  }
  return nullptr;
}

// The argument without dashes in this place; the last one may take several.
const CLI::Option* argument_at(const CLI::App& command, std::size_t place) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    if (place == 0 || takes_several(*option)) return option;
    --place;
  }
  return nullptr;
}

// Where the cursor is among commands, options and arguments.
class Place {
 public:
  explicit Place(const CLI::App& program) : command_(&program) {}

  void pass(const ShellWord& word);

  const CLI::App& command() const { return *command_; }
  /// The option whose value is at the cursor.
  const CLI::Option* valued() const { return values_ > 0 ? valued_ : nullptr; }
  std::size_t arguments() const { return arguments_; }
  bool takes_options() const { return !options_ended_; }
  const NamedRobot& robot() const { return robot_; }

 private:
  void pass_option(const std::string& word);
  void take(const CLI::Option& option, const std::string& value);

  const CLI::App* command_;
  const CLI::Option* valued_ = nullptr;
  std::size_t values_ = 0, arguments_ = 0;
  bool options_ended_ = false;
  NamedRobot robot_;
};

void Place::take(const CLI::Option& option, const std::string& value) {
  if (offer_of(option).robot == RobotRole::named) robot_.path_or_name = value;
}

// `--name=value`, `-o file`, `-qo file`, `-ofile`
void Place::pass_option(const std::string& word) {
  const std::size_t sign = word.starts_with("--") ? word.find('=') : std::string::npos;
  std::string name = word.substr(0, sign);
  bool has_value = sign != std::string::npos;
  std::string value = has_value ? word.substr(sign + 1) : "";
  if (!word.starts_with("--"))
    for (std::size_t i = 1; i < word.size(); ++i) {
      name = {'-', word[i]};
      const CLI::Option* each = option_named(*command_, name);
      if (!each || !takes_value(*each)) continue;
      value = word.substr(i + 1);
      has_value = !value.empty();
      break;
    }
  const CLI::Option* option = option_named(*command_, name);
  if (!option) return;
  const std::string longest = longest_name(*option);
  if (longest == "--independent-mimic") robot_.independent_mimics = true;
  if (longest == "--include-outside") robot_.include_outside = true;
  if (has_value) {
    take(*option, value);
  } else {
    valued_ = option;
    values_ = value_count(*option);
  }
}

void Place::pass(const ShellWord& word) {
  const std::string text = word.is_literal ? with_home(word.text) : "";
  if (values_ > 0) {
    --values_;
    take(*valued_, text);
  } else if (options_ended_ || !word.text.starts_with('-') || word.text == "-") {
    const CLI::App* below = arguments_ == 0 ? command_below(*command_, word.text) : nullptr;
    if (below) {
      command_ = below;
    } else if (const CLI::Option* argument = argument_at(*command_, arguments_++)) {
      take(*argument, text);
    }
  } else if (word.text == "--") {
    options_ended_ = true;
  } else {
    pass_option(text);
  }
}

// Candidates of one value, for the text of it that is there.
class Value {
 public:
  Value(const CLI::Option& option, const std::string& before, const std::string& text,
        const NamedRobot& robot, bool after_sign, Completion& completion)
      : option_(option),
        offer_(offer_of(option)),
        before_(before),
        text_(text),
        robot_(robot),
        after_sign_(after_sign),
        completion_(completion) {}

  void complete() {
    add_paths(option_, completion_);
    completion_.before_path = before_;
    if (offer_.separator == ' ' && text_.find('=') != std::string::npos)
      completion_.paths = Completion::Paths::none;  // it has fields: only one of them may be a path
    for (const OfferedPart& part : offer_.parts) add(part);
  }

 private:
  // The part at the cursor begins after the last separator.
  std::string earlier_parts() const {
    const std::size_t end = text_.rfind(offer_.separator);
    return end == std::string::npos ? "" : text_.substr(0, end + 1);
  }

  // Whether the cursor is in the value of this part; `head` is the text up to its sign. Over blanks, a value
  // ends where the next field begins.
  bool is_in(const OfferedPart& part, std::string& head) const {
    std::size_t begin = earlier_parts().size(), sign = text_.find('=', begin);
    while (offer_.separator == ' ' && sign == std::string::npos && begin > 0) {
      begin = begin > 1 ? text_.rfind(' ', begin - 2) + 1 : 0;
      sign = text_.find('=', begin);
    }
    if (part.text == "=" && sign != std::string::npos) sign = text_.rfind('=');
    if (sign == std::string::npos) return false;
    head = text_.substr(0, sign + 1);
    return part.text == "=" || head.substr(begin) == part.text;
  }

  void add(const OfferedPart& part) {
    std::string head;
    if (part.text.empty()) {
      add_names(part, earlier_parts());
    } else if (part.text.ends_with('=') && is_in(part, head)) {
      for (const std::string& word : part.words) add_text(head + word, "");
      add_names(part, head);
      if (!part.is_file) return;
      completion_.paths = Completion::Paths::files;
      completion_.before_path = before_ + head;
    } else if (part.text != "=" && !is_used(part.text)) {
      add_text(earlier_parts() + part.text, "");
    }
  }

  bool is_used(const std::string& part) const {
    const std::string before = offer_.separator + earlier_parts();
    const std::string end(part.ends_with('=') ? 0 : 1, offer_.separator);
    return before.find(offer_.separator + part + end) != std::string::npos;
  }

  // A name that its option could not read is left out.
  bool can_be_read(const std::string& name) const {
    if (name.empty() || name.front() == ' ' || name.back() == ' ') return false;
    if (offer_.separator == ',') return name.find(',') == std::string::npos;
    const std::size_t blank = name.find_first_of(" \t");
    return blank == std::string::npos || name.find('=', blank) == std::string::npos;
  }

  void add_names(const OfferedPart& part, const std::string& head) {
    for (const Candidate& name : names_of(robot_, part.names)) {
      const std::string sign = part.sign_follows ? "=" : "";
      if (!can_be_read(name.text) || (part.text.empty() && is_used(name.text + sign))) continue;
      add_text(head + name.text + sign, name.about);
      for (const std::string& prefix : part.before_names) add_text(head + prefix + name.text + sign, "");
    }
  }

  // The program takes a word that begins with a dash for an option, unless `=` is before it.
  void add_text(const std::string& text, const std::string& about) {
    if (after_sign_ || !text.starts_with('-')) completion_.candidates.push_back({before_ + text, about});
  }

  const CLI::Option& option_;
  const Offer& offer_;
  const std::string &before_, &text_;
  const NamedRobot& robot_;
  bool after_sign_;
  Completion& completion_;
};

void add_commands(const CLI::App& command, Completion& completion) {
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; }))
    completion.candidates.push_back({each->get_name(), first_sentence(each->get_description())});
}

// main() reads them in place of a command.
void add_words_of_main(Completion& completion) {
  completion.candidates.push_back({"help", "Describe a command"});
  completion.candidates.push_back({"version", "Print the version"});
}

void add_options(const CLI::App& command, Completion& completion) {
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : names_of(*option))
      completion.candidates.push_back({name, first_sentence(option->get_description())});
}

}  // namespace

Completion completion_of(const CLI::App& program, const ShellLine& line) {
  Completion completion;
  if (line.is_redirected) {
    completion.paths = Completion::Paths::files;
    return completion;
  }
  Place place(program);
  const bool asks_for_help = line.words.size() > 2 && line.words[1].text == "help";
  for (std::size_t i = asks_for_help ? 2 : 1; i + 1 < line.words.size(); ++i) place.pass(line.words[i]);
  const ShellWord& word = line.words.back();
  const auto complete_value = [&](const CLI::Option& option, const std::string& before) {
    Value(option, before, word.text.substr(before.size()), place.robot(), !before.empty(), completion)
        .complete();
  };
  const bool is_option = place.takes_options() && word.text.starts_with('-');
  const std::size_t sign = word.text.find('=');
  if (place.valued()) {
    complete_value(*place.valued(), "");
  } else if (is_option && sign != std::string::npos) {
    const CLI::Option* option = option_named(place.command(), word.text.substr(0, sign));
    if (option && takes_value(*option)) complete_value(*option, word.text.substr(0, sign + 1));
  } else if (is_option) {
    add_options(place.command(), completion);
  } else {
    if (place.arguments() == 0) add_commands(place.command(), completion);
    if (line.words.size() == 2) add_words_of_main(completion);
    if (asks_for_help) return completion;  // of commands alone
    if (const CLI::Option* argument = argument_at(place.command(), place.arguments()))
      complete_value(*argument, "");
  }
  if (!word.is_literal) completion.candidates.clear();  // it is not known what it begins with
  // A shell would take a second press of Tab for the end of the word.
  std::erase_if(completion.candidates, [&](const Candidate& candidate) {
    return candidate.text == word.text && (candidate.text.ends_with('=') || candidate.text.ends_with(':'));
  });
  return completion;
}

}  // namespace invdyn
