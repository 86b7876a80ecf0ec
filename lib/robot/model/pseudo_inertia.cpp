#include "pseudo_inertia.h"

#include <Eigen/Eigenvalues>

namespace invdyn {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d shift(double mass, const Vector3d& c) {
  return mass * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
}

}  // namespace

LinkParameters link_parameters(double mass, const Vector3d& first_moment, const Matrix3d& I) {
  LinkParameters p;
  p << mass, first_moment, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return p;
}

Matrix3d inertia_about_origin(const LinkParameters& p) {
  Matrix3d I;
  I << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  return I;
}

LinkParameters link_parameters(const MassProperties& body) {
  return link_parameters(body.mass, body.mass * body.com, body.inertia + shift(body.mass, body.com));
}

LinkParameters link_parameters(const PseudoInertia& J) {
  const Matrix3d S = J.topLeftCorner<3, 3>();
  return link_parameters(J(3, 3), J.topRightCorner<3, 1>(), S.trace() * Matrix3d::Identity() - S);
}

PseudoInertia pseudo_inertia(const LinkParameters& p) {
  const Matrix3d I = inertia_about_origin(p);
  PseudoInertia J;
  J.topLeftCorner<3, 3>() = I.trace() / 2 * Matrix3d::Identity() - I;
  J.topRightCorner<3, 1>() = p.segment<3>(1);
  J.bottomLeftCorner<1, 3>() = p.segment<3>(1).transpose();
  J(3, 3) = p[0];
  return J;
}

MassProperties mass_properties(const LinkParameters& p) {
  MassProperties body;
  body.mass = p[0];
  body.com = p.segment<3>(1) / p[0];
  body.inertia = inertia_about_origin(p) - shift(body.mass, body.com);
  return body;
}

PseudoInertia inside(const PseudoInertia& J, double radius) {
  const Vector3d c = J.topRightCorner<3, 1>() / J(3, 3);
  const Eigen::SelfAdjointEigenSolver<Matrix3d> about_com(J.topLeftCorner<3, 3>() -
                                                          J(3, 3) * c * c.transpose());
  const Vector3d moments = about_com.eigenvalues().cwiseMax(J(3, 3) * radius * radius);
  PseudoInertia result = J;
  result.topLeftCorner<3, 3>() =
      about_com.eigenvectors() * moments.asDiagonal() * about_com.eigenvectors().transpose() +
      J(3, 3) * c * c.transpose();
  return result;
}

// Each moment is the sum of two second moments, and so is not below 0, whatever the rounding.
Matrix3d nearest_possible_inertia(const Matrix3d& inertia) {
  const PseudoInertia S = inside(pseudo_inertia(link_parameters(1, Vector3d::Zero(), inertia)), 0);
  const double xy = 0 - S(0, 1), xz = 0 - S(0, 2), yz = 0 - S(1, 2);  // none is -0
  Matrix3d I;
  I << S(1, 1) + S(2, 2), xy, xz,  //
      xy, S(0, 0) + S(2, 2), yz,   //
      xz, yz, S(0, 0) + S(1, 1);
  return I;
}

}  // namespace invdyn
