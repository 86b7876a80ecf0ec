#pragma once

#include <cstddef>
#include <vector>

#include "../../lanes/kernel/instruction_set.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/quantity.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Watches every row for velocities or torques that stay beyond their joint's limit longer than noise does.
class HeldExcess : public Sink {
 public:
  /// `quantity`: dq or tau.
  HeldExcess(const Robot& robot, Quantity quantity);
  void take(const Block& block) override;
  /// The largest magnitude of a joint in the rows that are beyond its limit for long enough; 0: none are.
  double peak(std::size_t joint) const { return joints_[joint].peak; }

 private:
  struct OfJoint {
    double limit;  // 0: none
    double peak = 0;
    // Of consecutive rows beyond the limit, on one side.
    std::size_t rows = 0;
    double since = 0, largest = 0;
    bool is_positive = false;
  };
  void see(OfJoint& joint, double value, double t);

  Quantity quantity_;
  Kernel kernel_ = kernel_for(chosen_instruction_set());
  std::vector<OfJoint> joints_;
};

/// The limit of a joint for dq or tau; 0: it has none.
double limit_of(const Joint& joint, Quantity quantity);

}  // namespace invdyn
