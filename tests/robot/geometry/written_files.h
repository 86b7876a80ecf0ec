#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "robot/geometry/mesh_files.h"

namespace invdyn {

/// A folder of its own that is removed at the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Writes a file, and the folders that it needs; returns its path.
  std::string write(const std::string& name, const std::string& content) const;
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// The volume inside closed surfaces, by the divergence theorem.
double volume_of(const std::vector<Mesh>& parts);

/// A ball of radius 1, of 2 n^2 triangles.
Mesh ball(std::uint32_t n);
/// Binary.
std::string stl_of(const Mesh& mesh);

/// A cube of edge 1 with a corner at the origin, faces outwards.
std::string unit_cube_obj();
std::string unit_cube_stl(bool is_binary);

}  // namespace invdyn
