#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh.h"

namespace invdyn {

/// What a mesh file holds, in m for COLLADA, in the file's unit otherwise.
struct MeshFile {
  std::vector<Mesh> parts;
  bool has_textures = false;
};

/// Readers of mesh files. Throw Error with `file`, and the line of a text, if the content is not of this
/// format, has an index or a number that does not fit, or more than the limits below. Parts have different
/// colours.
MeshFile read_stl(std::string content, const std::string& file);
/// The same, not welded: each triangle has its three vertices, in the order of the file.
Mesh stl_triangles(std::string_view content, const std::string& file);
/// `materials` is called once with the name of each material library and returns its text, empty if there is
/// none.
MeshFile read_obj(std::string content, const std::string& file,
                  const std::function<std::string(const std::string&)>& materials);
MeshFile read_collada(std::string content, const std::string& file);

/// Of one file, also where a COLLADA file repeats a geometry. So that a file of 64 MiB fits into 256 MiB.
inline constexpr std::size_t max_mesh_triangles = 2'000'000, max_mesh_vertices = 4'000'000,
                             max_mesh_colours = 1'000;

/// The begin of messages about vertices.
inline constexpr std::string_view no_vertex = "a vertex is not three numbers of single precision: ";

}  // namespace invdyn
