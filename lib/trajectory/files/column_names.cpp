#include "column_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "../../ground/base/lower_case.h"
#include "../data/quantity.h"

namespace invdyn {
namespace {

// Names of quantities in logs, in lower case and without what stands around them.
struct Words {
  Quantity quantity;
  std::array<std::string_view, 6> words;
};
constexpr std::array<Words, 4> vocabulary{
    {{Quantity::q, {"q", "pos", "position", "joint", "j", "theta"}},
     {Quantity::dq, {"dq", "qd", "qdot", "vel", "velocity", "speed"}},
     {Quantity::ddq, {"ddq", "qdd", "qddot", "acc", "acceleration", "accel"}},
     {Quantity::tau, {"tau", "torque", "effort", "trq", "current", "moment"}}}};

std::optional<Quantity> quantity_of(std::string prefix) {
  prefix = lower_case(prefix);
  while (!prefix.empty() && std::string_view("_[(. -").find(prefix.back()) != std::string_view::npos)
    prefix.pop_back();
  for (const std::string_view before : {"actual_", "measured_"})
    if (prefix.starts_with(before)) prefix.erase(0, before.size());
  for (const Words& each : vocabulary)
    if (std::find(each.words.begin(), each.words.end(), prefix) != each.words.end()) return each.quantity;
  return std::nullopt;
}

// The columns of a quantity by their numbers.
using Numbered = std::map<Quantity, std::map<unsigned long, std::string>>;

Numbered numbered(const std::vector<std::string>& names) {
  Numbered result;
  for (const std::string& name : names) {
    const std::size_t end = name.find_last_of("0123456789");
    if (end == std::string::npos || name.find_first_not_of(")]", end + 1) != std::string::npos) continue;
    const std::size_t before = name.find_last_not_of("0123456789", end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    constexpr std::size_t max_digits = 5;
    const auto quantity = quantity_of(name.substr(0, begin));
    if (quantity && end + 1 - begin <= max_digits)
      result[*quantity].emplace(std::stoul(name.substr(begin, end + 1 - begin)), name);
  }
  return result;
}

// As many as joints, in succession from 0 or 1.
bool are_of_all_joints(const std::map<unsigned long, std::string>& columns, std::size_t joints) {
  return columns.size() == joints && columns.begin()->first <= 1 &&
         columns.rbegin()->first - columns.begin()->first + 1 == joints;
}

}  // namespace

std::string mapping_of_numbered(const std::vector<std::string>& names, const Robot& robot,
                                bool with_torques) {
  Numbered columns = numbered(names);
  if (robot.dof() == 0 || !are_of_all_joints(columns[Quantity::q], robot.dof())) return "";
  std::string text;
  for (const Quantity quantity : all_quantities) {
    if (quantity == Quantity::tau && !with_torques) continue;
    if (!are_of_all_joints(columns[quantity], robot.dof())) continue;
    std::size_t joint = 0;
    for (const auto& [number, name] : columns[quantity]) {
      const std::string& as = robot.moving_joint(joint++).name;
      text +=
          (text.empty() ? "" : ",") + name + '=' + (quantity == Quantity::q ? as : column_name(quantity, as));
    }
  }
  return text;
}

}  // namespace invdyn
