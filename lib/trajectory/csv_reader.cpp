#include "csv_reader.h"

#include <algorithm>
#include <numbers>

#include "../error.h"
#include "../nearest_name.h"
#include "../number.h"
#include "../wording.h"

namespace invdyn {

CsvReader::CsvReader(const std::string& path, const Robot& robot, const CsvSettings& settings,
                     const Warn& note)
    : rows_(path), grid_(settings.grid) {
  read_header(robot, settings, note);
}

void CsvReader::fail_field(const Column& column, std::string_view text) const {
  rows_.fail(column.name + (text.empty() ? " is empty" : " is " + quoted(text)) +
             ": expected a finite number (" + std::string(column.unit_name) + ")");
}

void CsvReader::read_header(const Robot& robot, const CsvSettings& settings, const Warn& note) {
  rows_.read_header(fields_);
  const auto is_number = [](std::string_view field) { return parse_finite(field).has_value(); };
  const auto is_joint = [&](std::string_view field) {
    for (std::size_t j = 0; j < robot.dof(); ++j)
      if (robot.moving_joint(j).name == field) return true;
    return false;
  };
  if (std::all_of(fields_.begin(), fields_.end(), is_number) &&
      std::none_of(fields_.begin(), fields_.end(), is_joint))
    rows_.fail("the first row holds numbers: expected a header row with the columns' names, such as t,q_" +
               robot.moving_joint(0).name);
  for (const std::string_view field : fields_) columns_.push_back({.name = std::string(field)});
  match_columns(robot, settings);

  std::vector<std::string> ignored;
  for (const Column& column : columns_)
    if (!column.used) ignored.push_back(column.name);
  if (!ignored.empty()) note(name() + ": columns not used: " + joined(ignored));
}

CsvReader::Column* CsvReader::find_column(const std::string& name) {
  Column* found = nullptr;
  for (Column& column : columns_) {
    if (column.name != name || column.used) continue;
    if (found) rows_.fail("the column " + quoted(name) + " stands twice: expected it once");
    found = &column;
  }
  return found;
}

void CsvReader::claim(Column& column, Quantity quantity, std::size_t joint, const Robot& robot,
                      bool degrees) {
  const bool turns = robot.moving_joint(joint).turns();
  column.used = true;
  column.quantity = quantity;
  column.joint = joint;
  column.unit_name = unit_of(quantity, turns);
  if (!degrees || !turns) return;
  column.si_per_unit = std::numbers::pi / 180;
  column.unit_name = unit_in_degrees(quantity);
}

void CsvReader::claim_time(const CsvSettings& settings) {
  Column* t = find_column("t");
  Column* time = find_column("time");
  if (t && time) rows_.fail("both \"t\" and \"time\" are columns: expected one of them");
  Column* column = t ? t : time;
  if (!column && !settings.grid)
    rows_.fail("no time column: expected \"t\" or \"time\", in s (or give --dt or --rate)");
  if (!column) return;
  column->used = column->is_time = has_time_ = true;
  column->unit_name = "s";
}

void CsvReader::match_columns(const Robot& robot, const CsvSettings& settings) {
  claim_time(settings);
  const bool wants_derivatives = settings.scheme.value_or(Scheme::given) == Scheme::given;
  std::vector<std::string> missing_dq, missing_ddq;
  std::vector<bool> has_q(robot.dof(), false);
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const std::string& joint = robot.moving_joint(j).name;
    const auto claim_if_there = [&](Quantity quantity) {
      Column* column = find_column(column_name(quantity, joint));
      if (column) claim(*column, quantity, j, robot, settings.degrees);
      return column != nullptr;
    };
    has_q[j] = claim_if_there(Quantity::q);
    if (!wants_derivatives) continue;
    if (!claim_if_there(Quantity::dq)) missing_dq.push_back(column_name(Quantity::dq, joint));
    if (!claim_if_there(Quantity::ddq)) missing_ddq.push_back(column_name(Quantity::ddq, joint));
  }
  // Bare names last: a joint may bear a name that is the column of another joint, or that of time.
  std::vector<std::string> missing_q;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const std::string& joint = robot.moving_joint(j).name;
    Column* column = find_column(joint);
    if (column && has_q[j])
      rows_.fail("both " + quoted(column_name(Quantity::q, joint)) + " and " + quoted(joint) +
                 " are columns: expected one of them");
    if (column) claim(*column, Quantity::q, j, robot, settings.degrees);
    if (!column && !has_q[j]) missing_q.push_back(joint);
  }
  if (!missing_q.empty()) {
    std::vector<std::string> unused;
    for (const Column& column : columns_)
      if (!column.used) unused.push_back(column.name);
    const std::string expected = column_name(Quantity::q, missing_q.front());
    auto near = did_you_mean(expected, unused);
    if (near.empty()) near = did_you_mean(missing_q.front(), unused);
    rows_.fail("no column for joint" + std::string(missing_q.size() > 1 ? "s " : " ") + joined(missing_q) +
               ": expected " + quoted(expected) +
               (names_time(missing_q.front()) ? "" : " or " + quoted(missing_q.front())) + near);
  }
  if (wants_derivatives) choose_known(missing_dq, missing_ddq, robot.dof(), settings);
}

void CsvReader::choose_known(const std::vector<std::string>& missing_dq,
                             const std::vector<std::string>& missing_ddq, std::size_t dof,
                             const CsvSettings& settings) {
  const bool no_dq = missing_dq.size() == dof, no_ddq = missing_ddq.size() == dof;
  if (missing_dq.empty() && missing_ddq.empty()) {
    known_ = Known::q_dq_ddq;
  } else if (settings.scheme == Scheme::given) {
    std::vector<std::string> missing = missing_dq;
    missing.insert(missing.end(), missing_ddq.begin(), missing_ddq.end());
    rows_.fail("--differentiate given, but no column " + joined(missing) +
               ": expected all dq_ and ddq_ columns");
  } else if (missing_dq.empty() && no_ddq) {
    known_ = Known::q_dq;
  } else if (no_dq && no_ddq) {
    known_ = Known::q;
  } else if (no_dq) {
    rows_.fail(
        "ddq_ columns without dq_ columns: expected both or neither (--differentiate backward or central "
        "works from q alone)");
  } else {
    rows_.fail("no column " + joined(missing_dq.empty() ? missing_ddq : missing_dq) +
               ", though other joints have theirs: expected them for all joints or none (--differentiate "
               "backward or central works from q alone)");
  }
}

void CsvReader::fill(Block& block) {
  while (block.rows < block.capacity && !block.last) block.last = !read_row(block);
}

bool CsvReader::read_row(Block& block) {
  if (!rows_.read_row(fields_)) return false;

  const auto row = static_cast<Eigen::Index>(block.rows);
  block.line[block.rows] = rows_.line();
  if (!has_time_) block.t[row] = grid_->time(count_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (!column.used) continue;
    const std::optional<double> number = parse_finite(fields_[i]);
    if (!number) fail_field(column, fields_[i]);
    if (column.is_time) {
      time_.check(rows_, column.name, *number, fields_[i]);
      block.t[row] = *number;
    } else {
      values(block, column.quantity)(row, static_cast<Eigen::Index>(column.joint)) =
          *number * column.si_per_unit;
    }
  }
  ++count_;
  ++block.rows;
  return true;
}

}  // namespace invdyn
