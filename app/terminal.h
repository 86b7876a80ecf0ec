#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ground/base/report.h"
#include "pace.h"

namespace invdyn {

/// All messages of the program on standard error, apart from its data: notes, warnings, errors and a progress
/// bar. Names in messages come from files, so invisible characters are escaped here (visible_text.h). Colours
/// are used on a terminal if NO_COLOR is not set. --quiet leaves only errors. Threads may print at the same
/// time: each message stays in one piece.
class Terminal : public Report {
 public:
  Terminal();
  /// For one of several parts that run at the same time: holds its messages until release() prints them on
  /// the terminal `behind`.
  static std::unique_ptr<Terminal> in_front_of(Terminal& behind);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// The words of the line that started the program, after its name.
  const std::vector<std::string>& typed() const { return typed_; }
  void set_typed(std::vector<std::string> words) { typed_ = std::move(words); }
  void be_quiet() { quiet_ = true; }
  void be_strict() { strict_ = true; }
  void note(const std::string& text) override;
  void warning(const std::string& text) override;
  /// Throws Error if strict.
  void doubt(const std::string& where, const std::string& what) override;
  void error(const std::string& text);
  /// Text without a label, such as a table.
  void print(const std::string& text);
  /// All that was said so far, with --quiet too.
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// Prints the held messages, in one piece, on the terminal `behind`.
  void release();

  /// Shows the progress of a run of more than a second: how many are done and at what rate, and if the total
  /// is known, a bar and the time left. `noun`: `rows`. On a terminal only.
  void progress(std::size_t count, std::optional<double> fraction, const char* noun);
  void progress(std::size_t rows, std::optional<double> fraction) override {
    progress(rows, fraction, "rows");
  }
  void end_progress() override;
  /// For a part: receives its progress, which the part does not show.
  void forward_progress(std::function<void(std::size_t rows, std::optional<double> fraction)> take) {
    take_progress_ = std::move(take);
  }

 private:
  void show(const std::string& text);
  void say(const char* label, const char* colour, const std::string& text);
  void keep(std::vector<std::string>& said, const std::string& text);
  void wipe_bar();

  std::mutex one_at_a_time_;
  Terminal* behind_ = nullptr;
  std::string held_;
  std::vector<std::string> notes_, warnings_, typed_;
  bool quiet_ = false, strict_ = false;
  bool is_terminal_, in_colour_;
  bool bar_shown_ = false;
  std::chrono::steady_clock::time_point begun_, drawn_;
  Pace pace_;
  std::function<void(std::size_t, std::optional<double>)> take_progress_;
};

}  // namespace invdyn
