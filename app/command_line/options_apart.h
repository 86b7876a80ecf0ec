#pragma once

#include <CLI/CLI.hpp>
#include <iterator>
#include <vector>

namespace invdyn {

/// CLI11 compares each new option with all that the command has; for `torque` that was a quarter of the
/// instructions of its start. While this exists, new ones are compared among themselves alone. A test looks
/// for names that a command has twice.
class OptionsApart {
 public:
  explicit OptionsApart(CLI::App& command) : options_(command.*Opened::list) { options_.swap(before_); }
  ~OptionsApart() {
    options_.insert(options_.begin(), std::make_move_iterator(before_.begin()),
                    std::make_move_iterator(before_.end()));
  }
  OptionsApart(const OptionsApart&) = delete;
  OptionsApart& operator=(const OptionsApart&) = delete;

 private:
  struct Opened : CLI::App {
    static constexpr auto list = &Opened::options_;
  };
  std::vector<CLI::Option_p>& options_;
  std::vector<CLI::Option_p> before_;
};

}  // namespace invdyn
