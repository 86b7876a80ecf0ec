#include "joints_argument.h"

#include <numbers>

#include "arguments.h"
#include "base/error.h"
#include "base/wording.h"

namespace invdyn {

void expect_one_per_joint(const std::string& option, Eigen::Index count, const Robot& robot) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < robot.dof(); ++i) names.push_back(robot.moving_joint(i).name);
  if (static_cast<Eigen::Index>(names.size()) != count)
    throw UsageError(option, "has " + counted(static_cast<std::size_t>(count), "number") + ": expected " +
                                 std::to_string(names.size()) + ", one for each joint of " + robot.name() +
                                 " (" + joined(names) + ")");
}

Eigen::VectorXd joints_argument(const std::string& option, const std::string& text, const Robot& robot,
                                bool degrees) {
  Eigen::VectorXd q = numbers_argument(option, text);
  expect_one_per_joint(option, q.size(), robot);
  for (Eigen::Index i = 0; degrees && i < q.size(); ++i)
    if (robot.moving_joint(static_cast<std::size_t>(i)).is_revolute()) q[i] *= std::numbers::pi / 180;
  return q;
}

}  // namespace invdyn
