#include "csv_columns.h"

#include <algorithm>

#include "../../ground/base/error.h"
#include "../../ground/base/row_place.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/text/number.h"
#include "../names/name_offer.h"
#include "../names/time_name.h"
#include "csv_column_finder.h"

namespace invdyn {
namespace {

constexpr Quantity motion[] = {Quantity::q, Quantity::dq, Quantity::ddq};

// Nothing else tells them: length and continuity are the same in both orders.
void expect_order_and_axes(const CsvSettings& settings, bool has_twist, const std::string& place) {
  if (!settings.quaternion)
    throw Error(
        place,
        "has no header that names the components of the base's quaternion: expected `quaternion` wxyz "
        "(MuJoCo, Eigen's constructor) or `quaternion` xyzw (ROS, Isaac Gym, scipy)");
  if (has_twist && !settings.base_twist)
    throw Error(place,
                "has no header that names the velocities of the base: expected `base-twist` world, body or "
                "mujoco, which states their axes");
}

// Of a robot on a fixed base, if the columns are those of a base that floats. It is no arm.
std::string pose_text(std::size_t count, std::size_t joints) {
  constexpr std::size_t most_of_arm = 7;
  if (joints <= most_of_arm) return "";
  for (std::size_t quantities = 1; quantities <= std::size(motion); ++quantities)
    for (const std::size_t time : {0u, 1u})
      if (count == time + unnamed_count(joints, true, quantities))
        return "; with `base` floating, " + std::to_string(count) +
               " columns are right: they include the position and quaternion of the base";
  return "";
}

}  // namespace

std::size_t unnamed_count(std::size_t joints, bool base_floats, std::size_t quantities) {
  return quantities * joints + (base_floats ? 1 + 6 * quantities : 0);
}

// The line that takes the first columns as t and q, and holds the joints that are left: to be changed by the
// user.
std::string unnamed_map(std::size_t count, const std::vector<std::string>& joints,
                        const CsvSettings& settings) {
  const std::size_t time = settings.grid ? 0 : 1;
  if (count <= time || joints.empty()) return "";
  std::vector<ColumnMapping> mappings;
  if (!settings.grid) mappings.push_back({"1", "t"});
  const std::size_t given = std::min(joints.size(), count - time);
  for (std::size_t j = 0; j < given; ++j) mappings.push_back({std::to_string(j + time + 1), joints[j]});
  std::string held;
  for (std::size_t j = given; j < joints.size(); ++j) held += (held.empty() ? "" : ",") + joints[j] + "=0";
  return std::string("; if the first columns are ") + (settings.grid ? "q" : "t and q") + ", give `map` " +
         mapping_text(mappings) + (held.empty() ? "" : " `lock` " + shell_word(held));
}

std::vector<std::string> unnamed_columns(std::size_t count, const Robot& robot, const CsvSettings& settings,
                                         bool positions_alone, const std::string& place) {
  const auto is_locked = [&](const std::string& joint) {
    return std::find(settings.locked.begin(), settings.locked.end(), joint) != settings.locked.end();
  };
  std::vector<std::string> joints;
  for (const Joint& joint : robot.joints())
    if (is_locked(joint.name) || (joint.moves() && !joint.mimic)) joints.push_back(joint.name);
  const std::size_t n = joints.size(), maximum = positions_alone ? 1 : 3;
  const bool floats = robot.base_floats();
  const auto columns_of = [&](std::size_t quantities) { return unnamed_count(n, floats, quantities); };
  const auto is_right = [&](std::size_t values) {
    for (std::size_t quantities = 1; quantities <= maximum; ++quantities)
      if (values == columns_of(quantities)) return true;
    return false;
  };
  const bool has_time = is_right(count - 1);
  const bool has_no_time = (settings.grid || (!settings.needs_time && !has_time)) && is_right(count);
  if (has_time && has_no_time)
    throw Error(
        place,
        "has " + counted(count, "column") +
            " and no header. The first column may be t, but `dt` or `rate` gives the times too: add a header row "
            "to the file, or leave out `dt` and `rate`");
  if (!has_time && !has_no_time) {
    const auto counts = [&](std::size_t time) {
      std::string text = std::to_string(time + columns_of(1));
      if (!positions_alone)
        text += ", " + std::to_string(time + columns_of(2)) + " or " + std::to_string(time + columns_of(3));
      return text;
    };
    throw Error(
        place, "has " + counted(count, "column") + " and no header: expected " + counts(1) +
                   " columns in this order: t" + (floats ? ", position and quaternion of the base" : "") +
                   ", q of " + counted(n, "joint") +
                   (positions_alone ? ""
                    : floats ? ", twist of the base and dq (optional), derivatives of twist and dq (optional)"
                             : ", dq (optional), ddq (optional)") +
                   (settings.grid || !positions_alone ? "; without t, " + counts(0) + " columns" : "") +
                   (settings.grid || positions_alone ? "" : " and `dt` or `rate`") +
                   (floats ? "; if the base does not move, give `base` fixed" : pose_text(count, n)) +
                   (positions_alone ? "" : unnamed_map(count, joints, settings)));
  }
  if (floats) expect_order_and_axes(settings, count > columns_of(1) + 1, place);
  std::vector<std::string> names;
  if (has_time) names.push_back("t");
  for (const Quantity quantity : motion) {
    if (names.size() >= count) break;
    if (floats)
      for (const std::string& name : unnamed_base_columns(quantity, *settings.quaternion))
        names.push_back(name);
    for (const std::string& joint : joints) names.push_back(column_name(quantity, joint));
  }
  return names;
}

double* CsvColumns::Column::rows_in(Block& block) const {
  if (is_time) return block.t.data();
  if (base) return rows_of_base(*base, block);
  if (flag) return block.flags.data() + *flag * block.capacity;
  if (derived) return block.derived.data() + *derived * block.capacity;
  Eigen::ArrayXXd& of_quantity = quantity == Quantity::tau ? block.measured : values(block, quantity);
  return of_quantity.data() + joint * block.capacity;
}

CsvColumns::CsvColumns(const std::vector<std::string_view>& names, const Robot& robot,
                       const CsvSettings& settings, std::string place, FirstRows first_rows)
    : CsvColumns(CsvColumnFinder(robot, settings, std::move(place), std::move(first_rows)).of_names(names)) {}

bool CsvColumns::states_angle_unit() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return column.used && column.is_angle && column.unit; });
}

bool CsvColumns::expects_texts() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return !column.expected.empty(); });
}

std::size_t CsvColumns::flags() const {
  return static_cast<std::size_t>(std::count_if(
      columns_.begin(), columns_.end(), [](const Column& column) { return column.flag.has_value(); }));
}

std::vector<std::string> CsvColumns::unused() const {
  std::vector<std::string> names = dropped_;
  if (!has_names_ || is_table_) return names;
  for (const Column& column : columns_)
    if (!column.used && !column.completes_time) names.push_back(column.name);
  return names;
}

void CsvColumns::drop_unused() {
  const auto first = columns_.begin() + 1;
  for (auto column = first; column != columns_.end(); ++column)
    if (!column->used) dropped_.push_back(column->name);
  columns_.erase(std::remove_if(first, columns_.end(), [](auto& column) { return !column.used; }),
                 columns_.end());
  const auto is_time = [](const Column& column) { return column.is_time; };
  if (time_)
    time_->column =
        static_cast<std::size_t>(std::find_if(columns_.begin(), columns_.end(), is_time) - columns_.begin());
}

// `"a_deg", "b_deg" in deg; "c_rpm" in rpm`; empty: no name states a unit that is not the usual one.
std::string CsvColumns::stated_units() const {
  std::vector<std::pair<std::string, std::vector<std::string>>> units;
  for (const Column& column : columns_) {
    if (!column.used || !column.unit || column.unit == column.mapped.meaning.unit) continue;
    auto unit = std::find_if(units.begin(), units.end(),
                             [&](const auto& each) { return each.first == column.unit_name; });
    if (unit == units.end()) unit = units.insert(unit, {std::string(column.unit_name), {}});
    unit->second.push_back(in_quotes(column.name));
  }
  std::string text;
  for (const auto& [unit, names] : units)
    text += (text.empty() ? "" : "; ") + joined(names, 3) + " in " + unit;
  return text;
}

std::vector<std::string> CsvColumns::notes() const {
  std::vector<std::string> texts = left_out_;
  if (!reading_text_.empty()) texts.push_back(reading_text_);
  if (time_ && time_->is_by_values && !time_->unit)
    texts.push_back("t is " + in_quotes(columns_[time_->column].name) + ", read in s");
  if (const std::string units = stated_units(); !units.empty())
    texts.push_back("units as the names state: " + units);
  if (const std::vector<std::string> others = unused(); !others.empty())
    texts.push_back("columns not used: " + joined(others) +
                    (unfit_units_.empty() ? unused_text_ : " (" + unfit_units_ + ")"));
  return texts;
}

void CsvColumns::add_zeros(Block& block, std::size_t first, std::size_t count) const {
  for (const Column& column : columns_)
    if (column.used && column.zero != 0)
      for (double *value = column.rows_in(block) + first, *end = value + count; value != end; ++value)
        *value += column.zero;
}

namespace {

constexpr const char* row_of_units_advice = " (if this is a row of units, delete it or begin it with #)";

bool is_unit(std::string_view text) {
  return !text.empty() && (text[0] == '[' || stated_unit("x_" + std::string(text)) ||
                           unit_in_time_name("t_" + std::string(text)));
}

// `ERR`, which may stand for a missing value.
bool is_word(std::string_view text) {
  constexpr std::size_t longest = 12;
  return text.size() > 1 && text.size() <= longest && text.find_first_of("0123456789:") == text.npos;
}

}  // namespace

std::string thousands_advice(std::string_view text) {
  const std::size_t comma = text.find(','), point = text.find('.');
  std::string number(text);
  std::erase(number, '.');
  const bool are_thousands = comma != text.npos && point < comma && !decimal_comma_text(number).empty();
  return are_thousands ? " without points for thousands (sed '2,$s/\\.//g' takes them out)" : "";
}

std::string not_a_number(const CsvColumns::Column& column, std::string_view text) {
  std::string advice = decimal_comma_text(text);
  if (!advice.empty()) advice += " (give `decimal` ,)";
  if (const std::string thousands = thousands_advice(text); !thousands.empty())
    advice = thousands + ", and `decimal` ,";
  if (text == column.name)
    advice = " (`missing` skip leaves out rows that repeat the header)";
  else if (column.is_time && parse_time_stamp(text, TimeUnit::iso))
    advice = ", or `time-unit` iso for date and time";
  else if (column.is_time && text.find(':') != text.npos)
    advice =
        ", or date and time as 2026-01-31T12:00:00.5 with `time-unit` iso; `dt` or `rate` replaces the times";
  else if (is_missing(text))
    advice = " (`missing` skip leaves such rows out)";
  else if (const auto blank = text.find(' ');
           blank != text.npos && parse_finite(text.substr(0, blank)) && !parse_finite(text.substr(blank + 1)))
    advice = " without a unit; put the unit into the column's name, such as t_ms";
  else if (!column.is_time && text.find("°") != text.npos)
    advice = " without the degree sign (sed 's/°//g' takes it out), and `degrees`";
  else if (is_unit(text))
    advice = row_of_units_advice;
  else if (!column.is_time && is_word(text) && advice.empty())
    advice = " (`missing` accepts these as missing values: an empty field, NaN, NA, null, none or -)";
  return column.name + (text.empty() ? " is empty" : " is " + in_quotes(text)) +
         ": expected a finite number" +
         (column.unit_name.empty() ? "" : " (" + std::string(column.unit_name) + ")") + advice;
}

namespace {

constexpr std::string_view halves_text =
    "; its numbers have a decimal comma, and commas separate the columns too: expected ";

}  // namespace

std::string other_fields_advice(const std::string& file, Separator separator, std::size_t columns,
                                const std::vector<std::string_view>& fields, bool may_skip) {
  const auto is_whole = [](std::string_view field) {
    return field.find_first_not_of("+-0123456789eE") == field.npos;
  };
  const bool are_halves = separator == Separator::comma && fields.size() > columns &&
                          fields.size() + 1 >= 2 * columns &&
                          std::all_of(fields.begin(), fields.end(), is_whole);
  if (!are_halves) return may_skip ? " (`missing` skip leaves such rows out)" : "";
  if (fields.size() < 2 * columns)
    return std::string(halves_text) + "decimal points, or semicolons between the columns and `decimal` ,";
  return decimal_halves_advice(file, false);
}

std::string decimal_halves_advice(const std::string& file, bool skips_first) {
  const std::string pair = "([^,]+),([^,]+)/", point = "\\1.\\2/g";
  return std::string(halves_text) + "decimal points. To write them, run sed -E '/^[-+0-9]/s/" +
         (skips_first ? ',' + pair + ',' + point : pair + point) + "' " + shell_word(file) + " > points.csv";
}

std::string time_order_advice(bool is_same, PlaceBy places) {
  return is_same
             ? " (to leave out repeated rows, give `missing` skip; if only the times repeat, give `rate` HZ in "
               "place "
               "of the times)"
         : places == PlaceBy::message
             ? " (to sort the messages, run \"mcap sort\"; if a clock was reset, split the recording before this "
               "message with \"mcap filter\" and run invdyn for each part)"
             : " (if a clock was reset, split the file before this row and run invdyn for each part)";
}

std::string reversed_rows_advice(const std::string& file, PlaceBy places, bool has_header,
                                 std::size_t line_before) {
  if (places != PlaceBy::line || line_before != (has_header ? 2 : 1)) return "";
  const std::string name = shell_word(file);
  return "; if the rows are in reverse order, run " +
         (has_header ? "(head -n 1 " + name + "; tail -n +2 " + name + " | tac)" : "tac " + name) +
         " > ordered.csv";
}

std::string time_order_advice(double t, double before, PlaceBy places) {
  constexpr double never_seconds = 1e11;  // 3000 years
  if (t == before && t > never_seconds) return " (`time-unit` ms, us or ns keeps all digits)";
  return time_order_advice(t == before, places);
}

std::string not_a_time(const CsvColumns::Column& column, std::string_view text, TimeUnit unit) {
  const std::string expected = unit == TimeUnit::iso
                                   ? "date and time by ISO 8601, such as 2026-01-31T12:00:00.5Z"
                                   : "number (" + std::string(name_of(unit)) + ") below 292 years";
  const std::string comma = decimal_comma_text(text);
  return column.name + (text.empty() ? " is empty" : " is " + in_quotes(text)) + ": expected a " + expected +
         (comma.empty() ? thousands_advice(text) : comma + " (give `decimal` ,)") +
         (is_unit(text) ? row_of_units_advice : "");
}

}  // namespace invdyn
