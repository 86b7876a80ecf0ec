#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "command_line/flag_names.h"
#include "ground/base/error.h"
#include "ground/base/visible_text.h"

namespace invdyn {
namespace {

// A line that is wider than the terminal would stay on it.
std::size_t terminal_width() {
  struct winsize window {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col : 80;
}

// A bar of at most 30 places, as the width allows, then the text.
std::string progress_line(std::optional<double> fraction, const std::string& text, std::size_t width) {
  std::string line = text;
  if (fraction) {
    constexpr std::size_t around = 10, longest = 30;  // brackets, percentage and blanks
    const double done = std::clamp(*fraction, 0.0, 1.0);
    const std::size_t taken = text.size() + around + 1;
    const std::size_t places = width > taken ? std::min(width - taken, longest) : 0;
    std::string bar(static_cast<std::size_t>(done * static_cast<double>(places)), '#');
    bar.resize(places, ' ');
    char percentage[8];
    std::snprintf(percentage, sizeof percentage, "%3.0f %%", 100 * done);
    line = (places > 0 ? "[" + bar + "] " : "") + percentage + "  " + text;
  }
  return line.substr(0, width - 1);
}

}  // namespace

Terminal::Terminal()
    : is_terminal_(::isatty(STDERR_FILENO) == 1),
      begun_(std::chrono::steady_clock::now()),
      drawn_(begun_),
      pace_(begun_) {
  const char* no_color = std::getenv("NO_COLOR");
  in_colour_ = is_terminal_ && (!no_color || *no_color == '\0');
}

std::unique_ptr<Terminal> Terminal::in_front_of(Terminal& behind) {
  auto front = std::make_unique<Terminal>();
  front->behind_ = &behind;
  front->quiet_ = behind.quiet_;
  front->strict_ = behind.strict_;
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

void Terminal::doubt(const std::string& where, const std::string& what) {
  if (strict_) throw Error(where, what);
  warning(where + ": " + what);
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

void Terminal::progress(std::size_t count, std::optional<double> fraction, const char* noun) {
  using namespace std::chrono_literals;
  if (take_progress_) take_progress_(count, fraction);
  if (quiet_ || !is_terminal_) return;
  const std::lock_guard lock(one_at_a_time_);
  const auto now = std::chrono::steady_clock::now();
  if (now - begun_ < 1s || now - drawn_ < 100ms) return;
  drawn_ = now;
  bar_shown_ = true;
  pace_.take(now, count, fraction);
  const std::string text =
      progress_line(fraction, std::to_string(count) + ' ' + noun + pace_.text(noun), terminal_width());
  std::fprintf(stderr, "\r%s\033[K", text.c_str());
  std::fflush(stderr);
}

void Terminal::end_progress() {
  const std::lock_guard lock(one_at_a_time_);
  wipe_bar();
  pace_.begin_at(std::chrono::steady_clock::now());
}

void Terminal::wipe_bar() {
  if (bar_shown_) std::fputs("\r\033[K", stderr);
  bar_shown_ = false;
}

}  // namespace invdyn
