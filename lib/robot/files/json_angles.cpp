#include "json_angles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"
#include "check.h"

namespace invdyn {
namespace {

constexpr double quarter = std::numbers::pi / 2;

struct Angle {
  JsonNode node;
  double value;
};
using Angles = std::vector<Angle>;

void add_angle(const JsonNode& object, const char* key, Angles& angles) {
  if (object.has(key)) angles.push_back({object.at(key), object.at(key).number()});
}

void add_orientation(const JsonNode& object, Angles& angles) {
  if (!object.has("rpy")) return;
  const JsonNode rpy = object.at("rpy");
  for (const double angle : rpy.vector3()) angles.push_back({rpy, angle});
}

void add_inertia(const JsonNode& object, Angles& angles) {
  if (object.has("inertia")) add_orientation(object.at("inertia"), angles);
}

bool turns(const JsonNode& joint) {
  return joint.at("type").text() == "revolute" || joint.at("type").text() == "continuous";
}

// Of all poses; the variable of a slide has its zero in m. The constants theta and offset are often no
// quarters.
Angles pose_angles(const JsonNode& root, bool with_theta) {
  Angles angles;
  if (root.has("base")) {
    const JsonNode base = root.at("base");
    add_orientation(base, angles);
    add_inertia(base, angles);
    if (base.has("link")) add_inertia(base.at("link"), angles);
  }
  for (const JsonNode& joint : root.at("joints").elements()) {
    if (joint.has("origin")) add_orientation(joint.at("origin"), angles);
    for (const char* form : {"dh", "mdh"}) {
      if (!joint.has(form)) continue;
      add_angle(joint.at(form), "alpha", angles);
      if (with_theta) add_angle(joint.at(form), turns(joint) ? "offset" : "theta", angles);
    }
    add_inertia(joint.at("link"), angles);
  }
  return angles;
}

Angles position_limits(const JsonNode& root) {
  Angles limits;
  for (const JsonNode& joint : root.at("joints").elements()) {
    if (!turns(joint) || !joint.has("limits") || !joint.at("limits").has("position")) continue;
    for (const JsonNode& bound : joint.at("limits").at("position").elements())
      if (!bound.is_null()) limits.push_back({bound, bound.number()});
  }
  return limits;
}

std::string quarter_text(const Angle& angle, const char* what) {
  return angle.node.place() + ": is " + angle.node.value() + ". As radians, this is about " +
         six_digits(90 * quarters_in(angle.value)) + " degrees, but \"angles\" says degrees: expected " +
         what + " in degrees, or \"angles\": \"radians\" at the top of the file";
}

bool is_beyond_a_turn(const Angle& angle) {
  const double quarters = angle.value / quarter;
  return std::abs(angle.value) > suspicion::orientation &&
         std::abs(quarters - std::round(quarters)) > suspicion::quarter_turns;
}

std::vector<std::string> doubts_of_radians(const Angles& poses) {
  const auto wide = std::find_if(poses.begin(), poses.end(), is_beyond_a_turn);
  if (wide == poses.end()) return {};
  return {wide->node.place() + ": is " + wide->node.value() +
          ", more than a turn: is it in degrees? Expected rad, or \"angles\": \"degrees\" at the top of the "
          "file"};
}

// Limits are rounded more than twists: 3.14, 6.28.
std::vector<std::string> doubts_of_degrees(Angles poses, Angles limits) {
  constexpr double rounding = 4e-3;
  std::vector<std::string> doubts;
  for (Angles* angles : {&poses, &limits})
    std::erase_if(*angles, [](const Angle& angle) { return angle.value == 0; });
  const auto is_quarter = [](const Angle& angle) { return is_quarter_in_radians(angle.value); };
  if (!poses.empty() && std::all_of(poses.begin(), poses.end(), is_quarter))
    doubts.push_back(quarter_text(poses.front(), "angles"));
  const auto is_rounded_quarter = [](const Angle& angle) {
    return is_quarter_in_radians(angle.value, rounding);
  };
  const auto limit = std::find_if(limits.begin(), limits.end(), is_rounded_quarter);
  const bool are_within_a_turn = std::all_of(limits.begin(), limits.end(), [](const Angle& angle) {
    return std::abs(angle.value) <= suspicion::orientation;
  });
  if (limit != limits.end() && are_within_a_turn) doubts.push_back(quarter_text(*limit, "limits"));
  return doubts;
}

}  // namespace

double quarters_in(double radians) {
  return std::round(radians / quarter);
}

bool is_quarter_in_radians(double value, double tolerance) {
  const double quarters = quarters_in(value);
  return quarters != 0 && std::abs(quarters) <= 2 && std::abs(value - quarters * quarter) < tolerance;
}

std::vector<std::string> angle_doubts(const JsonNode& root, bool are_degrees) {
  const Angles poses = pose_angles(root, !are_degrees);
  return are_degrees ? doubts_of_degrees(poses, position_limits(root)) : doubts_of_radians(poses);
}

}  // namespace invdyn
