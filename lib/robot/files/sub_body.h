#pragma once

#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include "../../ground/document/yaml_node.h"

namespace invdyn {

/// The .body files that a .body file takes links from; they can be nested. Refused are cycles, more than 100
/// files, more than 8 MiB in all, and everything except regular files.
class SubBodyFiles {
 public:
  /// `file` is the robot's own file.
  explicit SubBodyFiles(const std::string& file);

  struct File {
    const std::string& name;  ///< lives as long as this object
    std::string text;
  };
  /// Opens the file at the path in `uri`, relative to the folder of the file that contains `uri`. Throws
  /// Error.
  File open(const YamlNode& uri);
  /// Call this when the file opened last has been read.
  void close() { open_.pop_back(); }
  /// The paths of all opened files.
  std::vector<std::string> names() const { return {names_.begin(), names_.end()}; }

 private:
  std::list<std::string> names_;
  std::vector<std::filesystem::path> open_;  // from the robot's own file inwards
  std::size_t count_ = 0;
  std::uintmax_t bytes_ = 0;
};

}  // namespace invdyn
