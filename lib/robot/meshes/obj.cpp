// The format: Wavefront Technologies, Advanced Visualizer Manual, appendix B1 (OBJ) and MTL.

#include <cmath>
#include <functional>
#include <map>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "mesh_readers.h"
#include "mesh_text.h"
#include "thinned_mesh.h"

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

  MeshFile read(std::string_view content) {
    part_ = &parts_[""];
    MeshText lines(content);
    while (!lines.rest().empty()) {
      ++line_;
      read_line(MeshText(lines.line()));
    }
    MeshFile found{.parts = {}, .has_textures = has_textures_};
    for (auto& [name, part] : parts_)
      if (!part.triangles.empty()) found.parts.push_back(with_vertices(part));
    return found;
  }

 private:
  [[noreturn]] void fail(const std::string& text) const { throw Error(place_in(file_, line_), text); }

  void read_line(MeshText line) {
    const std::string_view key = line.word();
    if (key == "v") return read_vertex(line);
    if (key == "f") return read_face(line);
    if (key == "mtllib") return read_materials(text_of_materials_(name_in(line)), materials_);
    if (key != "usemtl") return;
    const std::string name = name_in(line);
    part_ = &parts_[name];
    const auto material = materials_.find(name);
    if (material == materials_.end()) return;
    if (material->second.has_colour) part_->colour = material->second.colour;
    has_textures_ |= material->second.has_texture;
  }

  void read_vertex(MeshText line) {
    for (int k = 0; k < 3; ++k) {
      const std::optional<double> number = line.number();
      if (!number || !std::isfinite(*number))
        fail("a vertex is no three finite numbers: expected an OBJ file");
      vertices_.push_back(static_cast<float>(*number));
    }
  }

  // 7, 7/1, 7/1/3 or 7//3; -1 is the last vertex so far.
  std::uint32_t index_in(std::string_view corner) const {
    const auto number = MeshText::number_in<std::int64_t>(corner.substr(0, corner.find('/')));
    const auto count = static_cast<std::int64_t>(vertices_.size() / 3);
    const std::int64_t index = !number ? -1 : *number < 0 ? count + *number : *number - 1;
    if (index < 0 || index >= count)
      fail("a face names the vertex " + in_quotes(corner) + ": expected one from 1 to " +
           std::to_string(count));
    return static_cast<std::uint32_t>(index);
  }

  // A polygon is a fan of triangles.
  void read_face(MeshText line) {
    std::vector<std::uint32_t> corners;
    for (std::string_view corner = line.word(); !corner.empty(); corner = line.word()) {
      corners.push_back(index_in(corner));
      if (const std::size_t n = corners.size(); n >= 3)
        part_->triangles.insert(part_->triangles.end(), {corners[0], corners[n - 2], corners[n - 1]});
    }
    if (corners.size() < 3) fail("a face has fewer than three vertices: expected an OBJ file");
    triangles_ += corners.size() - 2;
    if (triangles_ > max_mesh_triangles)
      fail("has more than " + std::to_string(max_mesh_triangles) + " triangles: expected fewer");
  }

  // Only the vertices that it uses.
  Mesh with_vertices(const Mesh& part) const {
    Mesh mesh{.vertices = {}, .triangles = {}, .colour = part.colour};
    std::vector<std::uint32_t> number(vertices_.size() / 3, UINT32_MAX);
    for (const std::uint32_t old : part.triangles) {
      if (number[old] == UINT32_MAX) {
        number[old] = static_cast<std::uint32_t>(mesh.vertices.size() / 3);
        mesh.vertices.insert(mesh.vertices.end(), &vertices_[3 * old], &vertices_[3 * old] + 3);
      }
      mesh.triangles.push_back(number[old]);
    }
    return welded(std::move(mesh));
  }

  const std::string& file_;
  const std::function<std::string(const std::string&)>& text_of_materials_;
  std::vector<float> vertices_;
  std::map<std::string, Mesh> parts_;  // by material
  Mesh* part_ = nullptr;
  Materials materials_;
  bool has_textures_ = false;
  std::size_t line_ = 0, triangles_ = 0;
};

}  // namespace

MeshFile read_obj(std::string_view content, const std::string& file,
                  const std::function<std::string(const std::string&)>& materials) {
  return ObjReader(file, materials).read(content);
}

}  // namespace invdyn
