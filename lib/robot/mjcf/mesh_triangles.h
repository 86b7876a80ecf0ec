#pragma once

#include <string>

#include "../meshes/mesh.h"
#include "../meshes/mesh_content.h"

namespace invdyn {

/// The triangles of an STL, OBJ or MSH file (MuJoCo's own binary format), by the ending of its name, as
/// MuJoCo 2.2.2 takes them: of an OBJ only the first object or group. There
/// may be vertices alone. Throws Error.
Mesh mesh_triangles(const std::string& path, MeshContents& contents);

}  // namespace invdyn
