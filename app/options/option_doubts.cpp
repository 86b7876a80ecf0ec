#include "option_doubts.h"

#include <algorithm>
#include <cmath>

#include "arguments.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "payload_argument.h"
#include "robot/files/check.h"
#include "robot/model/reach.h"
#include "wrench_argument.h"

namespace invdyn {
namespace {

// A payload of more than this multiple of the arm's mass, and points farther than this multiple of its reach.
constexpr double heavy = 2, far = 3;

void doubt_robot(const RobotArgument& argument, Report& report) {
  for (const std::string& note : argument.notes()) report.note(note);
  const std::vector<Finding>& errors = argument.errors();
  if (errors.empty()) return;
  const Finding& first = errors.front();
  report.doubt(first.place,
               first.text + (errors.size() > 1 ? "; and " + counted(errors.size() - 1, "more finding") : "") +
                   " (invdyn robot check " + shell_word(argument.path) + ")");
}

void doubt_point(const std::string& option, const Eigen::Vector3d& point, double reach, Report& report) {
  if (!(reach > 0) || !(point.norm() > far * reach)) return;
  report.doubt(option, "has a point " + three_digits(point.norm()) + " m away, but the robot reaches " +
                           three_digits(reach) + " m: is the point in mm? Then give " +
                           six_digits(point.x() / 1000) + "," + six_digits(point.y() / 1000) + "," +
                           six_digits(point.z() / 1000));
}

// CAD programs state moments in g mm^2 or kg mm^2.
void doubt_moments(const MassProperties& payload, double reach, Report& report) {
  const double largest = payload.inertia.diagonal().maxCoeff();
  if (!(payload.mass > 0 && reach > 0 && largest > payload.mass * far * far * reach * reach)) return;
  report.doubt("--payload", "has a moment of inertia of " + three_digits(largest) +
                                " kg m^2. Its radius of gyration is then " +
                                three_digits(std::sqrt(largest / payload.mass)) +
                                " m, but the robot reaches only " + three_digits(reach) +
                                " m: is the moment in kg mm^2 or g mm^2? Then give " +
                                six_digits(largest * 1e-6) + " or " + six_digits(largest * 1e-9) + " kg m^2");
}

void doubt_payloads(const std::vector<std::string>& payloads, const Robot& robot, Report& report) {
  const auto silent = [](const std::string&) {};
  std::vector<MassProperties> bodies(robot.links().size());
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i] = robot.links()[i].mass_properties;
  double carried = 0;
  std::vector<MassProperties> loads;
  for (const std::string& text : payloads) {
    const Payload payload = payload_argument("--payload", text, robot, silent);
    carried += payload.body.mass;
    loads.push_back(payload.body);
    MassProperties& body = bodies[payload.link];  // without it
    const double rest = body.mass - payload.body.mass;
    body.com = rest > 1e-9 * body.mass
                   ? Eigen::Vector3d((body.mass * body.com - payload.body.mass * payload.body.com) / rest)
                   : Eigen::Vector3d::Zero();
    body.mass = std::max(rest, 0.0);
  }
  const Robot without = robot.with_mass_properties(bodies);
  const double arm = moving_mass(without), reached = reach(without);
  if (arm > 0 && carried > heavy * arm)
    report.doubt("--payload", "has a mass of " + three_digits(carried) +
                                  " kg, but the moving links have only " + three_digits(arm) +
                                  " kg: is the mass in g? Then give mass=" + six_digits(carried / 1000));
  for (const MassProperties& load : loads) {
    doubt_point("--payload", load.com, reached, report);
    doubt_moments(load, reached, report);
  }
}

// In the unit in which it is that of the Earth, if there is one.
void doubt_gravity(const Eigen::Vector3d& gravity, Report& report) {
  struct Unit {
    const char* name;
    double si;
  };
  const double size = gravity.norm();
  for (const Unit& unit : {Unit{"mm/s^2", 1e-3}, Unit{"cm/s^2", 1e-2}, Unit{"ft/s^2", 0.3048}}) {
    if (std::abs(size * unit.si / standard_gravity - 1) > 0.01) continue;
    const Eigen::Vector3d g = gravity * unit.si;
    return report.doubt("--gravity", "is of " + six_digits(size) + " m/s^2: is it in " + unit.name +
                                         "? Then give " + six_digits(g.x()) + "," + six_digits(g.y()) + "," +
                                         six_digits(g.z()));
  }
  if (size > suspicion::gravity)
    report.doubt("--gravity",
                 "is of " + six_digits(size) + " m/s^2: is it in mm/s^2 or cm/s^2? Expected m/s^2");
}

}  // namespace

void report_doubts(const RobotArgument& argument, const DynamicsArguments& dynamics, const Robot& robot,
                   const DoubtedLoads& loads, Report& report) {
  doubt_robot(argument, report);
  if (!dynamics.payloads.empty()) doubt_payloads(dynamics.payloads, robot, report);
  if (const auto& gravity = loads.settings.gravity) doubt_gravity(*gravity, report);
  for (const std::string& text : dynamics.wrenches)
    if (const auto note = note_on_place("--wrench", text, robot)) report.note(*note);
  const double reached = reach(robot);
  if (loads.settings.wrench) doubt_point("--wrench", loads.settings.wrench->point, reached, report);
  for (const TimedWrench& each : loads.surroundings.wrenches)
    doubt_point("--wrench", each.wrench.point, reached, report);
}

}  // namespace invdyn
