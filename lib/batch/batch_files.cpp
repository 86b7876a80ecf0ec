#include "batch_files.h"

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <tuple>

#include "../error.h"
#include "../read_text_file.h"
#include "../trajectory/npy_columns.h"
#include "../trajectory/npy_header.h"
#include "../wording.h"

namespace invdyn {
namespace {

// Where a path leads, whatever links and dots are on the way; it need not exist.
std::string place_of(const std::string& path) {
  std::error_code fault;
  const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(path), fault);
  return fault ? path : place.string();
}

}  // namespace

void KeptFiles::add(const std::string& path, const std::string& what) {
  std::error_code none;
  if (std::filesystem::is_regular_file(path, none)) what_at_.emplace(place_of(path), what);
}

void KeptFiles::add_input(const std::string& path) {
  what_at_.emplace(place_of(path), "the input " + path);
  if (is_npy_name(path)) add(npy_columns_path(path), "the file of the names of " + path);
}

std::optional<std::string> KeptFiles::replaced_by(const std::string& output) const {
  const auto found = what_at_.find(place_of(output));
  if (found != what_at_.end()) return output + ", which is " + found->second;
  if (!is_npy_name(output)) return {};
  const std::string names = npy_columns_path(output);
  const auto found_for_names = what_at_.find(place_of(names));
  if (found_for_names == what_at_.end()) return {};
  return output + " with its names in " + names + ", which is " + found_for_names->second;
}

void expect_kept(const BatchFile& file, KeptFiles kept) {
  if (file.output == "-") return;
  if (file.input != "-" && place_of(file.input) != place_of(file.output)) kept.add_input(file.input);
  if (const auto replaced = kept.replaced_by(file.output))
    throw UsageError("--output", "is " + *replaced + ": expected another file");
}

std::vector<BatchFile> batch_files(const std::vector<std::string>& inputs, const std::string& folder,
                                   KeptFiles kept) {
  std::vector<BatchFile> files;
  std::map<std::string, std::string> made_at;  // place -> input
  for (const std::string& input : inputs) kept.add_input(input);
  for (const std::string& input : inputs) {
    std::filesystem::path name = std::filesystem::path(input).filename();
    const std::string extension = name.extension().string();
    if (extension == ".sto" || extension == ".mot" || extension == ".pos") name.replace_extension(".csv");
    if (input == "-" || name.empty() || name == "." || name == "..")
      throw UsageError(input == "-" ? "standard input" : input,
                       "has no name for its output in " + folder + ": expected files");
    files.push_back({input, (std::filesystem::path(folder) / name).string()});
    const std::string& output = files.back().output;
    if (const auto [former, is_new] = made_at.emplace(place_of(output), input); !is_new) {
      const bool is_same = place_of(former->second) == place_of(input);
      throw UsageError(input, is_same ? "is named twice: expected each file once"
                                      : "would be written to " + output + ", and so would " + former->second +
                                            ": expected names that differ (or a run for each folder)");
    }
    if (const auto replaced = kept.replaced_by(output))
      throw UsageError(input, "would be written to " + *replaced + ": expected another folder");
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
  if (paths.empty()) throw Error(name, "names no files: expected a path on each line");
  return paths;
}

bool is_up_to_date(const std::string& output, const std::vector<std::string>& made_from) {
  const auto changed = [](const struct stat& status) {
    return std::make_tuple(status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  };
  struct stat made {};
  if (::stat(output.c_str(), &made) != 0 || !S_ISREG(made.st_mode)) return false;
  for (const std::string& source : made_from) {
    struct stat status {};
    if (::stat(source.c_str(), &status) != 0 || changed(status) > changed(made)) return false;
  }
  return true;
}

bool is_up_to_date(const BatchFile& file, std::vector<std::string> other_sources) {
  other_sources.push_back(file.input);
  if (is_npy_name(file.input)) other_sources.push_back(npy_columns_path(file.input));
  return is_up_to_date(file.output, other_sources) &&
         (!is_npy_name(file.output) || is_up_to_date(npy_columns_path(file.output), other_sources));
}

}  // namespace invdyn
