#include "column_names.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "../../ground/base/lower_case.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/csv/unit_in_header.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

constexpr double rad_per_deg = std::numbers::pi / 180, rad_per_rev = 2 * std::numbers::pi;
constexpr bool turning = true, sliding = false;

constexpr ColumnUnit all_but_torques[] = {
    {"deg", Quantity::q, turning, rad_per_deg},
    {"rad", Quantity::q, turning, 1},
    {"mrad", Quantity::q, turning, 1e-3},
    {"rev", Quantity::q, turning, rad_per_rev},
    {"mm", Quantity::q, sliding, 1e-3},
    {"cm", Quantity::q, sliding, 1e-2},
    {"m", Quantity::q, sliding, 1, true},
    {"deg/s", Quantity::dq, turning, rad_per_deg},
    {"rad/s", Quantity::dq, turning, 1},
    {"mrad/s", Quantity::dq, turning, 1e-3},
    {"rpm", Quantity::dq, turning, rad_per_rev / 60},
    {"rev/s", Quantity::dq, turning, rad_per_rev},
    {"mm/s", Quantity::dq, sliding, 1e-3},
    {"cm/s", Quantity::dq, sliding, 1e-2},
    {"m/s", Quantity::dq, sliding, 1},
    {"deg/s2", Quantity::ddq, turning, rad_per_deg},
    {"rad/s2", Quantity::ddq, turning, 1},
    {"mrad/s2", Quantity::ddq, turning, 1e-3},
    {"rev/s2", Quantity::ddq, turning, rad_per_rev},
    {"mm/s2", Quantity::ddq, sliding, 1e-3},
    {"cm/s2", Quantity::ddq, sliding, 1e-2},
    {"m/s2", Quantity::ddq, sliding, 1},
    {"N", Quantity::tau, sliding, 1, true},
    {"A", Quantity::tau, std::nullopt, 1, true, true},
    {"mA", Quantity::tau, std::nullopt, 1e-3, true, true},
};

const std::vector<ColumnUnit>& units() {
  static const std::vector<ColumnUnit> all = [] {
    std::vector<ColumnUnit> each(std::begin(all_but_torques), std::end(all_but_torques));
    for (const HeaderUnit& torque : torque_units)
      each.push_back({torque.name, Quantity::tau, turning, torque.factor});
    return each;
  }();
  return all;
}

const std::vector<std::string>& plain_units() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> each;
    for (const ColumnUnit& unit : units()) each.push_back(plain_unit(unit.name));
    return each;
  }();
  return all;
}

// Other spellings of parts of units, in lower case, each before the usual one.
constexpr std::string_view spellings[] = {
    "degrees",  "deg",   "degree",   "deg",   "\xC2\xB0", "deg", "\xC2\xBA", "deg", "radians", "rad",
    "radian",   "rad",   "_per_",    "/",     "sec",      "s",   "s/s",      "s2",  "^",       "",
    "\xC2\xB2", "2",     "\xC2\xB7", "",      "*",        "",    "n.m",      "nm",  "n-m",     "nm",
    "dps",      "deg/s", "rps",      "rev/s", " per ",    "/",   " ",        ""};

// In brackets, or else after `_`, where another `_` can stand for the slash: `dq_elbow_deg_s`.
const ColumnUnit* unit_named(std::string_view text, bool in_brackets) {
  std::string plain = lower_case(text);
  // MNm is no mNm; MNM is one, in a header of capital letters.
  if (text.starts_with('M') &&
      std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
    return nullptr;
  for (std::size_t i = 0; i < std::size(spellings); i += 2)
    for (std::size_t at = 0; (at = plain.find(spellings[i], at)) != plain.npos; at += spellings[i + 1].size())
      plain.replace(at, spellings[i].size(), spellings[i + 1]);
  if (!in_brackets) std::replace(plain.begin(), plain.end(), '_', '/');
  const auto found = std::find(plain_units().begin(), plain_units().end(), plain_unit(plain));
  if (found == plain_units().end()) return nullptr;
  const ColumnUnit& unit = units()[static_cast<std::size_t>(found - plain_units().begin())];
  return in_brackets || !unit.needs_brackets ? &unit : nullptr;
}

std::vector<std::string> units_that_fit(Quantity quantity, const Joint& joint, bool currents) {
  std::vector<std::string> fit;
  for (const ColumnUnit& each : units())
    if (each.is_of(quantity, joint, currents)) fit.emplace_back(each.name);
  return fit;
}

}  // namespace

bool ColumnUnit::is_of(Quantity what, const Joint& joint, bool currents) const {
  return quantity == what && turns.value_or(joint.is_revolute()) == joint.is_revolute() &&
         (what != Quantity::tau || is_of_current == currents);
}

std::optional<StatedUnit> stated_unit(std::string_view name) {
  if (name.ends_with(']') || name.ends_with(')')) {
    const std::size_t open = name.find_last_of("[(");
    if (open == std::string_view::npos) return std::nullopt;
    const ColumnUnit* const unit = unit_named(name.substr(open + 1, name.size() - open - 2), true);
    if (!unit) return std::nullopt;
    return StatedUnit{std::string(trimmed(name.substr(0, open))), unit};
  }
  std::size_t end = name.rfind('_');
  for (int parts = 0; end != std::string_view::npos && end > 0 && parts < 3;
       ++parts) {  // deg_per_s has three
    if (const ColumnUnit* const unit = unit_named(name.substr(end + 1), false))
      return StatedUnit{std::string(name.substr(0, end)), unit};
    end = name.rfind('_', end - 1);
  }
  return std::nullopt;
}

const ColumnUnit* unit_by_name(std::string_view name) {
  return unit_named(name, true);
}

const ColumnUnit* unit_of(const ColumnUnit& unit, Quantity quantity) {
  if (unit.quantity == quantity) return &unit;
  const std::string rate = std::string(unit.name) + (quantity == Quantity::ddq ? "/s2" : "/s");
  const ColumnUnit* const found = unit_named(rate, true);
  return found && found->quantity == quantity ? found : nullptr;
}

std::string unfit_unit_text(const ColumnUnit& unit, Quantity quantity, const Joint& joint, bool currents) {
  const std::string text = " has the unit " + std::string(unit.name) + ": expected ";
  if (unit.is_of_current && quantity == Quantity::tau) return text + "`torque-constant` too";
  currents = currents && quantity == Quantity::tau;
  return text + joined(units_that_fit(quantity, joint, currents)) +
         (currents ? ", because `torque-constant` is given" : "");
}

std::string unknown_unit_text(const std::string& unit, Quantity quantity, const Joint& joint, bool currents) {
  const std::vector<std::string> fit = units_that_fit(quantity, joint, currents && quantity == Quantity::tau);
  return " has the unknown unit " + in_quotes(unit) + ": expected one of " + joined(fit) +
         did_you_mean(unit, fit);
}

ColumnNames::ColumnNames(const Robot& robot) {
  for (std::size_t i = 0; i < base_columns.size() && robot.base_floats(); ++i) {
    const std::string name(base_columns[i].name);
    meanings_.emplace(name, Meaning{.as = name, .quantity = base_columns[i].quantity, .base = i});
  }
  for (const Quantity quantity : all_quantities)
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const std::string name = column_name(quantity, robot.moving_joint(j).name);
      meanings_.emplace(name, Meaning{.as = name, .quantity = quantity, .joint = j});
    }
  // Last: a joint's name can equal the column of another joint or of the time.
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const std::string& name = robot.moving_joint(j).name;
    const std::string as = column_name(Quantity::q, name);
    meanings_.emplace(name, Meaning{.as = as, .quantity = Quantity::q, .joint = j, .is_bare = true});
  }
}

std::optional<ColumnNames::Meaning> ColumnNames::exact(const std::string& name) const {
  if (names_time(name)) return Meaning{.as = "t"};
  const auto found = meanings_.find(name);
  if (found == meanings_.end()) return std::nullopt;
  return found->second;
}

std::optional<ColumnNames::Meaning> ColumnNames::of(const std::string& name) const {
  if (std::optional<Meaning> meaning = exact(name)) return meaning;
  const std::optional<StatedUnit> stated = stated_unit(name);
  if (!stated) return std::nullopt;
  std::optional<Meaning> meaning = exact(stated->before);
  if (!meaning || !meaning->quantity) return std::nullopt;
  meaning->unit = stated->unit;
  return meaning;
}

std::string mapping_text(const std::vector<std::string>& mappings) {
  std::string list;
  for (const std::string& mapping : mappings) list += (list.empty() ? "" : ",") + mapping;
  return shell_word(list);
}

}  // namespace invdyn
