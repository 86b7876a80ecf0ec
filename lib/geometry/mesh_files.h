#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shapes.h"

namespace invdyn {

/// What a mesh file holds, in m for COLLADA, in the file's unit otherwise.
struct MeshFile {
  std::vector<Mesh> parts;
  bool has_textures = false;
};

/// Readers of mesh files. Throw Error with `file` if the content is not of this format, has an index or a
/// number that does not fit, or more than max_mesh_triangles.
MeshFile read_stl(std::string_view content, const std::string& file);
/// `materials` is called with the name of each material library and returns its text, empty if there is none.
MeshFile read_obj(std::string_view content, const std::string& file,
                  const std::function<std::string(const std::string&)>& materials);
MeshFile read_collada(const std::string& content, const std::string& file);

/// Of one file, also where a COLLADA file repeats a geometry.
inline constexpr std::size_t max_mesh_triangles = 4'000'000;

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

  const ShapeSettings settings_;
  PackageIndex packages_;
  std::vector<Mesh> meshes_;
  std::vector<std::string> files_;
  std::size_t triangles_of_files_ = 0;
  std::map<std::string, Found> found_;  // by uri and folder, and by path
};

}  // namespace invdyn
