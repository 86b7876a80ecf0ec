#pragma once

#include <Eigen/Geometry>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mesh_files.h"
#include "shapes.h"

namespace invdyn {

/// The shapes of a robot while its file is read.
class ShapeList {
 public:
  ShapeList(const Robot& robot, const ShapeSettings& settings);

  ShapePart part() const { return part_; }

  /// Whether the robot has this link; it gets the shapes that follow.
  bool begin_link(const std::string& name);
  /// Adds a shape. `T` may scale it: a mesh along its axes, a sphere by one factor. `place` is for notes.
  void add(Shape::Kind kind, const Eigen::Affine3d& T, std::vector<double> size,
           const std::optional<Colour>& colour, const std::string& place);
  /// Adds all parts of the mesh file with this name in the robot's file `referring_file`. What collides gets
  /// one shape for the file.
  void add_mesh(const std::string& uri, const std::string& referring_file, const Eigen::Affine3d& T,
                const std::optional<Colour>& colour, const std::string& place);
  /// Notes that something is not shown. Equal reasons make one note.
  void leave_out(const std::string& place, const std::string& what, const std::string& reason);

  void leave_out(const std::exception& fault) { leave_out("", "", fault.what()); }

  RobotShapes take();

 private:
  void put(Shape shape, const Eigen::Affine3d& T, const std::string& place);

  const ShapePart part_;
  RobotShapes shapes_;
  MeshFiles files_;
  std::map<std::string, std::size_t> index_of_link_;
  std::optional<std::size_t> link_;
  std::size_t shape_count_ = 0;
  struct LeftOut {
    std::string place, what, reason;
    std::size_t count;
  };
  std::vector<LeftOut> left_out_;
  std::map<std::string, std::size_t> of_reason_;
};

/// Adds the shapes of a robot's file, if it is a regular file of a format that states shapes. Throws Error
/// for one that it cannot read past.
void add_shapes_of_file(const std::string& robot_file, const ShapeSettings& settings, ShapeList& shapes);

/// Adds the shapes of a URDF, of a .body file or of MJCF. They throw Error for a shape that they cannot read
/// past.
void add_urdf_shapes(const std::string& text, const std::string& file, ShapeList& shapes);
void add_mjcf_shapes(const std::string& text, const std::string& file, ShapeList& shapes);
void add_body_shapes(const std::string& text, const std::string& file, ShapeList& shapes);

}  // namespace invdyn
