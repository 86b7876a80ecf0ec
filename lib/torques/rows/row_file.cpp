#include "row_file.h"

#include "../../ground/base/error.h"
#include "../../ground/compression/compression.h"
#include "../../ground/npy/npy_columns.h"
#include "../../ground/npy/npy_header.h"
#include "csv_format.h"

namespace invdyn {
namespace {

void expect_regular(const OutputFile& file, const std::string& name) {
  if (!file.replaces_target())
    throw Error(
        name,
        "is a pipe, a device or standard output: expected a regular file, because a .npy array begins with "
        "the number of rows, which is known only at the end (CSV can be written anywhere)");
}

}  // namespace

RowFile::RowFile(const std::string& path, const OutputColumns& columns) : columns_(columns), file_(path) {
  if (const std::string_view text = without_compression_ending(path); text != path && is_npy_name(text))
    throw UsageError("`output`", "is " + path + ", but arrays cannot be compressed: expected " +
                                     std::string(text) + ", or a compressed CSV file");
  is_array_ = is_npy_name(path);
  choose_format();
  if (!is_array_) return;
  if (columns.before_stamp())
    throw UsageError("`columns`",
                     "has the text column stamp, but " + path +
                         " is an array of numbers: expected a CSV file, or `columns` without stamp");
  expect_regular(file_, path);
  npy_columns_text(npy_->columns());  // checks the names before there are rows
  names_.emplace(npy_columns_path(path), [this](const std::optional<DescribedData>& data) {
    return npy_columns_text(npy_->columns(), data);
  });
  expect_regular(names_->file, npy_columns_path(path));
}

void RowFile::choose_format() {
  if (!is_array_) {
    format_ = std::make_unique<CsvFormat>(columns_);
    return;
  }
  auto format = std::make_unique<NpyFormat>(columns_);
  npy_ = format.get();
  format_ = std::move(format);
}

void RowFile::leave_out_time() {
  columns_.leave_out_time();
  choose_format();
}

void RowFile::commit(std::size_t rows, Sync sync, const std::vector<DescriptionFile*>& descriptions) {
  if (npy_) file_.overwrite(0, npy_->header(rows));
  std::vector<DescriptionFile*> all = descriptions;
  if (names_) all.push_back(&*names_);
  commit_described(file_, all, sync);
}

}  // namespace invdyn
