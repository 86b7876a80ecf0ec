#pragma once

#include <string>
#include <vector>

#include "../../trajectory/data/sink.h"
#include "../../trajectory/names/base_columns.h"

namespace invdyn {

/// Whether the quaternions of a file without names were probably read in the wrong order. Lengths and
/// continuity are the same in both, but robots stand, and mostly do not turn by half a turn. It looks at the
/// first 1,000 rows.
class QuaternionOrderWatch : public Sink {
 public:
  explicit QuaternionOrderWatch(QuaternionOrder order) : order_(order) {}
  void take(const Block& block) override;
  /// Names the other order; empty: there is no sign of it.
  std::string warning() const;

 private:
  QuaternionOrder order_;
  std::vector<double> w_, up_, up_of_other_;  // |w|, and the cosine of the tilt, of each row
};

}  // namespace invdyn
