#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace invdyn {

/// All that the program says beside its data, on standard error: notes, warnings, errors and a progress bar.
/// Colours where that is a terminal and NO_COLOR is not set; --quiet leaves errors alone.
class Terminal {
 public:
  Terminal();

  void be_quiet() { quiet_ = true; }
  void note(const std::string& text);
  void warning(const std::string& text);
  void error(const std::string& text);
  /// Text that stands for itself, such as a table.
  void print(const std::string& text);

  /// Shows how far a run of more than a second has come: a bar where the whole is known, else the rows alone.
  /// On a terminal only.
  void progress(std::size_t rows, std::optional<double> fraction);
  void end_progress();

 private:
  void say(const char* label, const char* colour, const std::string& text);

  bool quiet_ = false;
  bool is_terminal_, in_colour_;
  bool bar_shown_ = false;
  std::chrono::steady_clock::time_point begun_, drawn_;
};

}  // namespace invdyn
