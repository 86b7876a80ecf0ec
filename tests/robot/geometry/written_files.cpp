#include "written_files.h"

#include <stdlib.h>

#include <Eigen/Core>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

namespace invdyn {
namespace {

Eigen::Vector3d vertex_of(const Mesh& mesh, std::size_t corner) {
  const std::size_t v = 3 * mesh.triangles[corner];
  return Eigen::Vector3f(mesh.vertices[v], mesh.vertices[v + 1], mesh.vertices[v + 2]).cast<double>();
}

// The corners of a face against the clock, seen from outside; corner k has x in bit 0, y in bit 1, z in
// bit 2.
constexpr std::size_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

}  // namespace

Folder::Folder() {
  std::string name = std::filesystem::temp_directory_path() / "invdyn_shapes_XXXXXX";
  path_ = ::mkdtemp(name.data());
}

Folder::~Folder() {
  std::error_code fault;
  std::filesystem::remove_all(path_, fault);
}

std::string Folder::write(const std::string& name, const std::string& content) const {
  std::filesystem::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << content;
  return path(name);
}

double volume_of(const std::vector<Mesh>& parts) {
  double six_volumes = 0;
  for (const Mesh& mesh : parts)
    for (std::size_t c = 0; c < mesh.triangles.size(); c += 3)
      six_volumes += vertex_of(mesh, c).dot(vertex_of(mesh, c + 1).cross(vertex_of(mesh, c + 2)));
  return six_volumes / 6;
}

Mesh ball(std::uint32_t n) {
  Mesh mesh;
  const auto vertex = [&](std::uint32_t i, std::uint32_t j) { return i * n + j % n; };
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t j = 0; j < n; ++j) {
      const double a = std::numbers::pi * i / n, b = 2 * std::numbers::pi * j / n;
      for (const double x : {std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)})
        mesh.vertices.push_back(static_cast<float>(x));
    }
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j)
      mesh.triangles.insert(mesh.triangles.end(), {vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1),
                                                   vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
  return mesh;
}

std::string stl_of(const Mesh& mesh) {
  std::string text(80, ' ');
  const auto count = static_cast<std::uint32_t>(mesh.triangle_count());
  text.append(reinterpret_cast<const char*>(&count), sizeof count);
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    text.append(12, '\0');
    for (std::size_t k = 0; k < 3; ++k)
      text.append(reinterpret_cast<const char*>(&mesh.vertices[3 * mesh.triangles[t + k]]), 12);
    text.append(2, '\0');
  }
  return text;
}

std::string unit_cube_obj() {
  std::ostringstream text;
  for (int k = 0; k < 8; ++k) text << "v " << (k & 1) << ' ' << (k >> 1 & 1) << ' ' << (k >> 2) << '\n';
  for (const auto& face : faces) {
    text << 'f';
    for (const std::size_t corner : face) text << ' ' << corner + 1 << "//1";
    text << '\n';
  }
  return text.str();
}

std::string unit_cube_stl(bool is_binary) {
  std::string binary(80, ' ');
  binary += std::string("\x0c\0\0\0", 4);
  std::ostringstream text;
  text << "solid cube\n";
  for (const auto& face : faces)
    for (std::size_t half = 0; half < 2; ++half) {
      binary.append(12, '\0');
      text << "facet normal 0 0 0\nouter loop\n";
      for (const std::size_t corner : {face[0], face[half + 1], face[half + 2]}) {
        const float v[3] = {static_cast<float>(corner & 1), static_cast<float>(corner >> 1 & 1),
                            static_cast<float>(corner >> 2)};
        binary.append(reinterpret_cast<const char*>(v), sizeof v);
        text << "vertex " << v[0] << ' ' << v[1] << ' ' << v[2] << '\n';
      }
      binary.append(2, '\0');
      text << "endloop\nendfacet\n";
    }
  text << "endsolid cube\n";
  return is_binary ? binary : text.str();
}

}  // namespace invdyn
