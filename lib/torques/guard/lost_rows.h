#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Looks for rows that are missing at regular places, as a full buffer loses them. Where rows count as even,
/// a step over missing rows is longer than those beside it.
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
  static constexpr std::size_t mean_steps = 1;     // on each side of a step
  std::array<double, 2 * mean_steps + 2> last_{};  // sums of the positions of the last rows
  std::vector<Step> steps_;
};

}  // namespace invdyn
