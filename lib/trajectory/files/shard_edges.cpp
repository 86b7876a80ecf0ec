#include "shard_edges.h"

#include <algorithm>
#include <string_view>

#include "../../ground/base/error.h"
#include "../../ground/base/row_place.h"
#include "../../ground/csv/csv_text.h"

namespace invdyn {
namespace {

Error long_line(const InputFile& file, std::size_t offset, const char* text, std::size_t size) {
  return {place_in(file.name(), PlaceBy::byte, offset), long_line_text(text, size)};
}

// Adds the whole lines of a piece of the file to the rows, the last one first. Returns the offset of the
// first line that was added, `end` if none was.
std::size_t add_backwards(const std::vector<char>& piece, std::size_t from, bool begins_with_line,
                          std::size_t max_rows, RowsBefore& found) {
  const char* const first = piece.data();
  std::size_t end = from + piece.size();
  for (const char* stop = first + piece.size(); stop != first && found.rows.size() < max_rows;) {
    const char* const line = begin_of_line(first, stop - 1);
    if (line == first && !begins_with_line) break;  // this may be the end of a line
    const std::string_view content = without_csv_line_end(line, stop - 1);
    end = from + static_cast<std::size_t>(line - first);
    if (is_csv_row(content))
      found.rows.push_back({std::string(line, stop), end});
    else if (found.rows.empty() && is_blank_csv_line(content))
      found.blank_line = end;
    stop = line;
  }
  return end;
}

// Counts the rows in the whole lines of the chunk from `end` on, up to `count`. Moves `end` after the last of
// these lines.
void count_rows(Chunk& chunk, std::size_t count, std::size_t& end, std::size_t& found) {
  const char* const text = chunk.buffer.data();
  while (found < count && end < chunk.size) {
    const char* newline = find_newline(text + end, text + chunk.size);
    if (!newline) return;
    found += is_csv_row(without_csv_line_end(text + end, newline));
    ++chunk.max_rows;
    end = static_cast<std::size_t>(newline + 1 - text);
  }
}

}  // namespace

std::size_t begin_of_line_at(const InputFile& file, std::size_t header_end, std::size_t offset) {
  if (offset <= header_end) return header_end;
  std::vector<char> text(usual_size);
  for (--offset;; offset += text.size()) {
    text.resize(file.read_at(offset, text.data(), text.size()));
    if (text.empty()) return *file.size();
    if (const char* newline = find_newline(text.data(), text.data() + text.size()))
      return offset + static_cast<std::size_t>(newline + 1 - text.data());
  }
}

RowsBefore rows_before(const InputFile& file, std::size_t header_end, std::size_t begin, std::size_t count) {
  RowsBefore found;
  std::vector<char> piece;
  for (std::size_t end = begin, size = usual_size; found.rows.size() <= count && end > header_end;) {
    const std::size_t from = end - std::min(size, end - header_end);
    piece.resize(end - from);
    piece.resize(file.read_at(from, piece.data(), piece.size()));
    const std::size_t reached = add_backwards(piece, from, from == header_end, count + 1, found);
    size = reached < end ? usual_size : 2 * size;
    end = reached;
    if (size > 2 * longest_line) throw long_line(file, from, piece.data(), piece.size());
  }
  found.seen = found.rows.size();
  found.rows.resize(std::min(found.rows.size(), count));
  std::reverse(found.rows.begin(), found.rows.end());
  return found;
}

void append_rows_after(const InputFile& file, std::size_t offset, std::size_t count, Chunk& chunk) {
  const std::size_t file_size = *file.size();
  std::size_t found = 0, end = chunk.size;  // of the counted lines
  try {
    while (found < count && offset < file_size) {
      const std::size_t uncounted = chunk.size - end;
      if (uncounted > longest_line)
        throw long_line(file, offset - uncounted, chunk.buffer.data() + end, uncounted);
      chunk.ensure(chunk.size + usual_size + 1);
      const std::size_t read = file.read_at(offset, chunk.buffer.data() + chunk.size, usual_size);
      offset += read;
      chunk.size += read;
      if (offset == file_size && chunk.buffer[chunk.size - 1] != '\n') chunk.buffer[chunk.size++] = '\n';
      count_rows(chunk, count, end, found);
    }
  } catch (const Error&) {
    chunk.fault = std::current_exception();
  }
  chunk.last = offset == file_size && end == chunk.size;
  chunk.size = end;
}

}  // namespace invdyn
