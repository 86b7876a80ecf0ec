#pragma once

#include <string>

#include "package_index.h"

namespace invdyn {

struct MeshPath {
  std::string path = {};   ///< empty: there is none
  std::string fault = {};  ///< then the reason, and what to do
};

/// The regular file that a robot's file names. `package://name/rest` and `model://name/rest` are sought in
/// the places of the index, then in the folders above the robot's file. Other
/// names are paths from the folder of `referring_file`.
MeshPath mesh_path(const std::string& uri, const std::string& referring_file, PackageIndex& packages);

}  // namespace invdyn
