#include "alignment.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "../../robot/model/rotation.h"

namespace invdyn {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

struct Line {
  Vector3d point, direction;
};

Line line_of(const PlacedBody& body) {
  return {body.point(), body.axis()};
}

Line operator*(const Isometry3d& T, const Line& line) {
  return {T * line.point, T.linear() * line.direction};
}

// From 0 to pi / 2: the lines have no direction.
double angle_between(const Line& one, const Line& other) {
  return std::atan2(one.direction.cross(other.direction).norm(),
                    std::abs(one.direction.dot(other.direction)));
}

Vector3d across(const Vector3d& vector, const Vector3d& direction) {
  return vector - direction * direction.dot(vector);
}

double distance(const Vector3d& point, const Line& line) {
  return across(point - line.point, line.direction).norm();
}

Isometry3d translation(const Vector3d& by) {
  Isometry3d T = Isometry3d::Identity();
  T.translation() = by;
  return T;
}

// By an angle about a line.
Isometry3d turn(const Line& line, double angle) {
  Isometry3d T(rotation_about(line.direction, angle));
  T.translation() = line.point - T.linear() * line.point;
  return T;
}

// The smallest rotation about a point that makes the line parallel to the direction.
Isometry3d tilt(const Line& line, const Vector3d& direction) {
  const Vector3d target = line.direction.dot(direction) < 0 ? Vector3d(-direction) : direction;
  const Vector3d normal = line.direction.cross(target);
  if (normal.norm() == 0) return Isometry3d::Identity();
  return turn({line.point, normal.normalized()}, std::atan2(normal.norm(), line.direction.dot(target)));
}

// The angle about the direction from one vector to the other; none if one of them is along it.
std::optional<double> angle_about(const Vector3d& direction, const Vector3d& from, const Vector3d& to,
                                  double min_norm) {
  const Vector3d u = across(from, direction), v = across(to, direction);
  if (u.norm() <= min_norm || v.norm() <= min_norm) return std::nullopt;
  return std::atan2(direction.dot(u.cross(v)), u.dot(v));
}

// From the axis to another line, along their common perpendicular.
Vector3d offset_of(const Line& line, const Line& axis) {
  const Vector3d normal = axis.direction.cross(line.direction), between = line.point - axis.point;
  if (normal.norm() < 1e-6) return across(between, axis.direction);
  return normal * normal.dot(between) / normal.squaredNorm();
}

// Where the lines are nearest to each other: a point of each. Of lines that are almost parallel, or meet far
// away, `near` and the other line's point next to it.
std::pair<Vector3d, Vector3d> nearest_points(const Line& one, const Line& other, const Vector3d& near,
                                             double reach) {
  const Vector3d normal = one.direction.cross(other.direction), between = other.point - one.point;
  const auto beside = std::pair(near, Vector3d(near - across(near - other.point, other.direction)));
  if (normal.norm() < 1e-6) return beside;
  const Vector3d foot =
      one.point + one.direction * between.cross(other.direction).dot(normal) / normal.squaredNorm();
  if ((foot - near).norm() > reach) return beside;
  return {foot,
          other.point + other.direction * between.cross(one.direction).dot(normal) / normal.squaredNorm()};
}

class Aligner {
 public:
  Aligner(const RobotPair& robots, const Rounding& rounding)
      : robots_(robots), rounding_(rounding), next_(next_bodies(robots.a)) {}

  Alignment alignment() {
    Alignment result;
    result.T_a_b = base();
    for (std::size_t i = 0; i < robots_.a.size(); ++i) {
      const std::optional<std::size_t> parent = robots_.a[i].parent;
      const Isometry3d& T_parent =
          parent && robots_.same_parent[i] ? result.bodies[*parent].T_a_b : result.T_a_b;
      result.bodies.push_back(body(i, T_parent));
    }
    return result;
  }

 private:
  bool agree(std::size_t i, const Isometry3d& T) const {  // the axes of two joints
    const Line a = line_of(robots_.a[i]), b = T * line_of(robots_.b[i]);
    return angle_between(a, b) <= rounding_.share &&
           (!robots_.is_revolute[i] || distance(a.point, b) <= rounding_.length());
  }

  double agreeing_axes(const std::vector<std::size_t>& bodies, const Isometry3d& T) const {
    double count = 0;
    for (const std::size_t i : bodies) count += robots_.same_parent[i] && agree(i, T) ? 1 : 0;
    return count;
  }

  // Where the second robot stands: as its base link says, also turned by quarters about the vertical, as its
  // world says, or as the first of its joints do. Of these, the place where most axes agree with all joints
  // at 0, or else their directions.
  Isometry3d base() const {
    std::vector<std::pair<Isometry3d, double>> candidates{
        {robots_.T_world_base_a * robots_.T_world_base_b.inverse(), 0}, {Isometry3d::Identity(), 0}};
    const Line vertical{robots_.T_world_base_a.translation(), upwards()};
    for (const int quarters : {2, 1, 3})
      candidates.emplace_back(turn(vertical, quarters * std::numbers::pi / 2) * candidates.front().first,
                              0.6);
    constexpr std::size_t max_joints = 8;
    const std::vector<std::size_t>& first = next_.back();
    // Of a single joint, another place is its own.
    for (std::size_t k = 0; first.size() > 1 && k < std::min(first.size(), max_joints); ++k)
      candidates.emplace_back(robots_.a[first[k]].frame * robots_.b[first[k]].frame.inverse(), 1.5);
    constexpr double of_direction = 0.25;
    const auto value = [&](const Isometry3d& T) {
      const bool same_gravity = (T.linear() * robots_.gravity_b - robots_.gravity_a).norm() <=
                                rounding_.share * robots_.gravity_a.norm();
      double count = same_gravity ? 1 : 0;
      for (std::size_t i = 0; i < robots_.a.size(); ++i) {
        count += agree(i, T) ? 1 : 0;
        const bool is_alike = (T.linear() * robots_.b[i].axis()).dot(robots_.a[i].axis()) > 0.99;
        count += is_alike ? of_direction : 0;
      }
      return count;
    };
    Isometry3d best = candidates.front().first;
    double best_value = -10;
    for (const auto& [T, penalty] : candidates)
      if (const double now = value(T) - penalty; now > best_value) {
        best = T;
        best_value = now;
      }
    return best;
  }

  Vector3d upwards() const {
    return robots_.gravity_a.norm() > 0 ? Vector3d(-robots_.gravity_a.normalized()) : Vector3d::UnitZ();
  }

  double agreeing_parts(std::size_t i, const Isometry3d& T) const {
    const MassProperties &a = robots_.a[i].mass_properties, &b = robots_.b[i].mass_properties;
    double count = agreeing_axes(next_[i], T);
    if (a.mass > 0 && b.mass > 0 && (T * b.com - a.com).norm() <= rounding_.length()) ++count;
    if (!a.inertia.isZero(0) && moments_agree(i, T)) ++count;
    return count;
  }

  bool moments_agree(std::size_t i, const Isometry3d& T) const {
    const Matrix3d &a = robots_.a[i].mass_properties.inertia, &b = robots_.b[i].mass_properties.inertia;
    return (T.linear() * b * T.linear().transpose() - a).norm() <=
           std::max(rounding_.share * a.norm(), rounding_.inertia());
  }

  bool frames_agree(std::size_t i, const Isometry3d& T) const {
    const Isometry3d &a = robots_.a[i].link, b = T * robots_.b[i].link;
    return (b.translation() - a.translation()).norm() <= rounding_.length() &&
           (b.linear() - a.linear()).norm() <= 4 * rounding_.share;
  }

  // What only another zero explains, if T has the same one: next axes, moments about turned axes, or the
  // frame of the link.
  bool speaks_for_zero(std::size_t i, const Isometry3d& T, const Isometry3d& with_zero) const {
    return agreeing_axes(next_[i], with_zero) > agreeing_axes(next_[i], T) ||
           (moments_agree(i, with_zero) && !moments_agree(i, T)) || frames_agree(i, with_zero);
  }

  // Angles about the axis that lay a part of the body over its partner.
  std::vector<double> turns(std::size_t i, const Isometry3d& T, const Line& axis) const {
    std::vector<double> angles{0};
    const auto add = [&](const std::optional<double>& angle) {
      if (angle) angles.push_back(*angle);
    };
    const MassProperties &a = robots_.a[i].mass_properties, &b = robots_.b[i].mass_properties;
    if (a.mass > 0 && b.mass > 0)
      add(angle_about(axis.direction, T * b.com - axis.point, a.com - axis.point, rounding_.length()));
    for (const std::size_t k : first_of(next_[i])) {
      const Line one = line_of(robots_.a[k]), other = T * line_of(robots_.b[k]);
      const auto angle = angle_about(axis.direction, other.direction, one.direction, 1e-6);
      add(angle);
      if (angle)
        angles.push_back(*angle > 0 ? *angle - std::numbers::pi
                                    : *angle + std::numbers::pi);  // it may turn the other way
      add(angle_about(axis.direction, offset_of(other, axis), offset_of(one, axis), rounding_.length()));
    }
    return angles;
  }

  // Displacements that do so: along the axis, or for a prismatic joint any.
  std::vector<Vector3d> moves(std::size_t i, const Isometry3d& T, const Line& axis) const {
    std::vector<Vector3d> all{Vector3d::Zero()};
    const auto add = [&](const Vector3d& move) {
      all.push_back(axis.direction * axis.direction.dot(move));
      if (!robots_.is_revolute[i]) all.push_back(move);
    };
    const MassProperties &a = robots_.a[i].mass_properties, &b = robots_.b[i].mass_properties;
    if (a.mass > 0 && b.mass > 0) add(a.com - T * b.com);
    for (const std::size_t k : first_of(next_[i])) {
      const Line one = line_of(robots_.a[k]), other = T * line_of(robots_.b[k]);
      const Vector3d between = across(one.point - other.point, one.direction),
                     along = across(axis.direction, one.direction);
      if (along.norm() > 1e-6) all.push_back(axis.direction * between.dot(along) / along.squaredNorm());
      if (!robots_.is_revolute[i]) all.push_back(one.point - other.point);
    }
    return all;
  }

  static std::vector<std::size_t> first_of(const std::vector<std::size_t>& bodies) {
    constexpr std::size_t enough = 4;
    return {bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(std::min(enough, bodies.size()))};
  }

  // The joint's own motion is only another zero; all else is a difference, which more must speak for.
  double penalty(std::size_t i, double angle, const Vector3d& move, const Line& axis) const {
    constexpr double of_zero = 0.5, of_difference = 1.5;
    const bool is_across = across(move, axis.direction).norm() > rounding_.length();
    const bool is_along = std::abs(move.dot(axis.direction)) > rounding_.length();
    double sum = 0;
    if (angle != 0) sum += robots_.is_revolute[i] ? of_zero : of_difference;
    if (is_along) sum += robots_.is_revolute[i] ? of_difference : of_zero;
    if (is_across) sum += of_difference;
    return sum;
  }

  BodyAlignment body(std::size_t i, const Isometry3d& T_parent) const {
    const bool is_revolute = robots_.is_revolute[i];
    const Line axis = line_of(robots_.a[i]), other = T_parent * line_of(robots_.b[i]);
    BodyAlignment result;
    result.sign = axis.direction.dot(other.direction) < 0 ? -1 : 1;
    result.axis_angle = angle_between(axis, other);
    const auto [here, there] = nearest_points(axis, other, axis.point, 2 * rounding_.size);
    result.axis_distance = is_revolute ? (there - here).norm() : 0;
    Isometry3d T = T_parent;
    if (!agree(i, T)) {
      T = tilt({there, other.direction}, axis.direction) * T;
      if (is_revolute) T = translation(across(axis.point - T * robots_.b[i].point(), axis.direction)) * T;
    }
    choose(i, T, axis, result);
    return result;
  }

  void choose(std::size_t i, const Isometry3d& T, const Line& axis, BodyAlignment& result) const {
    double best = -10, best_angle = 0;
    Vector3d best_move = Vector3d::Zero();
    for (const double angle : turns(i, T, axis)) {
      const Isometry3d turned = turn(axis, angle) * T;
      for (const Vector3d& move : moves(i, turned, axis)) {
        const Isometry3d candidate = translation(move) * turned;
        const double value = agreeing_parts(i, candidate) - penalty(i, angle, move, axis);
        const bool has_zero =
            robots_.is_revolute[i] ? angle != 0 : std::abs(move.dot(axis.direction)) > rounding_.length();
        if (value <= best || (has_zero && !speaks_for_zero(i, T, candidate))) continue;
        best = value;
        best_angle = angle;
        best_move = move;
        result.T_a_b = candidate;
      }
    }
    const double along = best_move.dot(axis.direction);
    result.zero = robots_.is_revolute[i] ? -best_angle : -along;
    result.twist = robots_.is_revolute[i] ? 0 : best_angle;
    result.slide = robots_.is_revolute[i] ? along : 0;
    result.shift = robots_.is_revolute[i] ? 0 : across(best_move, axis.direction).norm();
  }

  const RobotPair& robots_;
  const Rounding& rounding_;
  const std::vector<std::vector<std::size_t>> next_;
};

}  // namespace

std::vector<std::vector<std::size_t>> next_bodies(const std::vector<PlacedBody>& bodies) {
  std::vector<std::vector<std::size_t>> next(bodies.size() + 1);
  for (std::size_t i = 0; i < bodies.size(); ++i) next[bodies[i].parent.value_or(bodies.size())].push_back(i);
  return next;
}

Alignment align(const RobotPair& robots, const Rounding& rounding) {
  return Aligner(robots, rounding).alignment();
}

}  // namespace invdyn
