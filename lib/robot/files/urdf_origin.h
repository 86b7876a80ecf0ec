#pragma once

#include <Eigen/Geometry>

#include "../../ground/document/xml_document.h"

namespace invdyn {

/// The pose in the element's <origin>; the identity without one. Throws Error.
Eigen::Isometry3d urdf_origin(const XmlNode& node);

}  // namespace invdyn
