#pragma once

#include <memory>
#include <vector>

#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Passes rows on with the measured torque of a later time, so that torques that come late meet their motion
/// again. Between rows they are interpolated. Rows at the ends of a log without such a torque are left out.
class DelayedTorques : public Sink {
 public:
  /// `delays`: of each joint, s; negative: the torque comes early. The sinks must outlive the object.
  DelayedTorques(std::vector<double> delays, std::vector<Sink*> sinks);

  void take(const Block& block) override;

 private:
  void append(const Block& block);
  double measured_at(double t, Eigen::Index joint, Eigen::Index& from) const;

  std::vector<double> delays_;
  double latest_, earliest_;  // of the delays, and 0
  std::vector<Sink*> sinks_;
  std::unique_ptr<Block> held_;  // rows that are needed yet
  Eigen::Index next_ = 0;        // of these: the first that is to be passed on
};

}  // namespace invdyn
