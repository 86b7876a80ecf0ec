#include "job_files.h"

#include <filesystem>
#include <map>
#include <sstream>

#include "../base/error.h"
#include "../base/wording.h"
#include "../document/read_text_file.h"
#include "run_record.h"

namespace invdyn {
namespace {

// Results stay in the folder: the name of an input must not choose where else something is written.
void expect_no_way_out(const std::string& output, const std::string& input, const std::string& folder) {
  std::error_code none;
  if (std::filesystem::is_symlink(output, none) &&
      std::filesystem::path(place_of(output)).parent_path() != place_of(folder))
    throw UsageError(input, "would be written to " + output + ", a symbolic link to a place outside " +
                                folder + ": expected a regular file or a new file name");
}

}  // namespace

std::vector<BatchFile> batch_files(const std::vector<std::string>& inputs, const std::string& folder,
                                   const std::function<std::string(const std::string& input)>& name_of,
                                   ProtectedFiles kept, bool resume) {
  constexpr std::size_t max_files = 100'000;
  if (inputs.size() > max_files)
    throw UsageError(folder, "the run would write " + counted(inputs.size(), "file") +
                                 " into this folder: expected at most " + std::to_string(max_files));
  std::vector<BatchFile> files;
  std::map<std::string, std::string> made_at;  // place -> input
  for (const std::string& input : inputs) kept.add_input(input);
  for (const std::string& input : inputs) {
    const std::string name = name_of(input);
    if (input == "-" || name.empty() || name == "." || name == "..")
      throw UsageError(
          input == "-" ? "standard input" : input,
          "gives no name for the output file in " + folder + ": expected input files with names");
    const std::string output = std::filesystem::path(folder) / name;
    files.push_back({input, output, resume ? run_record_path(output) : ""});
    for (const std::string& path : files_written(output, resume))
      if (const auto [former, is_new] = made_at.emplace(place_of(path), input); !is_new) {
        const bool is_same = place_of(former->second) == place_of(input);
        throw UsageError(
            input,
            is_same ? "is named twice: expected each input file once"
                    : "has the same output file as " + former->second + " (" + path +
                          "): expected input files with different names (or a separate run for each folder)");
      }
    if (const auto replaced = kept.replaced_by(output, resume))
      throw UsageError(input, "would be written to " + *replaced + ": expected another folder");
    expect_no_way_out(output, input, folder);
  }
  return files;
}

std::vector<std::string> paths_listed_in(const std::string& list) {
  const std::string name = list == "-" ? "standard input" : list;
  const std::string expected = "a list of files";
  const std::string text = list == "-" ? read_standard_input(expected) : read_text_file(list, expected);
  const char end = text.find('\0') == std::string::npos ? '\n' : '\0';
  std::vector<std::string> paths;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line, end);) {
    if (end == '\n' && line.ends_with('\r')) line.pop_back();
    if (!line.empty()) paths.push_back(line);
  }
  if (paths.empty()) throw Error(name, "lists no files: expected a path on each line");
  return paths;
}

}  // namespace invdyn
