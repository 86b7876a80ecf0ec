#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../../robot/kinematics/inverse_kinematics.h"
#include "../../robot/model/robot.h"
#include "../data/block.h"
#include "../data/time_grid.h"
#include "profile.h"

namespace invdyn {

struct ToolLineSettings {
  Profile profile = Profile::trapezoid;
  Task task = Task::pose;  ///< or only the position: then the orientation is free
  Eigen::Isometry3d T_link_tool = Eigen::Isometry3d::Identity();  ///< the frame that follows the line
};

/// A motion of the tool, a frame of a link, from rest to rest along a straight line. Its origin moves on the
/// line between two poses. Its orientation turns about one axis fixed in the world by the smallest angle.
/// Both have the same profile and the same time.
///
/// The joints follow by inverse kinematics from row to row (in steps of at most 1/256 of the path), so they
/// stay on their first branch. dq and ddq belong to the exact motion through these positions: they come from
/// the Jacobian and its derivative. A redundant arm moves with minimum joint speeds at each instant; its path
/// is integrated from the start by a fourth-order Runge-Kutta method. Joints that do not carry the link do
/// not move. Limits apply at rows and between them.
class ToolLine {
 public:
  /// T_world_from, T_world_to: of the tool. q_start: the joints at the start, or a first guess for them, rad
  /// or m. duration > 0, s.
  ///
  /// Throws UsageError if the duration is not a multiple of the grid's step, if no joint moves the link, and
  /// if the rotation between the poses is half a turn, whose direction is ambiguous. Throws Error, here and
  /// later, if the pose cannot be reached, the path to it passes a singular posture, or a joint is outside
  /// its position limits. The error begins with the row: `sample 37 (t = 0.74 s)`.
  ToolLine(const Robot& robot, std::size_t link, const Eigen::Isometry3d& T_world_from,
           const Eigen::Isometry3d& T_world_to, const Eigen::VectorXd& q_start, double duration,
           const TimeGrid& grid, const ToolLineSettings& settings = {});

  /// Number of samples: the intervals plus one.
  std::size_t rows() const { return intervals_ + 1; }

  /// Writes t, q, dq, ddq of the rows from `first_row` on, until the block is full or the motion ends. Each
  /// row costs one step if rows are read in order. An earlier row restarts the computation from row 0.
  void fill(std::size_t first_row, Block& block);

  /// The joint motion that the line requires.
  struct Demand {
    Eigen::VectorXd q_end;       ///< the last position, rad or m
    Eigen::VectorXd peak_speed;  ///< the largest |dq| of each joint, also between rows, rad/s or m/s
    std::vector<std::string> beyond_speed_limits;  ///< a sentence for each joint above its limit
  };
  /// Computes the whole motion, also between rows. Throws the errors of fill(). Sometimes calls `row_done`
  /// with the number of finished rows.
  Demand demand(const std::function<void(std::size_t rows)>& row_done = {}) const;

  /// The required pose of the tool in row k.
  Eigen::Isometry3d T_world_tool(std::size_t k) const {
    return pose_at(at(profile_, k, intervals_).position);
  }

 private:
  using Twist = Eigen::Matrix<double, 6, 1>;

  // A posture on the line, with the derivatives of q with respect to the part of the path so far.
  struct Point {
    double way;  // 0 at the start, 1 at the end
    InverseKinematics::Posture posture;
    Eigen::VectorXd dq, ddq;
  };

  Eigen::Isometry3d pose_at(double way) const;
  Point point(double way, InverseKinematics::Posture posture) const;
  Eigen::VectorXd predicted(const Point& from, double step) const;
  bool advance(double step, double to);
  void go_to(std::size_t row);
  void see_speed(double speed);
  void check_limits(std::size_t row) const;
  bool line_leaves_what_joints_can() const;
  [[noreturn]] void fail(std::size_t row) const;
  std::string place(std::size_t row) const;

  Robot robot_;
  InverseKinematics kinematics_;
  Eigen::Isometry3d T_world_from_;
  Eigen::Vector3d p_world_to_;
  Profile profile_;
  double duration_;
  TimeGrid grid_;
  std::size_t intervals_;
  Eigen::Vector3d axis_;  // of the rotation, in the world
  double angle_;
  Twist way_;  // the twist of the tool for the whole path in 1 s at constant speed
  std::optional<Point> start_, now_;
  Eigen::VectorXd peak_speed_;  // of the path so far
  std::size_t next_row_ = 0;
  double step_ = 0;  // the next step to try, as a part of the path
};

}  // namespace invdyn
