#include "pager.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "ground/output_files/output_file.h"

namespace invdyn {
namespace {

void write_out(const std::string& text) {
  OutputFile out("-");
  out.write(text);
  out.commit();
}

// Titles of sections and of lists; not comments in code.
std::string with_bold_headings(const std::string& page) {
  std::string text;
  bool is_code = false;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin != std::string::npos && line.compare(begin, 3, "```") == 0) is_code = !is_code;
    const bool is_heading =
        !is_code && (line.starts_with("#") || (line.starts_with("**") && line.ends_with("**")));
    text += is_heading ? "\033[1m" + line + "\033[0m\n" : line + '\n';
  }
  return text;
}

// Whether the command ran. While it does, Ctrl-C is its own.
bool is_shown_by(const std::string& command, const std::string& text) {
  ::setenv("LESS", "FRX", 0);  // as git: a page that fits the screen is printed
  const auto at_interrupt = std::signal(SIGINT, [](int) {});
  const auto at_quit = std::signal(SIGQUIT, [](int) {});
  int status = -1;
  if (std::FILE* pager = ::popen(command.c_str(), "w")) {
    std::fwrite(text.data(), 1, text.size(), pager);
    status = ::pclose(pager);
  }
  std::signal(SIGINT, at_interrupt);
  std::signal(SIGQUIT, at_quit);
  constexpr int not_found = 127;  // of the shell
  return status != -1 && !(WIFEXITED(status) && WEXITSTATUS(status) == not_found);
}

std::string variable(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

}  // namespace

void show_page(const std::string& page) {
  if (::isatty(STDOUT_FILENO) == 0 || variable("TERM", "dumb") == "dumb") return write_out(page);
  const std::string pager = variable("PAGER", "less -R"), text = with_bold_headings(page);
  if (pager.empty() || pager == "cat" || !is_shown_by(pager, text)) write_out(text);
}

}  // namespace invdyn
