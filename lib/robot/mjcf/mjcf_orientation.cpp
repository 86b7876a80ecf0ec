#include "mjcf_orientation.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../lanes/scalar/sin_cos.h"

namespace invdyn {
namespace {

constexpr double tiny = 1e-14;  // mjEPS

// The quaternion of half the angle.
Eigen::Quaterniond turn(const Eigen::Vector3d& axis, double angle) {
  const auto [s, c] = sin_cos(angle / 2);
  return {c, s * axis.x(), s * axis.y(), s * axis.z()};
}

Eigen::Quaterniond product(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
  return {a.w() * b.w() - a.x() * b.x() - a.y() * b.y() - a.z() * b.z(),
          a.w() * b.x() + a.x() * b.w() + a.y() * b.z() - a.z() * b.y(),
          a.w() * b.y() - a.x() * b.z() + a.y() * b.w() + a.z() * b.x(),
          a.w() * b.z() + a.x() * b.y() - a.y() * b.x() + a.z() * b.w()};
}

// Eigen adds in another order.
Eigen::Matrix3d product(const Eigen::Matrix3d& a, const Eigen::Matrix3d& b) {
  Eigen::Matrix3d result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return result;
}

Eigen::Vector3d direction(const MjcfElement& element, const char* attribute, const Eigen::Vector3d& vector) {
  const double norm = vector.norm();
  if (!(norm >= tiny)) element.fail(attribute, "a direction other than 0");
  return vector / norm;
}

Eigen::Quaterniond of_axes(const MjcfElement& element) {
  const Eigen::VectorXd axes = element.numbers_or("xyaxes", "directions", Eigen::VectorXd::Zero(6));
  const Eigen::Vector3d x = direction(element, "xyaxes", axes.head<3>());
  Eigen::Vector3d y = axes.tail<3>();
  y = direction(element, "xyaxes", y - x * x.dot(y));
  Eigen::Matrix3d R;
  R << x, y, x.cross(y).normalized();
  return Eigen::Quaterniond(R);
}

Eigen::Quaterniond of_euler(const MjcfElement& element, const MjcfSettings& settings) {
  const Eigen::Vector3d angles = element.numbers_or("euler", "angles", Eigen::VectorXd::Zero(3));
  Eigen::Quaterniond all = Eigen::Quaterniond::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const char letter = settings.euler_sequence[i];
    const bool is_fixed_axis = letter < 'a';
    const Eigen::Index axis = letter - (is_fixed_axis ? 'X' : 'x');
    const Eigen::Quaterniond one =
        turn(Eigen::Vector3d::Unit(axis), angles[static_cast<Eigen::Index>(i)] * settings.angle_unit());
    all = is_fixed_axis ? one * all : all * one;
  }
  return all.normalized();
}

}  // namespace

Eigen::Quaterniond rounded_unit(const Eigen::Quaterniond& q) {
  const double norm = std::sqrt(q.w() * q.w() + q.x() * q.x() + q.y() * q.y() + q.z() * q.z());
  if (std::abs(norm - 1) <= 1e-15) return q;
  const double factor = 1 / norm;
  return {q.w() * factor, q.x() * factor, q.y() * factor, q.z() * factor};
}

Eigen::Quaterniond rotation_from_z(const Eigen::Vector3d& direction) {
  const Eigen::Vector3d unit = direction.normalized();
  Eigen::Vector3d axis(-unit.y(), unit.x(), 0);  // z cross unit
  const double sine = axis.norm(), cosine = unit.z();
  axis = sine < 1e-10 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d(axis / sine);
  // Half of the angle, without loss of digits near 0 and near half a turn.
  const double larger = std::sqrt((1 + std::abs(cosine)) / 2), smaller = sine / (2 * larger);
  const double c = cosine >= 0 ? larger : smaller, s = cosine >= 0 ? smaller : larger;
  return {c, s * axis.x(), s * axis.y(), s * axis.z()};
}

Eigen::Quaterniond mjcf_orientation(const MjcfElement& element, const MjcfSettings& settings) {
  const char* said = nullptr;
  for (const char* attribute : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
    if (!element.own().has(attribute)) continue;
    if (said)
      element.own().fail(attribute, std::string("only one orientation, but ") + said + " is also given");
    said = attribute;
  }
  if (element.has("euler")) return of_euler(element, settings);
  if (element.has("zaxis"))
    return rotation_from_z(
        direction(element, "zaxis", element.numbers_or("zaxis", "a direction", Eigen::VectorXd::Zero(3))));
  if (element.has("xyaxes")) return of_axes(element);
  if (element.has("axisangle")) {
    const Eigen::Vector4d values =
        element.numbers_or("axisangle", "axis and angle", Eigen::VectorXd::Zero(4));
    return turn(direction(element, "axisangle", values.head<3>()), values[3] * settings.angle_unit())
        .normalized();
  }
  const Eigen::Vector4d wxyz = element.numbers_or("quat", "w x y z", Eigen::Vector4d(1, 0, 0, 0));
  if (!(wxyz.norm() >= tiny)) element.fail("quat", "a quaternion other than 0");
  return Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).normalized();
}

// The thickness of a thin mesh follows from a difference of moments, so the roundings count.
Eigen::Matrix3d rotation_matrix(const Eigen::Quaterniond& unit) {
  const double w = unit.w(), x = unit.x(), y = unit.y(), z = unit.z();
  const double ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  Eigen::Matrix3d R;
  R << ww + xx - yy - zz, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), ww - xx + yy - zz, 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), ww - xx - yy + zz;
  return R;
}

Eigen::Matrix3d PrincipalFrame::matrix() const {
  const Eigen::Matrix3d R = rotation_matrix(axes);
  return R * moments.asDiagonal() * R.transpose();
}

PrincipalFrame principal_frame(const Eigen::Matrix3d& matrix) {
  constexpr double tolerance = 1e-12;
  constexpr int max_turns = 500;
  PrincipalFrame frame{Eigen::Vector3d::Zero()};
  Eigen::Quaterniond& axes = frame.axes;
  for (int i = 0; i < max_turns; ++i) {
    const Eigen::Matrix3d R = rotation_matrix(axes);
    const Eigen::Matrix3d turned = product(product(R.transpose(), matrix), R);
    frame.moments = turned.diagonal();
    const double xy = std::abs(turned(0, 1)), xz = std::abs(turned(0, 2)), yz = std::abs(turned(1, 2));
    // About z, y or x: the largest product goes.
    const Eigen::Index about = xy > xz && xy > yz ? 2 : xz > yz ? 1 : 0;
    const Eigen::Index row = about == 0 ? 1 : 0, column = about == 2 ? 1 : 2;
    const double mixed = turned(row, column);
    if (std::abs(mixed) < tolerance) break;
    const double tau = (turned(column, column) - turned(row, row)) / (2 * mixed);
    const double root = std::sqrt(1 + tau * tau), tangent = tau >= 0 ? 1 / (tau + root) : -1 / (root - tau);
    const double cosine = 1 / std::sqrt(1 + tangent * tangent);
    if (cosine > 1 - tolerance) break;
    const double half_sine = std::sqrt(0.5 - 0.5 * cosine);
    Eigen::Vector3d s = Eigen::Vector3d::Zero();
    s[about] = (tau >= 0) == (about == 1) ? half_sine : -half_sine;
    axes = rounded_unit(product(axes, {std::sqrt(1 - half_sine * half_sine), s.x(), s.y(), s.z()}));
  }
  for (const Eigen::Index first : {0, 1, 0}) {
    if (!(frame.moments[first] + tolerance < frame.moments[first + 1])) continue;
    std::swap(frame.moments[first], frame.moments[first + 1]);
    Eigen::Vector3d s = Eigen::Vector3d::Zero();
    s[(first + 2) % 3] = std::sqrt(0.5);
    axes = rounded_unit(product(axes, {std::sqrt(0.5), s.x(), s.y(), s.z()}));
  }
  return frame;
}

}  // namespace invdyn
