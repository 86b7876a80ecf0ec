#pragma once

namespace invdyn {

/// The cube root of a number >= 0 (or infinity), within 0.51 units of its last place, and exact where it is a
/// double. It is made of basic operations alone: the same bits on every machine, where std::cbrt() depends on
/// the C library.
double cube_root(double x);

}  // namespace invdyn
