#include "csv_chunks.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string_view>

#include "../../ground/base/error.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_text.h"
#include "../../ground/npy/npy_header.h"
#include "formats.h"
#include "shard_edges.h"

namespace invdyn {
namespace {

constexpr std::size_t max_before_rows = longest_line;  // bytes; one line of them may be the header row

// Counts in bytes that cannot overflow, so that compilers count many characters at once.
std::size_t count_newlines(const char* at, const char* end) {
  constexpr std::ptrdiff_t lanes = 16, maximum = 255;
  std::size_t count = 0;
  while (end - at >= lanes) {
    unsigned char counts[lanes] = {};
    const std::ptrdiff_t steps = std::min((end - at) / lanes, maximum);
    for (std::ptrdiff_t step = 0; step < steps; ++step, at += lanes)
      for (std::ptrdiff_t i = 0; i < lanes; ++i)
        counts[i] = static_cast<unsigned char>(counts[i] + (at[i] == '\n'));
    for (const unsigned char lane : counts) count += lane;
  }
  return count + static_cast<std::size_t>(std::count(at, end, '\n'));
}

std::string expected_file(const std::string& path) {
  const TrajectoryFormat* const format = trajectory_format_of(path);
  return format && format->ending == ".mcap" ? "an MCAP file" : "a CSV file";
}

}  // namespace

CsvChunks::CsvChunks(const std::string& path, const ChunkSizes& sizes)
    : feed_(path, expected_file(path), sizes.read), chunk_size_(sizes.text) {}

bool CsvChunks::read_ahead() {
  return feed_.read_ahead(place_in(file().name(), next_line_));
}

void CsvChunks::begin_text() {
  skip_byte_order_mark();
  if (begins_with("\xFF\xFE") || begins_with("\xFE\xFF")) refuse_utf16("UTF-16");
  refuse_array();
}

void CsvChunks::skip_byte_order_mark() {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (!begins_with(mark)) return;
  feed_.drop(mark.size());
  offset_ = mark.size();
}

bool CsvChunks::begins_with(std::string_view bytes) {
  const auto agree = [&] { return feed_.rest().starts_with(bytes.substr(0, feed_.rest().size())); };
  while (feed_.rest().size() < bytes.size() && agree() && read_ahead()) continue;
  return feed_.rest().starts_with(bytes);
}

void CsvChunks::refuse_utf16(const std::string& encoding) const {
  throw Error(file().name(), "is in " + encoding + ": expected UTF-8. To convert the file, run iconv -f " +
                                 encoding + " -t UTF-8 " + shell_word(file().name()) + " > utf8.csv");
}

void CsvChunks::refuse_array() {
  if (!begins_with(npy_magic)) return;
  if (file().is_compressed())
    throw Error(file().name(), "is a compressed .npy array: expected an unpacked array (to unpack it, run " +
                                   std::string(unpacking_command(file().compression())) + " " +
                                   file().name() + ")");
  throw Error(
      file().name(),
      "is a .npy array, but its name does not end in .npy: expected a regular file NAME.npy, with the names "
      "of the columns in NAME.npy.json (or a CSV file)");
}

// Reads one line before the rows; false at the end of the file. Appends it unchanged to `raw`.
bool CsvChunks::next_line(std::string& line, std::string& raw) {
  if (offset_ > max_before_rows)
    throw Error(place_in(file().name(), next_line_),
                "comes after more than 16 MiB of header, comments and blank lines: expected rows of numbers");
  bool ended = false;
  for (std::size_t searched = 0;;) {
    const std::string_view rest = feed_.rest();
    const std::size_t newline = rest.find('\n', searched);
    if (newline == std::string_view::npos && !ended) {
      searched = rest.size();
      ended = !read_ahead();
      continue;
    }
    if (rest.empty()) return false;
    line = rest.substr(0, newline);
    break;
  }
  const std::size_t size =
      std::min(line.size() + 1, feed_.rest().size());  // the last line may have no newline
  raw += feed_.rest().substr(0, size);
  feed_.drop(size);
  offset_ += size;
  ++next_line_;
  if (line.ends_with('\r')) line.pop_back();
  if (next_line_ == 2 && line.size() > 3 && line[0] != '\0' && line[1] == '\0' && line[3] == '\0')
    refuse_utf16("UTF-16LE");
  if (line.find('\0') != std::string::npos)
    throw Error(place_in(file().name(), PlaceBy::line, next_line_ - 1), nul_byte_text);
  return true;
}

// `raw`: with the comments and blank lines before the row, if it keeps them. A file may begin with megabytes
// of these.
std::optional<CsvChunks::Line> CsvChunks::next_row(std::string& raw, bool keeps_all) {
  if (offset_ == 0) begin_text();
  for (Line line; next_line(line.text, raw);) {
    line.number = next_line_ - 1;
    if (is_csv_row(line.text)) return line;
    if (is_csv_comment(line.text)) comment_ = line;
    if (!keeps_all) raw.clear();
  }
  return std::nullopt;
}

std::optional<CsvChunks::Line> CsvChunks::read_line() {
  std::string raw;
  return next_row(raw, false);
}

std::optional<CsvChunks::Line> CsvChunks::peek_line() {
  if (offset_ == 0) begin_text();
  std::string raw;
  std::optional<Line> line = next_row(raw, false);
  if (!line) return line;
  feed_.put_back(raw);
  offset_ -= raw.size();
  --next_line_;
  return line;
}

std::vector<CsvChunks::Line> CsvChunks::peek_lines(std::size_t count) {
  const std::size_t line_before = next_line_;
  std::string raw;
  std::vector<Line> lines;
  try {
    for (std::optional<Line> line; lines.size() < count && (line = next_row(raw, true));)
      lines.push_back(std::move(*line));
  } catch (const Error&) {
    // The fault is told when the row is read.
  }
  feed_.put_back(raw);
  offset_ -= raw.size();
  next_line_ = line_before;
  return lines;
}

void CsvChunks::begin_rows() {
  header_end_ = rows_begin_ = offset_;
  if (file().is_compressed() || joint_states()) rows_begin_ = 0;  // the bytes of its rows are not known
  if (joint_states()) next_line_ = joint_states()->first_number();
  rows_end_ = file().size().value_or(0);
}

void CsvChunks::skip_repeated_header() {
  if (header_.empty()) return;
  for (std::vector<Line> next; !(next = peek_lines(1)).empty() && next.front().text == header_;) read_line();
  header_.clear();
}

void CsvChunks::restrict_to(const Shard& shard, const Differentiation& how) {
  skip_repeated_header();
  header_end_ = offset_;
  in_shard_ = true;
  const std::size_t size = *file().size();
  offset_ = rows_begin_ = begin_of_line_at(file(), header_end_, shard.begin(size));
  rows_end_ = std::max(offset_, begin_of_line_at(file(), header_end_, shard.end(size)));
  hold_rows_before(offset_, how);
  feed_.restrict_to(rows_begin_, rows_end_);
}

// Holds the rows of another shard that the results of the first own rows depend on.
void CsvChunks::hold_rows_before(std::size_t begin, const Differentiation& how) {
  const RowsBefore before =
      rows_before(file(), header_end_, begin, std::max<std::size_t>(how.rows_before(), 1));
  blank_line_ = before.blank_line;
  rows_seen_ = before.seen;
  history_ = before.rows.size();
  for (const RowsBefore::Row& row : before.rows) {
    held_text_.insert(held_text_.end(), row.text.begin(), row.text.end());
    held_lines_.push_back(row.offset);
  }
}

// Appends the rows of later shards that the last own rows need, if any.
void CsvChunks::look_ahead(Chunk& chunk, const Differentiation& how) const {
  const std::size_t missing = begun_ ? 0 : how.rows_needed() - rows_seen_;
  append_rows_after(file(), offset_, pending_ == 0 ? 0 : std::max(how.rows_after(), missing), chunk);
}

// Enough rows to spread the cost of a chunk, and few enough to keep their results in the cache.
std::size_t CsvChunks::size_of_chunk() const {
  constexpr std::size_t min_rows = 128, max_rows = 2048;
  if (chunk_size_ != 0) return chunk_size_;
  if (row_length_ == 0) return usual_size;
  return std::min(std::clamp(min_rows * row_length_, usual_size, 4 * usual_size), max_rows * row_length_);
}

void CsvChunks::start_with_held_rows(Chunk& chunk) const {
  assert(held_lines_.size() <= Chunk::max_held);
  chunk.held = held_lines_.size();
  chunk.history = history_;
  std::copy(held_lines_.begin(), held_lines_.end(), chunk.held_lines.begin());
  chunk.size = chunk.held_size = held_text_.size();
  chunk.ensure(chunk.size);
  std::copy(held_text_.begin(), held_text_.end(), chunk.buffer.begin());
  chunk.first_line = next_line_;
  chunk.offset = offset_;
  chunk.blank_line = blank_line_;
  chunk.first_row = rows_seen_ - chunk.held;
  chunk.last = chunk.is_torn = false;
  chunk.fault = nullptr;
}

// Appends bytes until there are enough lines. Returns how many of them were bytes of the file. Gives back the
// bytes after the last whole line.
std::size_t CsvChunks::fill(Chunk& chunk) {
  const std::size_t begin = chunk.size, wanted = size_of_chunk();
  std::size_t end_of_lines = begin, end = begin, added = 0;
  try {
    while (end_of_lines == begin || (end - begin < wanted && feed_.is_ready())) {
      const std::size_t room = room_for_more(chunk, begin, end, wanted);
      chunk.ensure(end + room + 1);
      char* text = chunk.buffer.data() + end;
      const std::size_t count = feed_.fetch(text, room);
      if (count == 0) {
        added = end_file(chunk, end_of_lines, end);
        break;
      }
      end += count;
      if (const void* newline = ::memrchr(text, '\n', count))
        end_of_lines = static_cast<std::size_t>(static_cast<const char*>(newline) + 1 - chunk.buffer.data());
    }
  } catch (const Error&) {
    chunk.fault = std::current_exception();
  }
  feed_.give_back(chunk.buffer.data() + end_of_lines, end - end_of_lines);
  chunk.size = end_of_lines;
  return end_of_lines - begin - added;
}

// Bytes to fetch next, behind those from `begin` to `end`. A line that is longer than the chunk makes the
// chunk grow.
std::size_t CsvChunks::room_for_more(const Chunk& chunk, std::size_t begin, std::size_t end,
                                     std::size_t wanted) const {
  const std::size_t size = end - begin;
  const std::size_t room = std::min(size < wanted ? wanted - size : size, longest_line - size);
  if (room == 0)
    throw Error(place_in(file().name(), places(), in_shard_ ? offset_ : next_line_),
                long_line_text(chunk.buffer.data() + begin, size));
  return room;
}

// Ends the last line if the file does not. Returns the number of bytes that this adds.
std::size_t CsvChunks::end_file(Chunk& chunk, std::size_t& end_of_lines, std::size_t& end) const {
  const bool has_open_line = end > end_of_lines;
  if (has_open_line && file().has_grown())
    throw Error(file().name(),
                "has grown while it was read, and its last line may be incomplete: expected complete lines "
                "(if a program is still writing the file, let it write to a pipe)");
  chunk.last = true;
  chunk.is_torn = has_open_line;
  if (!has_open_line) return 0;
  chunk.buffer[end++] = '\n';
  end_of_lines = end;
  return 1;
}

bool CsvChunks::next(Chunk& chunk, const Differentiation& how, bool count_rows) {
  if (done_) return false;
  skip_repeated_header();
  start_with_held_rows(chunk);
  offset_ += fill(chunk);
  if (feed_.is_filtered()) offset_ = rows_begin_ + feed_.bytes_filtered();
  if (file().is_compressed() || joint_states()) offset_ = file().position();
  done_ = chunk.last || chunk.fault;
  const char* text = chunk.buffer.data();
  const std::size_t lines = count_newlines(text + chunk.held_size, text + chunk.size);
  next_line_ += lines;
  chunk.max_rows = chunk.held + lines;
  chunk.own_size = chunk.size;
  hold_rows(chunk, how, count_rows);
  if (in_shard_ && chunk.last) look_ahead(chunk, how);
  // After the last line, there can be rows whose results are not out yet.
  return lines > 0 || chunk.fault || chunk.held > chunk.history || rows_seen_ == 0;
}

// Finds the last rows of the new lines of a chunk, at most `max_rows`, the last one first; and the first
// blank line after them. From the end, so that it examines little text.
CsvChunks::LastRows CsvChunks::last_rows(const Chunk& chunk, std::size_t max_rows) const {
  LastRows found;
  const char* const new_text = chunk.buffer.data() + chunk.held_size;
  std::size_t line = next_line_;
  for (const char* end = chunk.buffer.data() + chunk.size; end != new_text && found.rows.size() < max_rows;) {
    const char* begin = begin_of_line(new_text, end - 1);
    const std::string_view content = without_csv_line_end(begin, end - 1);
    --line;
    const std::size_t place = in_shard_ ? chunk.offset + static_cast<std::size_t>(begin - new_text) : line;
    if (is_csv_row(content))
      found.rows.push_back({begin, end, place});
    else if (found.rows.empty() && is_blank_csv_line(content))
      found.blank_line = place;
    end = begin;
  }
  return found;
}

// Keeps the rows of this chunk that the next one needs.
void CsvChunks::hold_rows(const Chunk& chunk, const Differentiation& how, bool count_rows) {
  // At least one: times are compared with those of the row before, and unwrapping with its angles.
  const std::size_t to_hold = std::max<std::size_t>(how.rows_before() + how.rows_after(), 1);
  const std::size_t to_find = std::max(to_hold, how.rows_needed()) + 1;  // one more tells if they are all
  auto [rows, blank_line] = last_rows(chunk, to_find);
  const char* const text = chunk.buffer.data();
  const char* const new_text = text + chunk.held_size;
  const std::size_t new_rows = rows.size();
  if (new_rows > 0) row_length_ = static_cast<std::size_t>(rows.front().end - rows.front().begin);
  blank_line_ = new_rows == 0 && chunk.blank_line != 0 ? chunk.blank_line : blank_line;
  rows_seen_ += count_rows ? count_csv_rows(new_text, text + chunk.size) : new_rows;

  const char* end = new_text;
  for (std::size_t i = chunk.held; i > 0; --i) {
    const char* begin = begin_of_line(text, end - 1);
    rows.push_back({begin, end, chunk.held_lines[i - 1]});
    end = begin;
  }
  // Results are pending for the look-ahead, or for all rows if there are too few for any result.
  pending_ = chunk.held - chunk.history + new_rows;
  begun_ = rows_seen_ >= how.rows_needed();
  if (begun_ && rows.size() > to_hold) rows.resize(to_hold);
  if (begun_) pending_ = std::min(pending_, how.rows_after());
  history_ = rows.size() - pending_;
  held_text_.clear();
  held_lines_.clear();
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    held_text_.insert(held_text_.end(), row->begin, row->end);
    held_lines_.push_back(row->place);
  }
}

}  // namespace invdyn
