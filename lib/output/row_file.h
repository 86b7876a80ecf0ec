#pragma once

#include <memory>
#include <optional>
#include <string>

#include "npy_format.h"
#include "output_file.h"

namespace invdyn {

/// Where finished rows go, in the format that the name of the file asks for: `.npy` is an array with the
/// names of its columns in a file beside it, all else is CSV. Both files of an array take their places
/// together, and only when it is complete.
class RowFile {
 public:
  /// Throws Error where the file cannot be written; for an array, where it is not a regular file.
  RowFile(const std::string& path, const OutputColumns& columns);

  const RowFormat& format() const { return *format_; }
  OutputFile& file() { return file_; }
  /// Ends the file, which has so many rows behind the format's header. With `on_disk` the rows of a regular
  /// file are on the disk before it takes its place.
  void commit(std::size_t rows, bool on_disk = false);

 private:
  std::unique_ptr<const RowFormat> format_;
  const NpyFormat* npy_ = nullptr;  // what the format is, if it is that
  OutputFile file_;
  std::optional<OutputFile> names_;
};

}  // namespace invdyn
