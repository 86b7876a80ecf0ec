#include "orientations.h"

#include "../../ground/base/wording.h"

namespace invdyn {

AngularMotion angular_motion(const Quaternion& s, const Quaternion& ds, const Quaternion& dds) {
  const double square = s.dot(s);
  const Eigen::Vector3d w = (s.conjugate() * ds).vector() * (2 / square);
  return {w, (s.conjugate() * dds).vector() * (2 / square) - w * (2 * s.dot(ds) / square)};
}

std::string odd_length_text(double length) {
  return " form a quaternion of length " + six_digits(length) +
         ", not 1; invdyn normalized the quaternions of all rows";
}

std::string wrong_length_text(double length) {
  return " form a quaternion of length " + six_digits(length) + ": expected the length 1 (to 0.01)";
}

std::string wide_turn_text(double angle) {
  return "the base turns by " + six_digits(angle) +
         " rad from the row before: expected at most 1.5 rad between rows, or a file with the twist of the base. "
         "Is the order of the quaternion's components right?";
}

}  // namespace invdyn
