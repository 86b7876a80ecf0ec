#include "joints_argument.h"

#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "arguments.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "robot/model/names.h"
#include "trajectory/data/position_limits.h"

namespace invdyn {
namespace {

Eigen::VectorXd in_radians(Eigen::VectorXd values, const Robot& robot, bool degrees) {
  for (Eigen::Index i = 0; degrees && i < values.size(); ++i)
    if (robot.moving_joint(static_cast<std::size_t>(i)).is_revolute()) values[i] *= std::numbers::pi / 180;
  return values;
}

// `30,45` of `30deg,45deg`; none: not all numbers are in degrees.
std::optional<std::string> numbers_in_degrees(const std::string& text) {
  std::string numbers;
  bool has_unit = false;
  for (const std::string& word : words_argument(text)) {
    std::string number = word;
    for (const std::string_view unit : {"deg", "\u00b0"})
      if (number.ends_with(unit)) number.resize(number.size() - unit.size());
    has_unit = has_unit || number != word;
    if (!parse_finite(number) || (number == word && *parse_finite(number) != 0)) return std::nullopt;
    numbers += (numbers.empty() ? "" : ",") + number;
  }
  return has_unit ? std::optional(numbers) : std::nullopt;
}

}  // namespace

void refuse_degrees(const std::string& option, const std::string& text, bool degrees,
                    const std::string& before) {
  if (const auto numbers = numbers_in_degrees(text))
    throw UsageError(option, "has " + invdyn::in_quotes(text) + ": expected numbers without a unit, " +
                                 option + ' ' + before + *numbers + (degrees ? "" : " --degrees"));
}

void expect_one_per_joint(const std::string& option, Eigen::Index count, const Robot& robot) {
  const std::vector<std::string> names = moving_joint_names(robot);
  if (static_cast<Eigen::Index>(names.size()) != count)
    throw UsageError(option, "has " + counted(static_cast<std::size_t>(count), "number") + ": expected " +
                                 std::to_string(names.size()) + ", one for each joint of " + robot.name() +
                                 " (" + joined(names) + ")");
}

Eigen::VectorXd joints_argument(const std::string& option, const std::string& text, const Robot& robot,
                                bool degrees) {
  refuse_degrees(option, text, degrees);
  const Eigen::VectorXd q = numbers_argument(option, text);
  expect_one_per_joint(option, q.size(), robot);
  return in_radians(q, robot, degrees);
}

Eigen::VectorXd joint_values_argument(const std::string& option, const std::string& text, const Robot& robot,
                                      bool degrees) {
  refuse_degrees(option, text, degrees);
  Eigen::VectorXd values = numbers_argument(option, text);
  if (values.size() == 1)
    values = Eigen::VectorXd::Constant(static_cast<Eigen::Index>(robot.dof()), values[0]);
  expect_one_per_joint(option, values.size(), robot);
  return in_radians(values, robot, degrees);
}

bool is_far_turned(const Joint& joint, double q) {
  constexpr double turn = 2 * std::numbers::pi;
  const bool has_limits = joint.limits.lower && joint.limits.upper;
  return joint.is_revolute() && std::abs(q) > (has_limits ? turn : 2 * turn) &&
         !(has_limits && is_within_limits(joint, q));
}

}  // namespace invdyn
