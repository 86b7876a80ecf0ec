#include "row_file.h"

#include "../error.h"
#include "../trajectory/npy_columns.h"
#include "../trajectory/npy_header.h"
#include "csv_writer.h"

namespace invdyn {

RowFile::RowFile(const std::string& path, const OutputColumns& columns) : file_(path) {
  if (!is_npy_name(path)) {
    format_ = std::make_unique<CsvFormat>(columns);
    return;
  }
  auto format = std::make_unique<NpyFormat>(columns);
  npy_ = format.get();
  format_ = std::move(format);
  names_.emplace(npy_columns_path(path));
  const auto expect_regular = [](const OutputFile& file, const std::string& name) {
    if (!file.replaces_target())
      throw Error(name,
                  "is a pipe, a device or standard output: expected a regular file, as the number of rows, "
                  "known in the end, stands in front of a .npy array (CSV can go anywhere)");
  };
  expect_regular(file_, path);
  expect_regular(*names_, npy_columns_path(path));
  names_->write(npy_columns_text(npy_->columns()));
}

void RowFile::commit(std::size_t rows, bool on_disk) {
  if (npy_) file_.overwrite(0, npy_->header(rows));
  if (on_disk && file_.replaces_target()) file_.sync();
  if (!npy_) return file_.commit();
  if (on_disk) names_->sync();
  commit_together(file_, *names_);
}

}  // namespace invdyn
