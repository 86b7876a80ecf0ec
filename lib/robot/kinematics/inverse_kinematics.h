#pragma once

#include <Eigen/SVD>
#include <cstddef>
#include <string>

#include "frame_jacobian.h"

namespace invdyn {

/// At most six rows, and a column for each joint.
using JacobianSvd = Eigen::JacobiSVD<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6>>;

/// The prescribed part of a frame: position and orientation, or only the position.
enum class Task { pose, position };

/// Finds the joint positions that put a frame of a link at a target. It uses damped least squares on the
/// geometric Jacobian [Wampler 1986; Nakamura & Hanafusa 1986] with the damping of Levenberg and Marquardt
/// [Marquardt 1963].
///
/// The frame's reach L (1 m if it is 0) makes metres and radians comparable: rows of positions and prismatic
/// joints are in units of L. Joints that do not carry the link do not move.
class InverseKinematics {
 public:
  /// Throws UsageError for a link, or a point of it, that no joint moves.
  InverseKinematics(const Robot& robot, std::size_t link, Task task,
                    const Eigen::Isometry3d& T_link_frame = Eigen::Isometry3d::Identity());

  std::size_t dof() const { return jacobian_.dof(); }
  /// The number of independent directions of the task, except in singular postures: 6 for an arm of six
  /// joints or more, 4 for a SCARA, 2 for a planar arm and its position.
  std::size_t rank() const { return rank_; }
  /// Whether the joints can move while the frame is at rest.
  bool redundant() const { return rank_ < jacobian_.carriers().size(); }

  /// A posture and the singular values of its scaled Jacobian.
  struct Posture {
    Eigen::VectorXd q;  ///< rad or m
    FrameJacobian::Placement placement;
    JacobianSvd svd;
  };
  Posture posture(const Eigen::VectorXd& q) const;

  /// The remaining mobility in the weakest direction: singular value number rank().
  double freedom(const Posture& posture) const;
  static constexpr double min_freedom = 1e-4;  ///< a posture with less is singular
  /// Whether there is a singular posture between two close postures. The criterion: the Jacobian of the
  /// second, in the singular vectors of the first, has changed the sign of its determinant.
  bool singular_between(const Posture& first, const Posture& second) const;
  /// Text with the nearly lost direction and the joints that move without moving the frame.
  std::string singularity_text(const Posture& posture) const;

  /// The smallest joint speeds that give the frame this twist, or come closest (pseudo-inverse). twist:
  /// velocity of its origin (m/s) above angular velocity (rad/s), in world axes. Result in rad/s or m/s.
  Eigen::VectorXd speeds(const Posture& posture, const Eigen::Matrix<double, 6, 1>& twist) const;
  /// The relative error of the twist with these speeds, with lengths in units of L. 0 for no twist.
  double misfit(const Posture& posture, const Eigen::VectorXd& speeds,
                const Eigen::Matrix<double, 6, 1>& twist) const;
  /// The rate of change of speeds(), at these joint speeds and for a twist that changes by `twist_rate`. The
  /// joints must be able to give the twist. With A = J^+,
  ///   A (dtwist/dt - dJ/dt dq) + (1 - A J) dJ/dt^T A^T dq      [Golub & Pereyra 1973, (4.12)].
  /// The last term is for redundant arms; it keeps the speeds minimal.
  Eigen::VectorXd accelerations(const Posture& posture, const Eigen::VectorXd& speeds,
                                const Eigen::Matrix<double, 6, 1>& twist_rate) const;

  struct Solution {
    Posture posture;
    double distance;  ///< remaining to the target's position, m
    double angle;     ///< remaining to its orientation, rad; 0 if that is free
    /// Whether the target is reached to rounding: the remaining error, in units of L and rad together, is at
    /// most 1e-11 (1 + |p| / L). |p| is the distance of the target from the world's origin.
    bool reached;
  };
  /// Starts at the posture q and returns the nearest posture to the target within this number of trials.
  Solution solve(const Eigen::Isometry3d& T_world_target, const Eigen::VectorXd& q,
                 int max_trials = 200) const;
  /// Starts at fixed postures within the joints' limits and returns the first result that reaches the target
  /// within the limits. If there is none, it returns the nearest result, which may be at the target but
  /// outside the limits: the caller must check them. `base` has the joints that do not carry the link.
  Solution search(const Eigen::Isometry3d& T_world_target, const Eigen::VectorXd& base) const;

  /// The size of a change of the joints in the scaling of the least squares: the largest one, in rad or L.
  double size(const Eigen::VectorXd& change) const;

 private:
  using Twist = Eigen::Matrix<double, 6, 1>;
  Eigen::VectorXd in_units(const Eigen::VectorXd& of_all) const;
  Eigen::VectorXd of_all_joints(const Eigen::VectorXd& units) const;
  Eigen::VectorXd spread(std::size_t number, const Eigen::VectorXd& base) const;
  bool brought_within_limits(Eigen::VectorXd& q) const;
  Eigen::VectorXd scaled(const Twist& twist) const;
  Eigen::VectorXd step(const Posture& posture, const Twist& twist, double damping) const;
  Twist error(const Eigen::Isometry3d& T_world_target, const Eigen::Isometry3d& T_world_frame) const;

  FrameJacobian jacobian_;
  std::vector<Joint> joints_;  // the joints that carry the link
  Eigen::Index rows_;
  double length_;         // L
  Eigen::VectorXd unit_;  // for each of these joints: 1 rad, or L
  std::size_t rank_ = 0;
};

}  // namespace invdyn

// Compiled once, in jacobian_svd.cpp: it takes longer than the rest of a translation unit.
extern template class Eigen::JacobiSVD<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6>>;
