#include "terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace invdyn {
namespace {

// What is quoted from a file may hold anything: control characters must not reach the terminal.
std::string printable(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char escape[5];
    std::snprintf(escape, sizeof escape, "\\x%02x", byte);
    result += byte < 0x20 || byte == 0x7f ? std::string(escape) : std::string(1, c);
  }
  return result;
}

}  // namespace

Terminal::Terminal()
    : is_terminal_(::isatty(STDERR_FILENO) == 1), begun_(std::chrono::steady_clock::now()), drawn_(begun_) {
  const char* no_color = std::getenv("NO_COLOR");
  in_colour_ = is_terminal_ && (!no_color || *no_color == '\0');
}

void Terminal::say(const char* label, const char* colour, const std::string& text) {
  end_progress();
  if (in_colour_)
    std::fprintf(stderr, "\033[%sm%s:\033[0m %s\n", colour, label, printable(text).c_str());
  else
    std::fprintf(stderr, "%s: %s\n", label, printable(text).c_str());
}

void Terminal::note(const std::string& text) {
  if (!quiet_) say("note", "36", text);
}

void Terminal::warning(const std::string& text) {
  if (!quiet_) say("warning", "33", text);
}

void Terminal::error(const std::string& text) {
  say("error", "31", text);
}

void Terminal::print(const std::string& text) {
  end_progress();
  std::fputs(text.c_str(), stderr);
}

void Terminal::progress(std::size_t rows, std::optional<double> fraction) {
  using namespace std::chrono_literals;
  if (quiet_ || !is_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - begun_ < 1s || now - drawn_ < 100ms) return;
  drawn_ = now;
  bar_shown_ = true;
  if (fraction) {
    constexpr int width = 30;
    const double done = std::clamp(*fraction, 0.0, 1.0);
    const std::string bar(static_cast<std::size_t>(done * width), '#');
    std::fprintf(stderr, "\r[%-*s] %3.0f %%  %zu rows", width, bar.c_str(), 100 * done, rows);
  } else {
    std::fprintf(stderr, "\r%zu rows", rows);
  }
  std::fflush(stderr);
}

void Terminal::end_progress() {
  if (bar_shown_) std::fputs("\r\033[K", stderr);
  bar_shown_ = false;
}

}  // namespace invdyn
