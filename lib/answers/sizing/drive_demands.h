#pragma once

#include <cstddef>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "../../dynamics/core/mass_matrix.h"
#include "../../ground/base/within_memory.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// All that a motion asks of the drives of the joints, kept in memory to try any motor and gear. A rotor acts
/// on the torque of its own joint only, so the dynamics are computed once.
class DriveDemands : public Sink {
 public:
  struct Sample {
    double dq = 0, ddq = 0, tau = 0;  ///< tau as the robot's own drive has it
  };
  struct Instant {
    double time = 0;         ///< s
    double step = 0;         ///< s since the instant before; 0 at the beginning of a motion
    std::size_t motion = 0;  ///< its number
  };

  explicit DriveDemands(const Robot& robot, std::size_t max_numbers = max_kept_numbers);
  /// The rows that follow are of the next motion of the cycle.
  void begin_motion();
  void take(const Block& block) override;

  const std::vector<Instant>& instants() const { return instants_; }
  const std::vector<Sample>& samples(std::size_t joint) const { return samples_[joint]; }
  /// The largest inertia that the joint moves, without its rotor, other joints at rest: kg m^2 or kg.
  double load_inertia(std::size_t joint) const { return load_inertia_[joint]; }
  double duration() const { return duration_; }  ///< s

 private:
  // A joint that moves, and the one whose position gives its own.
  struct Follower {
    std::size_t joint = 0;
    double multiplier = 1, offset = 0;
    double rotor = 0;  ///< reflected inertia of its own rotor, where it follows another
  };
  void take_inertia(const Block& block, Eigen::Index row);

  Robot free_;  // without mimic joints
  MassMatrix inertia_;
  MassMatrix::Workspace<double> workspace_;
  std::vector<Follower> followers_;
  std::size_t max_numbers_;
  bool begun_ = false;
  std::size_t motions_ = 0;
  double duration_ = 0;
  std::vector<Instant> instants_;
  std::vector<std::vector<Sample>> samples_;
  std::vector<double> load_inertia_;
};

}  // namespace invdyn
