#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "../sizing/joint_rating.h"
#include "path_torques.h"

namespace invdyn {

inline constexpr double no_bound = std::numeric_limits<double>::infinity();

/// A joint at a point of a path, at the speed y with its rate u. q is 0.
JointSample sample_of(const PathPoint& point, double y, double u);

/// A limit of every moment along a path.
struct PathLimit {
  std::size_t joint = 0;
  std::optional<LimitKind> kind = {};  ///< none: of acceleration
};
std::string_view name_of(const PathLimit& limit);
bool is_of_speed(const PathLimit& limit);

/// What bounds a motion along a path: the ratings' limits of every moment but those of positions, and the
/// acceleration of joints.
struct PathRatings {
  const Ratings& ratings;
  std::vector<double> acceleration = {};  ///< of each joint, rad/s^2 or m/s^2; empty: no limit

  std::vector<PathLimit> limits() const;
  /// The demand of a sample.
  Demand demand(const PathLimit& limit, const JointSample& sample) const;
  /// The lowest limit of speed of a joint; none: it has none.
  std::optional<double> top_speed(std::size_t joint) const;
};

/// A bound of y and u in a step from one point of a path to the next, for speeds y of a range:
/// low - slope y <= factor u + square y^2 + linear y <= high + slope y, factor >= 0.
struct PathRow {
  double factor = 0, square = 0, linear = 0, low = 0, high = 0, slope = 0;
  double from = 0, to = no_bound;  ///< the range
};

/// The bounds of y and u along a stretch.
class PathLimits {
 public:
  PathLimits(const PathRatings& rated, const PathTorques& torques);

  const std::vector<PathLimit>& limits() const { return limits_; }
  const std::vector<double>& lengths() const { return torques_.lengths(); }

  /// Lowers a limit by `amount` more, in its own unit, in the steps from `first` to `last`. Below 0: raises
  /// it.
  void lower(std::size_t limit, double amount, std::size_t first, std::size_t last);

  /// Makes no rows of limits that were not changed: a motion is known that is far from them. lower() only
  /// takes such a limit back at first, as it was.
  void leave_out_unchanged() { only_changed_ = true; }

  /// To what they were at first.
  void restore() {
    lowered_.assign(limits_.size(), {});
    only_changed_ = false;
  }

  /// The largest y at a point within the limits of speed; infinity: none bounds it.
  double top_speed(std::size_t point) const;

  /// Replaces `rows` by those of a step, from its point to the next one, for ranges that hold y: with speeds
  /// below y, if y > 0, or with speeds above y.
  void rows_of(std::size_t step, double y, bool below, std::vector<PathRow>& rows) const;
  /// Whether the ranges of rows have ends.
  bool have_pieces() const { return have_pieces_; }

 private:
  class RowMaker;
  double lowered(std::size_t limit, std::size_t step) const {
    return lowered_[limit].empty() ? 0 : lowered_[limit][step];
  }

  const PathRatings& rated_;
  const PathTorques& torques_;
  std::vector<PathLimit> limits_;
  bool have_pieces_ = false, only_changed_ = false;
  std::vector<double> at_joint_;  // what a unit of a limit is there
  std::vector<double> values_;    // of limits of torque and acceleration, at the joint; of curves, nothing
  std::vector<std::vector<double>> lowered_;  // by limit and step, at the joint; empty: by nothing
};

}  // namespace invdyn
