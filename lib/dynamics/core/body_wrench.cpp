#include "body_wrench.h"

#include <algorithm>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {

BodyWrench::BodyWrench(const Robot& robot, const ExternalWrench& wrench,
                       const Eigen::Isometry3d& T_body_frame)
    : wrench_(wrench),
      needs_pose_(wrench.frame == ExternalWrench::Frame::world ||
                  wrench.point_frame == ExternalWrench::Frame::world),
      R_world_base_(robot.T_world_base().linear()),
      R_body_frame_(T_body_frame.linear()),
      p_world_base_(robot.T_world_base().translation()),
      p_body_frame_(T_body_frame.translation()) {
  const LinkPlacement seat = link_seats(robot)[wrench.link];
  if (!seat.body)
    throw Error(robot.name(), "link " + in_quotes(robot.links()[wrench.link].name) +
                                  " does not move: a wrench on it changes no torque");
  const std::vector<Body> bodies = moving_bodies(robot);
  for (std::optional<std::size_t> i = seat.body; i; i = bodies[*i].parent) path_.push_back({*i, bodies[*i]});
  std::reverse(path_.begin(), path_.end());

  const Eigen::Isometry3d T_frame_link = T_body_frame.inverse() * seat.T_body_link;
  if (wrench.frame == ExternalWrench::Frame::link) {
    wrench_.force = T_frame_link.linear() * wrench.force;
    wrench_.moment = T_frame_link.linear() * wrench.moment;
  }
  if (wrench.point_frame == ExternalWrench::Frame::link) wrench_.point = T_frame_link * wrench.point;
}

std::optional<BodyWrench> tip_wrench(const Robot& robot, const std::optional<ExternalWrench>& wrench,
                                     const Eigen::Isometry3d& T_body_frame) {
  if (!wrench) return std::nullopt;
  BodyWrench result(robot, *wrench, T_body_frame);
  if (result.body() + 1 != robot.dof())
    throw NotRepresentable(
        robot.name(),
        "the wrench acts on link " + in_quotes(robot.links()[wrench->link].name) +
            ": expected a wrench on the last link, or on a link that is fixed to the last link");
  return result;
}

}  // namespace invdyn
