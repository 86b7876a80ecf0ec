#include "pose_argument.h"

#include <cmath>
#include <numbers>

#include "arguments.h"
#include "command_line/offers.h"
#include "fields_argument.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "robot/model/magnitudes.h"
#include "robot/model/rotation.h"

namespace invdyn {
namespace {

const std::vector<std::string> pose_keys{"x", "y", "z", "roll", "pitch", "yaw"};

// The square of a length must be a finite number.
double sensible(const std::string& option, double value) {
  if (std::abs(value) > largest_of_robot)
    throw UsageError(option,
                     "has " + shortest(value) + ": expected magnitudes up to " + shortest(largest_of_robot));
  return value;
}

Eigen::Vector3d three(const std::string& option, const Fields& fields, const std::vector<std::string>& keys) {
  Eigen::Vector3d values;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto field = fields.find(keys[i]);
    if (field == fields.end()) throw UsageError(option, "has no " + keys[i] + ": expected " + joined(keys));
    values[static_cast<Eigen::Index>(i)] = sensible(
        option, number_argument(option + " " + keys[i], field->second, keys[i].size() == 1 ? "m" : ""));
  }
  return values;
}

}  // namespace

PoseArgument pose_argument(const std::string& option, const std::string& text, bool degrees) {
  const std::vector<std::string> lengths{"x", "y", "z"}, angles{"roll", "pitch", "yaw"};
  const Fields fields = fields_argument(option, text, pose_keys, "x=0.3");
  PoseArgument pose;
  pose.position = three(option, fields, lengths);
  if (fields.size() > lengths.size())
    pose.orientation = rotation_rpy(three(option, fields, angles) * (degrees ? std::numbers::pi / 180 : 1));
  return pose;
}

CLI::Option* offer_pose(CLI::Option* option) {
  return offer_fields(option, pose_keys);
}

Eigen::Vector3d vector_argument(const std::string& option, const std::string& text,
                                const std::string& expected) {
  const Eigen::VectorXd values = numbers_argument(option, text, "three, " + expected);
  if (values.size() != 3)
    throw UsageError(option, "has " + counted(static_cast<std::size_t>(values.size()), "number") +
                                 ": expected three, " + expected);
  return values;
}

Eigen::Vector3d position_argument(const std::string& option, const std::string& text) {
  const Eigen::Vector3d position = vector_argument(option, text);
  for (const double value : position) sensible(option, value);
  return position;
}

}  // namespace invdyn
