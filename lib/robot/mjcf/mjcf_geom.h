#pragma once

#include <map>
#include <string>
#include <vector>

#include "../../ground/base/error.h"
#include "../meshes/mesh_content.h"
#include "mesh_solid.h"
#include "mjcf_element.h"
#include "mjcf_settings.h"

namespace invdyn {

enum class GeomKind { plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh, sdf };

/// Kind, size (radii and half lengths, m) and pose of a geom, as the file says them.
struct GeomOutline {
  GeomKind kind;
  Eigen::Vector3d size, centre;
  Eigen::Quaterniond axes;
};
GeomOutline outline_of_geom(const MjcfElement& geom, const MjcfSettings& settings);

/// Whether it may touch other geoms without a <pair> in <contact>.
bool collides(const MjcfElement& geom);

/// A geom as a body: in the axes of the body that it belongs to.
struct GeomMass {
  double mass = 0;                                    ///< kg
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();  ///< about its axes, kg m^2
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Quaterniond axes = Eigen::Quaterniond::Identity();
};

/// The meshes of <asset>. A mesh's file is read when a geom first needs its inertia.
class MjcfMeshes {
 public:
  MjcfMeshes(MjcfFiles& files, const MjcfDefaults& defaults, const MjcfSettings& settings);

  /// The mesh that the geom names. Throws Error if there is none, or it has no inertia.
  const MeshSolids& of(const MjcfElement& geom);
  /// The paths of all mesh files that were read.
  const std::vector<std::string>& paths() const { return paths_; }
  /// The asset of this name.
  const MjcfElement* find(const std::string& name) const;
  /// The path of a mesh's file, whether it is there or not; empty if there is none.
  std::string path_of(const MjcfElement& mesh) const;
  /// Takes note where versions of MuJoCo give a geom of this solid, or shell, other inertia. `density`: its
  /// mass comes from it.
  void note_versions(const MjcfElement& geom, const MeshSolid& solid, std::optional<double> density);
  std::vector<std::string> notes_of_versions() const;

 private:
  struct FileMesh {
    Mesh mesh = {};
    std::vector<std::uint32_t> hull = {};  ///< empty: not computed yet
    std::size_t users = 0;                 ///< meshes of the model that have not taken it yet
  };
  FileMesh& file_mesh(const MjcfElement& mesh, const std::string& path);
  static Mesh mesh_in(const MjcfElement& mesh);
  static bool takes_hull(const MjcfElement& mesh);
  void add_work(const MjcfElement& mesh, std::size_t work);
  std::vector<std::uint32_t> hull_of(const MjcfElement& mesh, const Mesh& of);
  MeshAsset asset_of(const MjcfElement& mesh, std::size_t of_class);
  MeshSolids solids_of(const MjcfElement& mesh, const MeshAsset& asset) const;

  struct Entry {
    MjcfElement element;
    std::size_t of_class;
    std::optional<MeshSolids> solids;
  };
  const MjcfDefaults& defaults_;
  const MjcfSettings& settings_;
  const std::string robot_file_;
  std::map<std::string, Entry> entries_;
  MeshContents contents_;
  std::map<std::string, FileMesh> of_files_;  // by file_identity()
  std::size_t work_ = 0;
  std::vector<std::string> paths_;
  std::size_t other_masses_ = 0, shells_ = 0;  // numbers of geoms
  std::string first_other_mass_, first_shell_;
};

/// Mass, centre and moments of a geom. Throws Error.
GeomMass mass_of_geom(const MjcfElement& geom, const MjcfSettings& settings, MjcfMeshes& meshes);

}  // namespace invdyn
