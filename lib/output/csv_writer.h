#pragma once

#include <string>
#include <vector>

#include "../trajectory/quantity.h"
#include "output_file.h"
#include "row_format.h"
#include "sink.h"

namespace invdyn {

/// Rows as CSV: a header `t,<quantity>_<joint>,...`, then numbers as the shortest text that reads back as the
/// same double. Quantities stand in the order given, joints within each in theirs.
class CsvFormat : public RowFormat {
 public:
  CsvFormat(const std::vector<std::string>& joints, std::vector<Quantity> quantities);
  std::string header() const override { return header_; }
  void put(const Block& block, RowBytes& bytes) const override;

 private:
  std::string header_;
  std::vector<Quantity> quantities_;
};

/// Writes rows as CSV, block by block.
class CsvWriter : public Sink {
 public:
  CsvWriter(OutputFile& file, const std::vector<std::string>& joints, std::vector<Quantity> quantities);
  void take(const Block& block) override;

 private:
  OutputFile& file_;
  CsvFormat format_;
  RowBytes bytes_;
};

}  // namespace invdyn
