#include "wrench_names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "../../ground/base/lower_case.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/unit_in_header.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

constexpr std::string_view axes = "xyz";

// `fx`, `nz` or `px`.
std::optional<Eigen::Index> part_of(std::string_view component) {
  if (component.size() != 2) return std::nullopt;
  const std::size_t quantity = std::string_view("fnp").find(component[0]), axis = axes.find(component[1]);
  if (quantity == axes.npos || axis == axes.npos) return std::nullopt;
  return static_cast<Eigen::Index>(3 * quantity + axis);
}

// Moments are n, m or t in other programs, and letters may be capitals.
std::optional<Eigen::Index> part_of_any(std::string_view component) {
  std::string usual = lower_case(component);
  if (!usual.empty() && (usual[0] == 'm' || usual[0] == 't')) usual[0] = 'n';
  return part_of(usual);
}

std::optional<WrenchName> plain_name(const std::string& column) {
  const auto part = part_of_any(std::string_view(column).substr(0, 2));
  if (!part || (column.size() > 2 && column[2] != '_')) return std::nullopt;
  return WrenchName{WrenchKind::plain, *part, column.size() > 2 ? column.substr(3) : "", {}, {}};
}

// A link's name may contain underscores, blanks and @.
std::optional<WrenchName> computed_name(const std::string& column) {
  constexpr std::string_view begin = "wrench_";
  const std::size_t at = column.rfind('@'), link = begin.size() + 3;
  if (!column.starts_with(begin) || at == column.npos || at <= link || column[link - 1] != '_')
    return std::nullopt;
  const std::string_view frame = std::string_view(column).substr(at + 1);
  const auto part = part_of(std::string_view(column).substr(begin.size(), 2));
  if (!part || *part > 5 || (frame != "world" && frame != "link")) return std::nullopt;
  return WrenchName{WrenchKind::computed,
                    *part,
                    column.substr(link, at - link),
                    frame == "world" ? ExternalWrench::Frame::world : ExternalWrench::Frame::link,
                    {}};
}

std::optional<WrenchName> ground_name(const std::string& column) {
  constexpr std::array<std::string_view, 3> quantities{"ground_force", "ground_torque", "ground_moment"};
  for (const std::string_view quantity : quantities) {
    const std::size_t at = column.find(quantity), last = column.rfind('_');
    if (at == column.npos || (at > 0 && column[at - 1] != '_') || last < at + quantity.size()) continue;
    const bool is_force = quantity == quantities[0];
    const std::string before = column.substr(0, at), tail = column.substr(last + 1);
    const std::string middle = column.substr(at + quantity.size(), last - at - quantity.size());
    const std::size_t axis = tail.empty() ? axes.npos : axes.find(tail.back());
    const std::string letter = tail.substr(0, tail.empty() ? 0 : tail.size() - 1);
    const bool is_known = is_force ? letter == "v" || letter == "p" : letter.empty() || letter == "m";
    if (axis == axes.npos || !is_known || (!middle.empty() && (middle[0] != '_' || middle.size() < 2)) ||
        (!before.empty() && !middle.empty()))
      return std::nullopt;
    const std::size_t first = !is_force ? 3 : letter == "v" ? 0 : 6;
    return WrenchName{WrenchKind::ground,
                      static_cast<Eigen::Index>(first + axis),
                      {},
                      {},
                      !before.empty()   ? before
                      : !middle.empty() ? middle.substr(1)
                                        : "ground_"};
  }
  return std::nullopt;
}

// Of the component at the begin of a column's name.
std::vector<HeaderUnit> units_of(const std::string& column) {
  switch (*part_of_any(column.substr(0, 2)) / 3) {
    case 0:
      return {{"N", 1}, {"kN", 1e3}, {"mN", 1e-3}};
    case 1:
      return {std::begin(torque_units), std::end(torque_units)};
    default:
      return {{"m", 1}, {"cm", 1e-2}, {"mm", 1e-3}};
  }
}

// The unit of a component such as `Fz [N]` or `Fz N`; empty: it states none.
std::string unit_in(const std::string& column) {
  if (column.size() < 3 || !part_of_any(column.substr(0, 2)) ||
      std::string_view(" [(").find(column[2]) == std::string_view::npos)
    return {};
  return parts_of_header(column, units_of(column)).unit.value_or(std::string(trimmed(column.substr(2))));
}

}  // namespace

std::string unknown_unit_text(const std::string& column) {
  const std::string unit = unit_in(column);
  if (unit.empty() || factor_of_unit(unit, units_of(column))) return {};
  std::vector<std::string> known;
  for (const HeaderUnit& each : units_of(column)) known.emplace_back(each.name);
  return "the column " + in_quotes(column) + " has the unit " + in_quotes(unit) + ": expected one of " +
         joined(known);
}

std::optional<WrenchName> wrench_name(const std::string& column) {
  const std::string unit = unit_in(column);
  const std::optional<double> si = unit.empty() ? std::nullopt : factor_of_unit(unit, units_of(column));
  for (const auto read : {plain_name, computed_name, ground_name})
    if (std::optional<WrenchName> found = read(si ? column.substr(0, 2) : column)) {
      found->si = si.value_or(1);
      return found;
    }
  return std::nullopt;
}

}  // namespace invdyn
