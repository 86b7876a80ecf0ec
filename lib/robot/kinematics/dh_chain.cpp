#include "dh_chain.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../model/rotation.h"

namespace invdyn {
namespace {

// Limits of the sine of the angle between two axes. Below the first it is rounding: the axes are parallel.
// Below the second they need an axis between them, because the common normal's distance grows with the
// inverse of the sine.
constexpr double parallel = 1e-14, nearly_parallel = 0.05;
// Maximum deviation of a given frame from the Denavit-Hartenberg form, for rounding: in direction cosines,
// and in m for distances up to a metre.
constexpr double same = 1e-14;

double same_place(const Eigen::Vector3d& point) {
  return same * std::max(1.0, point.norm());
}

// A line in the axes of a frame.
struct Axis {
  Eigen::Vector3d direction, point;
};

Axis moved(const Axis& axis, const Eigen::Isometry3d& T) {
  return {T.linear() * axis.direction, T * axis.point};
}

// The geometry of a row, with full theta, d, a.
struct Placement {
  double theta = 0, d = 0, a = 0, cos_alpha = 1, sin_alpha = 0;

  // Sets alpha from the direction (cos, sin), of length 1 to rounding. Without normalization the error would
  // double in the next frame, and grow from row to row.
  void set_alpha(double cosine, double sine) {
    const double length = std::hypot(cosine, sine);
    cos_alpha = cosine / length;
    sin_alpha = sine / length;
  }

  // The pose of the row's frame in the previous frame.
  Eigen::Isometry3d pose() const {
    Eigen::Isometry3d turned_x = Eigen::Isometry3d::Identity();
    turned_x.linear() << 1, 0, 0, 0, cos_alpha, -sin_alpha, 0, sin_alpha, cos_alpha;
    turned_x.translation() = Eigen::Vector3d(a, 0, d);
    return Eigen::Isometry3d(rotation_z(theta)) * turned_x;
  }
};

// The row to a frame with z along `axis`; both are in the previous frame.
Placement placement_to(const Axis& axis) {
  const Eigen::Vector3d& u = axis.direction;
  const Eigen::Vector3d& p = axis.point;
  const double sine = std::hypot(u.x(), u.y());
  Placement row;
  if (sine <= parallel) {
    row.cos_alpha = u.z() < 0 ? -1 : 1;
    row.a = std::hypot(p.x(), p.y());
    row.theta = row.a > 0 ? std::atan2(p.y(), p.x()) : 0;
    row.d = p.z();
    return row;
  }
  const Eigen::Vector3d along(u.x() / sine, u.y() / sine, 0);    // the part of u across z
  const Eigen::Vector3d normal(-u.y() / sine, u.x() / sine, 0);  // z x u
  row.theta = std::atan2(normal.y(), normal.x());
  row.set_alpha(u.z(), sine);
  row.a = p.dot(normal);
  row.d = p.z() - p.dot(along) / sine * u.z();
  return row;
}

// The row to the given frame, if there is one: its x must meet the z of the previous frame at right angles.
std::optional<Placement> placement_of(const Eigen::Isometry3d& frame) {
  const Eigen::Vector3d x = frame.linear().col(0), z = frame.linear().col(2), o = frame.translation();
  if (std::abs(x.z()) > same || std::abs(o.x() * x.y() - o.y() * x.x()) > same_place(o)) return std::nullopt;
  Placement row;
  row.theta = std::atan2(x.y(), x.x());
  row.d = o.z();
  row.a = o.x() * x.x() + o.y() * x.y();
  row.set_alpha(z.z(), z.x() * x.y() - z.y() * x.x());
  return row;
}

bool lies_along_z_of(const Eigen::Isometry3d& frame, const Axis& axis, bool is_revolute) {
  const Eigen::Vector3d z = frame.linear().col(2);
  if ((axis.direction - z).norm() > same) return false;
  // A prismatic axis has a direction, but no place.
  return !is_revolute || (axis.point - frame.translation()).cross(z).norm() <= same_place(axis.point);
}

}  // namespace

std::vector<Body> chain_of_bodies(const Robot& robot) {
  std::vector<Body> bodies = moving_bodies(robot);
  std::optional<std::size_t> above;
  for (std::size_t i = 0; i < bodies.size(); above = i++) {
    if (bodies[i].parent == above) continue;
    const auto name = [&](std::size_t body) { return in_quotes(robot.moving_joint(bodies[body].dof).name); };
    std::size_t sibling = 0;
    while (bodies[sibling].parent != bodies[i].parent) ++sibling;
    throw NotRepresentable(
        robot.name(),
        "joints " + name(sibling) + " and " + name(i) + " both sit on " +
            (bodies[i].parent ? "the link of joint " + name(*bodies[i].parent) : std::string("the base")) +
            ": expected a single chain of joints");
  }
  return bodies;
}

void expect_at_most(const Robot& robot, std::size_t maximum, const std::string& growth) {
  if (robot.dof() <= maximum) return;
  throw NotRepresentable(robot.name(), "has " + counted(robot.dof(), "joint") + ": expected at most " +
                                           std::to_string(maximum) +
                                           " joints, because the computing time of this form grows with " +
                                           growth + " for n joints");
}

DhChain::DhChain(const Robot& robot) {
  const std::vector<Body> bodies = chain_of_bodies(robot);
  if (bodies.empty())
    throw NotRepresentable(robot.name(), "has no joint that moves: expected a chain of moving joints");
  const std::vector<LinkPlacement> seats = link_seats(robot);

  // The frame before the current row, in the axes of its body; for frame 0 in the base's axes.
  const auto T_parent_body = [&](std::size_t i) {
    Eigen::Isometry3d T(bodies[i].R_parent_body);
    T.translation() = bodies[i].p_parent_body;
    return T;
  };
  Eigen::Isometry3d T_parent_frame = T_parent_body(0);
  const Joint& first = robot.moving_joint(bodies[0].dof);
  const Eigen::Isometry3d& T_base_link = seats[first.parent].T_body_link;
  if (lies_along_z_of(T_base_link, {bodies[0].R_parent_body.col(2), bodies[0].p_parent_body},
                      first.is_revolute()))
    T_parent_frame = T_base_link;
  T_world_0 = robot.T_world_base() * T_parent_frame;

  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    const Eigen::Isometry3d T_frame_body = T_parent_frame.inverse() * T_parent_body(i);  // at q = 0
    const Eigen::Isometry3d T_body_link =
        seats[robot.moving_joints()[body.dof] + 1].T_body_link;  // for the link that the joint carries
    const Eigen::Isometry3d T_frame_link = T_frame_body * T_body_link;
    const bool last = i + 1 == bodies.size();

    std::optional<Axis> next;
    if (!last) next = moved({bodies[i + 1].R_parent_body.col(2), bodies[i + 1].p_parent_body}, T_frame_body);
    std::optional<Placement> placement;
    if (!next || lies_along_z_of(T_frame_link, *next, bodies[i + 1].is_revolute))
      placement = placement_of(T_frame_link);

    DhRow row;
    row.dof = body.dof;
    row.is_revolute = body.is_revolute;
    Eigen::Isometry3d T_frame_last = Eigen::Isometry3d::Identity();  // after the rows of this body
    const auto push = [&](const Placement& geometry) {
      row.theta = geometry.theta;
      row.d = geometry.d;
      row.a = geometry.a;
      row.cos_alpha = geometry.cos_alpha;
      row.sin_alpha = geometry.sin_alpha;
      rows.push_back(row);
      T_frame_last = T_frame_last * geometry.pose();
    };
    if (!placement) {
      if (next) {
        const double sine = std::hypot(next->direction.x(), next->direction.y());
        if (sine > parallel && sine < nearly_parallel) {
          push(placement_to({Eigen::Vector3d::UnitX(), {0, 0, next->point.z()}}));
          row.dof.reset();
          row.is_revolute = true;
          *next = moved(*next, T_frame_last.inverse());
        }
        placement = placement_to(*next);
      } else {
        placement.emplace();  // the body's own frame: on the axis, like the previous frame
        placement->theta = std::atan2(T_frame_body(1, 0), T_frame_body(0, 0));
        placement->d = T_frame_body(2, 3);
      }
    }
    push(*placement);

    T_parent_frame = T_frame_body.inverse() * T_frame_last;
    rows.back().mass_properties = invdyn::moved(body.mass_properties, T_parent_frame.inverse());
  }
  T_body_n = T_parent_frame;
}

}  // namespace invdyn
