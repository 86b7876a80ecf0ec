#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../lanes/scalar/batch_sin_cos.h"
#include "../core/drive_torques.h"
#include "../core/joint_motion.h"

namespace invdyn {

/// The lanes in which the papers' recursions run: two of SSE2, or whatever else the processor has for them.
/// Wider ones would need these units, with all of Eigen, compiled for more than one instruction set.
struct PortableLanes {
  static constexpr std::size_t count = 2;
  typedef double Vector __attribute__((vector_size(16)));
  typedef std::uint64_t Bits __attribute__((vector_size(16)));
};
using PortableBatch = Batch<PortableLanes>;

inline SinCos<PortableBatch> sin_cos(const PortableBatch& angle) {
  SinCos<PortableBatch> result = sin_cos_below(angle);
  if (any<PortableLanes>(is_large(angle))) redo_large(angle, result);
  return result;
}

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

namespace Eigen {

template <>
struct NumTraits<invdyn::PortableBatch> : GenericNumTraits<double> {
  using Real = invdyn::PortableBatch;
  using NonInteger = invdyn::PortableBatch;
  using Nested = invdyn::PortableBatch;
  using Literal = invdyn::PortableBatch;
  static Real epsilon() { return Real(NumTraits<double>::epsilon()); }
  static Real dummy_precision() { return Real(NumTraits<double>::dummy_precision()); }
  enum { RequireInitialization = 0, ReadCost = 1, AddCost = 1, MulCost = 1 };
};

}  // namespace Eigen
