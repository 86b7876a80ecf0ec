#include <cmath>
#include <filesystem>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../meshes/mesh_text.h"
#include "convex_hull.h"
#include "mesh_triangles.h"
#include "mjcf_geom.h"

namespace invdyn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_mesh_files = 1'000;
// Vertices and triangles, again for each mesh that takes a file. A corner of a convex hull takes as long as
// several.
constexpr std::size_t max_work = 20'000'000, work_of_hull = 20;

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
        throw Error(node.place(),
                    "the name " + in_quotes(name) + " of a mesh is repeated: expected unique names");
    }
}

const MjcfElement* MjcfMeshes::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second.element;
}

// By the folder of the model's file. Where there is no such file, by that of the included file that names it,
// as since MuJoCo 3.
std::string MjcfMeshes::path_of(const MjcfElement& mesh) const {
  const std::string file = mesh.text_or("file", "");
  if (file.empty()) return "";
  if (file.find('\0') != std::string::npos) mesh.fail("file", "a path");
  const fs::path name = settings_.strip_path ? fs::path(file).filename() : fs::path(file);
  const fs::path path = fs::path(robot_file_).parent_path() / settings_.mesh_folder / name;
  const fs::path folder = fs::path(mesh.own().file()).parent_path();
  std::error_code fault;
  if (mesh.own().file() != robot_file_ && !fs::exists(path, fault))
    for (const fs::path& other : {folder / name, folder / settings_.mesh_folder / name})
      if (fs::exists(other, fault)) return other.lexically_normal().string();
  return path.lexically_normal().string();
}

Mesh MjcfMeshes::mesh_in(const MjcfElement& mesh) {
  Mesh result;
  for (const double value : mesh.own().numbers("vertex", "m")) {
    if (!MeshText::is_coordinate(value)) mesh.fail("vertex", "numbers of single precision");
    result.vertices.push_back(static_cast<float>(value));
  }
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

bool MjcfMeshes::takes_hull(const MjcfElement& mesh) {
  const bool takes_hull = mesh.choice("inertia", kinds_of_inertia, legacy) == convex;
  if (takes_hull && mesh.number_or("maxhullvert", "a number of vertices", -1) > 0)
    mesh.fail("maxhullvert", "-1 (no limit), because invdyn always computes the hull from all vertices");
  return takes_hull;
}

void MjcfMeshes::add_work(const MjcfElement& mesh, std::size_t work) {
  work_ += work;
  if (work_ > max_work)
    throw Error(mesh.own().place(), "this mesh and the meshes before it have more than " +
                                        std::to_string(max_work) +
                                        " vertices and triangles in total: expected fewer");
}

std::vector<std::uint32_t> MjcfMeshes::hull_of(const MjcfElement& mesh, const Mesh& of) {
  std::vector<std::uint32_t> triangles = convex_hull(of.vertices);
  if (triangles.empty())
    throw Error(mesh.own().place(),
                "the convex hull of its vertices has no volume, or has " + std::to_string(max_hull_vertices) +
                    " vertices or more: expected at least four vertices, not all in one plane");
  add_work(mesh, work_of_hull * triangles.size());
  return triangles;
}

// Each file is read once, and its hull computed once, for all meshes of the model that name it.
MjcfMeshes::FileMesh& MjcfMeshes::file_mesh(const MjcfElement& mesh, const std::string& path) {
  if (of_files_.empty())
    for (const auto& [name, entry] : entries_)
      if (const std::string other = path_of(entry.element); !other.empty())
        ++of_files_[file_identity(other)].users;
  FileMesh& found = of_files_[file_identity(path)];
  if (!found.mesh.vertices.empty()) return found;
  if (paths_.size() == max_mesh_files)
    mesh.fail("file", "at most " + std::to_string(max_mesh_files) + " mesh files");
  paths_.push_back(path);
  try {
    found.mesh = mesh_triangles(path, contents_);
  } catch (const Error& error) {
    throw Error(mesh.place("file"), error.what());
  }
  return found;
}

// A mesh without faces is the convex hull of its vertices.
MeshAsset MjcfMeshes::asset_of(const MjcfElement& mesh, std::size_t of_class) {
  MeshAsset asset;
  asset.scale = mesh.numbers_or("scale", "factors", asset.scale);
  if (const std::string path = path_of(mesh); path.empty()) {
    asset.triangles = mesh_in(mesh);
    if (takes_hull(mesh) || asset.triangles.triangles.empty())
      asset.triangles.triangles = hull_of(mesh, asset.triangles);
  } else {
    FileMesh& file = file_mesh(mesh, path);
    const bool has_faces = !file.mesh.triangles.empty();
    asset.is_turned = has_faces && asset.scale.prod() < 0;
    const bool is_hull = takes_hull(mesh) || !has_faces;
    if (is_hull && file.hull.empty()) file.hull = hull_of(mesh, file.mesh);
    asset.triangles = {file.mesh.vertices, is_hull ? file.hull : file.mesh.triangles};
    if (--file.users == 0) file = {};
  }
  add_work(mesh, asset.triangles.vertices.size() / 3 + asset.triangles.triangle_count());
  asset.reference = mesh.numbers_or("refpos", "m", asset.reference);
  const Eigen::Vector4d wxyz = mesh.numbers_or("refquat", "w x y z", Eigen::Vector4d(1, 0, 0, 0));
  if (!(wxyz.norm() > 1e-14)) mesh.fail("refquat", "a quaternion other than 0");
  asset.reference_axes = Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  asset.density = defaults_.number_of(of_class, "geom", "density", "kg/m^3").value_or(asset.density);
  return asset;
}

MeshSolids MjcfMeshes::solids_of(const MjcfElement& mesh, const MeshAsset& asset) const {
  const std::size_t kind = mesh.choice("inertia", kinds_of_inertia, legacy);
  MeshSolids solids = kind != legacy
                          ? uniform_mesh(asset, kind == shell)
                          : mesh_solids(asset, settings_.exact_mesh_inertia && !mesh.has("inertia"));
  if (!settings_.fit_by_bounding_box) solids.vertices = {};
  return solids;
}

void MjcfMeshes::note_versions(const MjcfElement& geom, const MeshSolid& solid,
                               std::optional<double> density) {
  const auto mesh = entries_.find(geom.text_or("mesh", ""));
  if (mesh == entries_.end() || mesh->second.element.has("inertia")) return;
  if (geom.flag("shellinertia", false) && shells_++ == 0) first_shell_ = geom.place("shellinertia");
  const double here = solid.volume, before = solid.volume_of_box();
  constexpr double same = 0.01;
  if (settings_.exact_mesh_inertia || !density || std::abs(here - before) <= same * std::abs(before)) return;
  if (other_masses_++ == 0)
    first_other_mass_ =
        geom.own().place() + ": the volume of its mesh gives a mass of " + six_digits(*density * here) +
        " kg, as in MuJoCo 3.1.0 and later; older versions give " + six_digits(*density * before) + " kg";
}

std::vector<std::string> MjcfMeshes::notes_of_versions() const {
  std::vector<std::string> notes;
  const auto and_more = [](std::size_t count) {
    return count > 1 ? " (and " + counted(count - 1, "more geom") + ")" : std::string();
  };
  if (other_masses_ > 0) notes.push_back(first_other_mass_ + and_more(other_masses_));
  if (shells_ > 0)
    notes.push_back(first_shell_ +
                    ": its mesh counts as a shell, as in MuJoCo before 3.3.0; for later versions, write "
                    "inertia=\"shell\" in the <mesh> instead" +
                    and_more(shells_));
  return notes;
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
    geom.fail("shellinertia", "shellinertia here or inertia in the <mesh>, not both");
  if (!entry.solids->fault.empty())
    throw Error(entry.element.own().place(),
                "the mesh has no inertia: " + entry.solids->fault + ": expected a closed surface");
  return *entry.solids;
}

}  // namespace invdyn
