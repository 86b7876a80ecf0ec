#include "support/virtual_work.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace invdyn::test {
namespace {

struct Pose {
  Matrix3r R;
  Vector3r p;
};

Pose operator*(const Pose& a, const Pose& b) {
  return {a.R * b.R, a.p + a.R * b.p};
}

Pose pose_of(const Eigen::Isometry3d& T) {
  return {T.linear().cast<Real>(), T.translation().cast<Real>()};
}

// Rodrigues' formula.
Matrix3r rotation_about(const Vector3r& axis, Real angle) {
  Matrix3r K;
  K << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
  return Matrix3r::Identity() + std::sin(angle) * K + (1 - std::cos(angle)) * (K * K);
}

// The pose of one link, directly from the description: the product over the joints between it and the base.
Pose link_pose(const Robot& robot, std::size_t link, const Vector& q) {
  if (link == 0) return pose_of(robot.T_world_base());
  const Joint& joint = robot.joints()[link - 1];
  Pose motion{Matrix3r::Identity(), Vector3r::Zero()};
  for (std::size_t i = 0; i < robot.dof(); ++i) {
    if (robot.moving_joints()[i] != link - 1) continue;
    const Real position = q[static_cast<Eigen::Index>(i)];
    const Vector3r axis = joint.axis.cast<Real>();
    if (joint.is_revolute())
      motion.R = rotation_about(axis, position);
    else
      motion.p = axis * position;
  }
  return link_pose(robot, joint.parent, q) * pose_of(joint.T_parent_joint) * motion *
         pose_of(joint.T_joint_link);
}

// The link's orientation and the position of its centre of mass.
Pose body_pose(const Robot& robot, std::size_t link, const Vector& q) {
  const Pose pose = link_pose(robot, link, q);
  return {pose.R, pose.p + pose.R * robot.links()[link].mass_properties.com.cast<Real>()};
}

struct Derivatives {
  Pose value, first, second;
};

// Central differences of eighth order [Fornberg, Math. Comp. 51 (1988) 699-706, table 1].
Derivatives differentiate(const std::function<Pose(Real)>& f, Real h) {
  constexpr std::array<Real, 4> first{4 / 5.0L, -1 / 5.0L, 4 / 105.0L, -1 / 280.0L};
  constexpr std::array<Real, 4> second{8 / 5.0L, -1 / 5.0L, 8 / 315.0L, -1 / 560.0L};
  const Pose middle = f(0);
  Derivatives d{middle, {Matrix3r::Zero(), Vector3r::Zero()}, {Matrix3r::Zero(), Vector3r::Zero()}};
  for (std::size_t k = 0; k < 4; ++k) {
    const Real distance = h * static_cast<Real>(k + 1);
    const Pose plus = f(distance), minus = f(-distance);
    d.first.R += first[k] * (plus.R - minus.R);
    d.first.p += first[k] * (plus.p - minus.p);
    d.second.R += second[k] * ((plus.R - middle.R) + (minus.R - middle.R));
    d.second.p += second[k] * ((plus.p - middle.p) + (minus.p - middle.p));
  }
  d.first.R /= h, d.first.p /= h, d.second.R /= h * h, d.second.p /= h * h;
  return d;
}

// The vector of the skew-symmetric part.
Vector3r vee(const Matrix3r& S) {
  return {(S(2, 1) - S(1, 2)) / 2, (S(0, 2) - S(2, 0)) / 2, (S(1, 0) - S(0, 1)) / 2};
}

struct BodyMotion {
  Matrix3r R;
  Vector3r p, v, a, omega, alpha;
};

// Motion of the body along q + dq t + ddq t^2 / 2 at t = 0: dR/dt R' is the cross-product matrix of omega;
// the skew-symmetric part of d2R/dt2 R' is the cross-product matrix of alpha.
BodyMotion motion_of(const Robot& robot, std::size_t link, const State& s) {
  const Real rate = 1 + s.dq.cwiseAbs().sum() + std::sqrt(s.ddq.cwiseAbs().sum());
  const auto along = [&](Real t) {
    const Vector q = s.q + t * s.dq + t * t / 2 * s.ddq;
    return body_pose(robot, link, q);
  };
  const Derivatives d = differentiate(along, 0.02L / rate);
  return {d.value.R,
          d.value.p,
          d.first.p,
          d.second.p,
          vee(d.first.R * d.value.R.transpose()),
          vee(d.second.R * d.value.R.transpose())};
}

Vector3r angular_momentum(const MassProperties& body, const BodyMotion& motion) {
  const Matrix3r I = motion.R * body.inertia.cast<Real>() * motion.R.transpose();
  return I * motion.omega;
}

}  // namespace

VirtualWork links_torques(const Robot& robot, const State& s, const Eigen::Vector3d& gravity) {
  VirtualWork result;
  result.tau = Vector::Zero(s.q.size());
  for (std::size_t link = 1; link < robot.links().size(); ++link) {
    const MassProperties& body = robot.links()[link].mass_properties;
    const BodyMotion motion = motion_of(robot, link, s);
    const Matrix3r I = motion.R * body.inertia.cast<Real>() * motion.R.transpose();
    const Vector3r force = static_cast<Real>(body.mass) * (motion.a - gravity.cast<Real>());
    const Vector3r moment = I * motion.alpha + motion.omega.cross(angular_momentum(body, motion));
    for (Eigen::Index i = 0; i < s.q.size(); ++i) {
      const auto vary = [&](Real dq) {
        Vector q = s.q;
        q[i] += dq;
        return body_pose(robot, link, q);
      };
      const Derivatives d = differentiate(vary, 0.02L);
      const Vector3r turn = vee(d.first.R * d.value.R.transpose());
      const Real work = force.dot(d.first.p) + moment.dot(turn);
      result.tau[i] += work;
      result.scale = std::max({result.scale, std::abs(work), std::abs(result.tau[i])});
    }
  }
  return result;
}

Vector wrench_torques(const Robot& robot, const Vector& q, const ExternalWrench& wrench) {
  const Pose link = link_pose(robot, wrench.link, q);
  const bool turns_along = wrench.frame == ExternalWrench::Frame::link;
  const Matrix3r axes = turns_along ? link.R : Matrix3r(Matrix3r::Identity());
  const Vector3r force = axes * wrench.force.cast<Real>(), moment = axes * wrench.moment.cast<Real>();
  const Vector3r point = wrench.point.cast<Real>();
  // The material point of the link where the force acts at this q, in the link's axes.
  const Vector3r on_link = wrench.point_frame == ExternalWrench::Frame::link
                               ? point
                               : Vector3r(link.R.transpose() * (point - link.p));
  Vector tau(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const auto vary = [&](Real dq) {
      Vector varied = q;
      varied[i] += dq;
      const Pose pose = link_pose(robot, wrench.link, varied);
      return Pose{pose.R, pose.p + pose.R * on_link};
    };
    const Derivatives d = differentiate(vary, 0.02L);
    tau[i] = -force.dot(d.first.p) - moment.dot(vee(d.first.R * d.value.R.transpose()));
  }
  return tau;
}

VirtualWork all_torques(const Robot& robot, const State& s) {
  VirtualWork result = links_torques(robot, s, robot.gravity());
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto i = static_cast<Eigen::Index>(j);
    const Drive& drive = robot.moving_joint(j).drive;
    const Real ratio = drive.gear_ratio, speed = s.dq[i];
    const auto friction = [&](const Friction& side, Real velocity_ratio) {
      const Real coulomb = speed > 0 ? side.coulomb_positive : speed < 0 ? side.coulomb_negative : 0;
      return velocity_ratio * velocity_ratio * side.damping * speed + std::abs(velocity_ratio) * coulomb;
    };
    const Real drive_torque = ratio * ratio * drive.rotor_inertia * s.ddq[i] + friction(drive.motor, ratio) +
                              friction(drive.joint, 1);
    result.tau[i] += drive_torque;
    result.scale = std::max(result.scale, std::abs(drive_torque));
  }
  return result;
}

Real energy(const Robot& robot, const State& s) {
  Real sum = 0;
  for (std::size_t link = 1; link < robot.links().size(); ++link) {
    const MassProperties& body = robot.links()[link].mass_properties;
    const BodyMotion motion = motion_of(robot, link, s);
    sum += body.mass * motion.v.squaredNorm() / 2;
    sum += motion.omega.dot(angular_momentum(body, motion)) / 2;
    sum -= body.mass * robot.gravity().cast<Real>().dot(motion.p);
  }
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Real speed = s.dq[static_cast<Eigen::Index>(j)];
    sum += static_cast<Real>(robot.moving_joint(j).drive.reflected_inertia()) * speed * speed / 2;
  }
  return sum;
}

}  // namespace invdyn::test
