#include "bodies.h"

namespace invdyn {
namespace {

// A rotation that takes z to the unit vector `axis`: the shortest one (Rodrigues' formula). Near -z that is
// ill-defined; there it is the rotation to -axis after half a turn about x. Exact for axes along x, y and z.
Eigen::Matrix3d rotation_from_z_to(const Eigen::Vector3d& axis) {
  if (axis.z() < 0) return rotation_from_z_to(-axis) * Eigen::Vector3d(1, -1, -1).asDiagonal();
  const double x = axis.x(), y = axis.y(), z = axis.z();
  const double k = 1 / (1 + z);
  Eigen::Matrix3d R;
  R << 1 - k * x * x, -k * x * y, x,  //
      -k * x * y, 1 - k * y * y, y,   //
      -x, -y, z;
  return R;
}

struct SeatedBodies {
  std::vector<Body> bodies;
  std::vector<LinkPlacement> seats;
};

SeatedBodies seated_bodies(const Robot& robot) {
  if (robot.has_mimics())
    throw NotRepresentable(
        robot.name(),
        "has joints that mimic others: expected independent joints (`independent-mimic` makes them independent)");
  SeatedBodies result;
  auto& [bodies, seats] = result;
  seats.resize(robot.links().size());
  std::vector<std::size_t> dof_of_joint(robot.joints().size(), 0);
  for (std::size_t i = 0; i < robot.dof(); ++i) dof_of_joint[robot.moving_joints()[i]] = i;

  for (const std::size_t i : robot.parents_first()) {
    const Joint& joint = robot.joints()[i];
    const LinkPlacement& parent = seats[joint.parent];
    LinkPlacement& seat = seats[i + 1];
    const Eigen::Isometry3d T_parent_joint = parent.T_body_link * joint.T_parent_joint;
    if (!joint.moves()) {
      seat = {parent.body, T_parent_joint * joint.T_joint_link};
    } else {
      const Eigen::Matrix3d R_joint_body = rotation_from_z_to(joint.axis);
      Body body;
      body.dof = dof_of_joint[i];
      body.parent = parent.body;
      body.is_revolute = joint.is_revolute();
      body.R_parent_body = T_parent_joint.linear() * R_joint_body;
      body.p_parent_body = T_parent_joint.translation();
      seat = {bodies.size(), Eigen::Isometry3d(R_joint_body.transpose()) * joint.T_joint_link};
      bodies.push_back(body);
    }
    if (!seat.body) continue;
    MassProperties& sum = bodies[*seat.body].mass_properties;
    sum = composed(sum, moved(robot.links()[i + 1].mass_properties, seat.T_body_link));
  }
  return result;
}

}  // namespace

MassProperties composed(const MassProperties& a, const MassProperties& b) {
  MassProperties sum;
  sum.mass = a.mass + b.mass;
  sum.inertia = a.inertia + b.inertia;
  if (sum.mass == 0) return sum;
  sum.com = (a.mass * a.com + b.mass * b.com) / sum.mass;
  const Eigen::Vector3d d = b.com - a.com;
  const double reduced_mass = a.mass * b.mass / sum.mass;
  sum.inertia += reduced_mass * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
  return sum;
}

double total_mass(const Robot& robot) {
  double mass = 0;
  for (const Link& link : robot.links()) mass += link.mass_properties.mass;
  return mass;
}

MassProperties moved(const MassProperties& body, const Eigen::Isometry3d& T_new_old) {
  const Eigen::Matrix3d R = T_new_old.linear();
  return {body.mass, T_new_old * body.com, R * body.inertia * R.transpose()};
}

Robot with_payload(const Robot& robot, std::size_t link, const MassProperties& payload) {
  if (payload.mass == 0 && payload.inertia.isZero(0)) return robot;
  if (robot.links()[link].gravity_compensation != 0)
    return robot.with_fixed_link(link, {"payload of " + robot.links()[link].name, payload});
  std::vector<MassProperties> of_links;
  for (const Link& each : robot.links()) of_links.push_back(each.mass_properties);
  of_links[link] = composed(of_links[link], payload);
  return robot.with_mass_properties(of_links);
}

std::optional<Robot> compensated_part(const Robot& robot) {
  bool has_any = false;
  std::vector<MassProperties> of_links;
  for (const Link& link : robot.links()) {
    const double share = link.gravity_compensation;
    const MassProperties& body = link.mass_properties;
    has_any |= share * body.mass != 0;
    of_links.push_back({share * body.mass, body.com, share * body.inertia});
  }
  if (!has_any) return std::nullopt;
  return robot.with_mass_properties(of_links);
}

std::vector<Body> moving_bodies(const Robot& robot) {
  return seated_bodies(robot).bodies;
}

std::vector<LinkPlacement> link_seats(const Robot& robot) {
  return seated_bodies(robot).seats;
}

}  // namespace invdyn
