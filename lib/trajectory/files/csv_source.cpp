#include "csv_source.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include "../../ground/base/error.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_text.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "../../ground/text/read_plain_row.h"

namespace invdyn {

// Reads the lines of a chunk. Nearly all are plain rows of numbers, which are read many at once, or one by
// one where something is special. All other lines take the slow path, which knows all rules and error texts.
class CsvSource::RowReader {
 public:
  RowReader(const CsvSource& source, Chunk& chunk, Block& block)
      : source_(source),
        chunk_(chunk),
        block_(block),
        at_(chunk.buffer.data()),
        separator_(source.head_.separator),
        is_filtered_(source.filter_.has_value()),
        numbers_(source.columns().all().size()) {
    const auto& columns = source.columns().all();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!columns[i].used) continue;
      targets_.push_back({i, columns[i].rows_in(block), columns[i].si_per_unit, columns[i].is_time});
      has_zeros_ = has_zeros_ || columns[i].zero != 0;
    }
    if (!is_filtered_) many_.emplace(source, targets_);
  }

  void read() {
    const char* const new_text = chunk_.buffer.data() + chunk_.held_size;
    const char* const end = chunk_.buffer.data() + chunk_.size;
    const char* const own_end = chunk_.buffer.data() + chunk_.own_size;
    const bool by_bytes = source_.places() == PlaceBy::byte;
    std::size_t next_line = chunk_.first_line;
    while (at_ != end) {
      if (at_ == new_text) blank_line_ = chunk_.blank_line;
      line_ = at_ < new_text ? chunk_.held_lines[block_.rows]
              : by_bytes     ? chunk_.offset + static_cast<std::size_t>(at_ - new_text)
                             : next_line++;
      if (is_filtered_) take_marks(end);
      is_own_ = at_ < own_end;
      if (many_ && at_ >= new_text && is_own_ && blank_line_ == 0) {
        const std::size_t taken = take_many(own_end, by_bytes);
        if (taken > 0) {
          if (!by_bytes) next_line += taken - 1;
          continue;
        }
      }
      const char* const begin = at_;
      if (blank_line_ == 0 && read_plain_row(at_, end, numbers_, separator_) && take()) continue;
      at_ = begin;
      read_by_the_rules(end);
    }
  }

 private:
  struct Target {
    std::size_t field;
    double* to;
    double si_per_unit;
    bool is_time;
  };

  // Plain rows that are read at once, and their way into the columns of a block.
  struct ManyRows {
    ManyRows(const CsvSource& source, const std::vector<Target>& targets)
        : columns(source.columns().all().size()),
          room(std::max(2 * PlainRows::min_room, 2 * columns + PlainRows::min_room)),
          numbers(std::make_unique_for_overwrite<double[]>(room)),
          ends(std::make_unique_for_overwrite<std::uint32_t[]>(room / columns)),
          to(columns, nullptr),
          scale(columns, 1) {
      for (const Target& target : targets) scale[target.field] = target.si_per_unit;
    }

    const std::size_t columns, room;
    const std::unique_ptr<double[]> numbers;
    const std::unique_ptr<std::uint32_t[]> ends;
    std::vector<double*> to;  // of the next row; null: the column is not used
    std::vector<double> scale;
  };

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw Error(place_in(source_.name(), source_.places(), line), what);
  }

  // Times may repeat if they are only drawn, or replaced by the grid.
  bool is_later(double t, double before) const {
    return t > before || (t == before && (source_.keeps_missing_ || source_.has_grid_));
  }

  // What the filter has put before a row.
  void take_marks(const char* end) {
    stamp_ = {};
    if (*at_ != RowFilter::mark && *at_ != RowFilter::mark_after_gap) return;
    after_gap_ = *at_++ == RowFilter::mark_after_gap;
    if (block_.stamps.empty()) return;
    const auto rest = static_cast<std::size_t>(end - at_);
    const auto* stamp_end = static_cast<const char*>(std::memchr(at_, RowFilter::stamp_end, rest));
    stamp_ = {at_, static_cast<std::size_t>(stamp_end - at_)};
    at_ = stamp_end + 1;
  }

  // Takes the numbers as the next row; refuses them if the time is not later than the previous row's.
  bool take() {
    const std::size_t row = block_.rows;
    if (!source_.columns().has_time())
      block_.t[static_cast<Eigen::Index>(row)] = source_.grid_.time(block_.first_row + row);
    for (const Target& target : targets_) {
      target.to[row] = numbers_[target.field] * target.si_per_unit;
      if (target.is_time && row > 0 && !is_later(target.to[row], target.to[row - 1])) return false;
    }
    if (has_zeros_) source_.columns().add_zeros(block_, row, 1);
    block_.line[row] = line_;
    if (!block_.stamps.empty()) block_.stamps[row] = stamp_;
    if (!block_.after_gap.empty()) block_.after_gap[row] = after_gap_;
    ++block_.rows;
    if (!is_own_) ++block_.after;
    return true;
  }

  // Takes the next plain rows up to `end`, as take() does. Returns how many; 0: the next line needs more
  // care.
  std::size_t take_many(const char* end, bool by_bytes) {
    ManyRows& many = *many_;
    PlainRows rows{many.numbers.get(), many.room, many.ends.get()};
    source_.text_.read_rows(at_, end, many.columns, separator_, rows);
    if (rows.count == 0) return 0;
    for (const Target& target : targets_) many.to[target.field] = target.to + block_.rows;
    source_.kernel_.take_rows(reinterpret_cast<const char*>(rows.numbers), many.columns, rows.count,
                              many.to.data(), many.scale.data());
    const std::size_t count = rows_in_order(rows.count);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t row = block_.rows + k;
      if (!source_.columns().has_time())
        block_.t[static_cast<Eigen::Index>(row)] = source_.grid_.time(block_.first_row + row);
      block_.line[row] = by_bytes ? line_ + (k == 0 ? 0 : rows.ends[k - 1]) : line_ + k;
    }
    if (has_zeros_) source_.columns().add_zeros(block_, block_.rows, count);
    block_.rows += count;
    if (count > 0) at_ += rows.ends[count - 1];
    return count;
  }

  // The number of the next `count` rows before the first whose time is not later than the previous row's.
  std::size_t rows_in_order(std::size_t count) const {
    for (const Target& target : targets_) {
      if (!target.is_time) continue;
      for (std::size_t row = std::max<std::size_t>(block_.rows, 1); row < block_.rows + count; ++row)
        if (!is_later(target.to[row], target.to[row - 1])) return row - block_.rows;
    }
    return count;
  }

  void read_by_the_rules(const char* end) {
    char* line = chunk_.buffer.data() + (at_ - chunk_.buffer.data());
    auto* stop = static_cast<char*>(std::memchr(line, '\n', static_cast<std::size_t>(end - line)));
    at_ = stop + 1;
    if (stop != line && stop[-1] == '\r') --stop;
    const std::string_view text(line, static_cast<std::size_t>(stop - line));
    if (text.find('\0') != std::string_view::npos) fail(line_, nul_byte_text);
    if (is_csv_comment(text)) return;
    if (is_blank_csv_line(text)) {
      if (blank_line_ == 0) blank_line_ = line_;
      return;
    }
    if (blank_line_ != 0) fail(blank_line_, blank_csv_line_text(numbers_.size()));
    *stop = '\0';
    const std::string fault =
        split_csv_row(line, separator_, numbers_.size(), source_.head_.has_header, fields_);
    const bool is_torn = chunk_.is_torn && at_ == chunk_.buffer.data() + chunk_.size;
    const std::size_t row = block_.rows;
    if (!fault.empty())
      fail(line_, fault + (is_torn ? torn_line_text
                                   : other_fields_advice(source_.name(), separator_, numbers_.size(), fields_,
                                                         row > 0 && source_.columns().has_time())));
    for (const Target& target : targets_) {
      const CsvColumns::Column& column = source_.columns().all()[target.field];
      const std::string_view field = fields_[target.field];
      std::optional<double> number = parse_finite(field);
      if (!number && source_.keeps_missing_ && !target.is_time && is_missing(field))
        number = std::numeric_limits<double>::quiet_NaN();
      if (!number) fail(line_, not_a_number(column, field));
      if (target.is_time && row > 0 && !is_later(*number, target.to[row - 1]))
        fail(line_, time_order_text(column.name, field, shortest(target.to[row - 1]),
                                    place_text(source_.places(), block_.line[row - 1])) +
                        time_order_advice(*number, target.to[row - 1], source_.places()) +
                        (*number < target.to[row - 1]
                             ? reversed_rows_advice(source_.name(), source_.places(),
                                                    source_.head_.has_header, block_.line[row - 1])
                             : ""));
      numbers_[target.field] = *number;
    }
    take();
  }

  const CsvSource& source_;
  Chunk& chunk_;
  Block& block_;
  const char* at_;
  const Separator separator_;
  const bool is_filtered_;
  std::string_view stamp_;
  bool after_gap_ = false;
  std::vector<Target> targets_;
  bool has_zeros_ = false;
  std::optional<ManyRows> many_;  // none: each row has a mark of the filter
  std::vector<double> numbers_;
  std::vector<std::string_view> fields_;
  std::size_t line_ = 0;
  bool is_own_ = true;
  std::size_t blank_line_ = 0;  // the first of the blank lines passed last
};

CsvSource::CsvSource(const std::string& path, const Robot& robot, const CsvSettings& settings,
                     const Warn& note, const ChunkSizes& sizes)
    : CsvSource(
          path, [&](CsvChunks& chunks) { return read_csv_head(chunks, robot, settings, note); }, settings,
          note, sizes) {}

CsvSource::CsvSource(const std::string& path, const TableSettings& table, const CsvSettings& settings,
                     const Warn& note)
    : CsvSource(path, [&](CsvChunks& chunks) { return read_table_head(chunks, table, settings, note); },
                settings, note, {}) {}

CsvSource::CsvSource(const std::string& path, const ReadHead& read, const CsvSettings& settings,
                     const Warn& note, const ChunkSizes& sizes)
    : chunks_(path, sizes),
      head_(read_head(chunks_, read)),
      has_grid_(settings.grid),
      grid_(settings.grid.value_or(row_numbers)),
      keeps_stamps_(settings.keeps_stamps),
      leaves_gaps_(settings.missing.leaves_gaps()),
      keeps_missing_(settings.missing.policy == MissingValues::Policy::keep) {
  for (const std::string& text : columns().notes()) note(name() + ": " + text);
  if (columns().base())
    base_ =
        std::make_unique<BaseRows>(name(), *columns().base(), settings.base_twist.value_or(TwistAxes::world));
  if (settings.keeps_stamps && !columns().has_time())
    throw UsageError("`columns`", "has stamp (the time stamp of each row), but " + name() +
                                      " has no times: leave out stamp");
  if (head_.sequence) {
    chunks_.filter_by(*head_.sequence);
    if (!settings.grid && head_.sequence->grid()) grid_ = *head_.sequence->grid();
    return;
  }
  const bool has_stamps = keeps_stamps_ || leaves_gaps_;
  CsvSettings of_rows = settings;
  of_rows.decimal_comma = settings.decimal_comma || head_.decimal_comma;
  if (chunks_.joint_states() ? !has_stamps : !RowFilter::is_needed(columns(), of_rows)) return;
  if (!chunks_.joint_states()) note_time(note);
  filter_.emplace(name(), places(), head_, of_rows);
}

CsvHead CsvSource::read_head(CsvChunks& chunks, const ReadHead& read) {
  std::exception_ptr fault;
  try {
    return read(chunks);
  } catch (const Error&) {
    fault = std::current_exception();
  }
  std::rethrow_exception(chunks.file().explained(fault));
}

void CsvSource::note_time(const Warn& note) const {
  if (!columns().time() || !columns().time()->unit) return;
  const CsvColumns::Time& time = *columns().time();
  const auto name_at = [&](std::size_t i) { return in_quotes(columns().all()[i].name); };
  const std::string unit(time.unit == TimeUnit::iso ? "ISO 8601" : name_of(*time.unit));
  note(name() + ": time from " + name_at(time.column) + " in " + unit +
       (time.nanoseconds ? " and " + name_at(*time.nanoseconds) + " in ns" : "") +
       (time.unit_by.empty() ? "" : ", because " + std::string(time.unit_by)) +
       "; t is 0 s in the first row");
}

void CsvSource::restrict_to(const Shard& shard, const Differentiation& how) {
  if (chunks_.joint_states())
    throw UsageError("`shard`", "needs a file that can be read from any position, but " + name() +
                                    " is MCAP (to convert it, run without `shard` and with `columns` "
                                    "q,dq,ddq,measured `output` FILE.npy)");
  if (columns().expects_texts())
    throw UsageError("`shard`", "needs rows that can be read independently, but the rows of " + name() +
                                    " contain joint names, which invdyn compares with the first row");
  if (filter_ || head_.sequence)
    throw UsageError(
        "`shard`",
        "needs rows that can be read independently: expected \"t\" or \"time\" in s, numbers with decimal "
        "points, no `time-unit`, no `missing` and no stamp in `columns`");
  if (!chunks_.file().size())
    throw UsageError("`shard`",
                     "needs a file that can be read from any position: " + name() + " is a pipe or a device");
  if (chunks_.file().is_compressed())
    throw UsageError("`shard`", "needs a file that can be read from any position: " + name() +
                                    " is compressed; unpack it first, by " +
                                    std::string(unpacking_command(chunks_.file().compression())) + " " +
                                    shell_word(name()));
  if (!columns().has_time())
    throw UsageError(
        "`shard`",
        "needs a column \"t\" or \"time\", and " + name() +
            " has none: with `dt` or `rate`, the times of a part depend on the number of rows before this part, "
            "which is unknown");
  chunks_.restrict_to(shard, how);
}

std::vector<std::string> CsvSource::warnings() const {
  std::vector<std::string> texts = filter_ ? filter_->warnings() : std::vector<std::string>();
  if (base_)
    for (const std::string& text : base_->warnings(places())) texts.push_back(text);
  return texts;
}

std::vector<std::string> CsvSource::last_notes() const {
  const JointStateText* const text = chunks_.joint_states();
  if (!text) return {};
  const std::size_t before = text->first_number() - 1, later = text->left_out() - before;
  const std::string lacks = text->has_choice() ? "columns that are drawn" : "joints that move";
  std::vector<std::string> notes;
  if (before > 0)
    notes.push_back(counted(before, "message") + " of " + text->topic() +
                    " left out before the first row, because values of " + lacks +
                    " are missing or not finite");
  if (later > 0)
    notes.push_back(counted(later, "message") + " of " + text->topic() + " left out, because " + lacks +
                    " are missing");
  return notes;
}

std::optional<TrajectorySource::Range> CsvSource::range() const {
  if (!chunks_.file().size()) return std::nullopt;
  return Range{chunks_.begin(), chunks_.end()};
}

bool CsvSource::next(Chunk& chunk, const Differentiation& how) {
  if (filter_ && !is_filtering_) {
    chunks_.skip_repeated_header();
    filter_->begin(chunks_.next_line(), how.rows_of_stretch());
    chunks_.filter_by(*filter_);
    is_filtering_ = true;
  }
  return chunks_.next(chunk, how, !columns().has_time());
}

// Comments and blank lines need no room. Lines too short to have a field for each column need none either:
// the rows end before the first of them.
std::size_t CsvSource::max_rows(const Chunk& chunk, const Block& block) const {
  if (chunk.max_rows <= block.capacity) return chunk.max_rows;
  const char* const text = chunk.buffer.data();
  return std::min(count_csv_rows(text, text + chunk.size), chunk.size / columns().all().size());
}

std::exception_ptr CsvSource::parse(Chunk& chunk, Block& block) const {
  chunk.start(block, max_rows(chunk, block));
  block.hold_measured(columns().has_measured());
  block.hold_flags(columns().flags());
  block.hold_base(base_ != nullptr);
  block.stamps.resize(keeps_stamps_ ? block.capacity : 0);
  block.after_gap.assign(leaves_gaps_ ? block.capacity : 0, false);
  std::exception_ptr fault;
  try {
    RowReader(*this, chunk, block).read();
  } catch (const Error&) {
    fault = std::current_exception();
  }
  if (const std::exception_ptr of_base = base_ ? base_->finish(block, places()) : nullptr) fault = of_base;
  if (fault) return chunks_.file().explained(fault);
  block.last = chunk.last;
  return chunk.fault ? chunks_.file().explained(chunk.fault) : nullptr;
}

}  // namespace invdyn
