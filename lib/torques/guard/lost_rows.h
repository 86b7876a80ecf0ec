#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Looks for rows that are missing at regular places, as a full buffer loses them. Where rows count as even,
/// a step over missing rows is longer than those beside it. The first rows tell it.
class LostRows : public Sink {
 public:
  void take(const Block& block) override;
  /// None: nothing is missing at regular places.
  std::optional<std::string> doubt() const;

 private:
  struct Step {
    std::size_t row;  // from 0: the first one after the gap
    double lost;      // rows
  };

  std::size_t rows_ = 0;
  Eigen::ArrayXd sums_;  // of the positions of the rows that were taken last
  std::vector<Step> steps_;
};

}  // namespace invdyn
