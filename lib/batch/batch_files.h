#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// A file of a batch, and the one that is made from it.
struct BatchFile {
  std::string input, output;
};

/// Files that a run reads, none of which an output may replace. Links are followed.
class KeptFiles {
 public:
  /// A regular file; what is none, such as a pipe, is not replaced by what is written to it. `what` is for
  /// messages: "the robot's file".
  void add(const std::string& path, const std::string& what);
  /// A trajectory, and the names beside it where it is an array.
  void add_input(const std::string& path);
  /// What writing to this path, and to the one for the names if it is an array's, would replace: "b/a.csv,
  /// which is the input a.csv".
  std::optional<std::string> replaced_by(const std::string& output) const;

 private:
  std::map<std::string, std::string> what_at_;  // by place
};

/// Throws UsageError where -o would replace one of these files or, unless it is the trajectory itself, what
/// is read with that. The trajectory may be replaced, as it has been read when that happens.
void expect_kept(const BatchFile& file, KeptFiles kept);

/// Where the results of many files go: into one folder, under the name that the input has in its own; of
/// `.sto`,
/// `.mot` and `.pos` with `.csv` in place of that, as no results are written in these formats. Throws
/// UsageError, before anything is written, for two inputs of one name, for an output that would replace one
/// of the inputs or of the other files to keep, and for an input that has no name.
std::vector<BatchFile> batch_files(const std::vector<std::string>& inputs, const std::string& folder,
                                   KeptFiles kept = {});

/// The paths in a list, one per line; behind NUL bytes where it holds any (`find -print0`). Empty lines are
/// no paths. Reads standard input for `-`. Throws Error where the list cannot be read or names nothing.
std::vector<std::string> paths_listed_in(const std::string& list);

/// Whether a file is there and is no older than the ones that it is made from. As an output takes its place
/// only when it is complete, it then needs no making.
bool is_up_to_date(const std::string& output, const std::vector<std::string>& made_from);
/// The same of the output of a file of a batch, made from its input and from these; of a `.npy` file and the
/// names beside it, both count.
bool is_up_to_date(const BatchFile& file, std::vector<std::string> other_sources);

}  // namespace invdyn
