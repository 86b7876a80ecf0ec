#include "row_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../ground/base/error.h"
#include "../../ground/base/row_place.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_text.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "source.h"

namespace invdyn {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

bool is_plain_number(std::string_view field) {
  return !field.empty() && field.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
}

// Straight lines over missing values need times that differ.
bool may_repeat_times(const CsvSettings& settings) {
  using Policy = MissingValues::Policy;
  return settings.missing.policy == Policy::keep ||
         (settings.grid && settings.missing.policy != Policy::interpolate);
}

FilteredRow row_without_values(std::size_t line) {
  FilteredRow row;
  row.line = line;
  return row;
}

}  // namespace

RowFilter::RowFilter(std::string file, PlaceBy places, const CsvHead& head, const CsvSettings& settings)
    : file_(std::move(file)),
      places_(places),
      columns_(head.columns),
      separator_(head.separator),
      has_header_(head.has_header),
      settings_(settings),
      repeated_(places) {}

bool RowFilter::is_needed(const CsvColumns& columns, const CsvSettings& settings) {
  return settings.keeps_stamps || settings.decimal_comma || settings.missing.leaves_gaps() ||
         columns.expects_texts() || (columns.time() && columns.time()->unit);
}

void RowFilter::begin(std::size_t first_line, std::size_t min_rows) {
  line_ = first_line;
  if (!settings_.missing.leaves_gaps()) return;
  fill_.emplace(file_, places_, columns_, settings_.missing);
  stretches_.emplace(file_, places_, columns_, settings_, min_rows);
}

void RowFilter::fail(const std::string& what) const {
  throw Error(place_in(file_, places_, line_), what);
}

void RowFilter::take(std::string_view text, std::string& out) {
  for (std::size_t newline; (newline = text.find('\n')) != text.npos; text.remove_prefix(newline + 1)) {
    open_line_ += text.substr(0, newline);
    take_line(open_line_, out);
    open_line_.clear();
    ++line_;
  }
  open_line_ += text;
  if (open_line_.size() > longest_line) fail(long_line_text(open_line_.data(), open_line_.size()));
}

void RowFilter::end(std::string& out) {
  is_torn_ = !open_line_.empty();
  if (is_torn_ && fill_ && is_csv_row(open_line_)) {
    left_out_torn_ = true;
    pass(comment_line(), out);
  } else if (is_torn_) {
    take_line(open_line_, out);
  }
  if (fill_) {
    const TakeLine to_out = [&](FilteredLine&& line) { write(line, out); };
    fill_->end([&](FilteredLine&& line) { stretches_->take(std::move(line), to_out); });
    stretches_->end(to_out);
  }
  if (is_torn_ && out.ends_with('\n'))
    out.pop_back();  // whether the file ends within a line is checked later
}

void RowFilter::take_line(std::string_view line, std::string& out) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find('\0') != std::string::npos) fail(nul_byte_text);
  if (!is_csv_row(line)) return pass({.text = is_csv_comment(line) ? "#" : "", .row = {}}, out);
  std::string text(line);  // split in place
  Fields fields;
  const std::string fault =
      split_csv_row(text.data(), separator_, columns_.all().size(), has_header_, fields);
  if (row_ > 0 && fill_ && columns_.has_time() && (!fault.empty() || is_no_row(fields)))
    return pass({.text = {}, .row = row_without_values(line_), .left_out = true}, out);
  if (!fault.empty())
    fail(fault + (is_torn_ ? torn_line_text
                           : other_fields_advice(file_, separator_, columns_.all().size(), fields,
                                                 row_ > 0 && columns_.has_time())));
  pass(row_of(fields), out);
}

// The header again: a program that was started again has added to the file.
bool RowFilter::is_no_row(const Fields& fields) const {
  return has_header_ && std::equal(fields.begin(), fields.end(), columns_.all().begin(),
                                   [](std::string_view field, auto& column) { return field == column.name; });
}

void RowFilter::pass(FilteredLine&& line, std::string& out) {
  if (!fill_) return write(line, out);
  const TakeLine to_out = [&](FilteredLine&& ready) { write(ready, out); };
  fill_->take(std::move(line), [&](FilteredLine&& ready) { stretches_->take(std::move(ready), to_out); });
}

FilteredLine RowFilter::row_of(const Fields& fields) {
  FilteredRow row{.line = line_, .t = {}, .stamp = {}, .fields = {}, .values = {}};
  std::optional<Time> time;
  if (columns_.has_time())
    time = time_of(fields);
  else
    row.t = settings_.grid.value_or(row_numbers).time(row_);
  ++row_;
  if (time) {
    row.t = time->t;
    row.stamp = time->stamp;
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const CsvColumns::Column& column = columns_.all()[i];
    if (!column.expected.empty() && fields[i] != column.expected)
      fail(column.name + " is " + in_quotes(fields[i]) + ": expected " + in_quotes(column.expected) +
           " as in the first row, because a column must belong to the same joint in all rows");
    row.fields.push_back(column.is_time ? (time ? time->number : "")
                         : column.used  ? number_in(fields[i], column)
                                        : "0");
    if (fill_) row.values.push_back(column.used && !column.is_time ? value_of(row.fields[i], column) : 0);
  }
  if (!time) return {.text = {}, .row = std::move(row), .left_out = columns_.has_time()};
  if (fill_ && is_repeated(*time, row.values)) return comment_line();
  expect_later(*time);
  last_ = std::move(time);
  last_values_ = row.values;
  return {.text = {}, .row = std::move(row)};
}

// A number with a decimal point.
std::string RowFilter::number_in(std::string_view field, const CsvColumns::Column& column) const {
  std::string number(field);
  if (!settings_.decimal_comma) return number;
  if (field.find('.') != field.npos) {
    const std::string advice = thousands_advice(field);
    fail(column.name + " is " + in_quotes(field) +
         ": expected a number with a decimal comma, as `decimal` says" +
         (advice.empty() ? "" : "," + advice));
  }
  std::replace(number.begin(), number.end(), ',', '.');
  return number;
}

double RowFilter::value_of(const std::string& field, const CsvColumns::Column& column) const {
  if (is_missing(field)) return no_value;
  const std::optional<double> value = parse_finite(field);
  if (!value) fail(not_a_number(column, field));
  return *value;
}

// Whether this row has the time of the row before, and no other values. It may lack some of them.
bool RowFilter::is_repeated(const Time& time, const std::vector<double>& values) {
  if (!last_ || time.ns != last_->ns || time.t != last_->t) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == last_values_[i] || std::isnan(values[i])) continue;
    if (may_repeat_times(settings_)) return false;
    fail(columns_.all()[columns_.time()->column].name + " is " + in_quotes(time.stamp) +
         " in this row and in " + place_text(places_, last_->line) + ", but the two rows differ in " +
         columns_.all()[i].name +
         ": expected only one row for each time. To replace the times of the file, give `dt` or `rate`");
  }
  repeated_.add(std::to_string(line_));
  return true;
}

std::optional<RowFilter::Time> RowFilter::time_of(const Fields& fields) {
  const CsvColumns::Time& source = *columns_.time();
  const CsvColumns::Column& column = columns_.all()[source.column];
  Time time;
  time.stamp = fields[source.column];
  time.line = line_;
  if (time.stamp.find_first_of({stamp_end, '\n'}) != std::string::npos)
    fail("a time stamp holds a control character");
  if (fill_ && (is_missing(time.stamp) || (source.nanoseconds && is_missing(fields[*source.nanoseconds]))))
    return std::nullopt;
  const std::string field =
      source.unit == TimeUnit::iso ? time.stamp : number_in(fields[source.column], column);
  if (source.unit) {
    take_stamp(field, fields, time);
    return time;
  }
  const std::optional<double> t = parse_finite(field);
  if (!t) fail(not_a_number(column, field));
  time.t = *t;
  time.number = field;
  return time;
}

// The time since the first row.
void RowFilter::take_stamp(const std::string& field, const Fields& fields, Time& time) {
  const CsvColumns::Time& source = *columns_.time();
  const CsvColumns::Column& column = columns_.all()[source.column];
  const std::optional<std::int64_t> ns = parse_time_stamp(field, *source.unit);
  if (!ns) fail(not_a_time(column, field, *source.unit));
  if (source.unit == TimeUnit::iso && has_offset_.value_or(has_utc_offset(field)) != has_utc_offset(field))
    fail(column.name + " is " + in_quotes(field) +
         ": expected time stamps with an offset from UTC (such as Z or +01:00) in all rows or in no row");
  has_offset_ = has_utc_offset(field);
  time.ns = *ns;
  if (source.nanoseconds) {
    if (time.ns % 1'000'000'000 != 0)
      fail(column.name + " is " + in_quotes(field) + ": expected whole seconds, because " +
           columns_.all()[*source.nanoseconds].name + " has the fraction of a second");
    const std::int64_t rest = nanoseconds_of(fields);
    if (time.ns > std::numeric_limits<std::int64_t>::max() - rest)
      fail(not_a_time(column, field, *source.unit));
    const std::int64_t seconds = time.ns / 1'000'000'000;
    time.ns += rest;
    const std::string digits = std::to_string(rest);
    time.stamp = std::to_string(seconds) + '.' + std::string(9 - digits.size(), '0') + digits;
  }
  if (!first_ns_) first_ns_ = time.ns;
  if (time.ns < *first_ns_) return;  // not later than the row before
  const auto since_first = static_cast<std::uint64_t>(time.ns) - static_cast<std::uint64_t>(*first_ns_);
  append_seconds(time.number, since_first);
  time.t = static_cast<double>(since_first) / 1e9;
}

// The nanoseconds of a time stamp: below 10^9.
std::int64_t RowFilter::nanoseconds_of(const Fields& fields) const {
  const std::size_t i = *columns_.time()->nanoseconds;
  const std::optional<std::int64_t> rest = parse_time_stamp(fields[i], TimeUnit::ns);
  if (!rest || *rest < 0 || *rest >= 1'000'000'000)
    fail(columns_.all()[i].name + (fields[i].empty() ? " is empty" : " is " + in_quotes(fields[i])) +
         ": expected a whole number of ns below 1000000000");
  return *rest;
}

void RowFilter::expect_later(const Time& time) const {
  if (!last_) return;
  const bool is_stamp = columns_.time()->unit.has_value();
  if (is_stamp ? time.ns > last_->ns : time.t > last_->t) return;
  const bool is_same = is_stamp ? time.ns == last_->ns : time.t == last_->t;
  if (is_same && may_repeat_times(settings_)) return;
  fail(time_order_text(columns_.all()[columns_.time()->column].name, time.stamp, last_->stamp,
                       place_text(places_, last_->line)) +
       time_order_advice(is_same, places_) +
       (is_same ? "" : reversed_rows_advice(file_, places_, has_header_, last_->line)));
}

void RowFilter::write(const FilteredLine& line, std::string& out) const {
  out += line.text;
  if (line.row) {
    out += line.after_gap ? mark_after_gap : mark;
    if (settings_.keeps_stamps) (out += line.row->stamp) += stamp_end;
    for (std::size_t i = 0; i < line.row->fields.size(); ++i) {
      if (i > 0) out += static_cast<char>(separator_);
      write_field(line.row->fields[i], out);
    }
  }
  out += '\n';
}

// A field that is no number is an error later, with its text.
void RowFilter::write_field(const std::string& field, std::string& out) const {
  if (is_plain_number(field)) {
    out += field;
    return;
  }
  out += '"';
  for (const char c : field) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

std::vector<std::string> RowFilter::warnings() const {
  std::vector<std::string> texts;
  if (!fill_) return texts;
  if (left_out_torn_)
    texts.push_back("the file ends within line " + std::to_string(line_) +
                    ", which may be incomplete, so this line is left out");
  if (repeated_.count() > 0)
    texts.push_back(counted(repeated_.count(), "repeated row") +
                    " left out (same time as the row before): " + repeated_.text());
  if (fill_->filled().count() > 0)
    texts.push_back(
        "missing values of " + counted(fill_->filled().count(), "row") +
        " filled by linear interpolation, which makes kinks in the motion: " + fill_->filled().text());
  if (const std::string gaps = stretches_->warning(); !gaps.empty()) texts.push_back(gaps);
  return texts;
}

}  // namespace invdyn
