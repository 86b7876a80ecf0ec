#include "wrench_file.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/unit_in_header.h"
#include "../names/column_words.h"
#include "load_table.h"
#include "wrench_names.h"

namespace invdyn {
namespace {

using Frame = ExternalWrench::Frame;

// Each wrench takes seven numbers in memory.
constexpr std::size_t max_wrench_rows = 1'000'000;

constexpr Eigen::Index parts = 9, first_point = 6;

// One wrench of a table.
struct Parts {
  WrenchName name;                                 // of its first column
  std::string first;                               // in the file
  std::array<CsvTable::Column*, parts> columns{};  // null: zero

  bool belongs(const WrenchName& other) const {
    return name.kind == other.kind && name.link == other.link && name.group == other.group;
  }
  bool has(Eigen::Index begin, Eigen::Index end) const {
    return std::any_of(columns.begin() + begin, columns.begin() + end, [](auto* each) { return each; });
  }
  bool has_point() const { return has(first_point, parts); }
};

std::string bare(std::string group) {
  while (group.ends_with('_')) group.pop_back();
  return group;
}

// Which of these columns are of wrenches; of ground reactions, those of the plate or foot `group`.
std::vector<bool> wanted_columns(const std::string& path, const std::vector<std::string>& names,
                                 const std::string& group) {
  std::vector<std::string> groups;
  std::vector<bool> wanted;
  for (const std::string& each : names) {
    const std::optional<WrenchName> name = wrench_name(each);
    const bool is_ground = name && name->kind == WrenchKind::ground;
    wanted.push_back(name && (group.empty() || (is_ground && bare(name->group) == bare(group))));
    if (is_ground && std::find(groups.begin(), groups.end(), name->group) == groups.end())
      groups.push_back(name->group);
  }
  const std::string file = path == "-" ? "standard input" : path;
  if (group.empty() && groups.size() > 1) {
    std::string lines;
    for (const std::string& each : groups)
      lines += " `wrench` " + shell_word("link=LINK file=" + path + " columns=" + each);
    throw UsageError(file, "has the ground reactions of several plates or feet (" + joined(groups) +
                               "): expected a link for each:" + lines);
  }
  if (group.empty() || std::find(wanted.begin(), wanted.end(), true) != wanted.end()) return wanted;
  if (groups.empty())
    throw UsageError(
        file, "has no columns of ground reactions, such as ground_force_vx: remove columns= from `wrench`");
  throw UsageError(file, "has no ground reactions of " + in_quotes(group) +
                             ": after columns=, expected one of " + joined(groups) +
                             did_you_mean(group, groups));
}

std::vector<Parts> parts_of(LoadTable& table) {
  std::vector<Parts> wrenches;
  for (CsvTable::Column& column : table.columns) {
    const WrenchName name = *wrench_name(column.name);
    auto found =
        std::find_if(wrenches.begin(), wrenches.end(), [&](const Parts& each) { return each.belongs(name); });
    if (found == wrenches.end()) found = wrenches.insert(found, {name, column.name});
    CsvTable::Column*& place = found->columns[static_cast<std::size_t>(name.part)];
    if (place || found->name.frame != name.frame)
      throw Error(table.file, "has the columns " + (place ? place->name : found->first) + " and " +
                                  column.name + ": expected one of them");
    place = &column;
  }
  std::stable_sort(wrenches.begin(), wrenches.end(),
                   [](const Parts& a, const Parts& b) { return a.name.link < b.name.link; });
  return wrenches;
}

// How many wrenches these columns are.
std::size_t count_of(const std::vector<CsvTable::Column>& columns) {
  std::set<std::string> different;
  for (const CsvTable::Column& column : columns) different.insert(wrench_name(column.name)->link);
  return different.size();
}

void expect_sound(const Parts& wrench, const std::string& file, const std::vector<std::string>& links) {
  const WrenchName& name = wrench.name;
  if (!name.link.empty() && std::find(links.begin(), links.end(), name.link) == links.end())
    throw Error(file, "has a column " + in_quotes(wrench.first) + ", but no link is named " +
                          in_quotes(name.link) + ": expected one of the links " + joined(links) +
                          did_you_mean(name.link, links));
  const bool has_force = wrench.has(0, 3);
  const std::string named = name.kind == WrenchKind::ground ? " of " + in_quotes(name.group)
                            : name.link.empty()             ? ""
                                                            : " of " + in_quotes(name.link);
  if (wrench.has_point() && !has_force)
    throw Error(file, "has a point" + named + " without a force: expected " +
                          (name.kind == WrenchKind::ground ? "columns such as ground_force_vx too"
                                                           : "at least one of fx, fy, fz too"));
  if (name.kind == WrenchKind::ground && has_force && !wrench.has_point())
    throw Error(file, "has a ground force" + named +
                          " without its point: expected columns such as ground_force_px too");
}

WrenchColumns taken(Parts& wrench, const LoadTable& table) {
  WrenchHistory history{table.file, *table.time, {}};
  history.values.assign(table.rows, WrenchValues::Zero());
  Eigen::Matrix3Xd points;
  if (wrench.has_point()) points.setZero(3, static_cast<Eigen::Index>(table.rows));
  for (Eigen::Index part = 0; part < parts; ++part) {
    CsvTable::Column* const column = wrench.columns[static_cast<std::size_t>(part)];
    if (!column) continue;
    for (std::size_t k = 0; k < table.rows; ++k)
      (part < first_point ? history.values[k][part]
                          : points(part - first_point, static_cast<Eigen::Index>(k))) = column->values[k];
    column->values = {};  // they are kept elsewhere now
  }
  // Where the point moves, the moment about a fixed point is what is linear between two rows: n + p x f.
  for (Eigen::Index k = 0; k < points.cols(); ++k) {
    WrenchValues& values = history.values[static_cast<std::size_t>(k)];
    values.tail<3>() += points.col(k).cross(values.head<3>());
  }
  const WrenchName& name = wrench.name;
  WrenchColumns result{name.link};
  history.is_of_ground = name.kind == WrenchKind::ground;
  if (history.is_of_ground) result.frame = Frame::world;
  if (name.kind == WrenchKind::computed) result.frame = name.frame;
  if (name.kind == WrenchKind::computed)
    result.point = WrenchColumns::Point::origin_of_link;
  else if (wrench.has_point() || name.kind == WrenchKind::ground)
    result.point = WrenchColumns::Point::origin_of_frame;
  result.history = std::make_shared<const WrenchHistory>(std::move(history));
  return result;
}

bool may_be_force(const std::string& name) {
  const std::vector<std::string> words = words_in(name);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "force" || word == "moment" || word == "torque";
  });
}

}  // namespace

std::vector<WrenchColumns> read_wrench_file(const std::string& path, const std::vector<std::string>& links,
                                            const std::string& group, const Warn& warn) {
  const auto expect_few_rows = [](const CsvTable& so_far) {
    const std::size_t wrenches = count_of(so_far.columns);
    if (so_far.rows * wrenches > max_wrench_rows)
      throw Error(so_far.file, "holds more than " + std::to_string(max_wrench_rows / wrenches) + " rows of " +
                                   (wrenches == 1 ? "one wrench" : std::to_string(wrenches) + " wrenches") +
                                   ": expected at most " + std::to_string(max_wrench_rows) +
                                   " wrenches in all");
  };
  LoadTable table = read_load_table(
      path, {[&](const auto& names) { return wanted_columns(path, names, group); }, expect_few_rows}, warn);
  for (const std::string& name : table.passed_over)
    if (const std::string fault = unknown_unit_text(name); !fault.empty()) throw Error(table.file, fault);
  const std::string what_is_expected = "expected a column t and at least one of " +
                                       joined({wrench_components.begin(), wrench_components.end()});
  if (!table.time) throw Error(table.file, "has no time column: " + what_is_expected);
  if (table.columns.empty()) throw Error(table.file, "has no column of a wrench: " + what_is_expected);
  if (table.rows == 0) throw Error(table.file, "has no rows of numbers: expected at least one");
  for (CsvTable::Column& column : table.columns)
    if (const double si = wrench_name(column.name)->si; si != 1)
      for (double& value : column.values) value = converted(value, si);
  std::vector<Parts> wrenches = parts_of(table);
  for (const Parts& wrench : wrenches) expect_sound(wrench, table.file, links);
  std::vector<WrenchColumns> result;
  for (Parts& wrench : wrenches) result.push_back(taken(wrench, table));
  std::erase_if(table.passed_over, [](const std::string& name) { return wrench_name(name).has_value(); });
  const bool is_result = std::any_of(table.passed_over.begin(), table.passed_over.end(),
                                     [](const std::string& name) { return name.starts_with("tau_"); });
  if (!table.passed_over.empty() && !is_result)
    warn(path + ": " + joined(table.passed_over) + ": not used" +
         (std::any_of(table.passed_over.begin(), table.passed_over.end(), may_be_force)
              ? "; if a column holds a force or a moment, rename it to one of " +
                    joined({wrench_components.begin(), wrench_components.end()})
              : ""));
  return result;
}

}  // namespace invdyn
