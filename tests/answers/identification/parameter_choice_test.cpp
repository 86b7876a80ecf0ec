// The words that choose parameters.

#include "answers/identification/parameter_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// One joint with a link, and a flange fixed to it.
Robot arm_with_flange() {
  RobotDescription description;
  description.name = "arm";
  RobotDescription::JointAndLink entry;
  entry.joint.name = "pivot";
  entry.joint.type = JointType::revolute;
  entry.parent_link = "base";
  entry.link.name = "rod";
  description.joints.push_back(entry);
  entry.joint.name = "bolt";
  entry.joint.type = JointType::fixed;
  entry.parent_link = "rod";
  entry.link.name = "flange";
  description.joints.push_back(entry);
  return robot_of(description);
}

std::vector<std::string> names(const std::vector<std::string>& words) {
  const Robot robot = arm_with_flange();
  const Regressor regressor(robot);
  std::vector<std::string> names;
  for (const Eigen::Index i : chosen_parameters(words, robot, regressor))
    names.push_back(regressor.names()[static_cast<std::size_t>(i)]);
  return names;
}

TEST(ParameterChoice, TakesPartsInTheOrderOfTheRegressor) {
  EXPECT_THAT(names({"offset", "friction"}), ElementsAre("damping_pivot", "coulomb_positive_pivot",
                                                         "coulomb_negative_pivot", "offset_pivot"));
  EXPECT_THAT(names({"rotor", "rotor"}), ElementsAre("rotor_pivot"));
  EXPECT_EQ(names({"links"}).size(), 10U);
  EXPECT_EQ(names({"friction", "all"}).size(), 15U);
}

TEST(ParameterChoice, TakesAPayloadAsAPartOfItsLink) {
  EXPECT_EQ(names({"payload=rod"}), names({"links"}));
  EXPECT_EQ(names({"payload=flange"}), names({"links"}));
}

std::string refusal(const std::string& word) {
  try {
    names({word});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(ParameterChoice, RefusesOtherWords) {
  EXPECT_THAT(refusal("frictoin"), HasSubstr("`fit`: is \"frictoin\": expected one of friction, offset"));
  EXPECT_THAT(refusal("payload=base"), HasSubstr("expected a link that moves, one of rod, flange"));
  EXPECT_THAT(refusal("payload=rot"), HasSubstr("rod"));
}

}  // namespace
}  // namespace invdyn::test
