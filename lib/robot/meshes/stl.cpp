// https://www.loc.gov/preservation/digital/formats/fdd/fdd000504.shtml (binary), fdd000505.shtml (ASCII)

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../../ground/base/error.h"
#include "mesh_readers.h"
#include "mesh_text.h"
#include "thinned_mesh.h"

namespace invdyn {
namespace {

constexpr std::size_t header_bytes = 84, triangle_bytes = 50;

void add_vertex(Mesh& mesh, const std::array<float, 3>& v) {
  mesh.triangles.push_back(static_cast<std::uint32_t>(mesh.vertices.size() / 3));
  mesh.vertices.insert(mesh.vertices.end(), v.begin(), v.end());
}

// The bytes are little-endian, as this machine's.
Mesh binary(std::string_view content, std::size_t triangles, const std::string& file) {
  Mesh mesh;
  mesh.vertices.reserve(9 * triangles);
  mesh.triangles.reserve(3 * triangles);
  for (std::size_t t = 0; t < triangles; ++t)
    for (std::size_t corner = 1; corner <= 3; ++corner) {  // after the normal
      std::array<float, 3> v{};
      std::memcpy(v.data(), content.data() + header_bytes + t * triangle_bytes + corner * sizeof v, sizeof v);
      if (!std::all_of(v.begin(), v.end(), [](float x) { return std::isfinite(x); }))
        throw Error(file, "triangle " + std::to_string(t + 1) +
                              " has a vertex that is not finite: expected numbers in m");
      add_vertex(mesh, v);
    }
  return mesh;
}

Mesh ascii(std::string_view content, const std::string& file) {
  Mesh mesh;
  MeshText text(content);
  for (std::string_view word = text.word(); !word.empty(); word = text.word()) {
    if (word != "vertex" && word != "VERTEX") continue;
    std::array<float, 3> v{};
    for (float& x : v) {
      const std::optional<float> number = text.coordinate();
      if (!number)
        throw Error(place_after(content.substr(0, content.size() - text.rest().size()), file),
                    std::string(no_vertex) + "expected an STL file");
      x = *number;
    }
    add_vertex(mesh, v);
    if (mesh.triangles.size() > 3 * max_mesh_triangles)
      throw Error(file, "has more than " + std::to_string(max_mesh_triangles) + " triangles: expected fewer");
  }
  if (mesh.triangles.size() % 3 != 0) throw Error(file, "ends within a triangle: expected a whole STL file");
  return mesh;
}

}  // namespace

Mesh stl_triangles(std::string_view content, const std::string& file) {
  std::uint32_t count = 0;
  if (content.size() >= header_bytes)
    std::memcpy(&count, content.data() + header_bytes - sizeof count, sizeof count);
  const bool fits =
      content.size() >= header_bytes && count <= (content.size() - header_bytes) / triangle_bytes;
  // Some binary files too begin with "solid"; ASCII text as a count is far too large.
  if (fits && count > 0) return binary(content, count, file);
  if (const auto word = MeshText(content).word(); word == "solid" || word == "SOLID")
    return ascii(content, file);
  throw Error(file, count > 0 ? "ends before its last triangle: expected a whole STL file"
                              : "has no triangles: expected an STL file");
}

MeshFile read_stl(std::string content, const std::string& file) {
  Mesh mesh = stl_triangles(content, file);
  std::string().swap(content);  // the memory is wanted for what follows
  return {{welded(std::move(mesh))}};
}

}  // namespace invdyn
