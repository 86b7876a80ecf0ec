#include "motor_coupling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_rows.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/matrix/decompositions.h"
#include "../../ground/text/number.h"
#include "../../robot/model/names.h"
#include "named_joints.h"

namespace invdyn {
namespace {

std::vector<std::size_t> read_joints(CsvRows& rows, const Robot& robot) {
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  if (fields.front() != "motor" || fields.size() < 2)
    rows.fail("begins with " + in_quotes(fields.front()) +
              ": expected motor,JOINT,... and a row for each motor");
  const std::vector<std::string> names = moving_joint_names(robot);
  std::vector<std::size_t> joints;
  for (auto field = fields.begin() + 1; field != fields.end(); ++field) {
    const auto found = std::find(names.begin(), names.end(), *field);
    if (found == names.end())
      rows.fail(in_quotes(*field) + " is no joint of " + robot.name() + " that moves: expected one of " +
                joined(names) + did_you_mean(std::string(*field), names));
    const auto joint = static_cast<std::size_t>(found - names.begin());
    if (std::find(joints.begin(), joints.end(), joint) != joints.end())
      rows.fail("the joint " + in_quotes(*field) + " is repeated: expected it once");
    if (const double ratio = robot.moving_joint(joint).drive.gear_ratio; ratio != 1)
      rows.fail("the joint " + in_quotes(*field) + " has the gear ratio " + six_digits(ratio) +
                " in the robot's file, but the numbers in this table include the gears: expected the ratio "
                "1 in the "
                "robot's file");
    joints.push_back(joint);
  }
  return joints;
}

Eigen::VectorXd numbers_of(const CsvRows& rows, const std::vector<std::string_view>& fields) {
  Eigen::VectorXd numbers(static_cast<Eigen::Index>(fields.size()) - 1);
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const std::optional<double> number = parse_finite(fields[i]);
    if (!number)
      rows.fail((fields[i].empty() ? "a field is empty" : in_quotes(fields[i]) + " is no number") +
                ": expected a finite number");
    numbers[static_cast<Eigen::Index>(i) - 1] = *number;
  }
  return numbers;
}

}  // namespace

MotorCoupling::MotorCoupling(const std::string& path, const Robot& robot) {
  constexpr double smallest = 1e-9;  // of the largest singular value
  CsvRows rows(path, max_text_file_bytes);
  joints_ = read_joints(rows, robot);
  const auto n = static_cast<Eigen::Index>(joints_.size());
  zero_ = Eigen::VectorXd::Zero(n);
  motors_per_joints_ = Eigen::MatrixXd::Zero(n, n);
  bool has_zero = false;
  const std::vector<std::string> names = moving_joint_names(robot);
  for (std::vector<std::string_view> fields; rows.read_row(fields);) {
    const std::string name(fields.front());
    if (name.empty()) rows.fail("a motor has no name: expected a name for each motor");
    const bool is_zero = name == "zero";
    if (std::find(motors_.begin(), motors_.end(), name) != motors_.end() || (is_zero && has_zero))
      rows.fail(in_quotes(name) + " is repeated: expected it once");
    const auto joint = std::find(names.begin(), names.end(), name);
    if (joint != names.end() &&
        std::find(joints_.begin(), joints_.end(), joint - names.begin()) == joints_.end())
      rows.fail("the motor " + in_quotes(name) +
                " has the name of a joint that is not coupled: expected another name");
    const Eigen::VectorXd numbers = numbers_of(rows, fields);
    has_zero = has_zero || is_zero;
    if (is_zero) {
      zero_ = numbers;
      continue;
    }
    if (motors_.size() < joints_.size())
      motors_per_joints_.row(static_cast<Eigen::Index>(motors_.size())) = numbers.transpose();
    motors_.push_back(name);
  }
  if (motors_.size() != joints_.size())
    throw Error(rows.name(), "has " + counted(motors_.size(), "motor") + " for " +
                                 counted(joints_.size(), "joint") + ": expected as many motors as joints");
  const Eigen::VectorXd values = singular_values(motors_per_joints_);
  if (!(values[n - 1] > smallest * values[0]))
    throw Error(rows.name(),
                "has linearly dependent rows, so the joints' positions cannot be computed from the motors' "
                "positions: expected independent rows");
  joints_per_motors_ = inverse(motors_per_joints_);
}

Robot MotorCoupling::robot_of_motors(const Robot& robot) const {
  std::vector<NamedJoint> names;
  for (std::size_t j = 0; j < robot.dof(); ++j)
    names.push_back({robot.moving_joint(j).name, robot.moving_joint(j).type});
  for (std::size_t k = 0; k < motors_.size(); ++k) names[joints_[k]] = {motors_[k]};
  return robot_of_names(robot.name(), names).with_floating_base(robot.base_floats());
}

std::optional<Robot> MotorCoupling::robot_with_drives(const Robot& robot) const {
  std::vector<Eigen::Index> motors(motors_.size());
  std::iota(motors.begin(), motors.end(), Eigen::Index{0});
  const auto moved = [&](Eigen::Index motor) { return (motors_per_joints_.row(motor).array() != 0).count(); };
  std::stable_sort(motors.begin(), motors.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return moved(a) < moved(b); });
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) drives.push_back(joint.drive);
  Eigen::VectorXd is_free = Eigen::VectorXd::Ones(zero_.size());
  for (const Eigen::Index motor : motors) {
    const Eigen::VectorXd turns = motors_per_joints_.row(motor).transpose();
    Eigen::Index own = 0;
    if (turns.cwiseProduct(is_free).cwiseAbs().maxCoeff(&own) == 0) return std::nullopt;
    is_free[own] = 0;
    const auto joint = [&](Eigen::Index i) {
      return robot.moving_joints()[joints_[static_cast<std::size_t>(i)]];
    };
    for (Eigen::Index i = 0; i < turns.size(); ++i)
      if (i != own && turns[i] != 0) {
        if (drives[joint(i)].load != 0 || drives[joint(own)].load != 0) return std::nullopt;
        drives[joint(own)].turns_with.push_back({joint(i), turns[i] / turns[own]});
      }
  }
  Robot coupled = robot.with_drives(drives);
  return coupled.has_coupled_drives() ? std::optional(std::move(coupled)) : std::nullopt;
}

// Row by row of the matrix, in a fixed order of sums.
void MotorCoupling::apply(Block& block) const {
  const auto n = static_cast<Eigen::Index>(joints_.size()), rows = static_cast<Eigen::Index>(block.rows);
  Eigen::ArrayXXd motors(rows, n);
  const auto transform = [&](Eigen::ArrayXXd& values, const auto& factor, const Eigen::VectorXd* zero) {
    for (Eigen::Index k = 0; k < n; ++k)
      motors.col(k) = values.col(static_cast<Eigen::Index>(joints_[static_cast<std::size_t>(k)])).head(rows);
    for (Eigen::Index i = 0; i < n; ++i) {
      auto joint = values.col(static_cast<Eigen::Index>(joints_[static_cast<std::size_t>(i)])).head(rows);
      joint = factor(i, 0) * motors.col(0);
      for (Eigen::Index k = 1; k < n; ++k) joint += factor(i, k) * motors.col(k);
      if (zero) joint += (*zero)[i];
    }
  };
  transform(block.q, joints_per_motors_, &zero_);
  transform(block.dq, joints_per_motors_, nullptr);
  transform(block.ddq, joints_per_motors_, nullptr);
  if (block.measured.cols() > 0) transform(block.measured, motors_per_joints_.transpose(), nullptr);
}

}  // namespace invdyn
