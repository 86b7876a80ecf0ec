#pragma once

#include <Eigen/SVD>
#include <cstddef>
#include <string>

#include "frame_jacobian.h"

namespace invdyn {

/// Of six rows at most, and a column for each joint.
using JacobianSvd = Eigen::JacobiSVD<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6>>;

/// What of a frame is to be somewhere: its position and orientation, or its position alone.
enum class Task { pose, position };

/// The joints that put a frame of a link where it should be: damped least squares on the geometric Jacobian
/// [Wampler 1986; Nakamura & Hanafusa 1986] with the damping of Levenberg and Marquardt [Marquardt 1963].
///
/// Metres and radians are made comparable by the frame's reach L (1 m where that is 0): rows of positions and
/// joints that slide count in units of L. Joints that do not carry the link stay.
class InverseKinematics {
 public:
  /// Throws UsageError for a link that no joint moves, and for a point of it that stays where it is.
  InverseKinematics(const Robot& robot, std::size_t link, Task task,
                    const Eigen::Isometry3d& T_link_frame = Eigen::Isometry3d::Identity());

  std::size_t dof() const { return jacobian_.dof(); }
  /// The directions in which the frame can be moved at once, of those of the task, in all but singular
  /// postures: 6 for an arm of six joints or more, 4 for a SCARA, 2 for a planar arm and its position.
  std::size_t rank() const { return rank_; }
  /// Whether the joints can move while the frame stands.
  bool redundant() const { return rank_ < jacobian_.carriers().size(); }

  /// A posture and the ways out of it, by the singular values of the scaled Jacobian.
  struct Posture {
    Eigen::VectorXd q;  ///< rad or m
    FrameJacobian::Placement placement;
    JacobianSvd svd;
  };
  Posture posture(const Eigen::VectorXd& q) const;

  /// What is left of the last direction before it is lost: singular value number rank().
  double freedom(const Posture& posture) const;
  static constexpr double min_freedom = 1e-4;  ///< less of it is a singular posture
  /// Whether a singular posture lies between these two, which are not far from each other: whether the
  /// Jacobian of the second, in the singular vectors of the first, has changed the sign of its determinant.
  bool singular_between(const Posture& first, const Posture& second) const;
  /// The direction that is nearly lost and the joints that move without moving the frame.
  std::string singularity_text(const Posture& posture) const;

  /// The least joint speeds that give the frame this twist (velocity of its origin over angular velocity, in
  /// world axes), or come closest: the pseudo-inverse. rad/s or m/s.
  Eigen::VectorXd speeds(const Posture& posture, const Eigen::Matrix<double, 6, 1>& twist) const;
  /// What these speeds leave of the twist, relative to it: lengths in units of L. 0 for no twist.
  double misfit(const Posture& posture, const Eigen::VectorXd& speeds,
                const Eigen::Matrix<double, 6, 1>& twist) const;
  /// The rate of change of speeds() where the joints have these speeds and the twist itself changes by
  /// `twist_rate`, for a twist that the joints can give: with A = J^+,
  ///   A (dtwist/dt - dJ/dt dq) + (1 - A J) dJ/dt^T A^T dq      [Golub & Pereyra 1973, (4.12)].
  /// The last term is that of redundant arms; it keeps the speeds least.
  Eigen::VectorXd accelerations(const Posture& posture, const Eigen::VectorXd& speeds,
                                const Eigen::Matrix<double, 6, 1>& twist_rate) const;

  struct Solution {
    Posture posture;
    double distance;  ///< left to the target's position, m
    double angle;     ///< left to its orientation, rad; 0 where that is free
    /// To rounding: what is left, in units of L and rad together, is at most 1e-11 (1 + |p| / L) for a target
    /// at the distance |p| from the world's origin.
    bool reached;
  };
  /// From the posture q on, the nearest to the target that is found in so many trials.
  Solution solve(const Eigen::Isometry3d& T_world_target, const Eigen::VectorXd& q,
                 int max_trials = 200) const;
  /// From fixed postures within the joints' limits, the first that reaches the target within them; failing
  /// that the nearest, which may have reached the target outside the limits: the caller must look at these.
  /// `base` has the joints that do not carry the link.
  Solution search(const Eigen::Isometry3d& T_world_target, const Eigen::VectorXd& base) const;

  /// A change of the joints in the measure of the least squares: the largest, in rad or L.
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
  std::vector<Joint> joints_;  // that carry the link
  Eigen::Index rows_;
  double length_;         // L
  Eigen::VectorXd unit_;  // of each of these joints: 1 rad, or L
  std::size_t rank_ = 0;
};

}  // namespace invdyn

// Compiled once, in jacobian_svd.cpp, as it takes longer than all the rest of a unit.
extern template class Eigen::JacobiSVD<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6>>;
