#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../lanes/scalar/portable_batch.h"
#include "../core/drive_torques.h"
#include "../core/joint_motion.h"

namespace invdyn {

/// A formulation's template on rows, a batch at a time. The last batch is filled up with copies of the last
/// row.
template <class F>
class BatchedRows : public RowTorques {
 public:
  BatchedRows(const F& formulation, const DriveTorques& drives)
      : formulation_(formulation),
        drives_(drives),
        workspace_(formulation),
        q_(drives.dof()),
        dq_(drives.dof()),
        ddq_(drives.dof()),
        tau_(drives.dof()) {}

  void row_torques(const MotionRows& rows) override {
    for (std::size_t k = 0; k < rows.count; k += PortableLanes::count) {
      const auto row_of = [&](std::size_t lane) { return std::min(k + lane, rows.count - 1); };
      for (std::size_t j = 0; j < tau_.size(); ++j)
        for (std::size_t lane = 0; lane < PortableLanes::count; ++lane) {
          const std::size_t at = j * rows.stride + row_of(lane);
          q_[j].set(lane, rows.q[at]);
          dq_[j].set(lane, rows.dq[at]);
          ddq_[j].set(lane, rows.ddq[at]);
        }
      const JointMotion<PortableBatch> motion{q_, dq_, ddq_};
      const std::span<PortableBatch> tau(tau_);
      formulation_.torques(motion, workspace_, tau);
      drives_.add(motion, tau);
      for (std::size_t j = 0; j < tau_.size(); ++j)
        for (std::size_t lane = 0; lane < PortableLanes::count && k + lane < rows.count; ++lane)
          rows.tau[j * rows.stride + k + lane] = tau[j][lane];
    }
  }

 private:
  const F& formulation_;
  DriveTorques drives_;
  typename F::template Workspace<PortableBatch> workspace_;
  std::vector<PortableBatch> q_, dq_, ddq_, tau_;
};

}  // namespace invdyn
