#include "csv_chunks.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string_view>

#include "../base/error.h"
#include "../csv/csv_line.h"
#include "../npy/npy_header.h"

namespace invdyn {
namespace {

constexpr std::size_t longest_line = std::size_t{16} << 20;  // with its newline
constexpr std::size_t max_before_rows = longest_line;        // bytes; one line of them may be the header row
constexpr std::size_t usual_size = std::size_t{64} << 10;

const char* find_newline(const char* begin, const char* end) {
  return static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
}

// The beginning of the line that ends at `newline`.
const char* begin_of_line(const char* begin, const char* newline) {
  const void* before = ::memrchr(begin, '\n', static_cast<std::size_t>(newline - begin));
  return before ? static_cast<const char*>(before) + 1 : begin;
}

// Counts in bytes that cannot overflow, so that compilers count many characters at once.
std::size_t count_newlines(const char* at, const char* end) {
  constexpr std::ptrdiff_t lanes = 16, most = 255;
  std::size_t count = 0;
  while (end - at >= lanes) {
    unsigned char counts[lanes] = {};
    const std::ptrdiff_t steps = std::min((end - at) / lanes, most);
    for (std::ptrdiff_t step = 0; step < steps; ++step, at += lanes)
      for (std::ptrdiff_t i = 0; i < lanes; ++i)
        counts[i] = static_cast<unsigned char>(counts[i] + (at[i] == '\n'));
    for (const unsigned char lane : counts) count += lane;
  }
  return count + static_cast<std::size_t>(std::count(at, end, '\n'));
}

}  // namespace

CsvChunks::CsvChunks(const std::string& path, const ChunkSizes& sizes)
    : file_(path, "a CSV file"), sizes_(sizes) {}

// Takes returned bytes if there are any; otherwise reads.
std::size_t CsvChunks::fetch(char* into, std::size_t most) {
  if (rest_begin_ == rest_.size()) return file_.read(into, std::min(most, sizes_.read));
  const std::size_t count = std::min(most, rest_.size() - rest_begin_);
  std::memcpy(into, rest_.data() + rest_begin_, count);
  rest_begin_ += count;
  return count;
}

// Returns the bytes fetched last: they will be fetched again, before all others.
void CsvChunks::give_back(const char* text, std::size_t size) {
  if (rest_begin_ < rest_.size()) {
    rest_begin_ -= size;
  } else {
    rest_.assign(text, text + size);
    rest_begin_ = 0;
  }
}

// Appends to the bytes still to fetch; false at the end of the file.
bool CsvChunks::read_ahead() {
  rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(rest_begin_));
  rest_begin_ = 0;
  const std::size_t before = rest_.size();
  const std::size_t most = std::min({usual_size, sizes_.read, longest_line - std::min(before, longest_line)});
  if (most == 0) throw Error(place_in(file_.name(), next_line_), long_line_text(rest_.data(), rest_.size()));
  rest_.resize(before + most);
  rest_.resize(before + file_.read(rest_.data() + before, most));
  return rest_.size() > before;
}

void CsvChunks::begin_text() {
  skip_byte_order_mark();
  refuse_array();
}

void CsvChunks::skip_byte_order_mark() {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  while (rest_.size() < mark.size() && read_ahead()) continue;
  if (std::string_view(rest_.data(), rest_.size()).starts_with(mark)) rest_begin_ = offset_ = mark.size();
}

void CsvChunks::refuse_array() {
  const auto begins_as_array = [&](std::size_t size) {
    return std::string_view(rest_.data(), rest_.size()).starts_with(npy_magic.substr(0, size));
  };
  if (!begins_as_array(1)) return;
  while (rest_.size() < npy_magic.size() && read_ahead()) continue;
  if (begins_as_array(npy_magic.size()))
    throw Error(file_.name(),
                "is a .npy array: expected CSV, or a regular file whose name ends in .npy, with the names of "
                "its columns beside it in NAME.npy.json");
}

std::string CsvChunks::long_line_text(const char* text, std::size_t size) const {
  return std::memchr(text, '\0', size) ? nul_byte_text : long_csv_line_text;
}

// Reads one line before the rows; false at the end of the file. Appends it unchanged to `raw`.
bool CsvChunks::next_line(std::string& line, std::string& raw) {
  if (offset_ > max_before_rows)
    throw Error(place_in(file_.name(), next_line_),
                "comes after more than 16 MiB of header, comments and blank lines: expected rows of numbers");
  bool ended = false;
  for (std::size_t searched = 0;;) {
    const std::string_view rest(rest_.data() + rest_begin_, rest_.size() - rest_begin_);
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
  const std::size_t size = std::min(line.size() + 1, rest_.size() - rest_begin_);  // the last line may have
                                                                                   // no newline
  raw.append(rest_.data() + rest_begin_, size);
  rest_begin_ += size;
  offset_ += size;
  ++next_line_;
  if (line.ends_with('\r')) line.pop_back();
  if (line.find('\0') != std::string::npos)
    throw Error(place_in(file_.name(), PlaceBy::line, next_line_ - 1), nul_byte_text);
  return true;
}

std::optional<CsvChunks::Line> CsvChunks::next_row(std::string& raw) {
  if (offset_ == 0) begin_text();
  for (Line line; next_line(line.text, raw);)
    if (is_csv_row(line.text)) {
      line.number = next_line_ - 1;
      return line;
    }
  return std::nullopt;
}

std::optional<CsvChunks::Line> CsvChunks::read_line() {
  std::string raw;
  return next_row(raw);
}

std::optional<CsvChunks::Line> CsvChunks::peek_line() {
  if (offset_ == 0) begin_text();
  const std::size_t line_before = next_line_;
  std::string raw;
  std::optional<Line> line = next_row(raw);
  rest_.insert(rest_.begin() + static_cast<std::ptrdiff_t>(rest_begin_), raw.begin(), raw.end());
  offset_ -= raw.size();
  next_line_ = line_before;
  return line;
}

void CsvChunks::begin_rows() {
  header_end_ = rows_begin_ = offset_;
  rows_end_ = file_.size().value_or(0);
}

void CsvChunks::restrict_to(const Shard& shard, const Differentiation& how) {
  in_shard_ = true;
  const std::size_t size = *file_.size();
  offset_ = rows_begin_ = begin_of_line_at(shard.begin(size));
  rows_end_ = std::max(offset_, begin_of_line_at(shard.end(size)));
  hold_rows_in_front_of(offset_, how);
  rest_.clear();
  rest_begin_ = 0;
  file_.restrict_to(rows_begin_, rows_end_);
}

// The first line after the header that begins at or after this byte; the end of the file if there is none.
std::size_t CsvChunks::begin_of_line_at(std::size_t offset) const {
  if (offset <= header_end_) return header_end_;
  std::vector<char> text(usual_size);
  for (--offset;; offset += text.size()) {
    text.resize(file_.read_at(offset, text.data(), text.size()));
    if (text.empty()) return *file_.size();
    if (const char* newline = find_newline(text.data(), text.data() + text.size()))
      return offset + static_cast<std::size_t>(newline + 1 - text.data());
  }
}

// Finds the rows of another shard that the results of the first own rows depend on. Reads backwards, piece by
// piece, because comments can have any length.
void CsvChunks::hold_rows_in_front_of(std::size_t begin, const Differentiation& how) {
  const std::size_t to_hold = std::max<std::size_t>(how.rows_before(), 1);
  struct Row {
    std::string text;
    std::size_t offset;
  };
  std::vector<Row> rows;  // the last one first
  std::vector<char> text;
  for (std::size_t end = begin, size = usual_size; rows.size() <= to_hold && end > header_end_;) {
    const std::size_t piece_end = end, from = end - std::min(size, end - header_end_);
    text.resize(end - from);
    text.resize(file_.read_at(from, text.data(), text.size()));
    const char* const first = text.data();
    for (const char* stop = first + text.size(); stop != first && rows.size() <= to_hold;) {
      const char* const line = begin_of_line(first, stop - 1);
      if (line == first && from > header_end_) break;  // this may be the end of a line
      const std::string_view content = without_csv_line_end(line, stop - 1);
      end = from + static_cast<std::size_t>(line - first);
      if (is_csv_row(content))
        rows.push_back({std::string(line, stop), end});
      else if (rows.empty() && is_blank_csv_line(content))
        blank_line_ = end;
      stop = line;
    }
    size = end < piece_end ? usual_size : 2 * size;
    if (size > 2 * longest_line)
      throw Error(place_in(file_.name(), places(), from), long_line_text(first, text.size()));
  }
  rows_seen_ = rows.size();  // more than the held rows: there are others
  rows.resize(std::min(rows.size(), to_hold));
  history_ = rows.size();
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    held_text_.insert(held_text_.end(), row->text.begin(), row->text.end());
    held_lines_.push_back(row->offset);
  }
}

// Appends the rows of later shards that the last own rows need, if any. The chunk is the last one of the file
// only if nothing follows them.
void CsvChunks::look_ahead(Chunk& chunk, const Differentiation& how) const {
  const std::size_t missing = begun_ ? 0 : how.rows_needed() - rows_seen_;
  const std::size_t rows = pending_ == 0 ? 0 : std::max(how.rows_after(), missing);
  std::size_t found = 0, end = chunk.size;  // of the examined lines
  std::size_t offset = offset_;             // of the text still to read
  const std::size_t file_size = *file_.size();
  const auto find_rows = [&] {
    const char* const text = chunk.buffer.data();
    while (found < rows && end < chunk.size) {
      const char* newline = find_newline(text + end, text + chunk.size);
      if (!newline) return;
      found += is_csv_row(without_csv_line_end(text + end, newline));
      ++chunk.max_rows;
      end = static_cast<std::size_t>(newline + 1 - text);
    }
  };
  while (found < rows && offset < file_size) {
    if (chunk.size - end > longest_line) {
      const std::size_t place = offset - (chunk.size - end);
      chunk.fault =
          std::make_exception_ptr(Error(place_in(file_.name(), places(), place),
                                        long_line_text(chunk.buffer.data() + end, chunk.size - end)));
      break;
    }
    chunk.ensure(chunk.size + usual_size + 1);
    try {
      const std::size_t count = file_.read_at(offset, chunk.buffer.data() + chunk.size, usual_size);
      offset += count;
      chunk.size += count;
    } catch (const Error&) {
      chunk.fault = std::current_exception();
      break;
    }
    if (offset == file_size && chunk.buffer[chunk.size - 1] != '\n') chunk.buffer[chunk.size++] = '\n';
    find_rows();
  }
  chunk.last = offset == file_size && end == chunk.size;
  chunk.size = end;
}

// Enough rows to spread the cost of a chunk, and few enough to keep their results in the cache.
std::size_t CsvChunks::size_of_chunk() const {
  constexpr std::size_t min_rows = 128, max_rows = 2048;
  if (sizes_.text != 0) return sizes_.text;
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
  chunk.last = false;
  chunk.fault = nullptr;
}

// Appends bytes until there are enough lines, and gives back an incomplete last line. Returns the number of
// bytes from the file.
std::size_t CsvChunks::fill(Chunk& chunk) {
  const std::size_t begin = chunk.size, wanted = size_of_chunk();
  std::size_t end_of_lines = begin, end = begin, added = 0;
  const auto is_ready = [&] { return rest_begin_ < rest_.size() || file_.is_ready(); };
  try {
    while (end_of_lines == begin || (end - begin < wanted && is_ready())) {
      // A line longer than the chunk enlarges it.
      const std::size_t room =
          std::min(end - begin < wanted ? wanted - (end - begin) : end - begin, longest_line - (end - begin));
      if (room == 0)
        throw Error(place_in(file_.name(), places(), in_shard_ ? offset_ : next_line_),
                    long_line_text(chunk.buffer.data() + begin, end - begin));
      chunk.ensure(end + room + 1);
      char* text = chunk.buffer.data() + end;
      const std::size_t count = fetch(text, room);
      end += count;
      if (const void* newline = ::memrchr(text, '\n', count))
        end_of_lines = static_cast<std::size_t>(static_cast<const char*>(newline) + 1 - chunk.buffer.data());
      if (count != 0) continue;
      if (end > end_of_lines && file_.has_grown())
        throw Error(
            file_.name(),
            "has grown while it was read, and ends within a line, which may have more to come: expected "
            "whole lines (a program that writes them can do so into a pipe)");
      chunk.last = true;
      if (end > end_of_lines) {
        chunk.buffer[end++] = '\n';
        end_of_lines = end;
        added = 1;
      }
      break;
    }
  } catch (const Error&) {
    chunk.fault = std::current_exception();
  }
  give_back(chunk.buffer.data() + end_of_lines, end - end_of_lines);
  chunk.size = end_of_lines;
  return end_of_lines - begin - added;
}

bool CsvChunks::next(Chunk& chunk, const Differentiation& how, bool count_rows) {
  if (done_) return false;
  start_with_held_rows(chunk);
  offset_ += fill(chunk);
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

// Finds the rows that the next chunk needs from this one. It starts at the end and examines little text.
void CsvChunks::hold_rows(const Chunk& chunk, const Differentiation& how, bool count_rows) {
  // At least one: times are compared with the previous row's, and unwrapping needs its angles.
  const std::size_t to_hold = std::max<std::size_t>(how.rows_before() + how.rows_after(), 1);
  const std::size_t to_find = std::max(to_hold, how.rows_needed()) + 1;  // one more shows whether they are
                                                                         // all
  struct Row {
    const char *begin, *end;
    std::size_t line;
  };
  std::vector<Row> rows;  // the last one first
  const char* const text = chunk.buffer.data();
  const char* const new_text = text + chunk.held_size;
  std::size_t line = next_line_, blank_line = 0;
  for (const char* end = text + chunk.size; end != new_text && rows.size() < to_find;) {
    const char* begin = begin_of_line(new_text, end - 1);
    const std::string_view content = without_csv_line_end(begin, end - 1);
    --line;
    const std::size_t place = in_shard_ ? chunk.offset + static_cast<std::size_t>(begin - new_text) : line;
    if (is_csv_row(content))
      rows.push_back({begin, end, place});
    else if (rows.empty() && is_blank_csv_line(content))
      blank_line = place;
    end = begin;
  }
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
    held_lines_.push_back(row->line);
  }
}

}  // namespace invdyn
