#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace invdyn {

struct EncoderSettings {
  /// By joint, rad or m per count. Positions are rounded to the nearest count from zero. None: exact
  /// positions.
  std::optional<Eigen::VectorXd> resolution = {};
  /// Whether velocities are backward differences of the readings between samples; else they are exact.
  bool differences = false;
};

/// The joint readings that a controller receives, sample by sample.
class Encoder {
 public:
  explicit Encoder(const EncoderSettings& settings) : settings_(settings) {}

  /// The reading at time t (s) of joints at q (rad or m) with the velocities dq (per s); all spans have the
  /// same length. Times must increase. The first reading assumes a constant velocity during the previous
  /// `period`, s. If less than half a period has passed, at the end of a motion, it repeats the previous
  /// velocities: one count divided by such a short time would be a large velocity.
  void read(double t, std::span<const double> q, std::span<const double> dq, double period,
            std::span<double> q_read, std::span<double> dq_read);

 private:
  double reading(std::size_t joint, double q) const;

  EncoderSettings settings_;
  // From the last sample that updated the velocities; empty before the first one.
  std::vector<double> last_, last_speed_;
  double last_time_ = 0;
};

}  // namespace invdyn
