#pragma once

#include <kdl/chain.hpp>
#include <kdl/tree.hpp>
#include <string>
#include <vector>

#include "robot/model/robot.h"

namespace invdyn::bench {

/// Friction of a joint, which KDL's solvers do not compute (the inertia of rotors is in its joints).
struct JointFriction {
  double damping, coulomb_positive, coulomb_negative;

  double torque(double dq) const {
    return damping * dq + (dq > 0 ? coulomb_positive : dq < 0 ? coulomb_negative : 0);
  }
};

/// A robot in KDL's form: a segment for each moving joint, including all links fixed to it. Links fixed to
/// the base are left out.
struct KdlChain {
  KDL::Chain structure;
  KDL::Vector gravity;  ///< in the axes of the base
  std::vector<JointFriction> friction;
  std::vector<std::string> joints;  ///< names, in the order of q
};

/// Throws NotRepresentable for a robot that branches or whose joints are not in order from base to tip.
KdlChain kdl_chain(const Robot& robot);

struct KdlTree {
  KDL::Tree structure;
  KDL::Vector gravity;              ///< in the axes of the base
  std::vector<std::size_t> dof_of;  ///< index of the robot's q for KDL's i-th
};

KdlTree kdl_tree(const Robot& robot);

}  // namespace invdyn::bench
