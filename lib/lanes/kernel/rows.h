#pragma once

#include <cstddef>

namespace invdyn {

/// Rows of a trajectory in the layout of a Block, joint-major: the value of joint j in row k is at [j *
/// stride + k]. rad or m, per s, per s^2; N m or N.
struct MotionRows {
  const double *q = nullptr, *dq = nullptr, *ddq = nullptr;
  double* tau = nullptr;  ///< result
  std::size_t stride = 0, count = 0;

  /// Of a base that moves: value i of row k is at [i * stride + k]. Null for a base at rest.
  struct Base {
    /// x, y, z of its origin in the world, and the unit quaternion qw, qx, qy, qz from its axes to the
    /// world's; velocity of the origin in world axes.
    const double *pose = nullptr, *velocity = nullptr;
    /// In its own axes: acceleration of its origin less gravity, angular velocity, angular acceleration.
    const double* motion = nullptr;
    double* wrench = nullptr;  ///< result: force on the base and moment about its origin, in its axes
    std::size_t stride = 0;
  };
  Base base = {};

  /// Of n contacts: force on the link and moment about its origin, in world axes. Component c of contact i is
  /// at [(6 i + c) * contact_stride + k].
  const double* contacts = nullptr;
  std::size_t contact_stride = 0;
};

/// Inverse dynamics of rows, in one thread, with its temporaries. The torques of a row depend only on that
/// row, bit by bit.
class RowTorques {
 public:
  virtual ~RowTorques() = default;
  virtual void row_torques(const MotionRows& rows) = 0;
};

}  // namespace invdyn
