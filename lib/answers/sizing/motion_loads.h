#pragma once

#include <array>
#include <optional>
#include <vector>

#include "../../trajectory/data/sink.h"
#include "joint_rating.h"

namespace invdyn {

/// The loads of a motion on each joint. Between two samples, squared torque is integrated by the trapezoidal
/// rule; velocity and power (tau dq, at the joint) are straight lines. If they change sign, the parts above
/// and below zero are integrated separately.
class MotionLoads : public Sink {
 public:
  /// The sample with the largest value of a quantity.
  struct Extreme {
    double value = 0, time = 0;  ///< s
    std::size_t motion = 0;      ///< number of its motion, see the constructor
  };
  /// The sample with the smallest margin of a limit.
  struct Worst {
    Demand demand;
    double time = 0;
    std::size_t motion = 0;
  };
  struct Joint {
    Extreme torque, speed;               ///< the largest magnitude, with its sign
    Extreme power, regenerated_power;    ///< the largest power into the joint and out of it, W, >= 0
    double squared_torque = 0;           ///< integral over time
    double squared_motor_torque = 0;     ///< the same at the motor's shaft, if the joint has a motor
    double travel = 0;                   ///< integral of |dq|, rad or m
    double energy = 0, regenerated = 0;  ///< integral of the power into and out of the joint, J, >= 0
    std::array<std::optional<Worst>, sample_limits.size()> worst;  ///< for the given limits
  };

  /// `motion`: the number of this motion, if there are several. Keeps a reference to the ratings.
  explicit MotionLoads(const Ratings& ratings, std::size_t motion = 0);
  void take(const Block& block) override;
  /// Adds other motions of the same joints, as if they followed this one: times add up, and the gaps between
  /// the motions do not count.
  void add(const MotionLoads& other);

  const std::vector<Joint>& joints() const { return joints_; }
  double duration() const { return duration_; }  ///< s
  /// Mean values over the duration, which must be above 0: N m or N, N m, rad/s or m/s.
  double rms_torque(std::size_t joint) const;
  double rms_motor_torque(std::size_t joint) const;
  double mean_speed(std::size_t joint) const;
  /// Whether all values are finite: squares and powers of finite torques may overflow.
  bool is_finite() const;

 private:
  struct Latest {
    double tau = 0, dq = 0, motor = 0;
  };
  void take_sample(Joint& joint, const JointRating& rating, const JointSample& sample, double time) const;

  const Ratings& ratings_;
  std::size_t motion_;
  std::vector<Joint> joints_;
  std::vector<Latest> latest_;
  bool begun_ = false;
  double latest_time_ = 0, duration_ = 0;
};

/// The result of a limit in a motion.
struct LimitCheck {
  std::size_t joint = 0;
  LimitKind kind = LimitKind::position;
  std::optional<Demand> demand = {};  ///< none: the limit is not given
  std::optional<double> time = {};    ///< s, of the worst sample; none: it is for the whole motion
  std::size_t motion = 0;             ///< of that sample
};

/// Checks every limit of every joint; limits of motors only if there are motors. The loads may be from
/// several motions: then the RMS torque is over all of them.
std::vector<LimitCheck> check_limits(const Ratings& ratings, const MotionLoads& loads);

bool any_broken(const std::vector<LimitCheck>& checks);
bool breaks_a_position(const std::vector<LimitCheck>& checks);
/// The check with the smallest margin, of all joints or of one. Exceeded limits come first. Null if there is
/// none. A position within its limits is ignored, because its margin is not a load.
const LimitCheck* worst_of(const std::vector<LimitCheck>& checks, std::optional<std::size_t> joint = {});

}  // namespace invdyn
