#pragma once

#include <vector>

#include "robot/model/robot.h"
#include "support/virtual_work.h"

namespace invdyn::test::errata {

/// An open chain in standard Denavit-Hartenberg form, the form of sources 002 and 003 and, with its frames
/// counted from 1, of source 004. Gravity g acts along -z of the base.
struct DhLink {
  bool is_revolute = true;
  double a = 0, alpha = 0;
  double d = 0, theta = 0;  ///< for the joint variable: its value at q = 0
  MassProperties body;      ///< in the frame at the far end of the link
};

struct DhArm {
  std::vector<DhLink> links;
  double g = standard_gravity;

  std::size_t size() const { return links.size(); }
};

struct Motion {
  Eigen::VectorXd q, dq, ddq;
};

/// The link's parameters in the posture q.
DhLink at_position(const DhLink& link, double q);

/// A_{i-1}^i of (2.1) of source 002: takes coordinates in frame i to frame i-1.
Eigen::Matrix3d rotation_of(const DhLink& link);

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v);

Robot robot_of(const std::string& name, const DhArm& arm);
DhArm dh_arm_of(const Robot& robot);

}  // namespace invdyn::test::errata
