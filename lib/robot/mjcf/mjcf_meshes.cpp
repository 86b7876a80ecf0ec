#include <algorithm>
#include <filesystem>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "convex_hull.h"
#include "mesh_triangles.h"
#include "mjcf_geom.h"

namespace invdyn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_mesh_files = 1'000;

const std::vector<std::string> kinds_of_inertia{"legacy", "exact", "convex", "shell"};
constexpr std::size_t legacy = 0, convex = 2, shell = 3;

std::string name_of(const XmlNode& mesh) {
  if (mesh.has("name")) return mesh.text("name");
  return mesh.has("file") ? fs::path(mesh.text("file")).stem().string() : "";
}

}  // namespace

MjcfMeshes::MjcfMeshes(MjcfFiles& files, const MjcfDefaults& defaults, const MjcfSettings& settings)
    : defaults_(defaults), settings_(settings), robot_file_(files.file()) {
  for (const XmlNode& asset : files.elements(files.root(), "asset"))
    for (const XmlNode& node : files.elements(asset, "mesh")) {
      const std::size_t of_class = defaults.named_by(node, "class", MjcfDefaults::main);
      const std::string name = name_of(node);
      if (!entries_.emplace(name, Entry{defaults.element(node, MjcfDefaults::main), of_class, {}}).second)
        throw Error(node.place(), "the mesh " + in_quotes(name) + " is there already: expected unique names");
    }
}

const MjcfElement* MjcfMeshes::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second.element;
}

std::string MjcfMeshes::path_of(const MjcfElement& mesh) const {
  const std::string file = mesh.text_or("file", "");
  if (file.empty()) return "";
  const fs::path name = settings_.strip_path ? fs::path(file).filename() : fs::path(file);
  return (fs::path(robot_file_).parent_path() / settings_.mesh_folder / name).lexically_normal().string();
}

Mesh MjcfMeshes::mesh_of(const MjcfElement& mesh) {
  if (const std::string path = path_of(mesh); !path.empty()) {
    if (path.find('\0') != std::string::npos) mesh.fail("file", "a path");
    if (paths_.size() == max_mesh_files)
      mesh.fail("file", "at most " + std::to_string(max_mesh_files) + " mesh files");
    paths_.push_back(path);
    try {
      return mesh_triangles(path);
    } catch (const Error& error) {
      throw Error(mesh.place("file"), error.what());
    }
  }
  Mesh result;
  for (const double value : mesh.own().numbers("vertex", "m"))
    result.vertices.push_back(static_cast<float>(value));
  if (result.vertices.empty() || result.vertices.size() % 3 != 0)
    mesh.fail("vertex", "three coordinates of each vertex, or a file");
  for (const double corner : mesh.own().numbers("face", "indices of vertices")) {
    if (!(corner >= 0 && corner < static_cast<double>(result.vertices.size() / 3)))
      mesh.fail("face", "indices of vertices, from 0");
    result.triangles.push_back(static_cast<std::uint32_t>(corner));
  }
  if (result.triangles.size() % 3 != 0) mesh.fail("face", "three vertices of each face");
  return result;
}

// A mesh without faces is the convex hull of its vertices.
void MjcfMeshes::take_hull_if_wanted(const MjcfElement& mesh, Mesh& result) const {
  const bool takes_hull = mesh.choice("inertia", kinds_of_inertia, legacy) == convex;
  if (takes_hull && mesh.number_or("maxhullvert", "a number of vertices", -1) > 0)
    mesh.fail("maxhullvert", "-1: a hull of some of the vertices is not computed");
  if (!takes_hull && !result.triangles.empty()) return;
  result.triangles = convex_hull(result.vertices);
  if (result.triangles.empty())
    throw Error(mesh.own().place(),
                "its vertices have no convex hull with a volume: expected at least four vertices of a solid");
}

MeshAsset MjcfMeshes::asset_of(const MjcfElement& mesh, std::size_t of_class) {
  MeshAsset asset;
  asset.triangles = mesh_of(mesh);
  const bool has_faces_of_file = !path_of(mesh).empty() && !asset.triangles.triangles.empty();
  take_hull_if_wanted(mesh, asset.triangles);
  asset.reference = mesh.numbers_or("refpos", "m", asset.reference);
  const Eigen::Vector4d wxyz = mesh.numbers_or("refquat", "w x y z", Eigen::Vector4d(1, 0, 0, 0));
  if (!(wxyz.norm() > 1e-14)) mesh.fail("refquat", "a quaternion other than 0");
  asset.reference_axes = Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  asset.scale = mesh.numbers_or("scale", "factors", asset.scale);
  asset.is_turned = has_faces_of_file && asset.scale.prod() < 0;
  asset.density = defaults_.number_of(of_class, "geom", "density", "kg/m^3").value_or(asset.density);
  return asset;
}

MeshSolids MjcfMeshes::solids_of(const MjcfElement& mesh, const MeshAsset& asset) const {
  if (!mesh.has("inertia")) return mesh_solids(asset, settings_.exact_mesh_inertia);
  const std::size_t kind = mesh.choice("inertia", kinds_of_inertia, legacy);
  return kind == legacy ? mesh_solids(asset, false) : uniform_mesh(asset, kind == shell);
}

const MeshSolids& MjcfMeshes::of(const MjcfElement& geom) {
  const std::string name = geom.text_or("mesh", "");
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    std::vector<std::string> names;
    for (const auto& [each, entry] : entries_) names.push_back(each);
    geom.fail("mesh", "the name of a mesh in <asset>" + did_you_mean(name, names));
  }
  Entry& entry = found->second;
  if (!entry.solids) entry.solids = solids_of(entry.element, asset_of(entry.element, entry.of_class));
  if (entry.element.has("inertia") && geom.flag("shellinertia", false))
    geom.fail("shellinertia", "none, as the mesh states its inertia");
  if (!entry.solids->fault.empty())
    throw Error(entry.element.own().place(),
                "the mesh has no inertia: " + entry.solids->fault + ": expected a closed surface");
  return *entry.solids;
}

}  // namespace invdyn
