#include "mesh_files.h"

#include <filesystem>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/within_memory.h"
#include "../../ground/base/wording.h"
#include "../meshes/thinned_mesh.h"
#include "mesh_path.h"

namespace invdyn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_mesh_files = 1'000;
constexpr std::size_t max_material_bytes = 1u << 20,
                      max_collada_bytes = 40u << 20;  // a tree needs more memory
// Of all mesh files.
constexpr std::size_t max_triangles_of_files = 8'000'000, max_parts_of_files = 20'000;
// Triangles that are kept while further files are read, over those that are shown in the end.
constexpr std::size_t kept_over_shown = 4;

std::string ending_of(const std::string& path) {
  return lower_case(fs::path(path).extension().string());
}

std::size_t triangles_in(const std::vector<Mesh>& meshes) {
  std::size_t triangles = 0;
  for (const Mesh& mesh : meshes) triangles += mesh.triangle_count();
  return triangles;
}

MeshFile read_mesh_file(const std::string& path, std::size_t max_bytes, MeshContents& contents) {
  const std::string ending = ending_of(path);
  if (ending != ".stl" && ending != ".obj" && ending != ".dae")
    throw Error(path, "this format is not read: expected STL, OBJ or DAE");
  std::string content =
      contents.read(path, ending == ".dae" ? std::min(max_bytes, max_collada_bytes) : max_bytes);
  if (ending == ".stl") return read_stl(std::move(content), path);
  if (ending == ".dae") return read_collada(std::move(content), path);
  return read_obj(std::move(content), path, [&](const std::string& name) {
    PackageIndex none;
    const MeshPath materials = mesh_path(name, path, none);
    return materials.path.empty() ? "" : contents.read(materials.path, max_material_bytes);
  });
}

}  // namespace

MeshFiles::Found MeshFiles::read(const std::string& path) {
  if (files_.size() == max_mesh_files)
    return {.note = "more than " + std::to_string(max_mesh_files) + " mesh files: the others are not shown"};
  Found found{.begin = meshes_.size(), .end = meshes_.size()};
  try {
    MeshFile file =
        within_memory(path, [&] { return read_mesh_file(path, settings_.max_file_bytes, contents_); });
    files_.push_back(path);
    if (triangles_of_files_ + triangles_in(file.parts) > max_triangles_of_files ||
        meshes_.size() + file.parts.size() > max_parts_of_files)
      throw Error(path, "this file and the mesh files before it have more than " +
                            std::to_string(max_triangles_of_files) + " triangles or " +
                            std::to_string(max_parts_of_files) + " parts in total: expected fewer");
    triangles_of_files_ += triangles_in(file.parts);
    for (Mesh& mesh : file.parts) {
      if (mesh.triangle_count() == 0) continue;
      triangles_in_file_.push_back(mesh.triangle_count());
      meshes_.push_back(thinned(std::move(mesh), settings_.max_triangles));
    }
    if (triangles_in(meshes_) > kept_over_shown * settings_.max_triangles)
      thin(kept_over_shown / 2 * settings_.max_triangles);
    found.end = meshes_.size();
    if (found.end == found.begin) found.note = "has no triangles";
    if (file.has_textures) found.note = "its textures are not shown";
  } catch (const Error& error) {
    found.note = error.what();  // the note has the file's name already
    if (found.note.starts_with(path + ": ")) found.note.erase(0, path.size() + 2);
  }
  return found;
}

// Each keeps its share of the triangles. Small parts stay whole: their few triangles are all that there is to
// see.
void MeshFiles::thin(std::size_t max_triangles) {
  if (triangles_in(meshes_) <= max_triangles) return;
  const std::size_t min_triangles = std::min<std::size_t>(500, max_triangles / (2 * meshes_.size()));
  const double shared = static_cast<double>(max_triangles - min_triangles * meshes_.size()) /
                        static_cast<double>(triangles_of_files_);
  for (std::size_t i = 0; i < meshes_.size(); ++i)
    meshes_[i] = thinned(
        std::move(meshes_[i]),
        min_triangles + static_cast<std::size_t>(shared * static_cast<double>(triangles_in_file_[i])));
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
  const auto [same, is_first] = found_.try_emplace(file_identity(file.path));
  if (is_first) same->second = read(file.path);
  return known->second = same->second;
}

void MeshFiles::take(RobotShapes& shapes) {
  thin(settings_.max_triangles);
  if (const std::size_t left = triangles_in(meshes_); left < triangles_of_files_)
    shapes.notes.push_back("meshes: " + std::to_string(left) + " of " + std::to_string(triangles_of_files_) +
                           " triangles are in the page; details are coarser than in the files");
  shapes.meshes = std::move(meshes_);
  shapes.files = std::move(files_);
}

}  // namespace invdyn
