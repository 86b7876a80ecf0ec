#include "shell_session.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>

namespace invdyn::test {
namespace {

constexpr const char* end_of_line = "== end of line ==";

// The program's arguments, each with a NUL byte after it, appear in a file at once.
std::string recorder() {
  return "#!/bin/sh\n"
         "[ \"$1\" = completion ] && exec '" +
         program +
         "' \"$@\"\n"
         "for each; do printf '%s\\000' \"$each\"; done > arguments.new\n"
         "mv arguments.new arguments\n";
}

constexpr const char* bash_offers = R"(
while IFS= read -r line; do
  [[ $line =~ ^([^\\\ ]|\\.)+ ]]  # its first word
  COMP_WORDS=("${BASH_REMATCH[0]}") COMP_CWORD=0 COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
  _invdyn
  printf '%s\n' "${COMPREPLY[@]}" '== end of line =='
done < lines > offered.new
mv offered.new offered
)";

constexpr const char* fish_offers = R"(
while read -l line
    complete -C "$line"
    echo '== end of line =='
end < lines > offered.new
mv offered.new offered
)";

// zsh has no function that lists candidates. Here compadd, to which all of them are given, writes them to a
// file, too; one key completes all lines in turn.
constexpr const char* zsh_offers = R"(
compadd() {
  # Calls with these options only ask what matches.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a __hits __texts
  local __at=${@[(i)-d]}
  (( __at < $# )) && __texts=("${(@P)@[__at+1]}")
  builtin compadd -A __hits -D __texts "$@"
  local -i __i
  for (( __i = 1; __i <= $#__hits; ++__i )) print -r -- "$__hits[__i]"$'\t'"$__texts[__i]" >> offered.new
  builtin compadd "$@"
}
offer() {
  _main_complete
  compstate[insert]='' compstate[list]=''
}
offer-all() {
  local __line
  while IFS= read -r __line; do
    BUFFER=$__line CURSOR=$#__line
    zle offer
    print -r -- '== end of line ==' >> offered.new
  done < lines
  BUFFER=''
  mv offered.new offered
}
zle -C offer complete-word offer
zle -N offer-all
bindkey '^X' offer-all
)";

}  // namespace

ShellSession::ShellSession(const std::string& shell) : shell_(shell) {
  here_.write("script", here_.run("invdyn completion " + shell).out);
  std::filesystem::create_directory(here_ / "bin");
  std::filesystem::create_directory(here_ / "functions");  // as it is installed for zsh
  std::filesystem::copy(here_ / "script", here_ / "functions/_invdyn");
  here_.write("bin/invdyn", recorder());
  std::filesystem::permissions(here_ / "bin/invdyn", std::filesystem::perms::owner_all);
}

bool ShellSession::is_there(const std::string& shell) {
  return Workplace().run("command -v " + shell).code == 0;
}

std::vector<std::string> ShellSession::environment() const {
  const char* path = std::getenv("PATH");
  return {"PATH=" + here_ / "bin" + ":" + (path ? path : "/usr/bin:/bin"), "HOME=" + here_.path(),
          "TERM=dumb", "LC_ALL=C.UTF-8", "PS1=> "};
}

void ShellSession::start() {
  if (terminal_) return;
  const std::map<std::string, std::vector<std::string>> arguments{
      {"bash", {"bash", "--norc", "--noprofile", "-i"}},
      {"zsh", {"zsh", "-f", "-i"}},
      {"fish", {"fish", "--no-config", "-i"}}};
  const std::map<std::string, std::string> settings{
      {"bash", "source ./script\n"},
      {"zsh",
       "fpath=($PWD/functions $fpath)\nautoload -Uz compinit\ncompinit -u -D\n" + std::string(zsh_offers)},
      {"fish", "source ./script\n"}};
  here_.write("settings", settings.at(shell_));
  terminal_ = std::make_unique<TypedShell>(arguments.at(shell_), here_.path(), environment());
  terminal_->type("source ./settings && touch ready\n");
  if (!terminal_->wait_for(here_ / "ready"))
    throw std::runtime_error(shell_ + " did not start:\n" + terminal_->screen());
}

std::vector<Offered> ShellSession::offered(const Words& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  here_.write("lines", text);
  std::filesystem::remove(here_ / "offered");
  if (shell_ == "zsh") {
    start();
    terminal_->type("\x18");  // ^X
    if (!terminal_->wait_for(here_ / "offered"))
      throw std::runtime_error("zsh offered nothing:\n" + terminal_->screen());
  } else {
    const bool is_bash = shell_ == "bash";
    here_.write("offers", std::string("source ./script\n") + (is_bash ? bash_offers : fish_offers));
    const Outcome outcome =
        here_.run(std::string("HOME=$PWD ") + (is_bash ? "bash -u offers" : "fish --no-config offers"));
    EXPECT_EQ(outcome.err, "");
  }
  std::vector<Offered> result(1);
  std::istringstream all(here_.read("offered"));
  for (std::string line; std::getline(all, line);) {
    if (line == end_of_line) {
      result.emplace_back();
    } else if (const std::size_t tab = std::min(line.find('\t'), line.size()); tab > 0) {
      const std::string word = line.substr(0, tab);
      result.back().words.push_back(word);
      if (tab < line.size()) result.back().texts[word] = line.substr(tab + 1);
    }
  }
  result.pop_back();
  if (result.size() != lines.size()) throw std::runtime_error("not every line was completed");
  return result;
}

Words ShellSession::typed(const std::string& keys) {
  start();
  std::filesystem::remove(here_ / "arguments");
  terminal_->type(keys + "\n");
  if (!terminal_->wait_for(here_ / "arguments")) {
    ADD_FAILURE() << keys << "\nran nothing:\n" << terminal_->screen();
    terminal_.reset();
    return {};
  }
  Words arguments;
  std::istringstream all(here_.read("arguments"));
  for (std::string each; std::getline(all, each, '\0');) arguments.push_back(each);
  return arguments;
}

}  // namespace invdyn::test
