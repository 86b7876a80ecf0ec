#pragma once

#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include "../document/yaml_node.h"

namespace invdyn {

/// The .body files that a .body file takes links from, one within another. A robot is a few of them: cycles,
/// more than 100 files, and more than 8 MiB in all are refused, and so is whatever is no regular file.
class SubBodyFiles {
 public:
  /// `file` is the one that the robot is read from.
  explicit SubBodyFiles(const std::string& file);

  struct File {
    const std::string& name;  ///< lives as long as this object
    std::string text;
  };
  /// The file whose path `uri` tells, relative to the folder of the file that it is in. Throws Error.
  File open(const YamlNode& uri);
  /// The file opened last has been read.
  void close() { open_.pop_back(); }
  /// The paths of all that were opened.
  std::vector<std::string> names() const { return {names_.begin(), names_.end()}; }

 private:
  std::list<std::string> names_;
  std::vector<std::filesystem::path> open_;  // from the robot's own file inwards
  std::size_t count_ = 0;
  std::uintmax_t bytes_ = 0;
};

}  // namespace invdyn
