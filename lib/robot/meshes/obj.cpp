// The format: Wavefront Technologies, Advanced Visualizer Manual, appendix B1 (OBJ) and MTL.

#include <functional>
#include <map>
#include <set>
#include <utility>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "mesh_readers.h"
#include "mesh_text.h"
#include "thinned_mesh.h"
#include "used_vertices.h"

namespace invdyn {
namespace {

struct Material {
  Colour colour{0.8f, 0.8f, 0.8f, 1};
  bool has_colour = false, has_texture = false;
};
using Materials = std::map<std::string, Material, std::less<>>;

// The rest of the line: names may have spaces.
std::string name_in(MeshText line) {
  constexpr std::string_view blanks = " \t\r";
  std::string_view name = line.rest();
  const std::size_t begin = name.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return "";
  name = name.substr(begin, name.find_last_not_of(blanks) - begin + 1);
  return std::string(name);
}

void read_materials(std::string_view content, Materials& materials) {
  Material* material = nullptr;
  MeshText lines(content);
  while (!lines.rest().empty()) {
    MeshText line(lines.line());
    const std::string_view key = line.word();
    if (key == "newmtl") material = &materials[name_in(line)];
    if (!material) continue;
    if (key == "Kd") {
      material->has_colour = true;
      for (std::size_t k = 0; k < 3; ++k)
        if (const auto value = line.number())
          material->colour[k] = static_cast<float>(std::clamp(*value, 0.0, 1.0));
    }
    if (key == "d")
      if (const auto value = line.number())
        material->colour[3] = static_cast<float>(std::clamp(*value, 0.0, 1.0));
    if (key.starts_with("map_Kd")) material->has_texture = true;
  }
}

class ObjReader {
 public:
  ObjReader(const std::string& file, const std::function<std::string(const std::string&)>& materials)
      : file_(file), text_of_materials_(materials) {}

  MeshFile read(std::string content) {
    MeshText lines(content);
    while (!lines.rest().empty()) {
      ++line_;
      read_line(MeshText(lines.line()));
    }
    std::string().swap(content);  // the memory is wanted for what follows
    MeshFile found{.parts = {}, .has_textures = has_textures_};
    for (auto& [colour, triangles] : parts_)
      found.parts.push_back(part_of(colour, std::exchange(triangles, {})));
    return found;
  }

 private:
  [[noreturn]] void fail(const std::string& text) const { throw Error(place_in(file_, line_), text); }
  [[noreturn]] void fail_by_limit(std::size_t limit, const char* what) const {
    fail("has more than " + std::to_string(limit) + what + ": expected fewer");
  }

  void read_line(MeshText line) {
    const std::string_view key = line.word();
    if (key == "v") return read_vertex(line);
    if (key == "f") return read_face(line);
    if (key == "mtllib") return read_library(name_in(line));
    if (key == "usemtl") use(name_in(line));
  }

  void read_library(const std::string& name) {
    if (!libraries_.insert(name).second) return;
    if (libraries_.size() > max_libraries) fail_by_limit(max_libraries, " material libraries");
    read_materials(text_of_materials_(name), materials_);
    if (materials_.size() > max_materials) fail_by_limit(max_materials, " materials");
  }

  void use(const std::string& name) {
    colour_.reset();
    const auto material = materials_.find(name);
    if (material == materials_.end()) return;
    if (material->second.has_colour) colour_ = material->second.colour;
    has_textures_ |= material->second.has_texture;
  }

  void read_vertex(MeshText line) {
    if (vertices_.size() == 3 * max_mesh_vertices) fail_by_limit(max_mesh_vertices, " vertices");
    for (int k = 0; k < 3; ++k) {
      const std::optional<float> number = line.coordinate();
      if (!number) fail(std::string(no_vertex) + "expected an OBJ file");
      vertices_.push_back(*number);
    }
  }

  // 7, 7/1, 7/1/3 or 7//3; -1 is the last vertex so far.
  std::uint32_t index_in(std::string_view corner) const {
    const auto number = MeshText::number_in<std::int64_t>(corner.substr(0, corner.find('/')));
    const auto count = static_cast<std::int64_t>(vertices_.size() / 3);
    const std::int64_t index = !number ? -1 : *number < 0 ? count + *number : *number - 1;
    if (index < 0 || index >= count)
      fail("a face has the vertex " + in_quotes(corner) + ": expected the number of a vertex, from 1 to " +
           std::to_string(count));
    return static_cast<std::uint32_t>(index);
  }

  // A polygon is a fan of triangles.
  void read_face(MeshText line) {
    std::vector<std::uint32_t>& triangles = parts_[colour_];
    if (parts_.size() > max_mesh_colours) fail_by_limit(max_mesh_colours, " colours");
    std::uint32_t first = 0, last = 0;
    std::size_t corners = 0;
    for (std::string_view word = line.word(); !word.empty(); word = line.word()) {
      const std::uint32_t corner = index_in(word);
      if (corners == 0) first = corner;
      if (corners >= 2) {
        if (++triangles_ > max_mesh_triangles) fail_by_limit(max_mesh_triangles, " triangles");
        triangles.insert(triangles.end(), {first, last, corner});
      }
      last = corner;
      ++corners;
    }
    if (corners < 3) fail("a face has fewer than three vertices: expected an OBJ file");
  }

  // With only the vertices that it uses.
  Mesh part_of(const std::optional<Colour>& colour, std::vector<std::uint32_t> triangles) {
    Mesh mesh{.vertices = {}, .triangles = {}, .colour = colour};
    used_vertices_.take(vertices_, triangles, mesh.vertices);
    mesh.triangles = std::move(triangles);
    return welded(std::move(mesh));
  }

  static constexpr std::size_t max_libraries = 20, max_materials = 10'000;

  const std::string& file_;
  const std::function<std::string(const std::string&)>& text_of_materials_;
  std::vector<float> vertices_;
  UsedVertices used_vertices_;
  std::map<std::optional<Colour>, std::vector<std::uint32_t>> parts_;  // triangles
  std::optional<Colour> colour_;
  Materials materials_;
  std::set<std::string> libraries_;
  bool has_textures_ = false;
  std::size_t line_ = 0, triangles_ = 0;
};

}  // namespace

MeshFile read_obj(std::string content, const std::string& file,
                  const std::function<std::string(const std::string&)>& materials) {
  return ObjReader(file, materials).read(std::move(content));
}

}  // namespace invdyn
