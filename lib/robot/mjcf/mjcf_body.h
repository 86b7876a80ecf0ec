#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../model/robot.h"
#include "mjcf_element.h"
#include "mjcf_geom.h"
#include "mjcf_settings.h"

namespace invdyn {

/// A <body> with what is in it, except for the bodies.
struct MjcfBody {
  XmlNode node;
  std::optional<std::size_t> parent;  ///< index of an earlier body; none: the world
  std::optional<XmlNode> inertial;
  std::vector<MjcfElement> joints, geoms;
  std::string name;
};

enum class MjcfJointKind { free, ball, slide, hinge };

MjcfJointKind kind_of_joint(const MjcfElement& joint);

/// All bodies, each after its parent, in the order of MuJoCo: a body's first child comes next. A body without
/// a name is called `body3`, by MuJoCo's number, where the world is 0. Throws Error for elements that make
/// bodies in other ways.
std::vector<MjcfBody> read_mjcf_bodies(MjcfFiles& files, const MjcfDefaults& defaults);

Eigen::Isometry3d pose_of(const MjcfElement& element, const MjcfSettings& settings);

/// In the frame of the body or, with global coordinates, of the world.
struct MjcfBodyMass {
  MassProperties mass_properties;
  Eigen::Isometry3d T_frame_inertial = Eigen::Isometry3d::Identity();  ///< at the centre, axes of inertia
};

/// By <inertial>, or by the geoms.
MjcfBodyMass mass_of_body(const MjcfBody& body, const MjcfSettings& settings, MjcfMeshes& meshes);

}  // namespace invdyn
