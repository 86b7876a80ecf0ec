#pragma once

#include <cstddef>
#include <string>

#include "quaternion.h"

namespace invdyn {

/// The orientations of consecutive rows, as columns of qw, qx, qy, qz that are `stride` numbers apart.
///
/// Derivatives: the rotation vectors r_i = log(R_k' R_i) of the rows around row k are three joints, and the
/// derivatives of these joints at row k are the angular velocity and acceleration in the axes of row k,
/// exactly, as r_k = 0. So any scheme for joints is one for orientations: a constant rate is exact, signs of
/// quaternions do not matter, and a row depends on its window alone.
class Orientations {
 public:
  Orientations(const double* qw, std::size_t stride) : first_(qw), stride_(stride) {}

  Quaternion operator[](std::size_t row) const {
    const double* const at = first_ + row;
    return {at[0], at[stride_], at[2 * stride_], at[3 * stride_]};
  }
  /// r_i, seen from row k.
  Eigen::Vector3d relative(std::size_t k, std::size_t i) const {
    return rotation_vector((*this)[k].conjugate() * (*this)[i]);
  }

 private:
  const double* first_;
  std::size_t stride_;
};

/// Angular velocity and acceleration in the axes of the base.
struct AngularMotion {
  Eigen::Vector3d w, dw;
};
/// Of the orientation s / |s|, where s follows a curve in R^4 with these derivatives:
///   w = 2 vec(s* s') / |s|^2,  dw = 2 vec(s* s'') / |s|^2 - 2 w (s.s') / |s|^2.
/// A filter of the four components is linear, so turning the world or the base changes nothing.
AngularMotion angular_motion(const Quaternion& s, const Quaternion& ds, const Quaternion& dds);

/// How far the length of a quaternion may be from 1: up to the first, nothing is said; from the second on it
/// is an error.
inline constexpr double odd_length = 1e-4, wrong_length = 1e-2;
/// The ends of a warning and of an error, after the names of the components.
std::string odd_length_text(double length);
std::string wrong_length_text(double length);

/// The largest turn between rows, rad: of a larger one the direction is in doubt.
inline constexpr double most_between_rows = 1.5;
/// What is wrong with a larger one.
std::string wide_turn_text(double angle);

}  // namespace invdyn
