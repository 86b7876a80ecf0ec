#pragma once

#include <cstddef>

namespace invdyn {

/// Rows of a trajectory in the layout of a Block, joint-major: the value of joint j in row k is at [j *
/// stride + k]. rad or m, per s, per s^2; N m or N.
struct MotionRows {
  const double *q = nullptr, *dq = nullptr, *ddq = nullptr;
  double* tau = nullptr;  ///< result
  std::size_t stride = 0, count = 0;
};

/// Inverse dynamics of rows, in one thread, with its temporaries. The torques of a row depend only on that
/// row, bit by bit.
class RowTorques {
 public:
  virtual ~RowTorques() = default;
  virtual void row_torques(const MotionRows& rows) = 0;
};

}  // namespace invdyn
