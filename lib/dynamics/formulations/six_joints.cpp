#include "six_joints.h"

#include <algorithm>
#include <array>

namespace invdyn {
namespace {

// x, y, z, yaw, pitch, roll
constexpr std::size_t added = 6;
// By component of the wrench, force first: the joint that exerts it.
constexpr std::array<std::size_t, 6> joint_of_component{0, 1, 2, 5, 4, 3};

class SixJointRows : public RowTorques {
 public:
  SixJointRows(std::unique_ptr<RowTorques> links, const DriveTorques& drives)
      : links_(std::move(links)), drives_(drives) {}

  void row_torques(const MotionRows& rows) override {
    const std::size_t size = (added + drives_.dof()) * rows.count;
    for (std::vector<double>* values : {&q_, &dq_, &ddq_, &tau_}) values->assign(size, 0);
    set_base(rows.base, rows.count);
    append(rows.q, rows, q_);
    append(rows.dq, rows, dq_);
    append(rows.ddq, rows, ddq_);
    links_->row_torques({.q = q_.data(),
                         .dq = dq_.data(),
                         .ddq = ddq_.data(),
                         .tau = tau_.data(),
                         .stride = rows.count,
                         .count = rows.count});
    for (std::size_t i = 0; i < added; ++i)
      std::copy_n(tau_.data() + joint_of_component[i] * rows.count, rows.count,
                  rows.base.wrench + i * rows.base.stride);
    add_drives(rows);
  }

 private:
  // With angles at zero, the angular velocity is (roll', pitch', yaw'), and the angular acceleration is
  // (roll'', pitch'', yaw'') + yaw' z x (pitch' y + roll' x) + pitch' y x roll' x.
  void set_base(const MotionRows::Base& base, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const auto value = [&](std::size_t i) { return base.motion[i * base.stride + k]; };
      const double wx = value(3), wy = value(4), wz = value(5);
      const std::array<double, added> rates{0, 0, 0, wz, wy, wx};
      const std::array<double, added> accelerations{
          value(0), value(1), value(2), value(8) + wx * wy, value(7) - wx * wz, value(6) + wy * wz};
      for (std::size_t j = 0; j < added; ++j) {
        dq_[j * count + k] = rates[j];
        ddq_[j * count + k] = accelerations[j];
      }
    }
  }

  void append(const double* from, const MotionRows& rows, std::vector<double>& to) const {
    for (std::size_t j = 0; j < drives_.dof(); ++j)
      std::copy_n(from + j * rows.stride, rows.count, to.data() + (added + j) * rows.count);
  }

  void add_drives(const MotionRows& rows) const {
    for (std::size_t j = 0; j < drives_.dof(); ++j)
      for (std::size_t k = 0; k < rows.count; ++k) {
        const std::size_t at = j * rows.stride + k;
        rows.tau[at] = tau_[(added + j) * rows.count + k] +
                       drive_torque(drives_.terms(j), rows.q[at], rows.dq[at], rows.ddq[at]);
      }
  }

  std::unique_ptr<RowTorques> links_;
  DriveTorques drives_;
  std::vector<double> q_, dq_, ddq_, tau_;
};

class SixJoints : public RowsAlone {
 public:
  SixJoints(const Robot& tree, std::unique_ptr<const LinkTorques> links)
      : links_(std::move(links)), no_drives_(tree, false, false, false) {}

  std::unique_ptr<RowTorques> rows(const DriveTorques& drives) const override {
    return std::make_unique<SixJointRows>(links_->rows(no_drives_), drives);
  }

 private:
  std::unique_ptr<const LinkTorques> links_;
  DriveTorques no_drives_;
};

}  // namespace

std::unique_ptr<const LinkTorques> on_six_joints(
    const Robot& robot,
    std::unique_ptr<const LinkTorques> (*prepare)(const Robot& robot, const Loads& loads)) {
  const Robot tree = robot.with_base_rotation(Eigen::Matrix3d::Identity()).on_moving_base();
  return std::make_unique<SixJoints>(tree, prepare(tree, {Eigen::Vector3d::Zero()}));
}

}  // namespace invdyn
