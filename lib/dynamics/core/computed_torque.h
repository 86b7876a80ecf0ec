#pragma once

namespace invdyn {

/// The acceleration that computed torque control commands for one joint [Lee et al. 1982, (4.4), with
/// diagonal gains]: the desired one, corrected by the errors in velocity and position. Inverse dynamics of it
/// is the control law (4.1); its cost is a row of the paper's tables. kv in 1/s, kp in 1/s^2.
template <class T>
T commanded_acceleration(const T& ddq_desired, const T& dq_desired, const T& q_desired, const T& dq,
                         const T& q, const T& kv, const T& kp) {
  return ddq_desired + kv * (dq_desired - dq) + kp * (q_desired - q);
}

}  // namespace invdyn
