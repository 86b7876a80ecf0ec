#include "mesh_files.h"

#include <filesystem>
#include <fstream>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/wording.h"
#include "../meshes/thinned_mesh.h"
#include "mesh_path.h"

namespace invdyn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_mesh_files = 1'000;
constexpr std::size_t max_material_bytes = 1u << 20;

std::string content_of(const std::string& path, std::size_t max_bytes) {
  std::error_code fault;
  const std::uintmax_t size = fs::file_size(path, fault);
  if (fault) throw Error(path, fault.message() + ": expected a file that can be read");
  if (size > max_bytes)
    throw Error(path, "has " + std::to_string(size >> 20) + " MiB: expected at most " +
                          std::to_string(max_bytes >> 20) + " MiB");
  std::string content(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(content.data(), static_cast<std::streamsize>(size)))
    throw Error(path, "cannot be read: expected a file that can be read");
  return content;
}

std::string ending_of(const std::string& path) {
  return lower_case(fs::path(path).extension().string());
}

std::size_t triangles_in(const std::vector<Mesh>& meshes) {
  std::size_t triangles = 0;
  for (const Mesh& mesh : meshes) triangles += mesh.triangle_count();
  return triangles;
}

// Each keeps its share of the triangles. Small parts stay whole: their few triangles are all that there is to
// see.
void thin(std::vector<Mesh>& meshes, std::size_t max_triangles) {
  const std::size_t all = triangles_in(meshes);
  if (all <= max_triangles) return;
  const std::size_t min_triangles = std::min<std::size_t>(500, max_triangles / (2 * meshes.size()));
  const double shared =
      static_cast<double>(max_triangles - min_triangles * meshes.size()) / static_cast<double>(all);
  for (Mesh& mesh : meshes) {
    const std::size_t triangles = mesh.triangle_count();
    mesh = thinned(std::move(mesh),
                   min_triangles + static_cast<std::size_t>(shared * static_cast<double>(triangles)));
  }
}

MeshFile read_mesh_file(const std::string& path, std::size_t max_bytes) {
  const std::string ending = ending_of(path);
  if (ending != ".stl" && ending != ".obj" && ending != ".dae")
    throw Error(path, "this format is not read: expected STL, OBJ or DAE");
  const std::string content = content_of(path, max_bytes);
  if (ending == ".stl") return read_stl(content, path);
  if (ending == ".dae") return read_collada(content, path);
  return read_obj(content, path, [&path](const std::string& name) {
    PackageIndex none;
    const MeshPath materials = mesh_path(name, path, none);
    return materials.path.empty() ? "" : content_of(materials.path, max_material_bytes);
  });
}

}  // namespace

MeshFiles::Found MeshFiles::read(const std::string& path) {
  if (files_.size() == max_mesh_files)
    return {.note = "more than " + std::to_string(max_mesh_files) + " mesh files: the others are not shown"};
  Found found{.begin = meshes_.size(), .end = meshes_.size()};
  try {
    MeshFile file = read_mesh_file(path, settings_.max_file_bytes);
    files_.push_back(path);
    triangles_of_files_ += triangles_in(file.parts);
    thin(file.parts, settings_.max_triangles);
    for (Mesh& mesh : file.parts)
      if (mesh.triangle_count() > 0) meshes_.push_back(std::move(mesh));
    found.end = meshes_.size();
    if (found.end == found.begin) found.note = "has no triangles";
    if (file.has_textures) found.note = "its textures are not shown";
  } catch (const Error& error) {
    found.note = error.what();  // the note has the file's name already
    if (found.note.starts_with(path + ": ")) found.note.erase(0, path.size() + 2);
  }
  return found;
}

const MeshFiles::Found& MeshFiles::find(const std::string& uri, const std::string& referring_file) {
  const auto [known, is_new] =
      found_.try_emplace(fs::path(referring_file).parent_path().string() + "\n" + uri);
  if (!is_new) return known->second;
  const MeshPath file = mesh_path(uri, referring_file, packages_);
  if (file.path.empty()) {
    known->second.note = file.fault;
    return known->second;
  }
  std::error_code fault;
  const auto [same, is_first] = found_.try_emplace(fs::canonical(file.path, fault).string());
  if (is_first) same->second = read(file.path);
  return known->second = same->second;
}

void MeshFiles::take(RobotShapes& shapes) {
  thin(meshes_, settings_.max_triangles);
  if (const std::size_t left = triangles_in(meshes_); left < triangles_of_files_)
    shapes.notes.push_back("meshes: " + std::to_string(left) + " of " + std::to_string(triangles_of_files_) +
                           " triangles are in the page; details are coarser than in the files");
  shapes.meshes = std::move(meshes_);
  shapes.files = std::move(files_);
}

}  // namespace invdyn
