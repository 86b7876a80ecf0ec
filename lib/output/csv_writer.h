#pragma once

#include <string>

#include "../trajectory/sink.h"
#include "output_file.h"
#include "row_format.h"

namespace invdyn {

/// Rows as CSV: a header `t,<quantity>_<joint>,...`, then numbers as the shortest text that reads back as the
/// same double.
class CsvFormat : public RowFormat {
 public:
  explicit CsvFormat(OutputColumns columns);
  std::string header() const override { return header_; }
  void put(const Block& block, RowBytes& bytes) const override;

 private:
  std::string header_;
  OutputColumns columns_;
};

/// Writes rows as CSV, block by block.
class CsvWriter : public Sink {
 public:
  CsvWriter(OutputFile& file, OutputColumns columns);
  void take(const Block& block) override;

 private:
  OutputFile& file_;
  CsvFormat format_;
  RowBytes bytes_;
};

}  // namespace invdyn
