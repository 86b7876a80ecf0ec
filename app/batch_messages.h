#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "ground/job/job_files.h"
#include "terminal.h"

namespace invdyn {

/// The notes and warnings of the files of a batch. Those that differ only in numbers and in the file's names
/// are printed once, for the first file and as many more.
class BatchMessages {
 public:
  /// All that was said of a file.
  void add(const BatchFile& file, const Terminal& said);
  /// In the order of the files that had them first.
  void print(Terminal& terminal) const;

 private:
  struct Message {
    std::string place, text;  // `logs/a.csv:2`, and what follows it
    std::string exact;        // the text without names of files, with the line
    bool is_warning = false, differs = false;
    std::size_t files = 1;
  };
  void take(const BatchFile& file, const std::string& message, bool is_warning);

  std::vector<Message> messages_;
  std::map<std::string, std::size_t> indices_;  // by the text without names of files and numbers
};

}  // namespace invdyn
