#include "regrouped_tree.h"

#include <Eigen/Geometry>
#include <cmath>

#include "../../robot/model/base_body.h"
#include "../../robot/model/bodies.h"
#include "body_wrench.h"

// A body's frame of moving_bodies() may be spun about its z axis and slid along it: it stays on the joint.
// Spun so that x is at right angles to the axis of a child as well, the rotation to that child is Rz(0)
// Rx(alpha) Rz(theta). Other children need Rz(gamma) in front. Slid to the point next to the parent's origin,
// a body is (x, y, 0) away in the frame between. Neither needs the common normal of the two axes, whose feet
// are far off where these are nearly parallel.

namespace invdyn {
namespace {

// An angle by its sine and cosine.
struct PlaneRotation {
  double sin = 0, cos = 1;

  static PlaneRotation of(double sin, double cos) {
    const double norm = std::sqrt(sin * sin + cos * cos);
    return {sin / norm, cos / norm};
  }
  PlaneRotation operator+(const PlaneRotation& b) const {
    return {sin * b.cos + cos * b.sin, cos * b.cos - sin * b.sin};
  }
  PlaneRotation operator-() const { return {-sin, cos}; }
  bool is_zero() const { return sin == 0 && cos > 0; }
  Eigen::Matrix3d about_x() const {
    return (Eigen::Matrix3d() << 1, 0, 0, 0, cos, -sin, 0, sin, cos).finished();
  }
  Eigen::Matrix3d about_z() const {
    return (Eigen::Matrix3d() << cos, -sin, 0, sin, cos, 0, 0, 0, 1).finished();
  }
};

// Mass, first and second moments about a frame's origin, in its axes.
struct Moments {
  double mass = 0;
  Eigen::Vector3d h = Eigen::Vector3d::Zero();
  Eigen::Matrix3d I = Eigen::Matrix3d::Zero();

  Moments operator+(const Moments& other) const { return {mass + other.mass, h + other.h, I + other.I}; }
  // Seen from another frame: R takes coordinates to its axes, p is this frame's origin there.
  Moments seen(const Eigen::Matrix3d& R, const Eigen::Vector3d& p) const {
    const Eigen::Vector3d h_turned = R * h;
    const Eigen::Matrix3d both =
        p * h_turned.transpose() + h_turned * p.transpose() + mass * p * p.transpose();
    return {mass, h_turned + mass * p,
            R * I * R.transpose() + both.trace() * Eigen::Matrix3d::Identity() - both};
  }
};

Moments moments_of(const MassProperties& body) {
  return Moments{body.mass, Eigen::Vector3d::Zero(), body.inertia}.seen(Eigen::Matrix3d::Identity(),
                                                                        body.com);
}

// A body of moving_bodies() with its new frame, and where the two meet.
struct Placed {
  Body body;
  std::vector<std::size_t> children;
  PlaneRotation spin;  // of the new x axis from the old one, about z
  double slide = 0;    // of the new origin from the old one, along z
  PlaneRotation gamma, alpha, theta_0;
  double x = 0, y = 0;  // p, across the axis
  Moments moments;

  Eigen::Isometry3d T_old_new() const {
    Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
    T.linear() = spin.about_z();
    T.translation() = slide * Eigen::Vector3d::UnitZ();
    return T;
  }
  Eigen::Matrix3d R_parent_between() const { return gamma.about_z() * alpha.about_x(); }
  Eigen::Vector3d p_parent_body() const { return R_parent_between() * Eigen::Vector3d(x, y, 0); }
};

// Sines and cosines of no more than this are rounding, and so is a distance of no more than this part of the
// lengths of which it is the difference.
constexpr double rounding = 4e-16;

// The turn about the parent's z axis that makes its x axis normal to the body's axis too.
std::optional<PlaneRotation> spin_towards(const Body& body) {
  const Eigen::Vector3d z = body.R_parent_body.col(2);
  if (std::sqrt(z.x() * z.x() + z.y() * z.y()) <= rounding) return std::nullopt;
  return PlaneRotation::of(z.x(), -z.y());
}

void choose_spin(Placed& body, const std::vector<Placed>& all) {
  for (const std::size_t child : body.children)
    if (const std::optional<PlaneRotation> spin = spin_towards(all[child].body)) {
      body.spin = *spin;
      return;
    }
}

void place_on(const Placed& parent, Placed& body) {
  const Eigen::Matrix3d& R = body.body.R_parent_body;
  const Eigen::Vector3d z = R.col(2);
  const std::optional<PlaneRotation> towards = spin_towards(body.body);
  if (towards) {
    // Half a turn of x away is as good: a gamma of half a turn is none, with alpha reversed.
    body.gamma = *towards + -parent.spin;
    body.alpha = std::abs(z.z()) <= rounding
                     ? PlaneRotation{1, 0}
                     : PlaneRotation::of(std::sqrt(z.x() * z.x() + z.y() * z.y()), z.z());
    if (std::abs(body.gamma.sin) <= rounding) {
      if (body.gamma.cos < 0) body.alpha = -body.alpha;
      body.gamma = {};
    }
  } else {
    body.alpha = {0, z.z() > 0 ? 1.0 : -1.0};
  }
  const Eigen::Matrix3d R_between_parent = (parent.spin.about_z() * body.R_parent_between()).transpose();
  const Eigen::Matrix3d turn = R_between_parent * R;  // about z, in the old axes
  body.theta_0 = PlaneRotation::of(turn(1, 0), turn(0, 0)) + body.spin;
  if (std::abs(body.theta_0.sin) <= rounding && body.theta_0.cos > 0) body.theta_0 = {};
  const Eigen::Vector3d p =
      R_between_parent * (body.body.p_parent_body - parent.slide * Eigen::Vector3d::UnitZ());
  const double way = body.body.p_parent_body.norm() + std::abs(parent.slide);
  if (std::hypot(p.x(), p.y()) > rounding * way) body.x = p.x(), body.y = p.y();
  body.slide = -p.z();
}

// Moves to the parent what of a body's inertia the joint does not show [Gautier & Khalil, "Direct calculation
// of minimum set of inertial parameters of serial robots", IEEE Trans. Robotics and Automation 6 (1990)
// 368-373]. A body that turns about z: mass and moments that are symmetric about z, and have no extent across
// it. One that slides: its moments of inertia, since it turns as its parent does.
Moments take_what_the_parent_bears(Placed& body) {
  Moments moved;
  if (body.body.is_revolute) {
    const double across = body.moments.I(1, 1);
    moved.mass = body.moments.mass;
    moved.h.z() = body.moments.h.z();
    moved.I.diagonal() << across, across, 0;
    body.moments.mass = 0;
    body.moments.h.z() = 0;
    body.moments.I -= moved.I;
    return moved.seen(body.R_parent_between(), body.p_parent_body());
  }
  moved.I = body.moments.I;
  body.moments.I.setZero();
  return moved.seen(body.R_parent_between() * body.theta_0.about_z(), Eigen::Vector3d::Zero());
}

// Pre-order: each body right before its first child.
void list_from(std::size_t body, const std::vector<Placed>& all, std::vector<std::size_t>& order) {
  order.push_back(body);
  for (const std::size_t child : all[body].children) list_from(child, all, order);
}

TreeBody tree_body(const Placed& placed) {
  TreeBody result;
  result.dof = static_cast<int>(placed.body.dof);
  result.is_revolute = placed.body.is_revolute;
  result.has_gamma = !placed.gamma.is_zero();
  result.has_theta_0 = !placed.theta_0.is_zero();
  result.sin_gamma = placed.gamma.sin, result.cos_gamma = placed.gamma.cos;
  result.sin_alpha = placed.alpha.sin, result.cos_alpha = placed.alpha.cos;
  result.sin_theta_0 = placed.theta_0.sin, result.cos_theta_0 = placed.theta_0.cos;
  if (placed.alpha.cos == 0)
    result.alpha = placed.alpha.sin > 0 ? TreeBody::Alpha::right_angle : TreeBody::Alpha::minus_right_angle;
  else if (placed.alpha.is_zero())
    result.alpha = TreeBody::Alpha::zero;
  result.has_p = !placed.body.is_revolute || placed.x != 0 || placed.y != 0;
  result.across_x = placed.x, result.across_y = placed.y;
  const Eigen::Vector3d p = placed.p_parent_body();
  result.p_x = p.x(), result.p_y = p.y(), result.p_z = p.z();
  const auto& [mass, h, I] = placed.moments;
  result.mass = mass;
  result.h_x = h.x(), result.h_y = h.y(), result.h_z = h.z();
  result.I_xx = I(0, 0), result.I_xy = I(0, 1), result.I_xz = I(0, 2);
  result.I_yz = I(1, 2), result.I_zz = I(2, 2);
  result.I_xx_less_zz = result.I_xx - result.I_zz;
  return result;
}

BaseBody base_with(const Moments& moments) {
  const auto& [mass, h, I] = moments;
  return {mass, h.x(), h.y(), h.z(), I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)};
}

void store(const Eigen::Vector3d& from, double (&to)[3]) {
  for (int k = 0; k < 3; ++k) to[k] = from[k];
}

// `place`: of each body in the tree's list, on which leads_to_wrench is set.
TreeWrench tree_wrench(const Robot& robot, const ExternalWrench& wrench, const std::vector<Placed>& all,
                       const std::vector<int>& place, std::vector<TreeBody>& bodies) {
  const std::size_t on = BodyWrench(robot, wrench).body();
  const ExternalWrench given = BodyWrench(robot, wrench, all[on].T_old_new()).in_frame();
  TreeWrench result;
  result.body = place[on];
  result.force_in_world = given.frame == ExternalWrench::Frame::world;
  result.point_in_world = given.point_frame == ExternalWrench::Frame::world;

  std::size_t root = on;
  for (std::optional<std::size_t> i = on; i; i = all[*i].body.parent) {
    bodies[static_cast<std::size_t>(place[*i])].leads_to_wrench = true;
    root = *i;
  }
  Eigen::Isometry3d T_base_root = Eigen::Isometry3d::Identity();
  T_base_root.linear() = all[root].body.R_parent_body;
  T_base_root.translation() = all[root].body.p_parent_body;
  const Eigen::Isometry3d T_root_world =
      (robot.T_world_base() * T_base_root * all[root].T_old_new()).inverse();
  const auto turned = [&](const Eigen::Vector3d& v) -> Eigen::Vector3d {
    return result.force_in_world ? Eigen::Vector3d(T_root_world.linear() * v) : v;
  };
  store(turned(given.force), result.force);
  store(turned(given.moment), result.moment);
  store(result.point_in_world ? Eigen::Vector3d(T_root_world * given.point) : given.point, result.point);
  return result;
}

}  // namespace

Tree regrouped_tree(const Robot& robot, const Loads& loads) {
  std::vector<Placed> all;
  std::vector<std::size_t> roots;
  for (const Body& body : moving_bodies(robot)) {
    if (body.parent)
      all[*body.parent].children.push_back(all.size());
    else
      roots.push_back(all.size());
    all.push_back({body, {}, {}, 0, {}, {}, {}, 0, 0, moments_of(body.mass_properties)});
  }

  const bool base_moves = robot.base_floats();
  Placed base;
  if (base_moves) base.moments = moments_of(base_body(robot));

  // Frames, parents first; then moments, children first.
  for (Placed& body : all) {
    choose_spin(body, all);
    if (body.body.parent)
      place_on(all[*body.body.parent], body);
    else if (base_moves)
      place_on(base, body);
    const Eigen::Isometry3d T_new_old = body.T_old_new().inverse();
    body.moments = body.moments.seen(T_new_old.linear(), T_new_old.translation());
  }
  for (std::size_t i = all.size(); i-- > 0;) {
    const Moments moved = take_what_the_parent_bears(all[i]);
    Moments& of_parent = (all[i].body.parent ? all[*all[i].body.parent] : base).moments;
    of_parent = of_parent + moved;
  }

  std::vector<std::size_t> order;
  for (const std::size_t root : roots) list_from(root, all, order);
  std::vector<int> place(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<int>(i);

  Tree tree;
  const Eigen::Vector3d base_acceleration = robot.T_world_base().linear().transpose() * -loads.gravity;
  for (const std::size_t i : order) {
    TreeBody body = tree_body(all[i]);
    if (const auto parent = all[i].body.parent) {
      body.parent = place[*parent];
      if (body.parent + 1 != place[i]) tree.bodies[static_cast<std::size_t>(body.parent)].is_branching = true;
    } else if (!base_moves) {
      const Eigen::Vector3d g =
          all[i].spin.about_z().transpose() * all[i].body.R_parent_body.transpose() * base_acceleration;
      body.g_x = g.x(), body.g_y = g.y(), body.g_z = g.z();
    }
    tree.bodies.push_back(body);
  }
  if (base_moves) tree.base = base_with(base.moments);
  if (loads.wrench) tree.wrench = tree_wrench(robot, *loads.wrench, all, place, tree.bodies);
  return tree;
}

}  // namespace invdyn
