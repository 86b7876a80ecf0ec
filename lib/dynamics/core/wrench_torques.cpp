#include "wrench_torques.h"

#include <utility>

namespace invdyn {

namespace {

void subtract_from_base(const WrenchTorques::OnBody& wrench, const Eigen::Isometry3d& T_world_base,
                        const MotionRows::Base& base, std::size_t k) {
  const Eigen::Matrix3d R_base_world = T_world_base.linear().transpose();
  const Eigen::Vector3d arm = wrench.point - T_world_base.translation();
  const Eigen::Vector3d force = R_base_world * wrench.force,
                        moment = R_base_world * (wrench.moment + arm.cross(wrench.force));
  for (std::size_t i = 0; i < 3; ++i) {
    base.wrench[i * base.stride + k] -= force[static_cast<Eigen::Index>(i)];
    base.wrench[(3 + i) * base.stride + k] -= moment[static_cast<Eigen::Index>(i)];
  }
}

}  // namespace

WrenchTorques::WrenchTorques(const Robot& robot, std::vector<TimedWrench> wrenches)
    : T_world_base_(robot.T_world_base()), bodies_(moving_bodies(robot)) {
  const std::vector<LinkPlacement> seats = link_seats(robot);
  for (TimedWrench& each : wrenches)
    if (const LinkPlacement& seat = seats[each.wrench.link]; seat.body || robot.base_floats())
      wrenches_.push_back({std::move(each), seat.body, seat.T_body_link});
}

WrenchTorques::OnBody WrenchTorques::on_body(std::size_t i, double t, const MotionRows& rows, std::size_t k,
                                             const BodyPoses& places) const {
  const auto& [given, body, T_body_link] = wrenches_[i];
  const ExternalWrench& wrench = given.wrench;
  OnBody result{body, wrench.force, wrench.moment, wrench.point};
  if (given.history) {
    const WrenchValues now = given.history->at(t);
    result.force = now.head<3>();
    result.moment = now.tail<3>();
  }
  if (given.contact) {
    const double* const x = rows.contacts + 6 * *given.contact * rows.contact_stride + k;
    const std::size_t s = rows.contact_stride;
    result.force = {x[0], x[s], x[2 * s]};
    result.moment = {x[3 * s], x[4 * s], x[5 * s]};
  }
  const Eigen::Matrix3d R_body = body ? places.R[*body] : places.T_world_base.linear();
  const Eigen::Vector3d p_body = body ? places.p[*body] : places.T_world_base.translation();
  const Eigen::Matrix3d R_link = R_body * T_body_link.linear();
  if (wrench.frame == ExternalWrench::Frame::link) {
    result.force = R_link * result.force;
    result.moment = R_link * result.moment;
  }
  if (wrench.point_frame == ExternalWrench::Frame::link)
    result.point = p_body + R_body * T_body_link.translation() + R_link * result.point;
  return result;
}

void WrenchTorques::add(std::span<const double> t, const MotionRows& rows, BodyPoses& places) const {
  if (wrenches_.empty()) return;
  for (std::size_t k = 0; k < rows.count; ++k) {
    find(rows, k, places);
    add(t[k], rows, k, places);
  }
}

void WrenchTorques::find(const MotionRows& rows, std::size_t k, BodyPoses& places) const {
  places.find(bodies_, T_world_base_, rows, k);
}

void WrenchTorques::add(double t, const MotionRows& rows, std::size_t k, const BodyPoses& places) const {
  for (std::size_t i = 0; i < wrenches_.size(); ++i) {
    const OnBody wrench = on_body(i, t, rows, k, places);
    for (std::optional<std::size_t> at = wrench.body; at; at = bodies_[*at].parent) {
      const Eigen::Vector3d axis = places.R[*at].col(2);
      const Eigen::Vector3d moment = wrench.moment + (wrench.point - places.p[*at]).cross(wrench.force);
      rows.tau[bodies_[*at].dof * rows.stride + k] -=
          axis.dot(bodies_[*at].is_revolute ? moment : wrench.force);
    }
    if (rows.base.wrench) subtract_from_base(wrench, places.T_world_base, rows.base, k);
  }
}

std::vector<TimedWrench> contact_wrenches(const std::vector<Contact>& contacts) {
  std::vector<TimedWrench> wrenches;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    wrenches.push_back(
        {.wrench = {.link = contacts[i].link, .frame = ExternalWrench::Frame::world}, .contact = i});
  return wrenches;
}

}  // namespace invdyn
