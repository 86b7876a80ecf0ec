#include "terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/visible_text.h"
#include "command_line/flag_names.h"

namespace invdyn {
Terminal::Terminal()
    : is_terminal_(::isatty(STDERR_FILENO) == 1), begun_(std::chrono::steady_clock::now()), drawn_(begun_) {
  const char* no_color = std::getenv("NO_COLOR");
  in_colour_ = is_terminal_ && (!no_color || *no_color == '\0');
}

std::unique_ptr<Terminal> Terminal::in_front_of(Terminal& behind) {
  auto front = std::make_unique<Terminal>();
  front->behind_ = &behind;
  front->quiet_ = behind.quiet_;
  front->is_terminal_ = false;  // nothing is shown before its time, nor progress
  front->in_colour_ = behind.in_colour_;
  return front;
}

void Terminal::say(const char* label, const char* colour, const std::string& text) {
  const std::string begin = in_colour_ ? "\033[" + std::string(colour) + "m" : "";
  show(begin + label + ":" + (in_colour_ ? "\033[0m " : " ") + visible(text) + "\n");
}

void Terminal::keep(std::vector<std::string>& said, const std::string& text) {
  const std::lock_guard lock(one_at_a_time_);
  said.push_back(text);
}

void Terminal::note(const std::string& text) {
  const std::string said = with_flags(text);
  keep(notes_, said);
  if (!quiet_) say("note", "36", said);
}

void Terminal::warning(const std::string& text) {
  const std::string said = with_flags(text);
  keep(warnings_, said);
  if (!quiet_) say("warning", "33", said);
}

void Terminal::error(const std::string& text) {
  say("error", "31", with_flags(text));
}

void Terminal::print(const std::string& text) {
  show(visible_lines(text));
}

void Terminal::show(const std::string& text) {
  const std::lock_guard lock(one_at_a_time_);
  if (behind_) {
    held_ += text;
    return;
  }
  wipe_bar();
  std::fputs(text.c_str(), stderr);
}

void Terminal::release() {
  if (!held_.empty()) behind_->show(held_);
  held_.clear();
}

void Terminal::progress(std::size_t rows, std::optional<double> fraction) {
  using namespace std::chrono_literals;
  if (quiet_ || !is_terminal_) return;
  const std::lock_guard lock(one_at_a_time_);
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
  const std::lock_guard lock(one_at_a_time_);
  wipe_bar();
}

void Terminal::wipe_bar() {
  if (bar_shown_) std::fputs("\r\033[K", stderr);
  bar_shown_ = false;
}

}  // namespace invdyn
