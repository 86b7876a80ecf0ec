#pragma once

#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/row_place.h"
#include "../pose/twist_axes.h"
#include "base_columns.h"

namespace invdyn {

/// Makes the motion of a floating base from the numbers of a file: unit quaternions, and twists in the axes
/// of a block. Any number of threads finish blocks.
class BaseRows {
 public:
  BaseRows(std::string file, const BaseReading& reading, TwistAxes axes)
      : file_(std::move(file)), reading_(reading), axes_(axes) {}

  const BaseReading& reading() const { return reading_; }
  /// Of all rows of the block. Returns null, or the error in the row after its last row: the length of a
  /// quaternion is wrong, or the base is beyond all sense.
  std::exception_ptr finish(Block& block, PlaceBy places);
  /// After the last block: the first quaternion whose length is not quite 1; a first tilt that no angles in
  /// rad have. Empty: there is none.
  std::vector<std::string> warnings(PlaceBy places) const;

 private:
  void read_twist(Block& block, std::size_t row, const Quaternion& q) const;

  struct OddLength {
    std::size_t line;
    double length;
  };
  struct Tilt {
    std::size_t line;
    double roll, pitch;  // rad
  };
  std::string doubt_of_first(PlaceBy places) const;
  std::string file_;
  BaseReading reading_;
  TwistAxes axes_;
  std::mutex mutex_;
  std::optional<OddLength> odd_;  // of the first such row
  std::optional<Tilt> first_;     // of the first row of all, if it has angles
};

}  // namespace invdyn
