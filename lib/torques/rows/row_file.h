#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/output_files/description_file.h"
#include "../../ground/output_files/output_file.h"
#include "npy_format.h"

namespace invdyn {

/// The file of finished rows. Its name gives the format: `.npy` is an array, with the names of its columns in
/// a file next to it; all other names are CSV. All files of a run are put in place together, and only when
/// they are complete.
class RowFile {
 public:
  /// Throws Error if the file cannot be written; for an array, also if it is not a regular file.
  RowFile(const std::string& path, const OutputColumns& columns);
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  /// The same file without the column t. Call it before the first row.
  void leave_out_time();

  const RowFormat& format() const { return *format_; }
  OutputFile& file() { return file_; }
  /// Ends the file, which has `rows` rows after the format's header. Puts it in place together with the files
  /// that describe it.
  void commit(std::size_t rows, Sync sync = Sync::no, const std::vector<DescriptionFile*>& descriptions = {});

 private:
  void choose_format();

  OutputColumns columns_;
  std::unique_ptr<const RowFormat> format_;
  bool is_array_ = false;
  const NpyFormat* npy_ = nullptr;  // the format if it is an array, else null
  OutputFile file_;
  std::optional<DescriptionFile> names_;
};

}  // namespace invdyn
