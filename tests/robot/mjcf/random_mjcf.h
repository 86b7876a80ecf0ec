#pragma once

#include <cstdint>
#include <string>

namespace invdyn::test {

/// A model that MuJoCo 2.2.2 loads, with most of what the reader knows: classes in classes, settings of the
/// compiler, several joints in a body, inertia in all forms, geoms of all kinds, meshes. Equal seeds give
/// equal texts. Meshes are written to the folder, which must be there; `meshes`: whether there are any.
std::string random_mjcf(std::uint32_t seed, const std::string& folder, bool meshes);

/// Writes meshes into the folder: `blob.stl` and `blob.obj`, closed surfaces of triangles, `brick.stl`, which
/// is thin, `quads.obj`, of quadrangles, and `points.obj`, of vertices alone.
void write_meshes(const std::string& folder, std::uint32_t seed);

}  // namespace invdyn::test
