#include <algorithm>
#include <memory>

#include "command_line/command_line.h"
#include "completion/completion.h"
#include "completion_scripts.h"
#include "ground/base/visible_text.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "write_fence.h"

namespace invdyn {
namespace {

const std::vector<std::string> shell_names{"bash", "zsh", "fish"};  // in the order of Shell

constexpr std::string_view answer_option = "--line";

std::string joined_endings(const std::vector<std::string>& endings) {
  std::string text;
  for (const std::string& ending : endings) text += (text.empty() ? "" : " ") + ending;
  return text;
}

// The scripts of the shells read these lines:
//   words, files or folders: the paths that are candidates, too
//   the beginning of the word that is not of the path
//   the beginning of the path, as it is so far
//   the endings of files that are wanted, with blanks between them
//   for bash: the beginning of the path that bash keeps, and the quote that is open
//   a line for each other candidate: the word, a tab, a text about it
// For a word of bash with a quote that has ended, there is only the line "default": bash's own completion
// knows what it keeps of such a word.
std::string answer(const Completion& completion, const ShellWord& word, Shell shell) {
  const bool is_bash = shell == Shell::bash, has_paths = completion.paths != Completion::Paths::none;
  if (is_bash && word.has_closed_quote) return has_paths ? "default\n" : "";
  const std::size_t begin = is_bash ? word.begin : 0;
  const std::string &before = completion.before_path, path = word.text.substr(before.size());
  constexpr const char* kinds[] = {"words", "files", "folders"};
  std::string text = std::string(kinds[static_cast<std::size_t>(completion.paths)]) + '\n' +
                     before.substr(std::min(begin, before.size())) + '\n' + path + '\n' +
                     joined_endings(completion.endings) + '\n' +
                     path.substr(0, begin - std::min(begin, before.size())) + '\n';
  if (is_bash) text += std::string(word.open_quote != '\0' ? 1 : 0, word.open_quote) + '\n';
  for (const Candidate& candidate : completion.candidates) {
    if (visible(candidate.text) != candidate.text) continue;
    if (shell == Shell::fish && candidate.text.starts_with('~')) continue;  // fish would expand it
    if (!is_bash)
      text += candidate.text + '\t' + candidate.about + '\n';
    else if (candidate.text.starts_with(word.text))  // with paths, bash quotes all candidates
      text += (has_paths ? candidate.text.substr(begin)
                         : quoted_for_bash(candidate.text.substr(begin), word.open_quote)) +
              '\n';
  }
  return text;
}

}  // namespace

bool asks_for_completion(const std::vector<const char*>& words) {
  return words.size() > 4 && words[1] == std::string_view("completion") && words[2] == answer_option;
}

// `completion --line SHELL LINE [BREAKS]`. The option is for the scripts alone, so no help has it. It is read
// before CLI11 reads the line, because it needs the definitions of all commands.
int print_completion(const CLI::App& program, const std::vector<const char*>& words) {
  fence_writes({});
  const auto shell = static_cast<Shell>(choice_argument("--line", words[3], shell_names));
  const ShellLine line = split_line(words[4], shell, words.size() > 5 ? words[5] : "");
  if (line.words.empty()) return done;
  const ShellWord& word = line.words.back();
  if (visible(word.text) != word.text) return done;
  OutputFile out("-");
  out.write(answer(completion_of(program, line), word, shell));
  out.commit();
  return done;
}

Command add_completion_command(CLI::App& program) {
  auto shell = std::make_shared<std::string>(shell_names.front());
  CLI::App* command =
      program.add_subcommand("completion", "Print a script that completes command lines in a shell");
  offer_words(command->add_option("SHELL", *shell, "Shell of the script: bash, zsh or fish"), shell_names)
      ->capture_default_str();
  command->footer(
      "Examples:\n  source <(invdyn completion)\n  source <(invdyn completion zsh)\n"
      "  invdyn completion fish | source");
  return {command, [shell](Terminal&) {
            const std::string_view scripts[] = {bash_script, zsh_script, fish_script};
            OutputFile out("-");
            out.write(scripts[choice_argument("SHELL", *shell, shell_names)]);
            out.commit();
            return static_cast<int>(done);
          }};
}

}  // namespace invdyn
