#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace invdyn::test {

/// A command line in a document, and its output.
struct Example {
  std::string command, output;
};

/// The parts of a Markdown document that tests use.
struct Document {
  std::vector<std::pair<std::string, std::string>>
      files;                       ///< name and text of blocks such as ```json arm.json
  std::vector<Example> examples;   ///< of ```console blocks
  std::vector<std::string> links;  ///< where they lead, as written
  std::set<std::string> anchors;   ///< of its headings, as GitHub makes them
};

Document read_document(const std::filesystem::path& path);

/// README.md and the pages of the manual, and the documents for developers, as paths in the repository.
std::vector<std::string> user_documents();
std::vector<std::string> all_documents();

}  // namespace invdyn::test
