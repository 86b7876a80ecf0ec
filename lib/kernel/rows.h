#pragma once

#include <cstddef>

namespace invdyn {

/// Rows of a trajectory as a Block holds them, joint-major: joint j has its value of row k at [j * stride +
/// k]. rad or m, per s, per s^2; N m or N.
struct MotionRows {
  const double *q = nullptr, *dq = nullptr, *ddq = nullptr;
  double* tau = nullptr;  ///< to fill
  std::size_t stride = 0, count = 0;
};

/// Inverse dynamics at work on rows, in one thread, with its temporaries. A row's torques depend on that row
/// alone, to the last bit.
class RowTorques {
 public:
  virtual ~RowTorques() = default;
  virtual void torques(const MotionRows& rows) = 0;
};

}  // namespace invdyn
