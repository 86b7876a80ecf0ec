#include "wrong_files.h"

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "command_line.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "robot/files/robot_formats.h"
#include "trajectory/files/formats.h"

namespace invdyn {
namespace {

std::vector<std::string> files_matching(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

class TypedLine {
 public:
  TypedLine(const CLI::App& command, const CLI::Option& option, const std::vector<const char*>& words)
      : command_(command), option_(option), words_(words) {}

  // The line with `text`, which a shell expands, in place of the word. Many files of torque need a folder.
  std::string with(const std::string& word, const std::string& text) const {
    const CLI::Option* const folder = command_.get_option_no_throw("--output-dir");
    const bool needs_folder = folder && folder->empty();
    std::string line = "invdyn", name = "DIR";
    for (std::size_t i = 1; i < words_.size(); ++i) {
      const std::string_view each = words_[i];
      const bool is_output = each == "-o" || each == "--output", has_output = each.starts_with("--output=");
      if (!needs_folder || !(is_output || has_output) || (is_output && i + 1 == words_.size())) {
        line += ' ' + (each == word ? text : shell_word(words_[i]));
        continue;
      }
      const std::string file(is_output ? words_[++i] : each.substr(each.find('=') + 1));
      name = shell_word(std::filesystem::path(file).replace_extension().string());
    }
    return line + (needs_folder ? " --output-dir " + name : "");
  }

  // The line with the option before the word.
  std::string before(const std::string& word, const std::string& option) const {
    std::string line = "invdyn";
    for (std::size_t i = 1; i < words_.size(); ++i)
      line += (words_[i] == word ? ' ' + option + ' ' : " ") + shell_word(words_[i]);
    return line;
  }

  // `torque logs/*.csv arm.json`
  void refuse_order(const std::string& first) const {
    const std::vector<std::string> paths = option_.results();
    const auto robot = std::find_if(paths.begin(), paths.end(), names_robot);
    if (names_robot(first) || !trajectory_format_of(first) || robot == paths.end()) return;
    std::string line = "invdyn";
    for (std::size_t i = 1; i < words_.size(); ++i)
      if (words_[i] != *robot)
        line += (words_[i] == first ? ' ' + shell_word(*robot) : "") + ' ' + shell_word(words_[i]);
    throw UsageError(full_name(command_), "the robot comes first, then the trajectory: expected " + line);
  }

  // `plot torques.csv tau_elbow`
  void refuse_column(const std::string& path) const {
    if (is_file(path) || command_.get_name() != "plot" || !command_.get_option("--columns")->empty() ||
        path == "-" || path == option_.results().front() || path.find_first_of("./") != path.npos)
      return;
    fail("is " + path + ", which is not a file: to draw a column with this name, give " +
         before(path, "--columns"));
  }

  // `torque arm.json motion.csv torques.csv`, `--contact left_foot right_foot`
  void refuse_surplus(const std::string& path) const {
    const std::vector<std::string> paths = option_.results();
    if (paths.size() < 2 || path == "-" || is_file(path)) return;
    const CLI::Option* const output = command_.get_option_no_throw("--output");
    const CLI::Option* const folder = command_.get_option_no_throw("--output-dir");
    std::string again = output && output->empty() &&
                                (folder ? folder->empty() : !trajectory_format_of(path)) &&
                                path == paths.back() && std::filesystem::path(path).has_extension() &&
                                std::all_of(paths.begin(), paths.end() - 1, is_file)
                            ? "-o"
                            : "";
    for (std::size_t i = 3; i < words_.size() && again.empty(); ++i) {
      const CLI::Option* const option = command_.get_option_no_throw(words_[i - 2]);
      if (words_[i] == path && option && !option->get_positional() && takes_several(*option))
        again = words_[i - 2];
    }
    for (std::size_t i = 1; i < words_.size() && again.empty(); ++i)
      if (words_[i] == path && std::string_view(words_[i - 1]) == "--summary" &&
          command_.get_option_no_throw("--format"))
        again = "--format";
    if (again.empty()) return;
    fail("is " + path + ", which is not a file: expected " + again + " before " + path +
         (again == "-o" ? " (to write the output to this file), as in " : ", as in ") + before(path, again));
  }

  void refuse_folder(const std::string& path) const {
    std::error_code fault;
    if (!std::filesystem::is_directory(path, fault)) return;
    const std::string folder = path.ends_with('/') ? path : path + '/';
    for (const TrajectoryFormat& format : trajectory_formats()) {
      const std::string pattern = folder + '*' + std::string(format.ending);
      const std::vector<std::string> found = files_matching(pattern);
      if (found.empty()) continue;
      fail("is " + path + ", a folder: expected " +
           (takes_several(option_)
                ? "its files, as in " + with(path, shell_word(folder) + '*' + std::string(format.ending))
                : "one file, such as " + found.front()));
    }
    fail("is " + path + ", a folder that has no .csv, .npy or .mcap file: expected a file");
  }

  void refuse_pattern(const std::string& path) const {
    if (path.find_first_of("*?[") == path.npos || std::filesystem::exists(path)) return;
    const std::size_t count = files_matching(path).size();
    fail("is " + in_quotes(path) +
         (count == 0
              ? ", a pattern that matches no file: expected names of files"
              : ", a pattern that matches " + counted(count, "file") +
                    ": expected the pattern without quotes, so that the shell replaces the pattern with the "
                    "names of files, as in " +
                    with(path, path)));
  }

  void refuse_list(const std::string& path) const {
    if (!path.starts_with('@') || std::filesystem::exists(path) || !std::filesystem::exists(path.substr(1)))
      return;
    const std::string list = shell_word(path.substr(1));
    const bool has_option = command_.get_option_no_throw("--files-from");
    fail("is " + path + ", which is not a file: to read the names of the files from " + path.substr(1) +
         ", give " + with(path, has_option ? "--files-from " + list : "$(cat " + list + ")"));
  }

  // `torque arm.json 0,0.5,1`
  void refuse_positions(const std::string& path) const {
    if (is_file(path) || path.find(',') == path.npos ||
        path.find_first_not_of("0123456789.,+-eE") != path.npos)
      return;
    fail("is " + path + ", which is not a file: for the torques of one pose, run echo " + path +
         " | invdyn torque ROBOT - --no-header --static");
  }

  void refuse_robot(const std::string& path, const std::string& robot) const {
    if (!names_robot(path)) return;
    const bool is_plot = command_.get_name() == "plot";
    fail("is " + path + ", which is a robot: expected a " + (is_plot ? "log or a table" : "trajectory") +
         " (to show the robot: invdyn view " + shell_word(path) + " -o robot.html" +
         (is_plot ? "; to draw its limits with a log: invdyn plot LOG --robot " + shell_word(path)
          : robot.empty()
              ? ""
              : "; to compare two robots: invdyn robot diff " + shell_word(robot) + ' ' + shell_word(path)) +
         ")");
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw UsageError(longest_name(option_), what); }

  const CLI::App& command_;
  const CLI::Option& option_;
  const std::vector<const char*>& words_;
};

}  // namespace

const CLI::Option* trajectories_of(const CLI::App& command) {
  const std::string name = full_name(command);
  const char* argument = name == "invdyn view" || name == "invdyn plot" ? "FILE" : "LOG";
  const CLI::Option* option = command.get_option_no_throw("TRAJECTORY");
  if (!option) option = command.get_option_no_throw(argument);
  return option && option->get_positional() ? option : nullptr;
}

bool names_robot(const std::string& word) {
  const auto shipped = shipped_robots();
  return format_in_name(word) ||
         (!is_file(word) &&
          std::any_of(shipped.begin(), shipped.end(), [&](auto& each) { return each.name == word; }));
}

void expect_trajectories(const CLI::App& command, const std::vector<const char*>& words) {
  const CLI::Option* option = trajectories_of(command);
  if (!option) return;
  const CLI::Option* robot = command.get_option_no_throw("ROBOT");
  const std::string first = robot && !robot->empty() ? robot->results().front() : "";
  const TypedLine line(command, *option, words);
  if (!first.empty()) line.refuse_order(first);
  for (const std::string& path : option->results()) {
    line.refuse_folder(path);
    line.refuse_pattern(path);
    line.refuse_list(path);
    line.refuse_surplus(path);
    if (first.empty() || names_robot(first)) line.refuse_robot(path, first);
    line.refuse_column(path);
    line.refuse_positions(path);
  }
}

}  // namespace invdyn
