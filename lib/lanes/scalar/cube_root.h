#pragma once

namespace invdyn {

/// The cube root of a number >= 0 (or infinity), within 0.51 units of its last place, and exact if the root
/// is a double. It uses only basic operations, so it gives the same bits on every machine; std::cbrt()
/// depends on the C library.
double cube_root(double x);

}  // namespace invdyn
