#pragma once

#include <map>
#include <string>
#include <vector>

#include "../meshes/mesh_content.h"
#include "../meshes/mesh_readers.h"
#include "shapes.h"

namespace invdyn {

/// The mesh files of a robot; each is read once.
class MeshFiles {
 public:
  explicit MeshFiles(const ShapeSettings& settings) : settings_(settings), packages_(settings.packages) {}

  struct Found {
    std::size_t begin = 0, end = 0;  ///< its meshes; none: it cannot be shown
    std::string note = {};           ///< what is wrong, or not shown
  };
  /// The meshes of `package://robot/meshes/arm.stl`, `model://`, `file://`, or a path from the folder of
  /// `referring_file`.
  const Found& find(const std::string& uri, const std::string& referring_file);
  const std::optional<Colour>& colour(std::size_t mesh) const { return meshes_[mesh].colour; }
  /// Moves the meshes to the shapes, with at most the triangles of the settings.
  void take(RobotShapes& shapes);

 private:
  Found read(const std::string& path);
  void thin(std::size_t max_triangles);

  const ShapeSettings settings_;
  PackageIndex packages_;
  std::vector<Mesh> meshes_;
  std::vector<std::size_t> triangles_in_file_;  // of each mesh, before it was thinned
  std::vector<std::string> files_;
  MeshContents contents_;
  std::size_t triangles_of_files_ = 0;
  std::map<std::string, Found> found_;  // by uri and folder, and by file
};

}  // namespace invdyn
