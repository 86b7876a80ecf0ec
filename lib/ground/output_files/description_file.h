#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output_file.h"

namespace invdyn {

/// A file that describes data. It is written when the data is complete, and both are put in place together.
struct DescriptionFile {
  using Text =
      std::function<std::string(const std::optional<DescribedData>& data)>;  ///< none: not a regular file

  DescriptionFile(const std::string& path, Text text_of) : file(path), text(std::move(text_of)) {}

  OutputFile file;
  Text text;
};

/// Writes the descriptions of complete data, and puts all of them in place together (commit_together()).
void commit_described(OutputFile& data, const std::vector<DescriptionFile*>& descriptions,
                      Sync sync = Sync::no);

}  // namespace invdyn
