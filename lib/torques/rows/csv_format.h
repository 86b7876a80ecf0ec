#pragma once

#include <string>

#include "../../lanes/kernel/instruction_set.h"
#include "../../lanes/text_lanes/text_lanes.h"
#include "row_format.h"

namespace invdyn {

/// Rows as CSV: a header `t,<quantity>_<joint>,...`, then numbers as the shortest text that reads back as the
/// same double. A value that lacks is an empty field.
class CsvFormat : public RowFormat {
 public:
  explicit CsvFormat(OutputColumns columns);
  std::string header() const override { return header_; }
  void put(const Block& block, RowBytes& bytes) const override;

 private:
  void put_fields(const Block& block, const std::vector<const double*>& columns, RowBytes& bytes) const;

  std::string header_;
  OutputColumns columns_;
  Kernel kernel_ = kernel_for(chosen_instruction_set());
  TextLanes text_ = text_lanes_for(chosen_instruction_set());
};

}  // namespace invdyn
