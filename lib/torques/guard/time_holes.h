#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/row_place.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Looks for times without rows while the robot moves: differences take the way across for one step, with
/// wrong accelerations at both ends. A log with a row where something changes alone has none.
class TimeHoles : public Sink {
 public:
  void take(const Block& block) override;
  /// None: there are no holes.
  std::optional<std::string> doubt(PlaceBy places) const;

 private:
  struct Place {
    std::size_t line = 0;
    bool after_gap = false;
  };
  static Place place_of(const Block& block, std::size_t row);

  std::size_t count_ = 0, line_ = 0;  // the row after the first hole
  double length_ = 0;                 // of the first hole, s
  // The last rows before a block.
  Eigen::ArrayXd t_;
  Eigen::ArrayXXd q_;
  Place last_;
};

}  // namespace invdyn
