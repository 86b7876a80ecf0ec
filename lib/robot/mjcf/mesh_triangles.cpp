#include "mesh_triangles.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/wording.h"
#include "../meshes/mesh_readers.h"
#include "../meshes/mesh_text.h"

namespace invdyn {
namespace {

/// The first shape of an OBJ file. A shape ends at the next object or group after a face.
class FirstShape {
 public:
  explicit FirstShape(const std::string& file) : file_(file) {}

  Mesh read(std::string_view content) {
    max_steps_ = 1'000'000 + 8 * content.size();
    bool is_open = true;
    MeshText lines(content);
    while (!lines.rest().empty()) {
      ++line_;
      MeshText line(lines.line());
      const std::string_view key = line.word();
      if (key == "v") read_vertex(line);
      if (key == "f" && is_open) read_face(line);
      if ((key == "o" || key == "g") && !faces_.empty()) is_open = false;
    }
    for (const Face& face : faces_) add(face);
    mesh_.vertices = std::move(vertices_);
    return std::move(mesh_);
  }

 private:
  // Of corners_, which has those of the next face behind them.
  struct Face {
    std::size_t line, begin, size;
  };

  [[noreturn]] void fail(const std::string& text) const { throw Error(place_in(file_, line_), text); }

  void read_vertex(MeshText& line) {
    if (vertices_.size() == 3 * max_mesh_vertices)
      fail("has more than " + std::to_string(max_mesh_vertices) + " vertices: expected fewer");
    for (int k = 0; k < 3; ++k) {
      const std::optional<float> number = line.coordinate();
      if (!number) fail(std::string(no_vertex) + "expected an OBJ file");
      vertices_.push_back(*number);
    }
  }

  // 7, 7/1, 7/1/3 or 7//3; -1 is the last vertex so far.
  void read_face(MeshText& line) {
    Face face{line_, corners_.size(), 0};
    const auto count = static_cast<std::int64_t>(vertices_.size() / 3);
    for (std::string_view corner = line.word(); !corner.empty(); corner = line.word()) {
      const auto number = MeshText::number_in<std::int64_t>(corner.substr(0, corner.find('/')));
      const std::int64_t index = !number ? -1 : *number < 0 ? count + *number : *number - 1;
      if (index < 0 || index >= count)
        fail("a face has the vertex " + in_quotes(corner) + ": expected the number of a vertex, from 1 to " +
             std::to_string(count));
      corners_.push_back(static_cast<std::uint32_t>(index));
      if (++face.size > 2 && ++triangles_ > max_mesh_triangles)
        fail("has more than " + std::to_string(max_mesh_triangles) + " triangles: expected fewer");
    }
    if (face.size < 3) fail("a face has fewer than three vertices: expected an OBJ file");
    faces_.push_back(face);
  }

  void add(const Face& face) {
    line_ = face.line;
    const auto begin = corners_.begin() + static_cast<std::ptrdiff_t>(face.begin);
    std::vector<std::size_t> corners(begin, begin + static_cast<std::ptrdiff_t>(face.size));
    if (face.size > 3) clip_ears(corners);
    if (corners.size() == 3) put(corners, 0);
  }

  void put(const std::vector<std::size_t>& corners, std::size_t first) {
    for (std::size_t k = 0; k < 3; ++k)
      mesh_.triangles.push_back(static_cast<std::uint32_t>(corners[(first + k) % corners.size()]));
  }

  struct Flat {
    float x, y;
  };

  // The coordinate plane that is nearest to the first corner with an angle.
  std::vector<Flat> flattened(const std::vector<std::size_t>& corners) const {
    const std::size_t n = corners.size();
    const auto at = [&](std::size_t k) {
      return Eigen::Map<const Eigen::Vector3f>(&vertices_[3 * corners[k % n]]);
    };
    std::size_t x = 1, y = 2;
    for (std::size_t k = 0; k < n; ++k) {
      const Eigen::Vector3f c = (at(k + 1) - at(k)).cross(at(k + 2) - at(k + 1)).cwiseAbs();
      if (c.maxCoeff() <= std::numeric_limits<float>::epsilon()) continue;
      if (!(c[0] > c[1] && c[0] > c[2])) x = 0;
      if (c[2] > c[0] && c[2] > c[1]) y = 1;
      break;
    }
    std::vector<Flat> points;
    for (const std::size_t corner : corners)
      points.push_back({vertices_[3 * corner + x], vertices_[3 * corner + y]});
    return points;
  }

  // Crossings of a ray with the edges.
  static bool is_inside(const std::array<Flat, 3>& triangle, const Flat& point) {
    bool inside = false;
    for (std::size_t i = 0; i < 3; ++i) {
      const Flat &a = triangle[i], &b = triangle[(i + 2) % 3];
      if ((a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x)
        inside = !inside;
    }
    return inside;
  }

  bool is_ear(const std::vector<Flat>& points, std::size_t first, float area) {
    const std::size_t n = points.size();
    if ((steps_ += n) > max_steps_)
      fail("a face has too many vertices to be cut into triangles: expected triangles");
    const std::array<Flat, 3> p{points[first], points[(first + 1) % n], points[(first + 2) % n]};
    const float turn = (p[1].x - p[0].x) * (p[2].y - p[1].y) - (p[1].y - p[0].y) * (p[2].x - p[1].x);
    if (turn * area < 0) return false;
    for (std::size_t k = 3; k < n; ++k)
      if (is_inside(p, points[(first + k) % n])) return false;
    return true;
  }

  // Cuts a polygon as tinyobjloader does, which MuJoCo uses, because a bent face's volume depends on the
  // cuts. Leaves the last three corners.
  void clip_ears(std::vector<std::size_t>& corners) {
    std::vector<Flat> points = flattened(corners);
    float area = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Flat &a = points[k], &b = points[(k + 1) % points.size()];
      area += (a.x * b.y - a.y * b.x) * 0.5f;
    }
    std::size_t first = 0, tries = corners.size();
    while (corners.size() > 3 && tries-- > 0) {
      first %= corners.size();
      if (!is_ear(points, first, area)) {
        ++first;
        continue;
      }
      put(corners, first);
      const auto cut = static_cast<std::ptrdiff_t>((first + 1) % corners.size());
      corners.erase(corners.begin() + cut);
      points.erase(points.begin() + cut);
      tries = corners.size();
    }
  }

  const std::string& file_;
  std::vector<float> vertices_;
  std::vector<std::uint32_t> corners_;
  std::vector<Face> faces_;
  Mesh mesh_;
  std::size_t line_ = 0, triangles_ = 0;
  std::size_t steps_ = 0,
              max_steps_ = 0;  // points that are compared with an ear; each cut may need all of a face
};

// Four counts, of vertices, normals, texture coordinates and faces; then these, as 32-bit numbers [MuJoCo,
// XML reference, asset/mesh].
Mesh msh_triangles(const std::string& content, const std::string& file) {
  std::array<std::int32_t, 4> counts{};
  if (content.size() < sizeof counts) throw Error(file, "ends in its header: expected an MSH file");
  std::memcpy(counts.data(), content.data(), sizeof counts);
  const auto [vertices, normals, texture, faces] = counts;
  if (vertices < 4 || normals < 0 || texture < 0 || faces < 0)
    throw Error(file, "has counts below 0: expected an MSH file");
  const auto bytes = [](std::int32_t count, std::uint64_t each) {
    return static_cast<std::uint64_t>(count) * each;
  };
  if (content.size() !=
      sizeof counts + bytes(vertices, 12) + bytes(normals, 12) + bytes(texture, 8) + bytes(faces, 12))
    throw Error(file, "its size does not match its header: expected a whole MSH file");
  Mesh mesh;
  mesh.vertices.resize(3 * static_cast<std::size_t>(vertices));
  std::memcpy(mesh.vertices.data(), content.data() + sizeof counts, bytes(vertices, 12));
  for (const float value : mesh.vertices)
    if (!std::isfinite(value)) throw Error(file, "has a vertex that is not finite: expected numbers");
  mesh.triangles.resize(3 * static_cast<std::size_t>(faces));
  std::memcpy(mesh.triangles.data(), content.data() + content.size() - bytes(faces, 12), bytes(faces, 12));
  for (const std::uint32_t index : mesh.triangles)
    if (index >= static_cast<std::uint32_t>(vertices))
      throw Error(file, "a face has a vertex that is not in the file: expected an MSH file");
  return mesh;
}

}  // namespace

Mesh mesh_triangles(const std::string& path, MeshContents& contents) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  if (ending != ".stl" && ending != ".obj" && ending != ".msh")
    throw Error(path, "this format is not read: expected STL, OBJ or MSH");
  const std::string content = contents.read(path);
  if (ending == ".stl") return stl_triangles(content, path);
  Mesh mesh = ending == ".msh" ? msh_triangles(content, path) : FirstShape(path).read(content);
  if (mesh.vertices.empty()) throw Error(path, "has no vertices: expected a mesh");
  return mesh;
}

}  // namespace invdyn
