#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace invdyn {

/// The options that a command line may give: those whose names stand on it.
class NamesOnLine {
 public:
  /// All options.
  NamesOnLine() : has_all_(true) {}
  /// Of the words after the program's name. They may be values that look like names: then there are more.
  explicit NamesOnLine(const std::vector<const char*>& words);

  bool has_all() const { return has_all_; }
  /// Whether the name of an argument, ROBOT, or one of `-o,--output` may be given.
  bool has(std::string_view names) const;

 private:
  bool has_one(std::string_view name) const;

  bool has_all_ = false;
  std::vector<std::string_view> long_names_;
  std::string letters_;
};

/// A program or command that defines only options that the line may give. CLI11 takes as long to define all
/// options of `torque` as the program takes to compute some 800 rows. For all else, such as help, messages
/// and records of all settings, a program that defines all options takes its place. The text of an option may
/// be a function; it is called if the option is defined.
class LeanApp : public CLI::App {
 public:
  LeanApp(const std::string& about, const std::string& name, NamesOnLine names = {})
      : CLI::App(about, name, nullptr), names_(std::move(names)) {}

  LeanApp* add_subcommand(const std::string& name, const std::string& about) {
    std::shared_ptr<LeanApp> command(new LeanApp(about, name, this));
    CLI::App::add_subcommand(command);
    return command.get();
  }

  template <typename... Rest>
  CLI::Option* add_option(std::string_view names, Rest&&... rest) {
    return names_.has(names) ? CLI::App::add_option(std::string(names), told(std::forward<Rest>(rest))...)
                             : left_out();
  }

  template <typename... Rest>
  CLI::Option* add_flag(std::string_view names, Rest&&... rest) {
    return names_.has(names) ? CLI::App::add_flag(std::string(names), told(std::forward<Rest>(rest))...)
                             : left_out();
  }

  bool has_all_options() const { return names_.has_all(); }
  bool may_give(std::string_view names) const { return names_.has(names); }  ///< `-o,--output`

  static bool is_left_out(const CLI::Option* option) { return option == left_out(); }
  /// Whether an option that must be given was left out since the last call.
  static bool lacks_required_option();

 private:
  LeanApp(const std::string& about, const std::string& name, LeanApp* parent)
      : CLI::App(about, name, parent), names_(parent->names_) {}

  /// The result of a function that makes a text; anything else as it is.
  template <typename Part>
  static decltype(auto) told(Part&& part) {
    if constexpr (std::is_invocable_r_v<std::string, Part>)
      return std::forward<Part>(part)();
    else
      return std::forward<Part>(part);
  }

  /// Stands for all options that are not defined. What is said of it has no effect.
  static CLI::Option* left_out();

  NamesOnLine names_;
};

/// States that only one of the two can be given.
void exclude_each_other(CLI::Option* one, CLI::Option* other);

}  // namespace invdyn
