#pragma once

#include <string>
#include <vector>

#include "../robot/robot.h"
#include "read.h"

namespace invdyn {

/// error: torques are wrong, unless the robot is like no other. warning: suspicious, but torques hardly
/// depend on it, or it is a common placeholder. note: worth knowing, and often meant.
enum class Severity { error, warning, note };

struct Finding {
  Severity severity;
  std::string place;          ///< `link "hand"`, `joint "elbow"`, `gravity`; of a file with its name in front
  std::string text;           ///< what is there, with numbers, and what was expected
  std::string kind = {};      ///< `impossible_moments`, by which a file accepts it; empty: it cannot
  std::string subject = {};   ///< `link hand`, `joint elbow`; of the whole robot: empty
  std::string accepted = {};  ///< the reason for which its file accepts it; empty: it does not
};

/// Where a robot becomes suspicious. Wide of what is built, and narrow enough for numbers in other units to
/// fall outside.
namespace suspicion {
/// From a joint to the next, or to a centre of mass, m. Arms of some metres are large; in mm their lengths
/// are tens and hundreds.
inline constexpr double length = 10;
/// From a link's frame to its centre of mass, as a multiple of the lengths that all joints of the robot span,
/// and at the least in m.
inline constexpr double com_over_span = 3, min_com = 1;
/// The radius of gyration of a link goes by the span and its centre of mass, and is at the least this, m.
/// Moments in kg cm^2 make it 100 times as large, in kg mm^2 1000 times.
inline constexpr double min_radius_of_gyration = 1;
/// kg/m^3, of osmium [CRC Handbook of Chemistry and Physics]. Of all bodies of a given mass that are nowhere
/// denser than this, the ball has the least moments, so nothing of that mass can have less.
inline constexpr double density = 22590;
/// A smaller radius of gyration, m, or equal moments without products, are those of a point or a placeholder.
inline constexpr double radius_of_a_point = 1e-4;
/// Of all links that move, kg: the heaviest arms in series production weigh about as much. In g, lighter ones
/// do.
inline constexpr double total_mass = 10'000;
/// Position limits, rad: four turns. In degrees, most limits are larger. What is far beyond (see endless) was
/// meant as no limit.
inline constexpr double angle = 25.2;
inline constexpr double endless = 1000;
/// An angle of an orientation in a file, rad: a turn, and some rounding. In degrees, most that are not 0 are
/// larger, and no multiple of a quarter of a turn to so much.
inline constexpr double orientation = 6.29, quarter_turns = 1e-3;
/// Position limits of sliding joints, m: the way of a long gantry.
inline constexpr double travel = 30;
/// Velocity limits, rad/s and m/s: joints of the fastest arms come near. In degrees/s or mm/s, most do.
inline constexpr double angular_speed = 120, speed = 20;
/// A rotor's inertia seen from its joint, over the largest inertia that a joint of that kind moves.
inline constexpr double rotor_over_links = 100;
/// Gravity, m/s^2: on the Earth it is from 9.76 to 9.84; above the limit it may be in mm/s^2.
inline constexpr double min_gravity = 9.76, max_gravity = 9.84, gravity = 100;
/// Inertia that a joint must move in a posture without symmetry, kg m^2 or kg: far below a gram at a
/// millimetre.
inline constexpr double no_inertia = 1e-12;
}  // namespace suspicion

/// All that is wrong with a robot or suspicious about it, in the order of its links and joints.
std::vector<Finding> check_robot(const Robot& robot);

/// The same of a file or a shipped robot, with what its reader warns of and what in it is not used; errors
/// first, then warnings, then notes, and last those that the file accepts. Warns in it of an accepted finding
/// that is not there. Throws Error where the file cannot be read.
std::vector<Finding> check_robot_file(const std::string& path_or_name, const RobotReading& reading);

}  // namespace invdyn
