#pragma once

#include "../../ground/document/unused_parts.h"
#include "body_link.h"
#include "body_values.h"

namespace invdyn {

/// The keys of a link that describe its joint, in lowerCamelCase.
const std::vector<std::string>& body_joint_keys();

/// Reads the joint of a link: type, id, axis, limits and the inertia of its drive. A missing type, id or axis
/// leaves the link's value unchanged. Throws Error with the place in the file.
void read_body_joint(YamlMapping& mapping, const BodyAngles& angles, BodyLink& link, UnusedParts& unused,
                     const Warn& warn);

}  // namespace invdyn
