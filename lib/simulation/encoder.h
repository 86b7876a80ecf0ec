#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace invdyn {

struct EncoderSettings {
  /// Of each joint, rad or m per count; positions are read to the nearest count from zero. None: exactly.
  std::optional<Eigen::VectorXd> resolution = {};
  /// Velocities are the backward differences of the readings from sample to sample; else exact.
  bool differences = false;
};

/// The joint readings that a controller receives, sample by sample.
class Encoder {
 public:
  explicit Encoder(const EncoderSettings& settings) : settings_(settings) {}

  /// The reading at time t (s) of joints at q (rad or m) with the velocities dq (per s), all of one length.
  /// Times must increase. The first reading assumes that the joints have moved at constant velocity for
  /// `period`, s. If less than half a period has passed, at the end of a motion, it repeats the velocities of
  /// the reading before: one count divided by such a short time would be a large velocity.
  void read(double t, std::span<const double> q, std::span<const double> dq, double period,
            std::span<double> q_read, std::span<double> dq_read);

 private:
  double reading(std::size_t joint, double q) const;

  EncoderSettings settings_;
  // Of the latest sample that velocities were taken at; empty before the first.
  std::vector<double> last_, last_speed_;
  double last_time_ = 0;
};

}  // namespace invdyn
