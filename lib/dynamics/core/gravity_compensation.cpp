#include "gravity_compensation.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "../../robot/model/bodies.h"

namespace invdyn {
namespace {

template <class T>
class CompensatedComputation : public TorqueComputation<T> {
 public:
  CompensatedComputation(const LinkTorques& links, const LinkTorques& held, std::size_t dof)
      : links_(links.computation<T>()), held_(held.computation<T>()), rest_(dof, T(0)), off_(dof, T(0)) {}

  void torques(const JointMotion<T>& motion, std::span<T> tau) override {
    links_->torques(motion, tau);
    held_->torques({motion.q, rest_, rest_}, off_);
    for (std::size_t j = 0; j < off_.size(); ++j) tau[j] -= off_[j];
  }

 private:
  std::unique_ptr<TorqueComputation<T>> links_, held_;
  std::vector<T> rest_, off_;
};

class CompensatedRows : public RowTorques {
 public:
  CompensatedRows(std::unique_ptr<RowTorques> links, std::unique_ptr<RowTorques> held, std::size_t dof)
      : links_(std::move(links)), held_(std::move(held)), dof_(dof) {}

  void row_torques(const MotionRows& rows) override {
    links_->row_torques(rows);
    MotionRows at_rest = at_rest_.of(rows, dof_);
    off_.resize(std::max(off_.size(), dof_ * rows.count));
    at_rest.tau = off_.data();
    held_->row_torques(at_rest);
    for (std::size_t j = 0; j < dof_; ++j)
      for (std::size_t k = 0; k < rows.count; ++k) rows.tau[j * rows.stride + k] -= off_[j * rows.count + k];
  }

 private:
  std::unique_ptr<RowTorques> links_, held_;
  std::size_t dof_;
  RowsAtRest at_rest_;
  std::vector<double> off_;
};

class CompensatedTorques : public LinkTorques {
 public:
  CompensatedTorques(const Robot& robot, std::unique_ptr<const LinkTorques> links,
                     std::unique_ptr<const LinkTorques> held)
      : links_(std::move(links)),
        held_(std::move(held)),
        no_drives_(robot, false, false, false),
        dof_(robot.dof()) {}

  std::unique_ptr<RowTorques> rows(const DriveTorques& drives) const override {
    return std::make_unique<CompensatedRows>(links_->rows(drives), held_->rows(no_drives_), dof_);
  }

 private:
  template <class T>
  std::unique_ptr<TorqueComputation<T>> both() const {
    return std::make_unique<CompensatedComputation<T>>(*links_, *held_, dof_);
  }
  std::unique_ptr<TorqueComputation<double>> begin(const double*) const override { return both<double>(); }
  std::unique_ptr<TorqueComputation<long double>> begin(const long double*) const override {
    return both<long double>();
  }
  std::unique_ptr<TorqueComputation<Counted>> begin(const Counted*) const override { return both<Counted>(); }

  std::unique_ptr<const LinkTorques> links_, held_;
  DriveTorques no_drives_;
  std::size_t dof_;
};

}  // namespace

std::vector<MassProperties> compensated_bodies(const Robot& robot) {
  std::vector<MassProperties> held;
  if (const std::optional<Robot> part = compensated_part(robot))
    for (const Body& body : moving_bodies(*part)) held.push_back(body.mass_properties);
  return held;
}

std::vector<TimedWrench> compensating_wrenches(const Robot& robot, const Eigen::Vector3d& gravity) {
  std::vector<TimedWrench> wrenches;
  for (std::size_t i = 0; i < robot.links().size(); ++i) {
    const auto& [name, body, share] = robot.links()[i];
    if (share * body.mass == 0 || gravity.isZero(0)) continue;
    wrenches.push_back({{.link = i,
                         .frame = ExternalWrench::Frame::world,
                         .point = body.com,
                         .force = -share * body.mass * gravity}});
  }
  return wrenches;
}

MotionRows RowsAtRest::of(const MotionRows& rows, std::size_t dof) {
  const std::size_t size = std::max(q_.size(), dof * rows.count);
  q_.resize(size);
  zeros_.resize(size);
  for (std::size_t j = 0; j < dof; ++j)
    std::copy_n(rows.q + j * rows.stride, rows.count, q_.data() + j * rows.count);
  return {
      .q = q_.data(), .dq = zeros_.data(), .ddq = zeros_.data(), .stride = rows.count, .count = rows.count};
}

std::unique_ptr<const LinkTorques> with_gravity_compensation(
    const Robot& robot, const Loads& loads,
    std::unique_ptr<const LinkTorques> (*prepare)(const Robot& robot, const Loads& loads)) {
  std::unique_ptr<const LinkTorques> links = prepare(robot, loads);
  const std::optional<Robot> held = compensated_part(robot);
  if (!held || loads.gravity.isZero(0)) return links;
  return std::make_unique<CompensatedTorques>(robot, std::move(links), prepare(*held, {loads.gravity}));
}

}  // namespace invdyn
