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

const char* usual_columns(BaseHold hold) {
  switch (hold) {
    case BaseHold::fixed:
    case BaseHold::nothing:
      return usual_of_joints;
    case BaseHold::wrench:
      return "wrench,tau";
    case BaseHold::contacts:
      return "wrench,contact,tau";
  }
  return "";
}

void fit_to_base(WantedColumns& wanted, const std::string& text, const Robot& robot, BaseHold hold) {
  const std::string columns = text.empty() ? usual_columns(hold) : text;
  if (text.empty()) wanted = wanted_columns(columns);
  const std::vector<std::string> words = words_argument(columns);
  for (const Derived derived : derived_of_base) {
    const bool is_there = is_of_contacts(derived) ? hold == BaseHold::contacts : hold != BaseHold::fixed;
    if (is_there) continue;
    const std::string name(name_of(derived));
    if (std::find(words.begin(), words.end(), name) != words.end())
      throw UsageError("--columns",
                       "has " + name +
                           (is_of_contacts(derived)
                                ? ", but there is no contact: give --contact LINK, or leave " + name + " out"
                                : ", but the base of " + robot.name() +
                                      " is fixed: give --base floating, or leave " + name + " out"));
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
      throw UsageError(
          "--shard",
          "cannot write " + std::string(name_of(derived)) +
              ", because the place of a free base depends on all earlier rows: leave out --shard, or leave " +
              std::string(name_of(derived)) + " out of --columns");
}

bool has_measured(const WantedColumns& wanted) {
  const std::vector<Derived> derived = derived_in(wanted);
  return std::any_of(derived.begin(), derived.end(), is_measured);
}

bool has_stamp(const WantedColumns& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [](const auto& each) { return std::holds_alternative<Stamp>(each); });
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
