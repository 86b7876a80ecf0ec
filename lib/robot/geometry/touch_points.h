#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "../model/touch_point.h"
#include "shapes.h"

namespace invdyn {

/// Where a link may touch the ground, by the collision geometry of the robot's file (URDF, MJCF, .body): its
/// spheres, the ends of its capsules, and of each box the four corners, in order, of the face that looks down
/// most at q = 0. Cylinders, cones and meshes beside them do not count. `up`: in world axes, a unit vector.
/// Throws UsageError for a link without such geometry, and Error for geometry that cannot be read.
std::vector<TouchPoint> touch_points(const std::string& robot_file, const Robot& robot, std::size_t link,
                                     const Eigen::Vector3d& up, const ShapeSettings& settings = {});

/// The links with which the robot's feet touch the ground: each foot, or else the nearest link before it on
/// the same body, that has touch_points(). Empty if a foot has none, or if the robot has no feet.
std::vector<std::string> feet_with_points(const std::string& robot_file, const Robot& robot,
                                          const ShapeSettings& settings = {});

}  // namespace invdyn
