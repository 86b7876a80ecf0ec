#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../kinematics/inverse_kinematics.h"
#include "../robot/robot.h"
#include "../trajectory/block.h"
#include "../trajectory/time_grid.h"
#include "profile.h"

namespace invdyn {

struct ToolLineSettings {
  Profile profile = Profile::trapezoid;
  Task task = Task::pose;  ///< or the position alone, which leaves the orientation to the joints
  Eigen::Isometry3d T_link_tool = Eigen::Isometry3d::Identity();  ///< the frame on the link that is led
};

/// A motion from rest to rest in which a frame of a link, the tool, goes straight: its origin on the line
/// from one pose to the other, its orientation about one axis fixed in the world, by the shortest turn, both
/// by the same profile in the same time.
///
/// The joints follow by inverse kinematics from row to row (in steps of a 256th of the way at most), so they
/// stay on their first branch. dq and ddq belong to the exact motion through these positions: they come from
/// the Jacobian and its derivative. A redundant arm moves with minimum joint speeds at each instant; its path
/// is integrated from the start by a fourth-order Runge-Kutta method. Joints that do not carry the link do
/// not move. Limits apply at rows and between them.
class ToolLine {
 public:
  /// T_world_from, T_world_to: of the tool. q_start: the joints at the start, or a guess from which they are
  /// found, rad or m. duration > 0, s.
  ///
  /// Throws UsageError where the duration is no multiple of the grid's step, where no joint moves the link,
  /// and for half a turn from pose to pose, which may go either way round. Throws Error, here and later, that
  /// begins with the row, `sample 37 (t = 0.74 s)`, where the pose cannot be reached, the way to it passes a
  /// singular posture, or a joint is outside its position limits.
  ToolLine(const Robot& robot, std::size_t link, const Eigen::Isometry3d& T_world_from,
           const Eigen::Isometry3d& T_world_to, const Eigen::VectorXd& q_start, double duration,
           const TimeGrid& grid, const ToolLineSettings& settings = {});

  /// Number of samples: the intervals and one.
  std::size_t rows() const { return intervals_ + 1; }

  /// Writes t, q, dq, ddq of the rows from `first_row` on, as many as fit or are left. Rows in their order
  /// cost one step each; to go back is to start again from row 0.
  void fill(std::size_t first_row, Block& block);

  /// The joint motion that the line requires.
  struct Demand {
    Eigen::VectorXd q_end;       ///< the last position, rad or m
    Eigen::VectorXd peak_speed;  ///< the largest |dq| of each joint, between rows too, rad/s or m/s
    std::vector<std::string> beyond_speed_limits;  ///< a sentence about each joint that is
  };
  /// Computes the whole motion, between rows too. Throws as fill() does. Calls `row_done` with the number of
  /// finished rows now and then.
  Demand demand(const std::function<void(std::size_t rows)>& row_done = {}) const;

  /// Where the tool is to be in row k.
  Eigen::Isometry3d T_world_tool(std::size_t k) const {
    return pose_at(at(profile_, k, intervals_).position);
  }

 private:
  using Twist = Eigen::Matrix<double, 6, 1>;

  // A posture on the line, with the derivatives of q with respect to the part of the way that is done.
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
  Eigen::Vector3d axis_;  // of the turn, in the world
  double angle_;
  Twist way_;  // the twist of the tool if the whole way took 1 s at constant speed
  std::optional<Point> start_, now_;
  Eigen::VectorXd peak_speed_;  // of the way so far
  std::size_t next_row_ = 0;
  double step_ = 0;  // part of the way that the next step tries
};

}  // namespace invdyn
