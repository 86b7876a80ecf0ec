#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "../../trajectory/data/sink.h"
#include "../../trajectory/pose/twist_axes.h"

namespace invdyn {

/// Holds the given twists of a base against the slopes of its poses, row to row, as read, in the other axes
/// that --base-twist knows, and in other units.
class BaseTwistWatch : public Sink {
 public:
  explicit BaseTwistWatch(TwistAxes axes) : axes_(axes) {}
  void take(const Block& block) override;
  /// Names the axes or the units in which the twists are the slopes, if they are not as read; else empty.
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
    double slopes = 0, twists = 0, products = 0;  // of slopes, of twists as read, of one with the other
    std::array<double, 3> differences{};
    /// By how much the twists as read are too large. Noise of the pose does not change it.
    double excess() const { return twists / products; }
    bool are_related() const { return products * products > 0.3 * slopes * twists; }
    double share(std::size_t axes) const { return slopes > 0 ? differences[axes] / slopes : 0; }
  };
  std::string warning_of_units() const;
  Row row_of(const Block& block, std::size_t row) const;
  void compare(const Row& row);

  TwistAxes axes_;
  std::optional<Row> last_;  // none: a gap comes before the next row
  std::size_t rows_ = 0;
  Sums linear_, angular_;
};

}  // namespace invdyn
