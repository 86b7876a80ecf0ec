#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "../../trajectory/data/sink.h"
#include "../../trajectory/pose/twist_axes.h"

namespace invdyn {

/// Holds the given twists of a base against the slopes of its poses, row to row, as read and in the other
/// axes that --base-twist knows.
class BaseTwistWatch : public Sink {
 public:
  explicit BaseTwistWatch(TwistAxes axes) : axes_(axes) {}
  void take(const Block& block) override;
  /// Names the axes in which the twists are the slopes, if they are not those as read; else empty.
  std::string warning() const;

 private:
  struct Row {
    double t;
    Eigen::Vector3d place;
    Quaternion q;
    std::array<Twist, 3> twists;  // as read in each kind of axes
  };
  // Sums of squares over all rows.
  struct Sums {
    double slopes = 0;
    std::array<double, 3> differences{};
    double share(std::size_t axes) const { return slopes > 0 ? differences[axes] / slopes : 0; }
  };
  Row row_of(const Block& block, std::size_t row) const;
  void compare(const Row& row);

  TwistAxes axes_;
  std::optional<Row> last_;  // none: a gap comes before the next row
  std::size_t rows_ = 0;
  Sums linear_, angular_;
};

}  // namespace invdyn
