#include "base_motion_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "../data/differentiate.h"
#include "../pose/base_numbers.h"
#include "../pose/orientations.h"
#include "load_table.h"

namespace invdyn {
namespace {

constexpr std::array<const char*, 3> prefixes{"", "d", "dd"};

// Each row takes nineteen numbers in memory.
constexpr std::size_t max_rows = 1'000'000;

constexpr std::array<const char*, 4> quaternion_columns{"qw", "qx", "qy", "qz"};

// As in the trajectory of a floating base.
std::string without_prefix(const std::string& name) {
  return name.starts_with("base_") ? name.substr(5) : name;
}

const CsvTable::Column* find(const CsvTable& table, const std::string& name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const CsvTable::Column& column) { return column.name == name; });
  return found == table.columns.end() ? nullptr : &*found;
}

void expect_few_rows(const CsvTable& so_far) {
  if (so_far.rows > max_rows)
    throw Error(so_far.file, "holds more than " + std::to_string(max_rows) + " rows: expected at most " +
                                 std::to_string(max_rows) + " rows of a base's motion");
}

void expect_rows(const Differentiation& how, const CsvTable& table) {
  if (table.rows < how.rows_needed())
    throw Error(table.file, "has " + counted(table.rows, "data row") + ": expected at least " +
                                std::to_string(how.rows_needed()) + " for central differences");
}

// The quaternions of all rows, of length 1, each on the side of the one before.
std::vector<Quaternion> quaternions_in(const CsvTable& table, const Warn& warn) {
  std::array<const CsvTable::Column*, 4> columns{};
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < 4; ++i)
    if (!(columns[i] = find(table, quaternion_columns[i]))) missing.emplace_back(quaternion_columns[i]);
  if (missing.size() == 4) return {};
  if (!missing.empty())
    throw Error(table.file, "has no column " + joined(missing) + ": expected the whole quaternion");
  for (const char* angle : {"yaw", "pitch", "roll"})
    if (find(table, angle))
      throw Error(table.file,
                  std::string("has a quaternion and the column ") + angle +
                      ": expected the base's orientation as a quaternion or as angles, not as both");
  bool is_odd = false;
  std::vector<Quaternion> all;
  for (std::size_t k = 0; k < table.rows; ++k) {
    Quaternion q{columns[0]->values[k], columns[1]->values[k], columns[2]->values[k], columns[3]->values[k]};
    const std::string place = "at t = " + shortest((*table.time)[k]);
    const double length = q.norm();
    if (!(std::abs(length - 1) <= wrong_length))
      throw Error(table.file, place + ", qw to qz" + wrong_length_text(length));
    if (!is_odd && std::abs(length - 1) > odd_length) {
      is_odd = true;
      warn(table.file + ": " + place + ", qw to qz" + odd_length_text(length));
    }
    q = q.normalized();
    if (!all.empty()) {
      if (all.back().dot(q) < 0) q = q.scaled(-1);
      const double turn = rotation_vector(all.back().conjugate() * q).norm();
      if (turn > most_between_rows) throw Error(table.file, place + ", " + wide_turn_text(turn));
    }
    all.push_back(q);
  }
  return all;
}

// The rates of a quaternion q whose base turns by w and dw, in its own axes: q' = q w/2, q'' = q' w/2 + q
// dw/2.
Quaternion times_half(const Quaternion& q, const Eigen::Vector3d& w) {
  return q * Quaternion{0, w.x() / 2, w.y() / 2, w.z() / 2};
}

SampledMotion motion_of_poses(const CsvTable& table, const std::vector<Quaternion>& orientations) {
  Differentiation how;
  how.scheme = Scheme::central;
  how.known = how.base = Known::q;
  expect_rows(how, table);
  Block block(7, table.rows);
  block.rows = table.rows;
  block.last = true;
  block.hold_base(true);
  block.base.pose.setZero();
  for (auto* values : {&block.q, &block.dq, &block.ddq}) values->setZero();
  for (std::size_t j = 0; j < 3; ++j)
    if (const CsvTable::Column* column = find(table, base_motion_columns()[j]))
      for (std::size_t k = 0; k < table.rows; ++k)
        block.base.pose(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) = column->values[k];
  for (std::size_t k = 0; k < table.rows; ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    const Quaternion& q = orientations[k];
    block.t[row] = (*table.time)[k];
    block.base.pose.block<1, 4>(row, 3) << q.w, q.x, q.y, q.z;
  }
  differentiate(how, block, table.file);
  for (std::size_t k = 0; k < table.rows; ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    const Twist twist = twist_in(block.base.twist, block.base.rates, row);
    const Quaternion& q = orientations[k];
    const Quaternion dq = times_half(q, twist.w), a = times_half(dq, twist.w), b = times_half(q, twist.dw);
    const Eigen::Vector3d p = three_in(block.base.pose, row, 0);
    block.q.row(row) << p.x(), p.y(), p.z(), q.w, q.x, q.y, q.z;
    block.dq.row(row) << twist.v.x(), twist.v.y(), twist.v.z(), dq.w, dq.x, dq.y, dq.z;
    block.ddq.row(row) << twist.dv.x(), twist.dv.y(), twist.dv.z(), a.w + b.w, a.x + b.x, a.y + b.y,
        a.z + b.z;
  }
  SampledMotion motion(7);
  motion.take(block);
  return motion;
}

// A base can yaw any number of turns, but it does not roll or pitch over.
void doubt_angles(const Block& block, const std::string& file, const Warn& warn) {
  constexpr double turn = 2 * std::numbers::pi;
  for (const Eigen::Index j : {4, 5})
    if (const double largest = block.q.col(j).head(static_cast<Eigen::Index>(block.rows)).abs().maxCoeff();
        largest > turn)
      return warn(
          file + ": " + base_motion_columns()[static_cast<std::size_t>(j)] + " reaches " +
          six_digits(largest) + " rad, which is " + three_digits(largest / turn) +
          " turns: is the angle in degrees? To read all angles in degrees (the trajectory's angles too), give "
          "`degrees`");
}

void expect_whole_pose(const CsvTable& table, bool has_quaternion) {
  std::vector<std::string> missing;
  for (const std::string& name : base_motion_columns())
    if (!find(table, name) && !(has_quaternion && name.size() > 1)) missing.push_back(name);
  if (!missing.empty())
    throw Error(table.file, "has no column " + joined(missing) +
                                ": expected the whole pose of the floating base: x, y, z, and qw, qx, qy, qz "
                                "or roll, pitch, yaw");
}

}  // namespace

const std::vector<std::string>& base_motion_columns() {
  static const std::vector<std::string> names{"x", "y", "z", "yaw", "pitch", "roll"};
  return names;
}

SampledMotion read_base_motion(const std::string& path, bool degrees, PoseParts parts, const Warn& warn) {
  const std::vector<std::string>& names = base_motion_columns();
  const auto is_wanted = [&](const std::string& full) {
    const std::string name = without_prefix(full);
    return std::find(quaternion_columns.begin(), quaternion_columns.end(), name) !=
               quaternion_columns.end() ||
           std::any_of(names.begin(), names.end(), [&](const std::string& axis) {
             return name == axis || name == "d" + axis || name == "dd" + axis;
           });
  };
  const auto wanted = [&](const std::vector<std::string>& all) {
    std::vector<bool> are_wanted;
    for (const std::string& each : all) are_wanted.push_back(is_wanted(each));
    return are_wanted;
  };
  LoadTable table = read_load_table(path, {wanted, expect_few_rows}, warn);
  degrees = table.in_degrees.value_or(degrees);
  std::vector<std::string> passed_over = table.passed_over;
  for (CsvTable::Column& column : table.columns) {
    const std::string name = without_prefix(column.name);
    if (name != column.name && find(table, name))
      throw Error(table.file, "has the columns " + name + " and " + column.name + ": expected one of them");
    column.name = name;
  }
  const std::string expected =
      "expected a column t and at least one of " + joined(names) + ", or qw, qx, qy, qz";
  if (!table.time) throw Error(table.file, "has no time column: " + expected);

  const std::vector<Quaternion> orientations = quaternions_in(table, warn);
  if (parts == PoseParts::all) expect_whole_pose(table, !orientations.empty());
  for (const CsvTable::Column& column : table.columns)
    if (!orientations.empty() && column.name.starts_with("d")) passed_over.push_back(column.name);
  if (!passed_over.empty()) warn(path + ": " + joined(passed_over) + ": not used");
  if (!orientations.empty()) return motion_of_poses(table, orientations);

  // The number of derivatives that all present columns have.
  std::size_t present = 0, orders = 2;
  for (const std::string& axis : names) {
    const bool has_rate = find(table, "d" + axis), has_second = find(table, "dd" + axis);
    if (!find(table, axis)) {
      if (has_rate || has_second)
        throw Error(table.file, std::string("has the column ") + (has_rate ? "d" : "dd") + axis +
                                    " without " + axis + ": expected the position too");
      continue;
    }
    ++present;
    orders = std::min<std::size_t>(orders, !has_rate ? 0 : !has_second ? 1 : 2);
  }
  if (present == 0) throw Error(table.file, "has no column of a base's motion: " + expected);

  Differentiation how;
  how.scheme = Scheme::central;
  how.known = orders == 2 ? Known::q_dq_ddq : orders == 1 ? Known::q_dq : Known::q;
  expect_rows(how, table);

  Block block(names.size(), table.rows);
  block.rows = table.rows;
  block.last = true;
  const std::array<Eigen::ArrayXXd*, 3> targets{&block.q, &block.dq, &block.ddq};
  for (std::size_t k = 0; k < table.rows; ++k) block.t[static_cast<Eigen::Index>(k)] = (*table.time)[k];
  for (std::size_t j = 0; j < names.size(); ++j) {
    const bool is_revolute = j >= 3;
    for (std::size_t order = 0; order <= orders; ++order)
      if (const CsvTable::Column* column = find(table, prefixes[order] + names[j]))
        for (std::size_t k = 0; k < table.rows; ++k)
          (*targets[order])(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) =
              column->values[k] * (is_revolute && degrees ? std::numbers::pi / 180 : 1);
  }
  if (!degrees) doubt_angles(block, table.file, warn);
  differentiate(how, block, table.file);
  SampledMotion motion(names.size());
  motion.take(block);
  return motion;
}

}  // namespace invdyn
