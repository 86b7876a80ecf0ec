#pragma once

#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Of the rows in which a joint is at rest, for 0.1 s or more: those that its dry friction can hold. The
/// blocks have the torques of the robot without friction.
class RestShares : public Sink {
 public:
  /// Friction may be this many times as large at rest.
  static constexpr double margin = 1.15;

  static constexpr double shortest = 0.1;  ///< rest, s: where a joint reverses it is no rest

  explicit RestShares(const Robot& robot);

  /// `speeds`: of each joint, up to which it is at rest. They must outlive the log.
  void begin_log(const std::vector<double>& speeds);
  void take(const Block& block) override;

  /// Of each joint; NaN: it is never at rest.
  std::vector<double> held();

 private:
  struct OfJoint {
    double low, high, load;  // dry friction and offset while dq < 0 and dq > 0; share of the load
    std::size_t rows = 0, held = 0, slow_rows = 0, slow_held = 0;  // slow_: since `begin`
    double begin = 0, end = 0;
    void end_rest();
  };

  std::vector<OfJoint> joints_;
  const std::vector<double>* speeds_ = nullptr;
};

}  // namespace invdyn
