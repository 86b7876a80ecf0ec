#pragma once

#include "../../lanes/scalar/counted.h"
#include "../../lanes/scalar/vectors.h"
#include "../../robot/kinematics/dh_chain.h"
#include "joint_motion.h"

namespace invdyn {

/// The variables of a row of a Denavit-Hartenberg table at one instant: theta and d in full, and the first
/// and second derivative of the one that moves. Adding the offset to an angle of many turns rounds it: at 1e6
/// rad by 1e-10, which methods without offsets do not share.
template <class T>
struct DhMotion {
  T theta, d, rate, acceleration;
};

template <class T>
DhMotion<T> dh_motion(const DhRow& row, const JointMotion<T>& motion) {
  line_item<T>("theta_i, d_i");
  if (!row.dof) return {T(row.theta), T(row.d), T(0), T(0)};
  const T q = motion.q[*row.dof], dq = motion.dq[*row.dof], ddq = motion.ddq[*row.dof];
  if (row.is_revolute) return {T(row.theta) + q, T(row.d), dq, ddq};
  return {T(row.theta), T(row.d) + q, dq, ddq};
}

/// The rotation part of a row in standard form [Lee et al. 1982, (2.1); Sasaki 1990, (2.30)]
///   cos theta   -cos alpha sin theta    sin alpha sin theta
///   sin theta    cos alpha cos theta   -sin alpha cos theta
///   0            sin alpha              cos alpha
/// as the matrix that the papers write; its zero is never multiplied. 4 multiplications; to turn a vector
/// takes 8 and 5 additions.
template <class T>
class DhRotation {
 public:
  DhRotation() = default;
  DhRotation(const DhRow& row, const T& theta) {
    const SinCos<T> angle = sin_cos(theta);
    const T cos_alpha(row.cos_alpha), sin_alpha(row.sin_alpha);
    a11_ = angle.cos;
    a21_ = angle.sin;
    a12_ = -(cos_alpha * angle.sin);
    a22_ = cos_alpha * angle.cos;
    a32_ = sin_alpha;
    a13_ = sin_alpha * angle.sin;
    a23_ = -(sin_alpha * angle.cos);
    a33_ = cos_alpha;
  }

  /// Expresses a vector, given in the axes of frame i - 1, in the axes of frame i.
  Vector3<T> into_link(const Vector3<T>& v) const {
    return {a11_ * v.x() + a21_ * v.y(),  //
            a12_ * v.x() + a22_ * v.y() + a32_ * v.z(), a13_ * v.x() + a23_ * v.y() + a33_ * v.z()};
  }
  /// Expresses a vector, given in the axes of frame i, in the axes of frame i - 1.
  Vector3<T> out_of_link(const Vector3<T>& v) const {
    return {a11_ * v.x() + a12_ * v.y() + a13_ * v.z(), a21_ * v.x() + a22_ * v.y() + a23_ * v.z(),
            a32_ * v.y() + a33_ * v.z()};
  }
  /// R times this rotation.
  Matrix3<T> behind(const Matrix3<T>& R) const {
    Matrix3<T> product;
    for (int row = 0; row < 3; ++row) product.row(row) = into_link(R.row(row).transpose()).transpose();
    return product;
  }

  const T& a11() const { return a11_; }
  const T& a12() const { return a12_; }
  const T& a13() const { return a13_; }
  const T& a21() const { return a21_; }
  const T& a22() const { return a22_; }
  const T& a23() const { return a23_; }
  const T& a32() const { return a32_; }
  const T& a33() const { return a33_; }

 private:
  T a11_, a12_, a13_, a21_, a22_, a23_, a32_, a33_;
};

/// The link's vector from frame i - 1 to frame i, in frame i: (a, d sin alpha, d cos alpha)
/// [Sasaki 1990, (3.18)]. For a revolute joint it is constant.
template <class T>
Vector3<T> link_vector(const DhRow& row, const T& d) {
  if (row.is_revolute) return row.link_vector().cast<T>();
  return {T(row.a), d * T(row.sin_alpha), d * T(row.cos_alpha)};
}

}  // namespace invdyn
