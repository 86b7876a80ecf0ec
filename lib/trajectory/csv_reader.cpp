#include "csv_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numbers>

// One thread reads and computes: an error in the source then surfaces where it happened.
#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-truncation"  // in code of LineReader that is inlined here
#endif

#include "../error.h"
#include "../nearest_name.h"
#include "../number.h"
#include "../wording.h"
#include "csv_line.h"

namespace invdyn {
namespace {

bool names_time(const std::string& column) {
  return column == "t" || column == "time";
}
bool is_blank(const char* line) {
  return line[std::strspn(line, " \t")] == '\0';
}
bool is_comment(const char* line) {
  return line[std::strspn(line, " \t")] == '#';
}

}  // namespace

// Feeds LineReader, and catches what it cannot see: failing reads, and NUL bytes, at which a line of it would
// end unseen. It also ends every file with a newline: without one, LineReader looks one byte past the end.
class CsvReader::ByteSource : public io::ByteSourceBase {
 public:
  ByteSource(int file, const std::string& name, std::size_t& bytes)
      : file_(file), name_(name), bytes_(bytes) {}
  ~ByteSource() override {
    if (file_ != STDIN_FILENO) ::close(file_);
  }
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  int read(char* buffer, int size) override {
    int filled = 0;
    while (filled < size && !ended_) {
      const ssize_t count = ::read(file_, buffer + filled, static_cast<std::size_t>(size - filled));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw Error(name_, std::string(std::strerror(errno)) + ": expected a CSV file");
      if (count == 0) {
        ended_ = true;
        if (last_byte_ != '\n') buffer[filled++] = '\n';
        break;
      }
      check(buffer + filled, static_cast<std::size_t>(count));
      filled += static_cast<int>(count);
    }
    return filled;
  }

 private:
  void check(const char* bytes, std::size_t count) {
    if (const void* nul = std::memchr(bytes, '\0', count)) {
      const auto lines = std::count(bytes, static_cast<const char*>(nul), '\n');
      throw Error(name_ + ":" + std::to_string(lines_ + static_cast<std::size_t>(lines) + 1),
                  "holds a NUL byte: expected text in UTF-8 (is it UTF-16, or a binary file?)");
    }
    lines_ += static_cast<std::size_t>(std::count(bytes, bytes + count, '\n'));
    bytes_ += count;
    last_byte_ = bytes[count - 1];
  }

  int file_;
  const std::string& name_;
  bool ended_ = false;
  char last_byte_ = '\n';
  std::size_t lines_ = 0;
  std::size_t& bytes_;  // of the CsvReader, as LineReader may destroy its source before the last line
};

CsvReader::CsvReader(const std::string& path, const Robot& robot, const CsvSettings& settings,
                     const Warn& note)
    : name_(path == "-" ? "standard input" : path), grid_(settings.grid) {
  const int file = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Error(name_, std::string(std::strerror(errno)) + ": expected a CSV file");
  struct stat status {};
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    bytes_total_ = static_cast<std::size_t>(status.st_size);
  lines_ = std::make_unique<io::LineReader>(name_, std::make_unique<ByteSource>(file, name_, bytes_read_));
  read_header(robot, settings, note);
}

CsvReader::~CsvReader() = default;

void CsvReader::fail(const std::string& what) const {
  throw Error(name_ + ":" + std::to_string(line_), what);
}

void CsvReader::fail_field(const Column& column, std::string_view text) const {
  fail(column.name + (text.empty() ? " is empty" : " is " + quoted(text)) + ": expected a finite number (" +
       std::string(column.unit_name) + ")");
}

// The next line that is neither blank nor a comment; null at the end.
char* CsvReader::next_line() {
  try {
    while (char* line = lines_->next_line()) {
      line_ = lines_->get_file_line();
      if (is_comment(line)) continue;
      if (!is_blank(line)) return line;
      if (blank_line_ == 0) blank_line_ = line_;
    }
  } catch (const io::error::line_length_limit_exceeded&) {
    throw Error(name_ + ":" + std::to_string(line_ + 1), "is longer than 16 MiB: expected a row of numbers");
  }
  return nullptr;
}

void CsvReader::read_header(const Robot& robot, const CsvSettings& settings, const Warn& note) {
  char* line = next_line();
  if (!line) throw Error(name_, "holds no rows: expected a header row, then rows of numbers");
  blank_line_ = 0;
  const std::string text = line;
  if (!split_csv_line(line, fields_))
    fail("a quoted name does not end, or text follows its closing quote: expected a comma behind it");
  const auto is_number = [](std::string_view field) { return parse_finite(field).has_value(); };
  const auto is_joint = [&](std::string_view field) {
    for (std::size_t j = 0; j < robot.dof(); ++j)
      if (robot.moving_joint(j).name == field) return true;
    return false;
  };
  if (std::all_of(fields_.begin(), fields_.end(), is_number) &&
      std::none_of(fields_.begin(), fields_.end(), is_joint))
    fail("the first row holds numbers: expected a header row with the columns' names, such as t,q_" +
         robot.moving_joint(0).name);
  if (fields_.size() == 1 && text.find_first_of(";\t") != std::string::npos)
    fail("no comma in the header: expected columns separated by commas");
  for (const std::string_view field : fields_) columns_.push_back({.name = std::string(field)});
  match_columns(robot, settings);

  std::vector<std::string> ignored;
  for (const Column& column : columns_)
    if (!column.used) ignored.push_back(column.name);
  if (!ignored.empty()) note(name_ + ": columns not used: " + joined(ignored));
}

CsvReader::Column* CsvReader::find_column(const std::string& name) {
  Column* found = nullptr;
  for (Column& column : columns_) {
    if (column.name != name || column.used) continue;
    if (found) fail("the column " + quoted(name) + " stands twice: expected it once");
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
  column.unit_name = quantity == Quantity::q ? "deg" : quantity == Quantity::dq ? "deg/s" : "deg/s^2";
}

void CsvReader::claim_time(const CsvSettings& settings) {
  Column* t = find_column("t");
  Column* time = find_column("time");
  if (t && time) fail("both \"t\" and \"time\" are columns: expected one of them");
  Column* column = t ? t : time;
  if (!column && !settings.grid)
    fail("no time column: expected \"t\" or \"time\", in s (or give --dt or --rate)");
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
      fail("both " + quoted(column_name(Quantity::q, joint)) + " and " + quoted(joint) +
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
    fail("no column for joint" + std::string(missing_q.size() > 1 ? "s " : " ") + joined(missing_q) +
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
    fail("--differentiate given, but no column " + joined(missing) + ": expected all dq_ and ddq_ columns");
  } else if (missing_dq.empty() && no_ddq) {
    known_ = Known::q_dq;
  } else if (no_dq && no_ddq) {
    known_ = Known::q;
  } else if (no_dq) {
    fail(
        "ddq_ columns without dq_ columns: expected both or neither (--differentiate backward or central "
        "works from q alone)");
  } else {
    fail("no column " + joined(missing_dq.empty() ? missing_ddq : missing_dq) +
         ", though other joints have theirs: expected them for all joints or none (--differentiate "
         "backward or central works from q alone)");
  }
}

void CsvReader::fill(Block& block) {
  while (block.rows < block.capacity && !block.last) block.last = !read_row(block);
}

void CsvReader::check_time(const Column& column, double t, std::string_view text) {
  if (last_time_ && !(t > *last_time_))
    fail(column.name + " is " + quoted(text) + ", but " + shortest(*last_time_) +
         " in the row before (line " + std::to_string(last_line_) + "): expected times that increase");
  last_time_ = t;
  last_line_ = line_;
}

bool CsvReader::read_row(Block& block) {
  char* line = next_line();
  if (!line) return false;
  if (blank_line_ != 0) {
    line_ = blank_line_;
    fail("is empty, with more rows behind it: expected " + counted(columns_.size(), "field"));
  }
  if (!split_csv_line(line, fields_))
    fail("a quoted field does not end, or text follows its closing quote: expected a comma behind it");
  if (fields_.size() != columns_.size())
    fail("has " + counted(fields_.size(), "field") + ": expected " + std::to_string(columns_.size()) +
         ", as in the header");

  const auto row = static_cast<Eigen::Index>(block.rows);
  block.line[block.rows] = line_;
  if (!has_time_) block.t[row] = grid_->time(rows_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (!column.used) continue;
    const std::optional<double> number = parse_finite(fields_[i]);
    if (!number) fail_field(column, fields_[i]);
    if (column.is_time) {
      check_time(column, *number, fields_[i]);
      block.t[row] = *number;
    } else {
      values(block, column.quantity)(row, static_cast<Eigen::Index>(column.joint)) =
          *number * column.si_per_unit;
    }
  }
  ++rows_;
  ++block.rows;
  return true;
}

}  // namespace invdyn
