#pragma once

#include <string>
#include <vector>

#include "../trajectory/quantity.h"
#include "output_file.h"
#include "sink.h"

namespace invdyn {

/// Writes rows as CSV: a header `t,<quantity>_<joint>,...`, then numbers as the shortest text that reads back
/// as the same double. Quantities stand in the order given, joints within each in theirs.
class CsvWriter : public Sink {
 public:
  CsvWriter(OutputFile& file, const std::vector<std::string>& joints, std::vector<Quantity> quantities);
  void take(const Block& block) override;

 private:
  OutputFile& file_;
  std::vector<Quantity> quantities_;
  std::string text_;
};

}  // namespace invdyn
