#include "free_base.h"

#include <Eigen/Cholesky>

#include "../../ground/base/error.h"
#include "../../robot/model/bodies.h"
#include "../../trajectory/pose/quaternion.h"

namespace invdyn {
namespace {

// None if I is singular to rounding.
std::optional<Eigen::Matrix3d> inverse_of(const Eigen::Matrix3d& I) {
  const Eigen::LLT<Eigen::Matrix3d> factors(I);
  if (factors.info() != Eigen::Success || !(factors.rcond() > 1e-12)) return std::nullopt;
  return Eigen::Matrix3d(factors.solve(Eigen::Matrix3d::Identity()));
}

Eigen::Quaterniond turned(const Eigen::Quaterniond& from, const Eigen::Vector3d& rotation_vector) {
  const Quaternion q =
      (Quaternion{from.w(), from.x(), from.y(), from.z()} * quaternion_of(rotation_vector)).normalized();
  return {q.w, q.x, q.y, q.z};
}

}  // namespace

FreeBase::FreeBase(const Robot& robot, const Eigen::Vector3d& gravity)
    : tree_(robot.with_floating_base(true), nullptr, gravity), motion_(tree_.tree()), gravity_(gravity) {
  if (compensated_part(robot) && !gravity.isZero(0))
    throw Error(
        robot.name(),
        "with `base` free, only gravity may act on the base, but gravity compensation also pushes on the "
        "base: expected `base` floating, or a robot without gravity compensation");
}

void FreeBase::fill(Block& block, Workspace& w) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  if (count == 0) return;
  const MotionRows rows = tree_.expanded(block, begin, count, {}, w.rows);
  for (std::size_t k = 0; k < count; ++k) {
    const auto row = static_cast<Eigen::Index>(begin + k);
    BaseState base;
    // Zero momentum: the joints' own, with the base at rest, and that of the whole as one body.
    const CentroidalState of_joints = motion_.at(base, rows, k, w.motion);
    const std::optional<Eigen::Matrix3d> inverse = inverse_of(of_joints.inertia);
    if (!inverse)
      throw Error(
          tree_.tree().name(),
          "in one row of the motion, all mass of the robot lies on one straight line: nothing resists "
          "a rotation of the base about this line");
    base.w = -(*inverse * of_joints.angular_momentum);
    base.v = -(of_joints.velocity + base.w.cross(of_joints.com));
    // Zero wrench: the same of accelerations less gravity.
    const CentroidalState at = motion_.at(base, rows, k, w.motion);
    base.dw = -(*inverse * at.rate);
    base.dv = gravity_ - at.acceleration - base.dw.cross(at.com);
    put_base(base, row, block.base);
  }
}

void FreeFlight::place(Block& block) {
  for (std::size_t k = block.own_begin(); k < block.own_end(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    const double t = block.t[row];
    BaseState at = base_state(block.base, row);
    if (!has_begun_) begin_ = t_ = t, last_ = at;
    const double h = t - t_;
    // R' = R [w]: with W linear between the rows, the commutator's term is h^2/12 w_0 x w_1.
    const Eigen::Vector3d turn =
        h / 2 * (last_.w + at.w) + h * h / 12 * ((last_.dw - at.dw) + last_.w.cross(at.w));
    at.R = turned(last_.R, turn);
    at.v = at.R * at.v + gravity_ * (t - begin_);
    at.dv = at.R * (at.dv - gravity_) + gravity_;
    if (has_begun_) at.p = last_.p + h / 2 * (last_.v + at.v) + h * h / 12 * (last_.dv - at.dv);
    put_base(at, row, block.base);
    has_begun_ = true;
    t_ = t;
    last_ = at;
  }
}

}  // namespace invdyn
