#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/random_robot.h"
#include "torques/guard/guard.h"

namespace invdyn::test {

/// What is wrong with a motion.
enum class Fault {
  degrees,                ///< angles in degrees, read as radians
  radians,                ///< angles in radians, read as degrees
  milliseconds,           ///< times in ms, read as s
  velocities_in_degrees,  ///< from here on of given derivatives; joints that do not turn keep theirs
  velocities_in_rpm,
  velocities_reversed,
  velocities_of_another,  ///< torques
  velocities_scaled,      ///< 0.3 to 0.7, or 1.4 to 1.9 times as large
  accelerations_in_degrees,
  accelerations_reversed,
  accelerations_of_another,
  lost_rows,          ///< at regular places, with times by a rate
  wrong_rows,         ///< one row or two, of positions of one joint
  wrong_time,         ///< one row, late by a third of a step or more
  time_without_rows,  ///< 12 to 100 of them
  too_fast,           ///< speeds beyond their limits
  too_heavy,          ///< torques beyond their limits, with heavier links
  swallowing_terms    ///< damping, friction, rotors or springs that are most of all torques
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
  /// `are_smoothed`: rows are seen as they are in the file, and torques have no peaks.
  std::vector<Guard::Doubt> doubts(bool are_smoothed = false) const;
  /// The largest change of a joint's torque by the fault, or of its largest torque if rows are lost, as a
  /// part of its largest torque.
  double change() const;
  /// The largest torque, as a part of its limit; 0: there are no limits.
  double effort() const { return effort_; }
  double speed() const { return speed_; }  ///< the same of speeds
  const std::string& name() const { return name_; }

 private:
  using Columns = std::vector<std::vector<double>>;
  struct Log {
    std::vector<double> t;
    Columns q, dq, ddq;
  };
  void move(std::size_t joint, Random& random);
  void disturb(Random& random);
  Block block(const Robot& robot, const Log& log, Known known) const;
  double part_of_limit(const Block& block, Quantity quantity) const;
  const Robot& robot() const { return changed_ ? *changed_ : robot_; }

  const Robot& robot_;
  Known known_;
  std::optional<Robot> changed_;
  double rate_ = 0, speed_ = 0, effort_ = 0;
  bool degrees_ = false, has_rate_ = false;
  std::string name_;
  Log log_, sound_;
};

/// A robot whose joints have limits, as those of arms.
Robot limited_robot(Random& random);

}  // namespace invdyn::test
