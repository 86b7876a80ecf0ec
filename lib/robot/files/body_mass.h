#pragma once

#include <functional>

#include "../../ground/document/unused_parts.h"
#include "body_link.h"
#include "body_values.h"

namespace invdyn {

/// Choreonoid's default for a link without mass keys: 1 kg with unit inertia.
inline MassProperties body_without_keys() {
  return {1, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity()};
}

/// The mass properties of links: the sum of their own keys and of the rigid bodies among their elements.
class BodyMass {
 public:
  /// `done` is called with each mapping among the elements after it has been read.
  BodyMass(const BodyAngles& angles, UnusedParts& unused, const Warn& warn,
           std::function<void(const YamlMapping&)> done)
      : angles_(angles), unused_(unused), warn_(warn), done_(std::move(done)) {}

  /// Also sets `has_mass_keys` and `assumed` of the link. Throws Error with the place in the file.
  MassProperties of_link(YamlMapping& mapping, BodyLink& link);

 private:
  struct Frame {
    Eigen::Isometry3d T_link_here;
    bool scaled;
    int depth;
  };
  void read_elements(const YamlNode& elements, const Frame& frame);
  void read_element(YamlMapping& mapping, const std::string& type, Frame frame);
  void read_device(YamlMapping& mapping, const std::string& type, Frame& frame);
  void warn_of_bodies_in(YamlMapping& resource);
  void read_rigid_body(YamlMapping& mapping, const Frame& frame);

  const BodyAngles& angles_;
  UnusedParts& unused_;
  const Warn& warn_;
  std::function<void(const YamlMapping&)> done_;
  std::vector<MassProperties> bodies_;  // of the elements of one link
  int elements_ = 0;
  bool warned_of_resource_ = false;
};

}  // namespace invdyn
