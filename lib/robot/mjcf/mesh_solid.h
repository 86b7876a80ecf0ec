#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "../meshes/mesh.h"
#include "mjcf_orientation.h"

namespace invdyn {

/// A mesh asset: its file's triangles and what the model does with them first.
struct MeshAsset {
  Mesh triangles;
  Eigen::Vector3d reference = Eigen::Vector3d::Zero();                 ///< refpos
  Eigen::Quaterniond reference_axes = Eigen::Quaterniond::Identity();  ///< refquat
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  bool is_turned = false;  ///< MuJoCo 2.2.2 turns the faces of files, not others, where `scale` mirrors
  double density = 1000;   ///< of geoms of the mesh's class; it cancels, except in absolute tolerances
};

/// A mesh as a homogeneous body, solid or a shell.
struct MeshSolid {
  double volume = 0;           ///< by which a density is multiplied, m^3; of a shell its area, m^2
  Eigen::Vector3d centre;      ///< of mass
  Eigen::Quaterniond axes;     ///< of inertia
  Eigen::Vector3d half_sizes;  ///< of the box with the same inertia

  /// In place of `volume` before MuJoCo 3.1.0, without `exact`.
  double volume_of_box() const { return 8 * half_sizes.prod(); }
};

/// A mesh by the rules of MuJoCo 2.2.2 [user_mesh.cc, Process], but with the volume that MuJoCo takes
/// since 3.1.0. It computes with float vertices, which it moves and turns into the axes of inertia, so
/// torques that agree to 1e-10 need the same roundings. Two of its rules are surprising: without `exact`,
/// pyramids from the mean of the surface count positive, wherever they lie; and a shell's centre counts three
/// quarters, from the solid's.
struct MeshSolids {
  MeshSolid solid, shell;
  std::vector<float> vertices;  ///< in the axes of the solid
  std::string fault;            ///< not empty: the mesh has no inertia, for this reason
};

MeshSolids mesh_solids(const MeshAsset& asset, bool exact);

/// A mesh of uniform density, in its volume or on its surface, as newer versions define it [MuJoCo, XML
/// reference, asset/mesh/inertia: exact, convex, shell]. `solid` and `shell` are the same.
MeshSolids uniform_mesh(const MeshAsset& asset, bool is_shell);

}  // namespace invdyn
