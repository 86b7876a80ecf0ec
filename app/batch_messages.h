#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ground/job/job_files.h"
#include "terminal.h"

namespace invdyn {

/// The notes, warnings and errors of the files of a batch. Those that differ only in numbers and in the
/// file's names are printed once, for the first file and as many more.
class BatchMessages {
 public:
  /// All that was said of a file.
  void add(const BatchFile& file, const Terminal& said);
  /// Whether the error is to be printed at once: the first of a text, and a few that differ in numbers.
  bool is_new_error(const BatchFile& file, const std::string& error);
  /// How many files have the errors that were not printed.
  void print_other_errors(Terminal& terminal) const;
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

  static Message message_of(const BatchFile& file, const std::string& text, bool is_warning);

  std::vector<Message> messages_;
  struct Errors {
    std::string first;            // file
    std::set<std::string> exact;  // texts that are printed, at most a few
    std::size_t others = 0;       // files
  };
  std::map<std::string, Errors> errors_;        // by the text without names of files and numbers
  std::map<std::string, std::size_t> indices_;  // by the text without names of files and numbers
};

}  // namespace invdyn
