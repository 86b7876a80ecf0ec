#include <map>
#include <memory>

#include "base/wording.h"
#include "command_line/command_line.h"
#include "options/arguments.h"
#include "output/output_file.h"

namespace invdyn {
namespace {

// The command's name in a pattern of the script: `"invdyn torque --method"`.
std::string key(const CLI::App& command, const std::string& rest) {
  return '"' + full_name(command) + ' ' + rest + '"';
}

std::string words(const std::vector<std::string>& offered) {
  std::string text = "_invdyn_words";
  for (const std::string& word : offered) text += ' ' + word;
  return text;
}

// The bash command that offers values of an option or argument; empty if none is known.
std::string offer_of(const CLI::Option& option) {
  const std::vector<std::string> offered = offered_words(option);
  const std::string type = option.get_positional() ? option.get_name(true) : option.get_type_name();
  std::string text = offered.empty() ? "" : words(offered);
  for (const char* file : {"FILE", "LIST", "ROBOT", "SPEC|FILE", "TRAJECTORY"})
    if (type == file && (offered.empty() || type == "ROBOT"))
      text += (text.empty() ? "" : "; ") + std::string("_invdyn_files");
  if (type == "DIR") text = "_invdyn_directories";
  return text;
}

// The cases of the script: from the action to its patterns, joined by |.
struct Cases {
  std::string commands, valued;
  std::map<std::string, std::string> offers;  // from the bash command to the pattern

  void add(std::string& pattern, const std::string& one) { pattern += (pattern.empty() ? "" : "|") + one; }
  void add_offer(const std::string& offer, const std::string& one) {
    if (!offer.empty()) add(offers[offer], one);
  }

  void take(const CLI::App& command) {
    std::vector<std::string> below, options;
    for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
      below.push_back(each->get_name());
      add(commands, key(command, each->get_name()));
      take(*each);
    }
    if (!below.empty()) add_offer(words(below), key(command, "0"));
    std::size_t position = 0;
    for (const CLI::Option* option : command.get_options()) {
      const std::string offer = offer_of(*option);
      if (option->get_positional()) {
        add_offer(offer, takes_several(*option) ? key(command, "") + "[" + std::to_string(position) + "-9]*"
                                                : key(command, std::to_string(position)));
        ++position;
        continue;
      }
      for (const std::string& name : names_of(*option)) {
        options.push_back(name);
        if (!takes_value(*option)) continue;
        add(valued, key(command, name));
        add_offer(offer, key(command, name));
      }
    }
    add_offer(words(options), key(command, "-"));
  }
};

// COMP_WORDBREAKS makes three words of `--name=value`, of `JOINT=VALUE` and of `savgol:41,3`.
constexpr const char* script_head = R"(_invdyn_words() {
  local before=""
  [[ $current == *,* ]] && before=${current%,*},
  local -a found
  mapfile -t found < <(compgen -P "$before" -W "$*" -- "${current##*,}")
  COMPREPLY+=("${found[@]}")
  [[ ${found[0]-} == *: ]] && compopt -o nospace 2>/dev/null  # more is to follow
}

_invdyn_files() {
  local -a found
  mapfile -t found < <(compgen -f -- "$current")
  COMPREPLY+=("${found[@]}")
  compopt -o filenames 2>/dev/null
}

_invdyn_directories() {
  local -a found
  mapfile -t found < <(compgen -d -- "$current")
  COMPREPLY+=("${found[@]}")
  compopt -o filenames 2>/dev/null
}

_invdyn() {
  local current=${COMP_WORDS[COMP_CWORD]} command=invdyn option="" word key
  local -i i position=0
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $option ]]; then
      [[ $word == "=" ]] || option=""
      continue
    fi
    if [[ $word == [=:] ]]; then  # within a value
      i+=1
      ((i < COMP_CWORD)) || return 0
      continue
    fi
    [[ $word == -[!-]*[a-z] ]] && word=-${word: -1}  # -qo: what the last one takes comes next
    case "$command $word" in
)";

constexpr const char* script_middle = R"(      "$command -"?*) ;;
      *) position+=1 ;;
    esac
  done
  [[ $current == "=" ]] && current=""
  if [[ $option ]]; then
    key="$command $option"
  elif [[ $current == -* ]]; then
    key="$command -"
  else
    key="$command $position"
  fi
  case "$key" in
)";

constexpr const char* script_tail = R"(  esac
  return 0
}

complete -F _invdyn invdyn
)";

std::string bash_completion(const CLI::App& program) {
  Cases cases;
  cases.take(program);
  std::string text = "# Completion of invdyn's command lines for bash, written by `invdyn completion`.\n\n";
  text += script_head;
  text += "      " + cases.commands + ") command+=\" $word\" ;;\n";
  text += "      " + cases.valued + ") option=$word ;;\n";
  text += script_middle;
  for (const auto& [offer, pattern] : cases.offers) text += "    " + pattern + ") " + offer + " ;;\n";
  return text + script_tail;
}

}  // namespace

Command add_completion_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand("completion", "Print the bash completion of invdyn");
  command->footer("Example:\n  source <(invdyn completion)");
  return {command, [&program](Terminal&) {
            OutputFile out("-");
            out.write(bash_completion(program));
            out.commit();
            return static_cast<int>(done);
          }};
}

}  // namespace invdyn
