#include "csv_head.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>

#include "../../ground/base/error.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/storage_header.h"
#include "../../ground/text/number.h"
#include "../../ground/text/utf8.h"
#include "../names/name_offer.h"
#include "../names/named_joints.h"
#include "../names/names_in_rows.h"
#include "csv_column_finder.h"
#include "formats.h"
#include "missing_values.h"

namespace invdyn {
namespace {

using Line = CsvChunks::Line;

[[noreturn]] void fail_without_rows(const CsvChunks& chunks, const std::string& expected) {
  throw Error(chunks.file().name(), "has no rows: expected " + expected);
}

// OpenSim splits at blanks and tabs, and its names contain neither. Only names with blanks need tabs.
Separator storage_separator(std::string_view names) {
  names = trimmed(names);
  if (names.find('\t') == names.npos) return Separator::blanks;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('\t'), names.size());
    const std::string_view name = trimmed(names.substr(0, end));
    if (name.find(' ') != name.npos) return Separator::tab;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return Separator::blanks;
}

void take_named_separator(CsvChunks& chunks, CsvSettings& settings) {
  const std::optional<Line> first = chunks.peek_line();
  const std::optional<Separator> named = first ? named_separator(first->text) : std::nullopt;
  if (!named) return;
  chunks.read_line();
  if (!settings.separator) settings.separator = named;
}

std::vector<std::string_view> names_in(Line& line, Separator separator, const std::string& place) {
  std::vector<std::string_view> names;
  if (const std::string fault = split_csv_header(line.text.data(), separator, names); !fault.empty())
    throw Error(place, fault);
  // Matlab's and KUKA's header begins as a comment of Matlab: `% time q1`, `%% time q1`.
  for (const std::string_view mark : {"%", "%%"})
    if (names.size() > 1 && names.front() == mark)
      names.erase(names.begin());
    else if (!names.empty() && names.front().starts_with(std::string(mark) + ' '))
      names.front() = trimmed(names.front().substr(mark.size()));
  return names;
}

// Comments of Matlab before the header, which may be the last of them. `%time` of ROS is a name.
void pass_matlab_comments(CsvChunks& chunks, bool has_header) {
  const auto is_comment = [](const Line& line) {
    return line.text.starts_with("% ") || line.text.starts_with("%%") || line.text == "%";
  };
  for (std::optional<Line> line; (line = chunks.peek_line()) && is_comment(*line); chunks.read_line()) {
    const std::vector<Line> lines = chunks.peek_lines(2);
    const bool is_before_row = lines.size() < 2 || trimmed(lines[1].text).find_first_of("+-.0123456789") == 0;
    if (is_before_row && has_header) return;
  }
}

bool is_number(std::string_view field, const CsvSettings& settings) {
  std::string number(field);
  if (settings.decimal_comma) std::replace(number.begin(), number.end(), ',', '.');
  return parse_finite(number).has_value();
}

// What separates numbers with decimal commas, if the line is a row of such numbers; none: it is not.
std::optional<Separator> separator_of_decimal_commas(const std::string& line) {
  for (const Separator separator : {Separator::semicolon, Separator::tab, Separator::blanks}) {
    std::string text = line;
    std::vector<std::string_view> fields;
    if (!split_csv_line(text.data(), separator, fields) || fields.size() < 2) continue;
    const auto has_comma = [](std::string_view field) {
      return !field.starts_with(',') && !field.ends_with(',') && !decimal_comma_text(field).empty();
    };
    if (std::any_of(fields.begin(), fields.end(), has_comma) &&
        std::all_of(fields.begin(), fields.end(), [&](std::string_view field) {
          return has_comma(field) || is_missing(field) || parse_finite(field);
        }))
      return separator;
  }
  return std::nullopt;
}

// By the line, where nothing is set. With decimal commas, commas separate names and fields in quotes.
Separator separator_in(std::string line, bool has_names, const CsvSettings& settings,
                       const std::string& place) {
  if (!settings.separator)
    if (const auto separator = separator_of_decimal_commas(line)) return *separator;
  const bool has_commas =
      line.find(',') != line.npos && line.find_first_not_of("+-.,0123456789eE \t") != line.npos;
  if (settings.decimal_comma && !settings.separator) std::erase(line, ',');
  const Separator separator = settings.separator.value_or(separator_of(line, has_names));
  if (settings.decimal_comma && separator == Separator::comma && !has_commas)
    throw UsageError(
        "`decimal`",
        "is a comma, but " + place +
            " has no semicolon, tab or blank between columns: expected one of these separators (a run without "
            "`decimal` shows a command that writes decimal points)");
  return separator;
}

FirstRows first_rows_of(CsvChunks& chunks, Separator separator) {
  return [&chunks, separator](std::size_t count) {
    std::vector<std::vector<std::string>> rows;
    const auto is_header = [&](const Line& line) { return line.text == chunks.header(); };
    std::vector<Line> lines = chunks.peek_lines(count);
    const auto repeated = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), is_header));
    if (repeated > 0) lines = chunks.peek_lines(count + repeated);
    for (Line& line : lines) {
      if (is_header(line)) continue;
      std::vector<std::string_view> fields;
      split_csv_line(line.text.data(), separator, fields);
      rows.emplace_back(fields.begin(), fields.end());
    }
    return rows;
  };
}

// Throws if the first rows are whole numbers alone that no program writes, such as 009869: halves of decimal
// numbers, in a file without names.
void refuse_halves(CsvChunks& chunks) {
  constexpr std::size_t searched = 30;
  bool has_half = false;
  std::size_t count = 0;
  const FirstRows rows = first_rows_of(chunks, Separator::comma);
  // Rows of a pipe may come slowly.
  for (const std::vector<std::string>& row : rows(chunks.file().size() ? searched : 1)) {
    if (row.empty()) return;  // an open quote
    count = row.size() - (row.back().empty() ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t digits = row[i].find_first_not_of("+-");
      if (digits == row[i].npos || digits > 1 ||
          row[i].find_first_not_of("0123456789", digits) != row[i].npos)
        return;
      has_half |= row[i][digits] == '0' && row[i].size() > digits + 1;
    }
  }
  if (!has_half || count < 2) return;
  const std::optional<Line> line = chunks.peek_line();
  throw Error(chunks.place_of(*line), "has only whole numbers such as 009869" +
                                          decimal_halves_advice(chunks.file().name(), count % 2 != 0));
}

// The columns of a row without a header that holds the names of joints.
std::vector<ColumnMapping> mappings_of_line(std::string line, Separator separator, const Robot& robot,
                                            const CsvSettings& settings) {
  std::vector<std::string_view> fields;
  split_csv_line(line.data(), separator, fields);
  return mappings_of_row({fields.begin(), fields.end()}, robot, settings.measured != ReadMeasured::no);
}

std::string taken_as(const std::vector<std::string>& names, const Robot* robot) {
  const auto holds = [&](const char* prefix) {
    return std::any_of(names.begin(), names.end(), [&](auto& one) { return one.starts_with(prefix); });
  };
  return std::string("columns read as ") + (names.front() == "t" ? "t, " : "") +
         (holds("base_x") ? "position and quaternion of the base, " : "") + "q" +
         (holds("base_vx") ? ", twist of the base" : "") + (holds("dq_") ? ", dq" : "") +
         (holds("base_dvx") ? ", derivatives of the twist" : "") + (holds("ddq_") ? ", ddq" : "") +
         (robot ? ", with the joints in the robot's order"
                : "; the joints are numbered, because no robot gives their names");
}

CsvHead read_unnamed(CsvChunks& chunks, const Robot& robot, CsvSettings settings, bool is_pos,
                     const Warn& note) {
  const std::string& name = chunks.file().name();
  std::optional<Line> line = chunks.peek_line();
  if (!line) fail_without_rows(chunks, "rows of numbers");
  const std::string place = chunks.place_of(*line);
  const Separator separator = is_pos ? settings.separator.value_or(Separator::blanks)
                                     : separator_in(line->text, false, settings, place);
  if (settings.mappings.empty() && !is_pos) {
    settings.mappings = mappings_of_line(line->text, separator, robot, settings);
    const std::string mappings = mapping_text(settings.mappings);
    if (!settings.mappings.empty() && !settings.reads_names)
      throw Error(place,
                  "has the names of joints in its rows: expected `map` " + mappings + " (or `map` auto)");
    if (!settings.mappings.empty())
      note(name + ": `map` auto chose the mapping " + mappings + " from the joint names in the first row");
  }
  if (separator == Separator::comma && !settings.separator) refuse_halves(chunks);
  std::vector<std::string_view> fields;
  split_csv_line(line->text.data(), separator, fields);
  const auto is_any_number = [&](std::string_view field) {
    return is_number(field, settings) || !decimal_comma_text(field).empty();  // whose error says more
  };
  if (std::none_of(fields.begin(), fields.end(), is_any_number))
    throw Error(place, std::string("has no numbers: expected numbers from the first row on, ") +
                           (is_pos ? "because a .pos file has no header" : "as `no-header` says"));
  if (!settings.mappings.empty()) {
    note(name + ": no header, columns identified from their numbers in `map`");
    return {CsvColumnFinder(robot, settings, place, {}).of_numbers(fields), separator, false, std::nullopt};
  }
  const bool ends_empty = fields.size() > 1 && fields.back().empty();  // programs end rows by a separator too
  std::vector<std::string> names =
      unnamed_columns(fields.size() - (ends_empty ? 1 : 0), robot, settings, is_pos, place);
  if (ends_empty) names.emplace_back();
  note(name + ": no header, " + taken_as(names, &robot));
  return {CsvColumns({names.begin(), names.end()}, robot, settings, place), separator, false, std::nullopt};
}

// Refuses a row of a file without a header that holds the names of joints.
void expect_header(const CsvChunks& chunks, const Line& line, const Robot& robot,
                   const CsvSettings& settings) {
  const std::string place = chunks.place_of(line);
  const Separator separator = separator_in(line.text, true, settings, place);
  const std::vector<ColumnMapping> of_row = mappings_of_line(line.text, separator, robot, settings);
  if (!of_row.empty() && settings.mappings.empty())
    throw Error(place, "has no header, and its rows have the names of joints: expected `no-header` `map` " +
                           mapping_text(of_row) + " (or `map` auto)");
}

// Whether the first line is a row with the names of joints, where names may be read.
bool is_row_to_read(CsvChunks& chunks, const Robot& robot, const CsvSettings& settings) {
  if (!settings.reads_names || !settings.mappings.empty()) return false;
  const std::optional<Line> line = chunks.peek_line();
  if (!line) return false;
  const Separator separator = separator_in(line->text, false, settings, chunks.place_of(*line));
  return !mappings_of_line(line->text, separator, robot, settings).empty();
}

// What the columns of these names hold.
using MakeColumns = std::function<CsvColumns(const std::vector<std::string_view>& names, Separator separator,
                                             const CsvSettings& settings, const std::string& place)>;

bool are_numbers(const std::vector<std::string_view>& fields, const CsvSettings& settings) {
  return std::all_of(fields.begin(), fields.end(),
                     [&](std::string_view field) { return is_number(field, settings) || is_missing(field); });
}

// numpy's savetxt writes the names as a comment: `# t,q1,q2`. None: the comment before the first row has no
// name for each of its numbers.
std::optional<CsvHead> read_commented(CsvChunks& chunks, const MakeColumns& make, const CsvSettings& settings,
                                      const Warn& note) {
  std::optional<Line> row = chunks.peek_line();
  if (!row || !chunks.comment()) return std::nullopt;
  Line comment = *chunks.comment();
  const std::string place = chunks.place_of(comment);
  const Separator separator = separator_in(row->text, false, settings, place);
  comment.text.erase(0, comment.text.find_first_not_of("# \t"));
  std::vector<std::string_view> names, fields;
  split_csv_line(comment.text.data(), separator, names);
  split_csv_line(row->text.data(), separator, fields);
  if (names.size() != fields.size() || !are_numbers(fields, settings) || are_numbers(names, settings))
    return std::nullopt;
  note(place + ": the names of columns are in a comment");
  return CsvHead{make(names, separator, settings, place), separator, true, std::nullopt};
}

// Without a robot, joints have numbers.
std::vector<std::string> names_of_positions(std::size_t count, const Robot* robot,
                                            const CsvSettings& settings, bool has_time,
                                            const std::string& place) {
  if (robot) return unnamed_columns(count, *robot, settings, true, place);
  std::vector<std::string> names;
  if (has_time) names.emplace_back("t");
  for (std::size_t joint = 1; names.size() < count; ++joint)
    names.push_back(column_name(Quantity::q, "joint" + std::to_string(joint)));
  return names;
}

CsvHead read_positions(CsvChunks& chunks, const Robot* robot, const CsvSettings& settings,
                       const ColumnsOf& columns_of, const Warn& note) {
  std::optional<Line> line = chunks.peek_line();
  if (!line) fail_without_rows(chunks, "rows of numbers");
  const std::string place = chunks.place_of(*line);
  const Separator separator = settings.separator.value_or(Separator::blanks);
  std::vector<std::string_view> fields;
  split_csv_line(line->text.data(), separator, fields);
  const std::vector<std::string> names = names_of_positions(fields.size(), robot, settings, true, place);
  note(chunks.file().name() + ": no header, " + taken_as(names, robot));
  return {columns_of(names, settings, place), separator, false, std::nullopt};
}

void refuse_settings_of_columns(const std::string& name, const CsvSettings& settings) {
  const std::string is_motion = "is only for tables of columns, such as CSV, but " + name +
                                " is a motion of Choreonoid, which has only positions";
  if (!settings.mappings.empty()) throw UsageError("`map`", is_motion);
  if (settings.time_unit) throw UsageError("`time-unit`", is_motion);
  if (settings.decimal_comma) throw UsageError("`decimal`", is_motion);
  if (settings.missing.leaves_gaps()) throw UsageError("`missing`", is_motion);
  if (settings.keeps_stamps) throw UsageError("`columns`", "has stamp, which " + is_motion);
}

CsvHead read_sequence(CsvChunks& chunks, const Robot* robot, CsvSettings settings,
                      const ColumnsOf& columns_of, const Warn& note) {
  const std::string& name = chunks.file().name();
  refuse_settings_of_columns(name, settings);
  auto sequence = std::make_shared<JointSequence>(chunks);
  if (!settings.grid) settings.grid = sequence->grid();
  const std::vector<std::string> names =
      names_of_positions(sequence->columns(), robot, settings, !sequence->grid(), name);
  note(name + ": Choreonoid's motion, " + taken_as(names, robot));
  return {columns_of(names, settings, name), Separator::comma, false,
          sequence->declared_rows(),         std::nullopt,     sequence};
}

// Columns have the names of the robot's joints if it has as many, else their numbers.
CsvHead read_unnamed_table(CsvChunks& chunks, const Robot* robot, CsvSettings settings,
                           const MakeColumns& make, const Warn& note) {
  const std::string& name = chunks.file().name();
  const std::optional<Line> line = chunks.peek_line();
  if (!line) fail_without_rows(chunks, "rows of numbers");
  const std::string place = chunks.place_of(*line);
  const Separator separator = separator_in(line->text, false, settings, place);
  std::string text = line->text;
  std::vector<std::string_view> fields;
  split_csv_line(text.data(), separator, fields);
  if (std::none_of(fields.begin(), fields.end(), [&](auto field) { return is_number(field, settings); }))
    throw Error(place, "has no numbers: expected numbers from the first row on, as `no-header` says");
  const auto of_column = [](const std::string& number) { return "column " + number; };
  std::vector<std::string> names;
  if (robot && settings.mappings.empty()) {
    names = unnamed_columns(fields.size() - (fields.back().empty() ? 1 : 0), *robot, settings, false, place);
    if (names.size() < fields.size()) names.emplace_back();
    note(name + ": no header, " + taken_as(names, robot));
  } else {
    for (std::size_t i = 1; i <= fields.size(); ++i) names.push_back(of_column(std::to_string(i)));
    for (ColumnMapping& mapping : settings.mappings) {
      const std::size_t plus = mapping.column.find('+');
      mapping.column = of_column(mapping.column.substr(0, plus)) +
                       (plus == std::string::npos ? "" : '+' + of_column(mapping.column.substr(plus + 1)));
    }
    note(name + ": no header, columns have numbers" +
         (settings.mappings.empty()
              ? " (`map` 1=t makes column 1 the time; `robot` gives names to the columns)"
              : ""));
  }
  return {make({names.begin(), names.end()}, separator, settings, place), separator, false, std::nullopt};
}

// A table of rows without a header that hold the names of joints, as `ros2 topic echo --csv` prints them.
std::optional<CsvHead> read_joint_rows(CsvChunks& chunks, const Robot* robot, CsvSettings settings,
                                       const MakeColumns& make, const Warn& note) {
  std::optional<Line> line = chunks.peek_line();
  if (!line || !settings.mappings.empty()) return std::nullopt;
  const std::string place = chunks.place_of(*line);
  const Separator separator = separator_in(line->text, false, settings, place);
  std::vector<std::string_view> fields;
  split_csv_line(line->text.data(), separator, fields);
  constexpr std::size_t before_names = 3;  // s, ns, frame
  if (fields.size() < before_names || !is_number(fields[0], settings) || !is_number(fields[1], settings))
    return std::nullopt;
  std::vector<NamedJoint> joints;
  std::set<std::string_view> different;
  for (const std::string_view field : std::span(fields).subspan(before_names))
    if (!is_missing(field) && !is_number(field, settings) && different.insert(field).second)
      joints.push_back({std::string(field)});
  if (joints.empty()) return std::nullopt;
  const Robot of_row = robot ? *robot : robot_of_names("the rows", joints);
  const std::vector<ColumnMapping> mappings = mappings_of_row({fields.begin(), fields.end()}, of_row, true);
  if (mappings.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= fields.size(); ++i) names.push_back("column " + std::to_string(i));
  for (const ColumnMapping& mapping : mappings) {
    const auto column = parse_finite(mapping.column);
    const bool is_joint =
        std::any_of(joints.begin(), joints.end(), [&](auto& each) { return each.name == mapping.as; });
    if (column)
      names[static_cast<std::size_t>(*column) - 1] =
          is_joint ? column_name(Quantity::q, mapping.as) : mapping.as;
  }
  settings.mappings = {{names[0] + '+' + names[1], "t"}};
  note(chunks.file().name() + ": no header, columns identified from the joint names in the first row");
  return CsvHead{make({names.begin(), names.end()}, separator, settings, place), separator, false,
                 std::nullopt};
}

// `To write such a file, run tail -n +3 log.csv > table.csv`
std::string tail_text(const CsvChunks& chunks, std::uint64_t line) {
  return "To write a file without the lines above, run tail -n +" + std::to_string(line) + ' ' +
         shell_word(chunks.file().name()) + " > table.csv";
}

// Throws if a title or other lines stand before the header, `first` among them. For a file that can be read
// ahead.
void refuse_lines_before_header(CsvChunks& chunks, const Line& first, const CsvSettings& settings) {
  constexpr std::size_t searched = 30;
  if (!chunks.file().size()) return;
  std::vector<Line> lines = chunks.peek_lines(searched);
  lines.insert(lines.begin(), first);
  const auto split = [](std::string line, Separator separator) {
    std::vector<std::string_view> fields;
    split_csv_line(line.data(), separator, fields);
    return std::vector<std::string>(fields.begin(), fields.end());
  };
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const auto by_commas = settings.separator ? std::nullopt : separator_of_decimal_commas(lines[i + 1].text);
    const Separator separator =
        by_commas.value_or(settings.separator.value_or(separator_of(lines[i].text, true)));
    CsvSettings of_rows = settings;
    of_rows.decimal_comma |= by_commas.has_value();
    const auto names = split(lines[i].text, separator), numbers = split(lines[i + 1].text, separator);
    const auto is_value = [&](const std::string& field) { return is_number(field, of_rows); };
    const auto is_text = [&](const std::string& field) { return !is_value(field) && !is_missing(field); };
    // A row may have text too, such as a state.
    const auto texts = std::count_if(numbers.begin(), numbers.end(), is_text);
    if (numbers.size() < 2 || is_text(numbers.front()) || 2 * texts >= std::ssize(numbers)) continue;
    const auto are_names = [&](const std::vector<std::string>& fields) {  // a title has empty ones beside it
      return fields.size() == numbers.size() && std::none_of(fields.begin(), fields.end(), is_value) &&
             2 * std::count(fields.begin(), fields.end(), "") < std::ssize(fields);
    };
    const auto of_first = split(first.text, separator);
    if (are_names(of_first) || std::any_of(of_first.begin(), of_first.end(), is_value)) return;
    const std::string decimal = of_rows.decimal_comma && !settings.decimal_comma ? "`decimal` ," : "";
    const std::string number = std::to_string(lines[i].number);
    if (are_names(names))
      throw Error(chunks.file().name(),
                  "has the names of columns in line " + number + ": expected them in the first line. " +
                      tail_text(chunks, lines[i].number) + (decimal.empty() ? "" : ". Then give " + decimal));
    if (of_rows.decimal_comma)
      throw Error(chunks.file().name(),
                  "has its first row of numbers in line " + std::to_string(lines[i + 1].number) +
                      ", and no column names above this row: expected this row in the first line. " +
                      tail_text(chunks, lines[i + 1].number) + ". Then give `no-header`" +
                      (decimal.empty() ? "" : ' ' + decimal));
    return;
  }
}

CsvHead read_named(CsvChunks& chunks, Line line, const MakeColumns& make, const CsvSettings& settings) {
  const std::string place = chunks.place_of(line);
  const Separator separator = separator_in(line.text, true, settings, place);
  chunks.keep_header(line.text);
  return {make(names_in(line, separator, place), separator, settings, place), separator, true, std::nullopt};
}

CsvHead read_storage(CsvChunks& chunks, std::optional<Line> line, const MakeColumns& make,
                     CsvSettings settings, const Warn& note) {
  const std::string& name = chunks.file().name();
  StorageHeader header;
  const std::string title(trimmed(line->text));
  std::string columns_place;
  for (; line && !StorageHeader::is_end(line->text); line = chunks.read_line()) {
    const bool knew_columns = header.columns.has_value(), knew_degrees = header.in_degrees.has_value();
    if (const std::string fault = header.take(line->text); !fault.empty())
      throw Error(chunks.place_of(*line), fault);
    if (!knew_columns && header.columns) columns_place = chunks.place_of(*line);
    if (settings.degrees && !knew_degrees && header.in_degrees == false)
      throw Error(
          chunks.place_of(*line),
          "says that angles are in rad, but `degrees` is given: expected inDegrees=yes in the header, or no "
          "`degrees`");
  }
  if (!line) throw Error(name, "has no line \"endheader\": expected one at the end of OpenSim's header");
  line = chunks.read_line();
  if (!line) fail_without_rows(chunks, "a row of names after \"endheader\", then rows of numbers");
  const std::string place = chunks.place_of(*line);
  const Separator separator = settings.separator.value_or(storage_separator(line->text));
  const std::vector<std::string_view> names = names_in(*line, separator, place);
  if (header.columns && *header.columns != names.size())
    throw Error(place, "has " + counted(names.size(), "name") + ": expected " +
                           std::to_string(*header.columns) + ", the number of columns stated at " +
                           columns_place);
  if (header.in_degrees)
    note(name + ": OpenSim's header, angles in " + (*header.in_degrees ? "degrees" : "rad"));
  else
    note(name + ": OpenSim's header does not state inDegrees, so the angles are read in " +
         (settings.degrees ? "degrees" : "rad"));
  settings.degrees = header.in_degrees.value_or(settings.degrees);
  CsvColumns columns = make(names, separator, settings, place);
  for (const CsvColumns::Column& column : columns.all())
    if (header.in_degrees == false && column.used && column.unit && column.unit->name.starts_with("deg"))
      throw Error(
          place,
          "the column name " + in_quotes(column.name) +
              " states degrees, but the header says inDegrees=no: expected the same unit in the name and in the "
              "header");
  return {std::move(columns), separator, true, header.rows, header.in_degrees, {}, title};
}

bool is_at_storage_mark(CsvChunks& chunks) {
  const std::optional<Line> next = chunks.peek_line();
  return next && StorageHeader::is_mark(next->text);
}

// Commas in numbers are decimal ones if one of them cannot be one of thousands.
bool have_decimal_commas(const std::vector<std::vector<std::string>>& rows) {
  const auto has_one = [](const std::string& field) {
    const std::size_t comma = field.find(',');
    return comma != field.npos && !decimal_comma_text(field).empty() &&
           (field.size() - comma != 4 || field.find_first_of("123456789") > comma);
  };
  return std::any_of(rows.begin(), rows.end(),
                     [&](const auto& row) { return std::any_of(row.begin(), row.end(), has_one); });
}

// The file does not begin as MCAP.
void expect_text(const std::string& name, const CsvSettings& settings) {
  const TrajectoryFormat* const format = trajectory_format_of(name);
  if (format && format->ending == ".mcap")
    throw Error(name,
                "does not begin like an MCAP file: expected \"MCAP0\" in its first 8 bytes (is the file "
                "complete?)");
  if (!settings.topic.empty()) throw UsageError("`topic`", "is for MCAP files: " + name + " is not one");
}

}  // namespace

CsvHead read_csv_head(CsvChunks& chunks, const Robot& robot, CsvSettings settings, const Warn& note) {
  const ColumnsOf columns_of = [&](const auto& names, const CsvSettings& of_file, const std::string& place) {
    return CsvColumns({names.begin(), names.end()}, robot, of_file, place);
  };
  if (chunks.begins_with(mcap_magic)) {
    if (robot.base_floats())
      throw Error(
          chunks.file().name(),
          "is an MCAP file. Its joint states do not have the pose of the floating base, and invdyn does not "
          "read its odometry: expected `base-motion` ODOMETRY.csv with the columns t, base_x, base_y, base_z, "
          "base_qw, base_qx, base_qy, base_qz (or `base` fixed). The times in ODOMETRY.csv can differ from "
          "those of the joint states");
    return read_joint_states(chunks, settings, columns_of, false, note);
  }
  expect_text(chunks.file().name(), settings);
  const TrajectoryFormat* const format = trajectory_format_of(chunks.file().name());
  take_named_separator(chunks, settings);
  pass_matlab_comments(chunks, settings.has_header);
  const bool is_pos = format && !format->has_names;
  const MakeColumns make = [&](const auto& names, Separator separator, const CsvSettings& of_file,
                               const std::string& place) {
    return CsvColumns(names, robot, of_file, place, first_rows_of(chunks, separator));
  };
  const auto read = [&]() -> CsvHead {
    if (format && format->ending == ".seq") return read_sequence(chunks, &robot, settings, columns_of, note);
    if (is_pos || !settings.has_header || is_row_to_read(chunks, robot, settings))
      return read_unnamed(chunks, robot, settings, is_pos, note);
    if (std::optional<CsvHead> head = read_commented(chunks, make, settings, note)) return std::move(*head);
    const std::optional<Line> line = chunks.read_line();
    if (!line) fail_without_rows(chunks, "a header row, then rows of numbers");
    if (line->text == "header:")
      throw Error(
          chunks.place_of(*line),
          "looks like the text that ros2 topic echo prints: expected a recording (MCAP), or a table, as "
          "written by ros2 topic echo --csv or rostopic echo -p");
    if (StorageHeader::is_mark(line->text)) return read_storage(chunks, line, make, settings, note);
    const bool may_be_latin = !is_utf8(line->text);  // the text lasts until the next line
    try {
      expect_header(chunks, *line, robot, settings);
      return read_named(chunks, *line, make, settings);
    } catch (const UsageError&) {
      throw;
    } catch (const Error&) {
      if (may_be_latin)
        throw Error(chunks.place_of(*line),
                    "is not in UTF-8, probably in ISO-8859-1: expected UTF-8. To convert the file, run "
                    "iconv -f ISO-8859-1 -t UTF-8 " +
                        shell_word(chunks.file().name()) + " > utf8.csv");
      // Waits for the next line only if this line is no header: rows may come slowly.
      if (!is_at_storage_mark(chunks)) {
        refuse_lines_before_header(chunks, *line, settings);
        throw;
      }
    }
    return read_storage(chunks, line, make, settings, note);
  };
  CsvHead head = read();
  chunks.begin_rows();
  return head;
}

CsvHead read_table_head(CsvChunks& chunks, const TableSettings& table, CsvSettings settings,
                        const Warn& note) {
  const ColumnsOf columns_of = [&](const auto& names, const CsvSettings& of_file, const std::string& place) {
    return CsvColumns({names.begin(), names.end()}, table, of_file, place, {});
  };
  if (chunks.begins_with(mcap_magic)) return read_joint_states(chunks, settings, columns_of, true, note);
  expect_text(chunks.file().name(), settings);
  const TrajectoryFormat* const format = trajectory_format_of(chunks.file().name());
  if (format && !format->has_names) {
    CsvHead head = format->ending == ".seq" ? read_sequence(chunks, table.robot, settings, columns_of, note)
                                            : read_positions(chunks, table.robot, settings, columns_of, note);
    chunks.begin_rows();
    return head;
  }
  take_named_separator(chunks, settings);
  pass_matlab_comments(chunks, settings.has_header);
  bool decimal_comma = settings.decimal_comma;
  const MakeColumns make = [&](const auto& names, Separator separator, CsvSettings of_file,
                               const std::string& place) {
    constexpr std::size_t enough = 256;
    if (table.finds_decimal_comma && separator != Separator::comma)
      decimal_comma = decimal_comma || have_decimal_commas(first_rows_of(chunks, separator)(enough));
    of_file.decimal_comma = decimal_comma;
    return CsvColumns(names, table, of_file, place, first_rows_of(chunks, separator));
  };
  std::optional<CsvHead> found = read_joint_rows(chunks, table.robot, settings, make, note);
  if (!found && !settings.has_header) found = read_unnamed_table(chunks, table.robot, settings, make, note);
  if (!found) found = read_commented(chunks, make, settings, note);
  if (found) {
    chunks.begin_rows();
    return *std::move(found);
  }
  const std::optional<Line> line = chunks.read_line();
  if (!line) fail_without_rows(chunks, "a header row, then rows of numbers");
  const bool is_storage = StorageHeader::is_mark(line->text) || is_at_storage_mark(chunks);
  if (!is_storage) refuse_lines_before_header(chunks, *line, settings);
  CsvHead head = is_storage ? read_storage(chunks, line, make, settings, note)
                            : read_named(chunks, *line, make, settings);
  head.decimal_comma = decimal_comma;
  chunks.begin_rows();
  return head;
}

}  // namespace invdyn
