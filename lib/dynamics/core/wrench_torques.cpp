#include "wrench_torques.h"

#include <optional>
#include <utility>

namespace invdyn {

WrenchTorques::WrenchTorques(const Robot& robot, std::vector<TimedWrench> wrenches)
    : T_world_base_(robot.T_world_base()), bodies_(moving_bodies(robot)) {
  const std::vector<LinkPlacement> seats = link_seats(robot);
  for (TimedWrench& each : wrenches)
    if (const LinkPlacement& seat = seats[each.wrench.link]; seat.body)
      wrenches_.push_back({std::move(each), *seat.body, seat.T_body_link});
}

WrenchTorques::OnBody WrenchTorques::on_body(std::size_t i, double t, const BodyPoses& places) const {
  const auto& [given, body, T_body_link] = wrenches_[i];
  const ExternalWrench& wrench = given.wrench;
  OnBody result{body, wrench.force, wrench.moment, wrench.point};
  if (given.history) {
    const WrenchValues now = given.history->at(t);
    result.force = now.head<3>();
    result.moment = now.tail<3>();
  }
  const Eigen::Matrix3d R_link = places.R[body] * T_body_link.linear();
  if (wrench.frame == ExternalWrench::Frame::link) {
    result.force = R_link * result.force;
    result.moment = R_link * result.moment;
  }
  if (wrench.point_frame == ExternalWrench::Frame::link)
    result.point = places.p[body] + places.R[body] * T_body_link.translation() + R_link * result.point;
  return result;
}

void WrenchTorques::add(std::span<const double> t, const MotionRows& rows, BodyPoses& places) const {
  if (wrenches_.empty()) return;
  for (std::size_t k = 0; k < rows.count; ++k) {
    places.find(bodies_, T_world_base_, rows, k);
    for (std::size_t i = 0; i < wrenches_.size(); ++i) {
      const OnBody wrench = on_body(i, t[k], places);
      for (std::optional<std::size_t> at = wrench.body; at; at = bodies_[*at].parent) {
        const Eigen::Vector3d axis = places.R[*at].col(2);
        const Eigen::Vector3d moment = wrench.moment + (wrench.point - places.p[*at]).cross(wrench.force);
        rows.tau[bodies_[*at].dof * rows.stride + k] -=
            axis.dot(bodies_[*at].is_revolute ? moment : wrench.force);
      }
    }
  }
}

}  // namespace invdyn
