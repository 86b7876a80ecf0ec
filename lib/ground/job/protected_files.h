#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace invdyn {

/// Every file that a run reads for this input: for a `.npy` also the file of its names.
std::vector<std::string> files_read(const std::string& input);

/// Every file that a run writes for this output, which may be `-`: the output, for a `.npy` the file of its
/// names, with `resume` its record.
std::vector<std::string> files_written(const std::string& output, bool resume);

/// The canonical form of a path, with links and dots resolved. It need not exist.
std::string place_of(const std::string& path);

/// Files that a run reads and no output may replace. They are recognised through symbolic and hard links.
class ProtectedFiles {
 public:
  /// A regular file; others, such as pipes, cannot be replaced and are ignored. `what` is for messages: "the
  /// robot's file".
  void add(const std::string& path, const std::string& what);
  /// A trajectory or a table, `-` for standard input; for an array also the file of its names.
  void add_input(const std::string& path);
  /// The input that a run would replace with this output: "b/a.csv, which is the input a.csv".
  std::optional<std::string> replaced_by(const std::string& output, bool resume = false) const;

 private:
  using Inode = std::pair<unsigned long long, unsigned long long>;  // device, number
  static std::optional<Inode> inode_of(const std::string& path, int standard_stream);
  void keep(const std::string& path, const std::optional<Inode>& inode, const std::string& what);
  const std::string* what_is(const std::string& path) const;
  const std::map<std::string, std::string>& what_at_places() const;

  struct File {
    std::string path, what;
  };
  mutable std::vector<File> new_files_;                 // whose places nobody has asked for
  mutable std::map<std::string, std::string> what_at_;  // the others, by place
  std::map<Inode, std::string> what_in_;
};

/// Throws UsageError where -o would replace one of these files.
void expect_kept(const std::string& output, const ProtectedFiles& kept, bool resume = false);

}  // namespace invdyn
