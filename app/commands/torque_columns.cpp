#include "torque_columns.h"

#include <algorithm>

#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "options/arguments.h"
#include "options/columns_argument.h"
#include "robot/model/names.h"

namespace invdyn {
namespace {

constexpr const char* name_of(Stamp) {
  return "stamp";
}

constexpr const char* usual_of_joints = "tau";

// Only a file with measured torques gives it.
bool is_measured(Derived derived) {
  return derived == Derived::measured || derived == Derived::residual;
}

}  // namespace

std::vector<std::string> torque_columns() {
  std::vector<std::string> words;
  for (const Quantity quantity : all_quantities) words.emplace_back(name_of(quantity));
  for (const Derived derived : all_derived) words.emplace_back(name_of(derived));
  words.emplace_back(name_of(Stamp()));
  for (const Derived derived : derived_of_base) words.emplace_back(name_of(derived));
  return words;
}

// The same as text, without an end after twenty.
std::string all_torque_columns() {
  std::string text;
  for (const std::string& word : torque_columns()) text += (text.empty() ? "" : ", ") + word;
  return text;
}

WantedColumns wanted_columns(const std::string& text) {
  WantedColumns result;
  const std::string columns = text.empty() ? usual_of_joints : text;
  const std::vector<std::string> words = words_argument(columns);
  // A pattern is for numbers that every file gives.
  const auto names = [&](std::string_view name) {
    return std::find(words.begin(), words.end(), name) != words.end();
  };
  constexpr std::size_t stamp = all_quantities.size() + all_derived.size();
  for (const std::size_t choice : columns_argument(columns, torque_columns())) {
    if (choice < all_quantities.size()) {
      result.emplace_back(all_quantities[choice]);
    } else if (choice < stamp) {
      const Derived derived = all_derived[choice - all_quantities.size()];
      if (!is_measured(derived) || names(name_of(derived))) result.emplace_back(derived);
    } else if (choice > stamp) {
      result.emplace_back(derived_of_base[choice - stamp - 1]);
    } else if (names(name_of(Stamp()))) {
      result.emplace_back(Stamp());
    }
  }
  return result;
}

const char* usual_columns(const Robot& robot, bool base_is_free) {
  return robot.base_floats() && !base_is_free ? "wrench,tau" : usual_of_joints;
}

void fit_to_base(WantedColumns& wanted, const std::string& text, const Robot& robot, bool base_is_free) {
  if (robot.base_floats()) {
    if (text.empty() && !base_is_free) wanted.insert(wanted.begin(), Derived::wrench);
    return;
  }
  const std::vector<std::string> words = words_argument(text.empty() ? usual_of_joints : text);
  for (const Derived derived : derived_of_base) {
    const std::string name(name_of(derived));
    if (std::find(words.begin(), words.end(), name) != words.end())
      throw UsageError("--columns", "has " + name + ", and the base of " + robot.name() +
                                        " is fixed: expected --base floating, or no " + name);
    std::erase_if(wanted, [&](const auto& each) { return each == WantedColumns::value_type(derived); });
  }
}

std::vector<Derived> derived_in(const WantedColumns& wanted) {
  std::vector<Derived> result;
  for (const auto& each : wanted)
    if (const Derived* derived = std::get_if<Derived>(&each)) result.push_back(*derived);
  return result;
}

void expect_no_place(const std::vector<Derived>& wanted) {
  for (const Derived derived : wanted)
    if (depends_on_place(derived))
      throw UsageError("--shard", "cannot write " + std::string(name_of(derived)) +
                                      " of a free base, whose place follows from the rows before: expected "
                                      "no --shard, or other --columns");
}

bool has_measured(const WantedColumns& wanted) {
  const std::vector<Derived> derived = derived_in(wanted);
  return std::any_of(derived.begin(), derived.end(), is_measured);
}

bool has_stamp(const WantedColumns& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [](const auto& each) { return std::holds_alternative<Stamp>(each); });
}

Ground ground_argument(const std::string& text, const WantedColumns& wanted, const Eigen::Vector3d& gravity) {
  Ground ground;
  if (!gravity.isZero(0)) ground.normal = -gravity.normalized();
  if (text.empty()) return ground;
  if (std::find(wanted.begin(), wanted.end(), WantedColumns::value_type(Derived::zmp)) == wanted.end())
    throw UsageError("--ground", "is the plane of the zero moment point: expected --columns with zmp");
  const Eigen::VectorXd numbers = numbers_argument("--ground", text);
  if (numbers.size() != 3 && numbers.size() != 6)
    throw UsageError("--ground", "has " + counted(static_cast<std::size_t>(numbers.size()), "number") +
                                     ": expected a point X,Y,Z in m, or a point and the way up, such as "
                                     "0,0,0.1,0,0,1");
  ground.point = numbers.head(3);
  if (numbers.size() == 3) return ground;
  ground.normal = numbers.tail(3).stableNormalized();
  if (!(ground.normal.norm() > 0.5))
    throw UsageError("--ground", "has 0,0,0 as the way up: expected a direction, such as 0,0,1");
  return ground;
}

OutputColumns output_columns(const WantedColumns& wanted, const Robot& robot, const DerivedColumns* derived) {
  const std::vector<std::string> joints = moving_joint_names(robot);
  OutputColumns columns;
  for (const auto& each : wanted)
    if (const Quantity* quantity = std::get_if<Quantity>(&each))
      columns.add(joints, *quantity);
    else if (std::holds_alternative<Stamp>(each))
      columns.add_stamp();
    else
      for (const std::string& name : derived->names(std::get<Derived>(each)))
        columns.add_derived(name, may_lack(std::get<Derived>(each)));
  return columns;
}

}  // namespace invdyn
