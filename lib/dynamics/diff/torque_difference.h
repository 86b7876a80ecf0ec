#pragma once

#include <optional>
#include <vector>

#include "../../trajectory/data/sink.h"
#include "../core/trajectory_torques.h"
#include "differences.h"
#include "joint_pairs.h"

namespace invdyn {

/// How much the torques of two robots differ on the same motion. A sink for blocks of the first robot's
/// motion; it computes the torques of both.
class TorqueDifference : public Sink {
 public:
  struct JointValue {
    std::size_t joint = 0;    ///< index into joints() of the first robot
    double largest = 0;       ///< difference, N m or N
    std::optional<double> t;  ///< of the largest difference, s; none: it is zero everywhere
    double rms = 0;           ///< of the difference
    double peak_a = 0, peak_b = 0;
    double relative =
        0;  ///< largest, to the first robot's peak; to a thousandth of the robot's if that is more
  };

  /// Moving joints without a partner are held at 0. `mappings`: with it both robots move alike, and torques
  /// are in the first robot's directions; empty: both get the same numbers.
  TorqueDifference(const Robot& a, const Robot& b, const JointPairs& joints,
                   std::vector<JointMapping> mappings = {});

  /// The first robot with held joints: that of the blocks.
  const Robot& first_robot() const { return a_; }
  /// Throws Error for torques that are not finite.
  void take(const Block& block) override;

  std::size_t rows() const { return rows_; }
  /// In the order of the first robot's q.
  std::vector<JointValue> joints() const;

 private:
  struct Sums {
    double largest = 0, t = 0, norm = 0, peak_a = 0, peak_b = 0;
  };

  Robot a_, b_;
  TrajectoryTorques of_a_, of_b_;
  std::vector<std::size_t> column_of_b_;  // by column of the first robot
  std::vector<JointMapping> mappings_;    // by column of the first robot
  std::vector<Sums> sums_;
  std::size_t rows_ = 0;
};

}  // namespace invdyn
