#pragma once

#include <cmath>

#include "answers/sizing/recorded_motion.h"
#include "support/random_robot.h"

namespace invdyn::test {

/// Rows of a motion with sinusoidal joints: q_i = centre_i + amplitude_i sin(rate_i t + phase_i).
class Swing {
 public:
  Swing(Random& random, const Robot& robot) : state_(random_state(random, robot)) {
    const auto n = state_.q.size();
    for (Vector* values : {&amplitude_, &rate_, &phase_}) values->resize(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      amplitude_[i] = random.uniform(0.2, 1);
      rate_[i] = random.uniform(1, 3);
      phase_[i] = random.uniform(0, 6);
    }
  }

  State at(Real t) const {
    const Vector angle = rate_ * t + phase_;
    State state;
    state.q = state_.q + (amplitude_.array() * angle.array().sin()).matrix();
    state.dq = (amplitude_.array() * rate_.array() * angle.array().cos()).matrix();
    state.ddq = (-amplitude_.array() * rate_.array().square() * angle.array().sin()).matrix();
    return state;
  }

  /// Without torques.
  Block block(std::size_t rows, double duration) const {
    Block block(static_cast<std::size_t>(state_.q.size()), rows);
    block.rows = rows;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto k = static_cast<Eigen::Index>(row);
      block.t[k] = duration * static_cast<double>(row) / static_cast<double>(rows - 1);
      const State state = at(block.t[k]);
      block.q.row(k) = state.q.cast<double>().transpose().array();
      block.dq.row(k) = state.dq.cast<double>().transpose().array();
      block.ddq.row(k) = state.ddq.cast<double>().transpose().array();
    }
    return block;
  }

 private:
  State state_;
  Vector amplitude_, rate_, phase_;
};

inline RecordedMotion kept(const Block& block) {
  RecordedMotion motion;
  motion.take(block);
  return motion;
}

}  // namespace invdyn::test
