#include "support/csv_reader.h"

#include "ground/base/row_place.h"
#include "ground/base/wording.h"
#include "ground/csv/csv_time.h"
#include "ground/text/number.h"

namespace invdyn::test {
namespace {

CsvColumns read_header(CsvRows& rows, std::vector<std::string_view>& fields, const Robot& robot,
                       const CsvSettings& settings) {
  rows.read_header(fields);
  return CsvColumns(fields, robot, settings, rows.name() + ":" + std::to_string(rows.line()));
}

}  // namespace

CsvReader::CsvReader(const std::string& path, const Robot& robot, const CsvSettings& settings,
                     const Warn& note)
    : rows_(path), columns_(read_header(rows_, fields_, robot, settings)), grid_(settings.grid) {
  for (const std::string& text : columns_.notes()) note(name() + ": " + text);
}

void CsvReader::fill(Block& block) {
  while (block.rows < block.capacity && !block.last) block.last = !read_row(block);
}

bool CsvReader::read_row(Block& block) {
  if (!rows_.read_row(fields_)) return false;

  const auto row = static_cast<Eigen::Index>(block.rows);
  block.line[block.rows] = rows_.line();
  if (!columns_.has_time()) block.t[row] = grid_->time(count_);
  for (std::size_t i = 0; i < columns_.all().size(); ++i) {
    const CsvColumns::Column& column = columns_.all()[i];
    if (!column.used) continue;
    const std::optional<double> number = parse_finite(fields_[i]);
    if (!number) rows_.fail(not_a_number(column, fields_[i]));
    if (column.is_time) {
      const bool may_stand = grid_ && number == last_t_;
      if (last_t_ && !may_stand && !(*number > *last_t_))
        rows_.fail(
            time_order_text(column.name, fields_[i], shortest(*last_t_),
                            place_text(PlaceBy::line, last_line_)) +
            time_order_advice(*number, *last_t_, PlaceBy::line) +
            (*number < *last_t_ ? reversed_rows_advice(rows_.name(), PlaceBy::line, true, last_line_) : ""));
      last_t_ = block.t[row] = *number;
      last_line_ = rows_.line();
    } else {
      values(block, column.quantity)(row, static_cast<Eigen::Index>(column.joint)) =
          *number * column.si_per_unit;
    }
  }
  ++count_;
  ++block.rows;
  return true;
}

}  // namespace invdyn::test
