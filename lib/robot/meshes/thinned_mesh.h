#pragma once

#include "mesh.h"

namespace invdyn {

/// The mesh with at most this many triangles: vertices within a cell of a grid become one, their mean. The
/// grid is as fine as the number allows.
Mesh thinned(Mesh mesh, std::size_t max_triangles);

/// Makes one of vertices at the same place, and drops triangles without area, as STL repeats each vertex.
Mesh welded(Mesh mesh);

}  // namespace invdyn
