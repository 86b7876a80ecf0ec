#pragma once

#include <string>
#include <vector>

#include "../model/robot.h"
#include "read.h"

namespace invdyn {

/// error: torques are wrong, unless the robot is very unusual. warning: suspicious, but torques hardly depend
/// on it, or it is a common placeholder. note: worth knowing, and often intended.
enum class Severity { error, warning, note };

struct Finding {
  Severity severity;
  std::string place;          ///< `link "hand"`, `joint "elbow"`, `gravity`; for a file, after its name
  std::string text;           ///< the values found and the expected ones
  std::string kind = {};      ///< `impossible_moments`: a file accepts the finding by it; empty: it cannot
  std::string subject = {};   ///< `link hand`, `joint elbow`; empty: the whole robot
  std::string accepted = {};  ///< the file's reason for accepting it; empty: not accepted
};

/// Thresholds beyond which a value is suspicious. Real robots stay well within them; values in other units
/// exceed them.
namespace suspicion {
/// From a joint to the next, or to a centre of mass, m. In mm, lengths are tens and hundreds. Those of large
/// machines are too, but these are heavy: kg for each cube of the robot's length, m^3. Arms have some 10 to
/// 200, long booms 0.1; in cm, arms have a millionth.
inline constexpr double length = 10, least_mass_over_cube = 1e-3;
/// From a link's frame to its centre of mass, as a multiple of the length that all joints of the robot span,
/// and its minimum in m.
inline constexpr double com_over_span = 3, min_com = 1;
/// The threshold for the radius of gyration of a link is the span plus the distance of its centre of mass,
/// and at least this, m. Moments in kg cm^2 make the radius 100 times as large, in kg mm^2 1000 times.
inline constexpr double min_radius_of_gyration = 1;
/// kg/m^3, of osmium [CRC Handbook of Chemistry and Physics]. Among all bodies of one mass and at most this
/// density, a solid ball has the smallest moments. So no body of that mass can have smaller ones.
inline constexpr double density = 22590;
/// A smaller radius of gyration, m, or equal moments without products indicate a point or a placeholder.
inline constexpr double radius_of_a_point = 1e-4;
/// Of all moving links, kg: about the mass of the heaviest arms in series production. In g, lighter arms
/// exceed it. Larger machines do too, but have less mass for each cube of their length, kg/m^3.
inline constexpr double total_mass = 10'000, mass_over_cube = 1000;
/// Position limits, rad: four turns. In degrees, most limits are larger. Values from `endless` on mean no
/// limit.
inline constexpr double angle = 25.2;
inline constexpr double endless = 1000;
/// Of a larger limit that is meant: how near to a multiple of pi it is, as a part of pi.
inline constexpr double half_turns = 6e-3;
/// An angle of an orientation in a file, rad: one turn and some rounding. Most nonzero angles in degrees are
/// larger, and read as rad they are no multiple of a quarter turn to this tolerance.
inline constexpr double orientation = 6.29, quarter_turns = 1e-3;
/// Position limits of prismatic joints, m: the travel of a long gantry.
inline constexpr double travel = 30;
/// Velocity limits, rad/s and m/s: the joints of the fastest arms come near. In degrees/s or mm/s, most
/// limits exceed them.
inline constexpr double angular_speed = 120, speed = 20;
/// The reflected inertia of a rotor, divided by the largest inertia that a joint of the same kind moves.
inline constexpr double rotor_over_links = 100;
/// What a joint needs to hold what it carries, over its effort limit. Rounding of masses does not show.
inline constexpr double holding = 1.02;
/// Gravity, m/s^2: 9.76 to 9.84 on the Earth; a value above `gravity` may be in mm/s^2.
inline constexpr double min_gravity = 9.76, max_gravity = 9.84, gravity = 100;
/// Minimum inertia that a joint moves in a posture without symmetry, kg m^2 or kg: far below a gram at a
/// millimetre. For a tiny robot, as a part of its mass at its length: a little above rounding.
inline constexpr double no_inertia = 1e-12, no_share_of_inertia = 1e-13;
}  // namespace suspicion

/// All errors, warnings and notes about a robot, in the order of its links and joints.
std::vector<Finding> check_robot(const Robot& robot);

/// The same for a file or a shipped robot, with its reader's warnings and the unused parts of the file.
/// Errors come first, then warnings, then notes, and accepted findings last. An accepted finding that does
/// not occur becomes a warning. Throws Error if the file cannot be read.
std::vector<Finding> check_robot_file(const std::string& path_or_name, const RobotReading& reading);

/// What check_robot_file() calls an error and the file does not accept, of a file that has been read, and
/// links whose mass is missing; `with_limits`: limits in other units too. Cheap: for warnings of commands
/// that compute with the robot.
std::vector<Finding> errors_of(const RobotFile& file, const std::string& path_or_name,
                               bool with_limits = false);

}  // namespace invdyn
