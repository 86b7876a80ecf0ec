#pragma once

#include <optional>
#include <string>

#include "peak_watch.h"

namespace invdyn {

/// Watches for single rows with wrong positions in a log that is smoothed, which hides them from PeakWatch:
/// by second differences of its positions, from row to row.
class BendWatch : public Sink {
 public:
  explicit BendWatch(const Robot& robot)
      : robot_(robot), peaks_(robot, false, doubtful::part_of_bend, doubtful::rows_to_bend) {}
  void take(const Block& block) override;
  /// None: there are none.
  std::optional<std::string> doubt() const;

 private:
  const Robot& robot_;
  PeakWatch peaks_;
  // Positions of the two rows before a block; of fewer at the beginning, or after a gap.
  Eigen::ArrayXXd last_;
};

}  // namespace invdyn
