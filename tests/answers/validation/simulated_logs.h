#pragma once

#include <set>
#include <string>

#include "answers/validation/suspicions.h"
#include "support/random_robot.h"
#include "trajectory/data/block.h"

namespace invdyn::test {

/// A log of a simulated arm: its motion, and the torques that it measures.
struct SimulatedLog {
  Block motion;  ///< with measured torques
  double dt;
};

/// A shipped robot with drives: gears of 50 to 160, rotors of 0.1 to 0.5 of the mean inertia that the joint
/// moves, dry and viscous friction of 5 to 25 % of the joint's peak torque each.
Robot robot_with_drives(Random& random);

/// `seconds` at `rate`: a sum of five sines for each joint, or quintic steps with rests between them.
SimulatedLog simulated_motion(Random& random, const Robot& robot, double rate, double seconds);

/// The torques of this robot as measured ones, with white noise and noise of a correlation of 0.9 from row to
/// row, each of this part of the standard deviation of a joint's torque.
void measure(Random& random, const Robot& robot, double noise, SimulatedLog& log);

/// The suspicions about a model of the log's robot, as `validate` has them: `sign 2`, by kind and joint.
std::set<std::string> suspicions_of(const Robot& model, const SimulatedLog& log,
                                    const MeasuredSettings& settings = {}, bool are_loaded = false);

/// What each joint's drive is without: for models that lack friction or rotors.
Robot without_friction(const Robot& robot);
Robot without_rotors(const Robot& robot);
/// Damping and dry friction of each joint times this factor.
Robot with_friction_times(double factor, const Robot& robot);
/// The computed torques of the robot along this motion, and those without gravity.
Eigen::ArrayXXd torques_of(const Robot& robot, const Block& motion, bool has_gravity);

}  // namespace invdyn::test
