#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../../lanes/kernel/instruction_set.h"
#include "row_format.h"

namespace invdyn {

/// Rows in the format of `.npy` arrays, with the columns of CsvFormat. The header before the rows states zero
/// rows. At the end, the correct header must replace it; it has the same length.
class NpyFormat : public RowFormat {
 public:
  explicit NpyFormat(OutputColumns columns) : columns_(std::move(columns)) {}
  const std::vector<std::string>& columns() const { return columns_.names(); }  ///< their names
  std::string header() const override { return header(0); }
  std::string header(std::size_t rows) const;
  void put(const Block& block, RowBytes& bytes) const override;

 private:
  OutputColumns columns_;
  Kernel kernel_ = kernel_for(chosen_instruction_set());
};

}  // namespace invdyn
