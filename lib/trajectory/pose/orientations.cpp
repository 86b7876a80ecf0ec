#include "orientations.h"

#include "../../ground/base/wording.h"

namespace invdyn {

AngularMotion angular_motion(const Quaternion& s, const Quaternion& ds, const Quaternion& dds) {
  const double square = s.dot(s);
  const Eigen::Vector3d w = (s.conjugate() * ds).vector() * (2 / square);
  return {w, (s.conjugate() * dds).vector() * (2 / square) - w * (2 * s.dot(ds) / square)};
}

std::string odd_length_text(double length) {
  return " have the length " + six_digits(length) +
         ", not 1; the quaternions of this row and of other rows were normalized";
}

std::string wrong_length_text(double length) {
  return " have the length " + six_digits(length) + ": expected a quaternion, whose length is 1 (to 0.01)";
}

std::string wide_turn_text(double angle) {
  return "the base turns by " + six_digits(angle) +
         " rad from the row before: expected at most 1.5 rad between rows, or a file with the twist of the base "
         "(does the quaternion have another order?)";
}

}  // namespace invdyn
