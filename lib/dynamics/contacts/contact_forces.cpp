#include "contact_forces.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "../../ground/base/error.h"

namespace invdyn {
namespace {

using Vector6 = ContactSolver::Vector6;

// Force and moment of row k about `point`, in world axes.
Vector6 wrench_about(const Eigen::Vector3d& point, const MotionRows& rows, std::size_t k,
                     const Eigen::Isometry3d& T_world_base) {
  const auto three = [&](std::size_t first) -> Eigen::Vector3d {
    const double* const x = rows.base.wrench + first * rows.base.stride + k;
    return T_world_base.linear() * Eigen::Vector3d(x[0], x[rows.base.stride], x[2 * rows.base.stride]);
  };
  Vector6 wrench;
  wrench.head<3>() = three(0);
  wrench.tail<3>() = three(3) + (T_world_base.translation() - point).cross(wrench.head<3>());
  return wrench;
}

// The pose of a link in the world.
Eigen::Isometry3d pose_of(const LinkPlacement& seat, const BodyPoses& places) {
  if (!seat.body) return places.T_world_base * seat.T_body_link;
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = places.R[*seat.body];
  T.translation() = places.p[*seat.body];
  return T * seat.T_body_link;
}

bool is_set(const Contact& contact, const Block& block, std::size_t row) {
  const double value = block.flags(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(contact.flag));
  return contact.above ? value > *contact.above : value != 0;
}

}  // namespace

ContactForces::ContactForces(const Robot& robot, std::vector<Contact> contacts, const Ground& ground,
                             const Eigen::Vector3d& gravity)
    : bodies_(moving_bodies(robot)), ground_(ground) {
  if (contacts.empty()) return;
  const std::vector<LinkPlacement> seats = link_seats(robot);
  for (Contact& contact : contacts) {
    const std::size_t link = contact.link;
    if (contact.when == Contact::When::near_ground)
      for (std::optional<std::size_t> body = seats[link].body; body; body = bodies_[*body].parent)
        carrying_.push_back(*body);
    seated_.push_back({std::move(contact), seats[link]});
  }
  std::sort(carrying_.begin(), carrying_.end());
  carrying_.erase(std::unique(carrying_.begin(), carrying_.end()), carrying_.end());
  centre_.emplace(robot);
  if (!(centre_->mass() > 0))
    throw Error(robot.name(),
                "no link has mass, so nothing presses on the ground: expected a link with mass");
  weight_ = centre_->mass() * gravity.norm();
  if (!(weight_ > 0))
    throw UsageError(
        "`contact`",
        "needs gravity, which presses the robot on the ground: expected a `gravity` other than 0,0,0");
  length_ = centre_->radius_of_gyration();
}

std::vector<std::string> ContactForces::links() const {
  std::vector<std::string> names;
  for (const Seated& each : seated_) names.push_back(each.contact.name);
  return names;
}

void ContactForces::find_bearing(const BodyPoses& places, const Block& block, std::size_t row,
                                 Workspace& w) const {
  w.bearing.clear();
  w.heights.assign(seated_.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < seated_.size(); ++i) {
    const auto& [contact, seat] = seated_[i];
    const bool is_near = contact.when == Contact::When::near_ground;
    if (!is_near) w.heights[i] = 0;  // others have no ground to be above
    const bool may_bear = contact.when != Contact::When::column || is_set(contact, block, row);
    const Eigen::Isometry3d T_world_link = pose_of(seat, places);
    for (const TouchPoint& point : contact.points) {
      const Eigen::Vector3d at = T_world_link * point.centre - point.radius * contact.normal;
      const double height = ground_.normal.dot(at - ground_.point);
      if (is_near) w.heights[i] = std::min(w.heights[i], height);
      if (!may_bear || (is_near && (height > contact.height ||
                                    w.velocities.at(at, seat.body, places).norm() >= contact.speed)))
        continue;
      w.bearing.push_back({i, at, T_world_link.translation()});
    }
  }
}

void ContactForces::find(const MotionRows& rows, std::size_t k, const BodyPoses& places, Block& block,
                         std::size_t row, Workspace& w) const {
  if (seated_.empty()) return;
  w.velocities.find(bodies_, carrying_, places, rows, k);
  find_bearing(places, block, row, w);
  const Eigen::Vector3d centre = centre_->at(places);
  Vector6 b = wrench_about(centre, rows, k, places.T_world_base) / weight_;
  b.tail<3>() /= length_;
  w.counts.assign(seated_.size(), 0);
  for (const Workspace::Bearing& each : w.bearing) ++w.counts[each.contact];
  w.points.clear();
  for (const Workspace::Bearing& each : w.bearing) {
    ContactSolver::Point& point = w.points.emplace_back();
    const Contact& contact = seated_[each.contact].contact;
    point.possible = {contact.normal, contact.friction};
    point.weight = w.counts[each.contact];
    point.arm = (each.at - centre) / length_;
  }
  w.solver.set_points(w.points);
  const double left = w.solver.solve(b).left.norm();
  write(w, row, block);
  const auto at = static_cast<Eigen::Index>(row);
  block.contacts(at, block.contact_columns.left()) = left;
  block.contacts(at, block.contact_columns.cause()) =
      static_cast<double>(left <= nothing ? Break::none : cause(w, b));
}

Break ContactForces::cause(Workspace& w, const Vector6& b) const {
  if (w.bearing.empty()) return Break::flight;
  if (!(ground_.normal.dot(b.head<3>()) > 0)) return Break::lift;
  const auto [moments, friction] = w.solver.remedies(b, nothing);
  if (moments && friction) return Break::slip_or_tip;
  return friction ? Break::slip : moments ? Break::tip : Break::slip_and_tip;
}

void ContactForces::write(const Workspace& w, std::size_t row, Block& block) const {
  const auto at = static_cast<Eigen::Index>(row);
  const ContactColumns& columns = block.contact_columns;
  block.contacts.row(at).setZero();
  for (std::size_t i = 0; i < w.bearing.size(); ++i) {
    const Workspace::Bearing& each = w.bearing[i];
    const Eigen::Vector3d force = weight_ * w.solver.force(i);
    const Eigen::Index first = columns.wrench(each.contact);
    block.contacts.block<1, 3>(at, first) += force.transpose().array();
    block.contacts.block<1, 3>(at, first + 3) += (each.at - each.origin).cross(force).transpose().array();
    block.contacts(at, columns.bearing(each.contact)) += 1;
  }
  for (std::size_t i = 0; i < w.heights.size(); ++i) block.contacts(at, columns.height(i)) = w.heights[i];
}

}  // namespace invdyn
