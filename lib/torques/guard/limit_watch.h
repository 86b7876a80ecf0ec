#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion_track.h"

namespace invdyn {

/// The limit of a joint for dq or tau; 0: it has none.
double limit_of(const Joint& joint, Quantity quantity);

/// Watches every row for velocities and torques that stay beyond their joint's limit longer than noise does.
class LimitWatch : public Sink {
 public:
  explicit LimitWatch(const Robot& robot);
  void take(const Block& block) override;
  /// What to say of them (dq or tau), and of means over windows of `track` that are beyond a limit; none:
  /// nothing is. `is_given`: by the file. `largest`: of each joint in any row, which is named if it is far
  /// more; empty: not known.
  std::optional<std::string> doubt(Quantity quantity, bool is_given, const MotionTrack& track,
                                   const std::vector<double>& largest = {}) const;

 private:
  // A limit, and the rows that are beyond it.
  struct Watched {
    std::size_t joint;
    Quantity quantity;
    double limit;
    double peak = 0;  // in rows that are beyond it for long enough
    // Of consecutive rows beyond it, on one side.
    std::size_t rows = 0, far_rows = 0;
    double since = 0, largest = 0;
    bool is_positive = false;

    void see(double value, double t);
  };
  void spread_rows(const Block& block);

  const Robot& robot_;
  std::vector<Watched> watched_;
  std::vector<std::size_t> spread_;  // rows of the block
  std::size_t stride_;               // between them
};

}  // namespace invdyn
