#include "placed_bodies.h"

#include <algorithm>
#include <set>

#include "../../robot/model/bodies.h"
#include "../../robot/model/link_poses.h"

namespace invdyn {
namespace {

// Only these joints move.
Robot held_but(const Robot& robot, const std::vector<std::size_t>& kept) {
  const Robot tree = robot.with_independent_mimics();
  const std::set<std::size_t> moving(kept.begin(), kept.end());
  std::vector<JointLock> locks;
  for (const std::size_t joint : tree.moving_joints())
    if (!moving.contains(joint)) locks.push_back({joint, 0});
  return tree.with_locked_joints(locks);
}

}  // namespace

PlacedBody placed_base(const Robot& robot, const std::vector<std::size_t>& kept) {
  const Robot held = held_but(robot, kept);
  const std::optional<Robot> compensated = compensated_part(held);
  const std::vector<LinkPlacement> seats = link_seats(held);
  PlacedBody base;
  base.frame = base.link = held.T_world_base();
  base.links = 0;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (seats[i].body) continue;
    ++base.links;
    const Eigen::Isometry3d T = base.frame * seats[i].T_body_link;
    base.mass_properties = composed(base.mass_properties, moved(held.links()[i].mass_properties, T));
    if (compensated) base.held = composed(base.held, moved(compensated->links()[i].mass_properties, T));
  }
  return base;
}

std::vector<PlacedBody> placed_bodies(const Robot& robot, const std::vector<std::size_t>& kept) {
  const Robot held = held_but(robot, kept);
  std::vector<Body> compensated;
  if (const std::optional<Robot> part = compensated_part(held)) compensated = moving_bodies(*part);
  const std::vector<Eigen::Isometry3d> T_world_link = link_poses(held, std::vector<double>(held.dof()));
  std::vector<PlacedBody> placed;
  for (const Body& body : moving_bodies(held)) {
    Eigen::Isometry3d T_parent_body(body.R_parent_body);
    T_parent_body.translation() = body.p_parent_body;
    PlacedBody each;
    each.joint = held.moving_joints()[body.dof];
    each.parent = body.parent;
    each.links = 0;
    each.frame = (body.parent ? placed[*body.parent].frame : held.T_world_base()) * T_parent_body;
    each.link = T_world_link[each.joint + 1];
    each.mass_properties = moved(body.mass_properties, each.frame);
    if (!compensated.empty()) each.held = moved(compensated[placed.size()].mass_properties, each.frame);
    placed.push_back(each);
  }
  for (const LinkPlacement& link : link_seats(held))
    if (link.body) ++placed[*link.body].links;
  return placed;
}

std::vector<std::size_t> joints_of_a(const JointPairs& joints) {
  std::vector<std::size_t> result;
  for (const JointPair& pair : joints.pairs) result.push_back(pair.a);
  return result;
}

std::vector<std::size_t> joints_of_b(const JointPairs& joints) {
  std::vector<std::size_t> result;
  for (const JointPair& pair : joints.pairs) result.push_back(pair.b);
  return result;
}

double size_of(const std::vector<PlacedBody>& bodies) {
  double size = 1e-3;  // of a robot at a point
  for (const PlacedBody& body : bodies) {
    size = std::max(size, (body.point() - bodies.front().point()).norm());
    if (body.mass_properties.mass > 0)
      size = std::max(size, (body.mass_properties.com - bodies.front().point()).norm());
  }
  return size;
}

double largest_mass_of(const std::vector<PlacedBody>& bodies) {
  double largest = 0;
  for (const PlacedBody& body : bodies) largest = std::max(largest, body.mass_properties.mass);
  return largest;
}

}  // namespace invdyn
