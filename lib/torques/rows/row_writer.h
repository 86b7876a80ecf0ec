#pragma once

#include <cstddef>

#include "../../ground/output_files/output_file.h"
#include "../../trajectory/data/sink.h"
#include "row_format.h"

namespace invdyn {

/// Writes rows to a file, block by block, after the header of their format. The file is not committed.
class RowWriter : public Sink {
 public:
  /// Both must outlive the writer.
  RowWriter(OutputFile& file, const RowFormat& format) : file_(file), format_(format) {
    file_.write(format_.header());
  }
  void take(const Block& block) override {
    format_.put(block, bytes_);
    file_.write(bytes_.view());
    rows_ += block.own_end() - block.own_begin();
  }
  std::size_t rows() const { return rows_; }  ///< written so far

 private:
  OutputFile& file_;
  const RowFormat& format_;
  RowBytes bytes_;
  std::size_t rows_ = 0;
};

}  // namespace invdyn
