#include "payload_argument.h"

#include <array>
#include <utility>

#include "arguments.h"
#include "command_line/offers.h"
#include "fields_argument.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "link_argument.h"
#include "pose_argument.h"
#include "robot/model/principal_moments.h"

namespace invdyn {
namespace {

const std::vector<std::string> payload_keys{"link", "mass", "com", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

Eigen::Matrix3d inertia_of(const std::string& option, const Fields& fields) {
  constexpr std::array<std::pair<const char*, std::array<int, 2>>, 6> elements{
      {{"ixx", {0, 0}}, {"iyy", {1, 1}}, {"izz", {2, 2}}, {"ixy", {0, 1}}, {"ixz", {0, 2}}, {"iyz", {1, 2}}}};
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const auto& [key, at] : elements) {
    const auto field = fields.find(key);
    if (field == fields.end()) continue;
    const double value = number_argument(option + " " + key, field->second);
    inertia(at[0], at[1]) = inertia(at[1], at[0]) = value;
  }
  return inertia;
}

void check(const std::string& option, const MassProperties& body, const Warn& warn) {
  const Eigen::Vector3d moments = principal_moments(body.inertia);
  if (moments[0] < -rounding_of_moments(moments))
    throw UsageError(option, "has a principal moment of " + six_digits(moments[0]) +
                                 " kg m^2: expected 0 or more; check the moments and products of inertia");
  if (!keep_triangle_inequality(moments))
    warn(option + ": " + std::string(broken_triangle_text) +
         ": a rigid body cannot have these moments; they are used unchanged");
}

double mass_argument(const std::string& option, const std::string& text) {
  const double value = number_argument(option, text, "kg");
  if (value >= 0) return value;
  throw UsageError(option, "is " + text + ": expected 0 or more (kg)");
}

}  // namespace

namespace {

// `--payload 3kg`
void refuse_mass_alone(const std::string& option, const std::string& text) {
  std::string_view number = text;
  if (number.ends_with("kg")) number.remove_suffix(2);
  if (parse_finite(trimmed(number)))
    throw UsageError(option, "is " + text + ": expected " + option + " mass=" + std::string(trimmed(number)));
}

// `from=1`: a payload that the robot picks up.
void refuse_times(const std::string& option, const std::string& text) {
  for (const char* word : {"from", "to", "at", "until", "start", "end", "when", "time"})
    if ((' ' + text).find(std::string(" ") + word + '=') != text.npos)
      throw UsageError(
          option, "has an unknown field " + in_quotes(word) + ": expected one of " + joined(payload_keys) +
                      "; the robot carries a payload during the whole run. For a " +
                      "motion that picks up a load, compute the torques twice, with and without " + option +
                      ", and combine the rows of both outputs (invdyn manual pick)");
}

}  // namespace

Payload payload_argument(const std::string& option, const std::string& text, const Robot& robot,
                         const Warn& warn) {
  refuse_mass_alone(option, text);
  refuse_times(option, text);
  const Fields fields = fields_argument(option, text, payload_keys, "mass=2", {"link"});
  Payload payload;
  const auto link = fields.find("link"), mass = fields.find("mass"), com = fields.find("com");
  if (mass == fields.end()) throw UsageError(option, "has no mass: expected '" + text + " mass=2' for 2 kg");
  payload.link = link == fields.end() ? sole_last_link(option, "gives no link", "link=NAME", robot)
                                      : link_argument(option + " link", link->second, robot);
  payload.has_link = link != fields.end();
  payload.body.mass = mass_argument(option + " mass", mass->second);
  payload.is_placed = com != fields.end();
  if (com != fields.end()) payload.body.com = vector_argument(option + " com", com->second);
  payload.body.inertia = inertia_of(option, fields);
  check(option, payload.body, warn);
  return payload;
}

std::string text_of_place(const std::string& mass, const Robot& robot, std::size_t link) {
  return mass + " at " + text_of_origin(robot, link) +
         "; com=X,Y,Z (m, in the link's axes) puts it elsewhere";
}

CLI::Option* offer_payload(CLI::Option* option) {
  return offer_fields(option, payload_keys, {{.text = "link=", .names = RobotNames::links}});
}

}  // namespace invdyn
