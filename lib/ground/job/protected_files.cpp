#include "protected_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "../base/error.h"
#include "../base/links.h"
#include "../npy/npy_columns.h"
#include "../npy/npy_header.h"
#include "run_record.h"

namespace invdyn {

std::vector<std::string> files_read(const std::string& input) {
  if (is_npy_name(input)) return {input, npy_columns_path(input)};
  return {input};
}

std::vector<std::string> files_written(const std::string& output, bool resume) {
  std::vector<std::string> files{output};
  if (output == "-") return files;
  if (is_npy_name(output)) files.push_back(npy_columns_path(output));
  if (resume) files.push_back(run_record_path(output));
  return files;
}

std::string place_of(const std::string& path) {
  std::error_code fault;
  const auto absolute = std::filesystem::absolute(behind_links(path), fault);
  if (fault) return path;  // a loop of links, or the current folder is gone
  const auto place = std::filesystem::weakly_canonical(absolute, fault);
  return fault ? path : place.string();
}

std::optional<ProtectedFiles::Inode> ProtectedFiles::inode_of(const std::string& path, int standard_stream) {
  struct stat status {};
  const int fault = path == "-" ? ::fstat(standard_stream, &status) : ::stat(path.c_str(), &status);
  if (fault != 0 || !S_ISREG(status.st_mode)) return {};
  return Inode{status.st_dev, status.st_ino};
}

void ProtectedFiles::add(const std::string& path, const std::string& what) {
  if (const auto inode = inode_of(path, STDIN_FILENO)) keep(path, inode, what);
}

void ProtectedFiles::add_input(const std::string& path) {
  const std::string what = "the input " + (path == "-" ? "on standard input" : path);
  keep(path, inode_of(path, STDIN_FILENO), what);  // also a file that is about to come
  if (is_npy_name(path)) add(npy_columns_path(path), "the file of column names for " + path);
}

void ProtectedFiles::keep(const std::string& path, const std::optional<Inode>& inode,
                          const std::string& what) {
  if (inode) what_in_.emplace(*inode, what);
  if (path != "-") new_files_.push_back({path, what});
}

// A place takes several system calls, and none is asked for where the output is a stream.
const std::map<std::string, std::string>& ProtectedFiles::what_at_places() const {
  for (const File& file : new_files_) what_at_.emplace(place_of(file.path), file.what);
  new_files_.clear();
  return what_at_;
}

const std::string* ProtectedFiles::what_is(const std::string& path) const {
  if (const auto inode = inode_of(path, STDOUT_FILENO))
    if (const auto found = what_in_.find(*inode); found != what_in_.end()) return &found->second;
  if (path == "-") return nullptr;
  const auto& what_at = what_at_places();
  const auto found = what_at.find(place_of(path));
  return found == what_at.end() ? nullptr : &found->second;
}

std::optional<std::string> ProtectedFiles::replaced_by(const std::string& output, bool resume) const {
  for (const std::string& path : files_written(output, resume))
    if (const std::string* what = what_is(path)) {
      const std::string name = output == "-" ? "standard output" : output;
      const bool is_names = path != output && path == npy_columns_path(output);
      return name +
             (path == output ? "" : (is_names ? " with its names in " : " with its record in ") + path) +
             ", which is " + *what;
    }
  return {};
}

void expect_kept(const std::string& output, const ProtectedFiles& kept, bool resume) {
  if (const auto replaced = kept.replaced_by(output, resume))
    throw UsageError("`output`", "is " + *replaced + ": expected another file");
}

}  // namespace invdyn
