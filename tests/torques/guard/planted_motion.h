#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/random_robot.h"
#include "torques/guard/guard.h"

namespace invdyn::test {

/// What is wrong with a motion.
enum class Fault {
  none,
  degrees,                ///< angles in degrees, read as radians
  radians,                ///< angles in radians, read as degrees
  milliseconds,           ///< times in ms, read as s
  velocities_in_degrees,  ///< from here on of given derivatives; joints that do not turn keep theirs
  velocities_in_rpm,
  velocities_of_ms,  ///< of a clock in ms
  velocities_reversed,
  velocities_of_another,  ///< torques
  accelerations_in_degrees,
  accelerations_reversed,
  accelerations_of_another,
  lost_rows,  ///< at regular places, with times by a rate
  too_fast,   ///< speeds beyond their limits
  too_heavy   ///< torques beyond their limits, with heavier links
};

/// A motion within the limits of its robot, as a log has it: with noise, rounding, an uneven clock and
/// lagging velocities, at 50 Hz to 8 kHz. With a fault, in all joints or in one of them.
class PlantedMotion {
 public:
  /// The robot must outlive this object.
  PlantedMotion(const Robot& robot, Known known, Random& random);
  /// One joint alone, or all of them.
  void plant(Fault fault, std::optional<std::size_t> joint, Random& random);

  /// The text of all that the guard says.
  std::vector<Guard::Doubt> doubts() const;
  /// The largest change of a joint's torque by the fault, as a part of the joint's largest torque.
  double change() const;
  /// The largest torque, as a part of its limit; 0: there are no limits.
  double effort() const { return effort_; }
  double speed() const { return speed_; }  ///< the same of speeds
  const std::string& name() const { return name_; }

 private:
  using Columns = std::vector<std::vector<double>>;
  void move(std::size_t joint, Random& random);
  void log(Random& random);
  Block block(const Robot& robot, const std::vector<double>& t, const Columns& q, const Columns& dq,
              const Columns& ddq, Known known) const;

  const Robot& robot() const { return heavy_ ? *heavy_ : robot_; }

  const Robot& robot_;
  Known known_;
  double part_of_limit(const Block& block, Quantity quantity) const;

  std::optional<Robot> heavy_;
  double rate_ = 0, speed_ = 0, effort_ = 0;
  bool degrees_ = false, has_rate_ = false;
  std::string name_;
  std::vector<double> t_, sound_t_;
  Columns q_, dq_, ddq_, sound_q_, sound_dq_, sound_ddq_;
};

/// A robot whose joints have limits, as those of arms.
Robot limited_robot(Random& random);

}  // namespace invdyn::test
