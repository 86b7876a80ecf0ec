// Mesh files. The first byte tells the format.
#include <cstdlib>

#include "ground/base/error.h"
#include "robot/meshes/mesh_readers.h"
#include "robot/meshes/thinned_mesh.h"
#include "target.h"

namespace {

invdyn::MeshFile read(char format, const std::string& content) {
  if (format == 's') return invdyn::read_stl(content, "mesh.stl");
  if (format == 'd') return invdyn::read_collada(content, "mesh.dae");
  return invdyn::read_obj(content, "mesh.obj", [&](const std::string&) { return content; });
}

// Every index is of a vertex, and a thinned mesh has at most as many triangles as asked for.
void expect_sound(const invdyn::Mesh& mesh, std::size_t max_triangles) {
  if (mesh.triangle_count() > max_triangles || mesh.vertices.size() % 3 != 0) std::abort();
  for (const std::uint32_t index : mesh.triangles)
    if (3 * std::size_t{index} >= mesh.vertices.size()) std::abort();
}

}  // namespace

void invdyn::fuzz::take(std::string_view input) {
  if (input.empty()) return;
  for (Mesh& mesh : read(input[0], std::string(input.substr(1))).parts) {
    expect_sound(mesh, max_mesh_triangles);
    expect_sound(thinned(std::move(mesh), 3), 3);
  }
}
