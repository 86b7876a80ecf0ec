#include "npy_source.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/npy/npy_columns.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

// Enough rows to spread the cost of a chunk, and few enough to keep their results in the cache.
std::size_t usual_rows(std::size_t row_size) {
  constexpr std::size_t usual_size = std::size_t{64} << 10, minimum = 128, maximum = 2048;
  return std::clamp(usual_size / row_size, minimum, maximum);
}

NpyArray read_array(const InputFile& file) {
  if (!file.size())
    throw Error(file.name(),
                "is a pipe or a device: expected a regular .npy file (through a pipe, give the trajectory "
                "as CSV, with a name that does not end in .npy)");
  std::string header(npy_preamble_size, '\0');
  header.resize(file.read_at(0, header.data(), header.size()));
  header.resize(npy_data_offset(header, file.name()));
  header.resize(file.read_at(0, header.data(), header.size()));
  return read_npy_header(header, file.size(), file.name());
}

std::vector<std::string> read_names(const std::string& path, const InputFile& file, const NpyArray& array) {
  const DataIdentity identity = identity_of(
      *file.size(),
      [&](std::size_t offset, char* into, std::size_t size) { file.read_at(offset, into, size); });
  return read_npy_columns(path, array.columns, identity);
}

// The number as Python writes it.
std::string shown(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return shortest(value);
}

}  // namespace

// A used column of the file and its destination.
class NpySource::Target {
 public:
  Target(const CsvColumns::Column& what, double* to) : column(&what), to_(to) {}

  const CsvColumns::Column* column;

  double value(std::size_t row) const { return to_[row]; }

  bool is_sound(std::size_t rows, const Kernel& kernel, bool keeps_missing, bool may_repeat) const {
    const auto count = static_cast<Eigen::Index>(rows);
    const Eigen::Map<const Eigen::ArrayXd> values(to_, count);
    if (rows == 0) return true;
    if (!(keeps_missing && !column->is_time) && !kernel.all_finite(to_, rows)) return false;
    if (!column->is_time || rows == 1) return true;
    const auto later = values.tail(count - 1), before = values.head(count - 1);
    return may_repeat ? (later >= before).all() : (later > before).all();
  }

 private:
  double* to_;
};

NpySource::NpySource(const std::string& path, const Robot& robot, const CsvSettings& settings,
                     const Warn& note, std::size_t rows)
    : NpySource(
          path,
          [&](const auto& names, const std::string& place) {
            return CsvColumns(names, robot, settings, place);
          },
          settings, note, rows) {}

NpySource::NpySource(const std::string& path, const TableSettings& table, const CsvSettings& settings,
                     const Warn& note)
    : NpySource(
          path,
          [&](const auto& names, const std::string& place) {
            return CsvColumns(names, table, settings, place, {});
          },
          settings, note, 0) {}

NpySource::NpySource(const std::string& path, const MakeColumns& make, const CsvSettings& settings,
                     const Warn& note, std::size_t rows)
    : file_(path, "a .npy file"),
      array_(read_array(file_)),
      columns_([&] {
        const std::vector<std::string> names = read_names(path, file_, array_);
        return make({names.begin(), names.end()}, npy_columns_path(path));
      }()),
      has_grid_(settings.grid),
      keeps_missing_(settings.missing.policy == MissingValues::Policy::keep),
      grid_(settings.grid.value_or(row_numbers)),
      chunks_(array_.rows, rows != 0 ? rows : usual_rows(row_size())) {
  if (columns_.time() && columns_.time()->unit)
    throw Error(
        npy_columns_path(path),
        "the column " + in_quotes(columns_.all()[columns_.time()->column].name) +
            " is taken for a time stamp, but an array cannot hold all digits of a time stamp: expected a "
            "column named \"t\" or \"time\", in s");
  for (const CsvColumns::Column& column : columns_.all()) scale_.push_back(column.si_per_unit);
  for (const std::string& text : columns_.notes()) note(name() + ": " + text);
  if (columns_.base())
    base_ =
        std::make_unique<BaseRows>(name(), *columns_.base(), settings.base_twist.value_or(TwistAxes::world));
}

void NpySource::restrict_to(const Shard& shard, const Differentiation&) {
  chunks_.restrict_to(shard);
}

bool NpySource::next(Chunk& chunk, const Differentiation& how) {
  if (!chunks_.next(chunk, how)) return false;
  for (std::size_t* size : {&chunk.size, &chunk.held_size, &chunk.own_size, &chunk.offset})
    *size *= row_size();
  chunk.offset += array_.data_offset;
  return true;
}

std::vector<NpySource::Target> NpySource::targets(Block& block) const {
  std::vector<Target> targets;
  for (const CsvColumns::Column& column : columns_.all())
    if (column.used) targets.emplace_back(column, column.rows_in(block));
  return targets;
}

// Checks the rows in the block, and keeps only the rows before the fault.
void NpySource::fail_at_first_fault(const std::vector<Target>& targets, Block& block) const {
  for (std::size_t row = 0;; ++row) {
    block.rows = row;
    const std::string place = place_in(name(), places(), block.line[row]);
    for (const Target& target : targets) {
      const CsvColumns::Column& column = *target.column;
      const double value = target.value(row);
      if (!std::isfinite(value) && (column.is_time || !keeps_missing_))
        throw Error(place, column.name + " is " + shown(value) + ": expected a finite number (" +
                               std::string(column.unit_name) + ")");
      const double before = column.is_time && row > 0 ? target.value(row - 1) : -HUGE_VAL;
      if (column.is_time && !(value > before || (value == before && may_repeat())))
        throw Error(place, time_order_text(column.name, shown(value), shortest(before),
                                           place_text(places(), block.line[row - 1])));
    }
  }
}

std::exception_ptr NpySource::parse(Chunk& chunk, Block& block) const {
  const std::size_t rows = chunk.max_rows;
  chunk.start(block, rows);
  block.hold_measured(columns_.has_measured());
  block.hold_flags(columns_.flags());
  block.hold_base(base_ != nullptr);
  std::exception_ptr fault;
  try {
    chunk.ensure(chunk.size);
    file_.read_at(chunk.offset - chunk.held_size, chunk.buffer.data(), chunk.size);
    reorder_npy_bytes(chunk.buffer.data(), chunk.buffer.data() + chunk.size);
    std::vector<double*> to;  // for each column of the file
    for (const CsvColumns::Column& column : columns_.all())
      to.push_back(column.used ? column.rows_in(block) : nullptr);
    kernel_.take_rows(chunk.buffer.data(), array_.columns, rows, to.data(), scale_.data());
    columns_.add_zeros(block, 0, rows);
    if (!columns_.has_time())
      for (std::size_t row = 0; row < rows; ++row)
        block.t[static_cast<Eigen::Index>(row)] = grid_.time(chunk.first_row + row);
    std::iota(block.line.begin(), block.line.begin() + static_cast<std::ptrdiff_t>(rows), chunk.first_row);
    const std::vector<Target> used = targets(block);
    const bool is_sound = std::all_of(used.begin(), used.end(), [&](const Target& target) {
      return target.is_sound(rows, kernel_, keeps_missing_, may_repeat());
    });
    if (!is_sound) fail_at_first_fault(used, block);
    block.rows = rows;
  } catch (const Error&) {
    fault = std::current_exception();
  }
  if (const std::exception_ptr of_base = base_ ? base_->finish(block, places()) : nullptr) fault = of_base;
  if (fault) return fault;
  block.after = (chunk.size - chunk.own_size) / row_size();
  block.last = chunk.last;
  return nullptr;
}

}  // namespace invdyn
