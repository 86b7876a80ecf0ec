#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/report.h"

namespace invdyn {

/// All that the program says beside its data, on standard error: notes, warnings, errors and a progress bar.
/// Names in it come from files: what cannot be seen of them is escaped here (visible_text.h). Colours where
/// that is a terminal and NO_COLOR is not set; --quiet leaves errors alone. Threads may speak
/// at the same time: each message stands whole.
class Terminal : public Report {
 public:
  Terminal();
  /// For one part of a run that has many at the same time: holds back what is said to it, until release() has
  /// it printed on the terminal behind.
  static std::unique_ptr<Terminal> in_front_of(Terminal& behind);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void be_quiet() { quiet_ = true; }
  void note(const std::string& text) override;
  void warning(const std::string& text) override;
  void error(const std::string& text);
  /// Text that stands for itself, such as a table.
  void print(const std::string& text);
  /// All that was said so far, with --quiet too.
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// Prints what was held back, in one piece, on the terminal behind.
  void release();

  /// Shows how far a run of more than a second has come: a bar where the whole is known, else the rows alone.
  /// On a terminal only.
  void progress(std::size_t rows, std::optional<double> fraction) override;
  void end_progress() override;

 private:
  void show(const std::string& text);
  void say(const char* label, const char* colour, const std::string& text);
  void keep(std::vector<std::string>& said, const std::string& text);
  void wipe_bar();

  std::mutex one_at_a_time_;
  Terminal* behind_ = nullptr;
  std::string held_;
  std::vector<std::string> notes_, warnings_;
  bool quiet_ = false;
  bool is_terminal_, in_colour_;
  bool bar_shown_ = false;
  std::chrono::steady_clock::time_point begun_, drawn_;
};

}  // namespace invdyn
