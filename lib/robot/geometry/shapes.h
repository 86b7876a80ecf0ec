#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../meshes/mesh.h"
#include "../meshes/mesh_content.h"
#include "../model/robot.h"
#include "package_index.h"

namespace invdyn {

/// A body that is drawn, or that collides. Cylinder, cone and capsule lie along z, their centre at the origin
/// of the pose.
struct Shape {
  enum class Kind { box, sphere, cylinder, cone, capsule, mesh };

  Kind kind;
  Eigen::Isometry3d pose;  ///< in the link's axes
  /// Box: edges. Sphere: radius. Cylinder, cone, capsule: radius, length (of a capsule: between the centres
  /// of its ends). Mesh: scale along its axes.
  std::vector<double> size;
  std::optional<Colour> colour = {};
  std::size_t mesh = 0;  ///< index into RobotShapes::meshes
};

/// What is drawn, or what may touch other bodies: URDF's `visual` and `collision`; MuJoCo's geoms of the
/// groups that its viewer shows, and those with `contype` or `conaffinity`; Choreonoid's shapes outside
/// `Collision`, and outside `Visual`.
enum class ShapePart { visual, collision };

struct ShapeSettings {
  PackagePlaces packages = {};
  std::shared_ptr<const std::string> expanded = {};  ///< what xacro wrote for the robot's file
  std::size_t max_triangles = 200'000;               ///< of all meshes; more are thinned
  std::size_t max_file_bytes = 64u << 20;            ///< of a mesh file
  ShapePart part = ShapePart::visual;                ///< collision: no mesh file is opened
};

struct RobotShapes {
  std::vector<std::vector<Shape>> of_links;  ///< in the order of Robot::links()
  std::vector<Mesh> meshes;                  ///< of ShapePart::visual; each once, however many links show it
  std::vector<std::string> notes;            ///< what is not shown or shown otherwise, each with its place
  std::vector<std::string> left_out;  ///< of each link, why a shape of it is not in of_links; else empty
  std::vector<std::string> files;     ///< the mesh files that were read
};

/// The geometry of the robot's file, a URDF, .body or MJCF file. Other formats have none. A shape
/// that cannot be shown makes a note, never an error: no torque depends on it.
RobotShapes read_shapes(const std::string& robot_file, const Robot& robot, const ShapeSettings& settings);

}  // namespace invdyn
