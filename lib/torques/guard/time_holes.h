#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/row_place.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Looks for times without rows while the robot moves: differences take the way across for one step, with
/// wrong accelerations at both ends. A log with a row where something changes alone has none. And for jumps
/// of the clock: times that leave out a while in which the robot goes one step on.
class TimeHoles : public Sink {
 public:
  void take(const Block& block) override;
  /// None: there are no holes and no jumps.
  std::optional<std::string> doubt(PlaceBy places) const;

 private:
  struct Place {
    std::size_t line = 0;
    bool after_gap = false;
  };
  static Place place_of(const Block& block, std::size_t row);

  struct Found {
    std::size_t count = 0, line = 0;  // the row after the first one
    double length = 0, step = 0;      // of the first one, and of the rows before it, s

    void add(std::size_t at, double its_length, double usual_step);
  };
  Found holes_, jumps_;
  // The last rows before a block.
  Eigen::ArrayXd t_;
  Eigen::ArrayXXd q_;
  Place last_;
};

}  // namespace invdyn
