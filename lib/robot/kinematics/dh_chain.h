#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/error.h"
#include "../model/bodies.h"
#include "../model/robot.h"

namespace invdyn {

/// The moving bodies of a robot that is a single chain, in chain order. Throws NotRepresentable if the robot
/// branches, with the place.
std::vector<Body> chain_of_bodies(const Robot& robot);

/// For forms whose time grows faster than the number n of joints; `growth` is for example "n^4". Throws
/// NotRepresentable for a robot with more joints than `most`.
void expect_at_most(const Robot& robot, std::size_t maximum, const std::string& growth);

/// A row of standard Denavit-Hartenberg parameters, with its link. Frame i is fixed to link i at its far end,
/// on the axis of joint i + 1:
///   T_{i-1}^i = Rz(theta) Tz(d) Tx(a) Rx(alpha)      [Lee et al. 1982, (2.1)].
struct DhRow {
  std::optional<std::size_t> dof;  ///< index into q, dq, ddq and tau; none: the row does not move
  bool is_revolute = true;         ///< q adds to theta, else to d
  double theta = 0, d = 0, a = 0;  ///< rad, m
  double cos_alpha = 1, sin_alpha = 0;
  MassProperties mass_properties;  ///< of link i, in frame i

  /// The vector from the origin of frame i - 1 to the origin of frame i, in frame i, for the given d [Sasaki
  /// 1990, (3.18)].
  Eigen::Vector3d link_vector() const { return {a, d * sin_alpha, d * cos_alpha}; }

  /// Tx(a) Rx(alpha): the pose of frame i in the joint's frame of the modified form.
  Eigen::Isometry3d T_modified_standard() const {
    Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
    T.linear() << 1, 0, 0, 0, cos_alpha, -sin_alpha, 0, sin_alpha, cos_alpha;
    T.translation() = Eigen::Vector3d(a, 0, 0);
    return T;
  }
};

/// A serial robot in standard Denavit-Hartenberg form. Every chain of revolute and prismatic joints has one,
/// with constant poses of frame 0 on the base and of the last frame on the last body:
/// - Link frames of the robot's description are used if they already have this form, so a robot written as a
///   table keeps its table.
/// - Otherwise x is on the common normal of successive axes. For parallel axes, d ends at the next joint's
///   place in the description; for intersecting axes, a = 0.
/// - Nearly parallel axes have a distant common normal, which would magnify rounding. Then one joint takes
///   two rows: an axis at right angles is inserted, without motion about it.
/// The modified form follows from it: its frame i is frame i of this form without the row's Tx(a) Rx(alpha).
struct DhChain {
  /// Throws NotRepresentable for a branching robot.
  explicit DhChain(const Robot& robot);

  Eigen::Isometry3d T_world_0;  ///< frame 0
  std::vector<DhRow> rows;      ///< from the base to the tip
  Eigen::Isometry3d T_body_n;   ///< the last frame, in the axes of the last body
};

}  // namespace invdyn
