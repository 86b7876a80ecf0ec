#pragma once

#include <Eigen/Core>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/model/bodies.h"
#include "../../trajectory/loads/base_state.h"

namespace invdyn {

/// A robot with its base as one body, at one instant; world axes. Moments are about the centre of mass.
/// Rotors do not count: their drives hold their torque.
struct CentroidalState {
  double mass = 0;                                                         ///< kg
  Eigen::Vector3d com{0, 0, 0}, velocity{0, 0, 0}, acceleration{0, 0, 0};  ///< m, per s, per s^2
  Eigen::Vector3d angular_momentum{0, 0, 0}, rate{0, 0, 0};                ///< N m s, N m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();                       ///< kg m^2
};

/// Sums over all bodies of their momenta and the rates of these, in world axes.
class CentroidalMotion {
 public:
  /// The robot has no mimic joints. Throws Error for a robot without mass.
  explicit CentroidalMotion(const Robot& robot);

  /// The memory of one thread.
  struct Workspace {
    struct Motion {
      Eigen::Matrix3d R;
      Eigen::Vector3d p, v, a, w, dw;  ///< of the frame's origin; of the body
    };
    std::vector<Motion> frames;
    struct Part {
      double mass;
      Eigen::Vector3d com, v, a, spin, spin_rate;  ///< spin: angular momentum about its own centre of mass
      Eigen::Matrix3d inertia;
    };
    std::vector<Part> parts;
  };

  double mass() const { return mass_; }
  /// The joints move as in row k, the base as given.
  CentroidalState at(const BaseState& base, const MotionRows& rows, std::size_t k,
                     Workspace& workspace) const;

 private:
  std::vector<Body> bodies_;
  MassProperties base_;
  double mass_;
};

}  // namespace invdyn
