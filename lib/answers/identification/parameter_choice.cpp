#include "parameter_choice.h"

#include <algorithm>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../robot/model/bodies.h"

namespace invdyn {
namespace {

constexpr std::string_view payload_prefix = "payload=";

// The joint that moves the link of this name.
std::size_t joint_of_link(const std::string& name, const Robot& robot, const std::string& origin) {
  const std::vector<LinkPlacement> placements = link_seats(robot);
  std::vector<std::string> moving;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    if (!placements[i].body) continue;
    if (robot.links()[i].name == name) return moving_bodies(robot)[*placements[i].body].dof;
    moving.push_back(robot.links()[i].name);
  }
  throw UsageError(origin, "is payload=" + name + ": expected a link that moves, one of " + joined(moving) +
                               did_you_mean(name, moving));
}

// Whether the part of this word has the parameter of a joint.
bool has(const std::string& word, Parameter parameter) {
  switch (parameter) {
    case Parameter::rotor:
      return word == "rotor";
    case Parameter::damping:
    case Parameter::coulomb_positive:
    case Parameter::coulomb_negative:
      return word == "friction";
    case Parameter::offset:
      return word == "offset";
    default:
      return word == "links";
  }
}

void expect_one_of(const std::vector<std::string>& parts, const std::string& word,
                   const std::string& origin) {
  if (word == "payload")
    throw UsageError(origin,
                     "is \"payload\", without its link: expected payload=LINK, such as payload=tool0 "
                     "(invdyn robot inspect lists the links)");
  if (std::find(parts.begin(), parts.end(), word) != parts.end()) return;
  std::string near = did_you_mean(word, parts);
  for (const char* of_links : {"mass", "masses", "com", "inertia", "inertias", "inertial"})
    if (word == of_links) near = "; did you mean \"links\"?";
  throw UsageError(
      origin, "is " + in_quotes(word) + ": expected one of " + joined(parts) + " or payload=LINK" + near);
}

}  // namespace

const std::vector<std::string>& parameter_parts() {
  static const std::vector<std::string> words{"friction", "offset", "rotor", "links", "all"};
  return words;
}

const std::vector<std::string>& fit_parts() {
  static const std::vector<std::string> words{"friction", "load", "offset", "rotor", "links", "delay", "all"};
  return words;
}

std::vector<Eigen::Index> chosen_parameters(const std::vector<std::string>& words, const Robot& robot,
                                            const Regressor& regressor, const std::string& origin) {
  std::vector<bool> chosen(regressor.parameters(), false);
  for (const std::string& word : words) {
    if (word.starts_with(payload_prefix)) {
      const std::size_t joint = joint_of_link(word.substr(payload_prefix.size()), robot, origin);
      std::fill_n(chosen.begin() + static_cast<std::ptrdiff_t>(joint * parameters_per_joint),
                  parameters_per_link, true);
      continue;
    }
    expect_one_of(parameter_parts(), word, origin);
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (word == "all" || has(word, static_cast<Parameter>(i % parameters_per_joint))) chosen[i] = true;
  }
  std::vector<Eigen::Index> parameters;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i]) parameters.push_back(static_cast<Eigen::Index>(i));
  return parameters;
}

FitChoice fit_choice(const std::vector<std::string>& words, const Robot& robot, const Regressor& regressor,
                     const std::string& origin) {
  FitChoice choice;
  for (const std::string& word : words) {
    const bool all = word == "all";
    choice.friction |= all || word == "friction";
    choice.curve |= all || word == "friction";
    choice.load |= all || word == "load";
    choice.offset |= all || word == "offset";
    choice.rotor |= all || word == "rotor";
    choice.links |= all || word == "links";
    choice.delay |= word == "delay";
    if (!word.starts_with(payload_prefix)) {
      expect_one_of(fit_parts(), word, origin);
      continue;
    }
    const std::vector<Eigen::Index> chosen = chosen_parameters({word}, robot, regressor, origin);
    if (choice.payload) throw UsageError(origin, "has two payloads: expected one");
    choice.payload = static_cast<std::size_t>(chosen.front()) / parameters_per_joint;
  }
  // Other links change friction that depends on the load.
  for (std::size_t j = 0; j < robot.dof(); ++j)
    choice.load |= choice.links && robot.moving_joint(j).drive.load != 0;
  return choice;
}

}  // namespace invdyn
