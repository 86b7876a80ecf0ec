#pragma once

#include <cstddef>
#include <cstdint>

#include "../../ground/text/read_decimal.h"
#include "nearest_lanes.h"
#include "read_tables.h"
#include "text_lanes.h"

// Rows of numbers from text, in lanes. Units for instruction sets include this file, like nearest_lanes.h.
//
// The separators of a window of characters are found, 64 at a time. Then the fields between them become
// numbers, two vectors at a time.

namespace invdyn::text_lanes {

struct Scanned {
  int separators, newlines;  ///< their numbers
};

/// Reads rows until a row is not plain, the text ends or the numbers are full.
template <class Set>
class RowReaderInLanes {
  static constexpr int step = 2 * Set::count;

 public:
  RowReaderInLanes(const char* text, std::size_t size, char separator, std::size_t columns, PlainRows& rows)
      : text_(text), size_(size), separator_(separator), columns_(columns), rows_(rows) {
    ends_[-1] = -1;
  }

  /// Returns the number of characters read: whole rows.
  [[gnu::always_inline]] std::size_t read() {
    const std::size_t room = rows_.room - rows_.room % columns_;
    // Windows grow: where a file has other lines between its rows, little is scanned in vain.
    std::size_t window = 256;
    bool goes_on = true;
    while (goes_on && scanned_ < size_ &&
           done_ + static_cast<std::size_t>(pending_) + window + step <= room) {
      const int known = pending_;
      const int newlines = scan(window);
      if (window < largest_window) window *= 2;
      goes_on = take_row_ends(known, newlines);
      goes_on = convert(goes_on && scanned_ < size_) && goes_on;
    }
    rows_.count = done_ / columns_ < rows_.count ? done_ / columns_ : rows_.count;
    return rows_.count == 0 ? 0 : rows_.ends[rows_.count - 1];
  }

 private:
  static constexpr std::size_t largest_window = 2048;

  /// Finds the separators of the next characters. Returns the number of newlines among them.
  [[gnu::always_inline]] int scan(std::size_t window) {
    int newlines = 0;
    for (std::size_t i = 0; i < window && scanned_ < size_; i += 64, scanned_ += 64) {
      const std::size_t size = size_ - scanned_ < 64 ? size_ - scanned_ : 64;
      const Scanned found =
          Set::scan(text_ + scanned_, size, separator_, static_cast<int>(scanned_), ends_ + pending_);
      pending_ += found.separators;
      newlines += found.newlines;
    }
    return newlines;
  }

  /// Takes the ends of rows among the fields from `from` on. False if they are not those with newlines: then
  /// the fields from the first such row on are dropped.
  [[gnu::always_inline]] bool take_row_ends(int from, int newlines) {
    const std::size_t first = done_ + static_cast<std::size_t>(from);
    const std::size_t count_before = rows_.count;
    for (std::size_t i = columns_ - 1 - first % columns_ + static_cast<std::size_t>(from);
         i < static_cast<std::size_t>(pending_); i += columns_) {
      if (text_[ends_[i]] != '\n') break;
      rows_.ends[rows_.count++] = static_cast<std::uint32_t>(ends_[i]) + 1;
      --newlines;
    }
    const bool all_rows_end = (done_ + static_cast<std::size_t>(pending_)) / columns_ == rows_.count;
    if (newlines == 0 && all_rows_end) [[likely]]
      return true;
    rows_.count = count_before;
    drop_from_irregular_row(from);
    return false;
  }

  void drop_from_irregular_row(int from) {
    std::size_t column = (done_ + static_cast<std::size_t>(from)) % columns_;
    int whole_rows_end = from;  // the fields before it, at least
    for (int i = from; i < pending_; ++i) {
      const bool ends_row = ++column == columns_;
      if ((text_[ends_[i]] == '\n') != ends_row) break;
      if (!ends_row) continue;
      column = 0;
      whole_rows_end = i + 1;
      rows_.ends[rows_.count++] = static_cast<std::uint32_t>(ends_[i]) + 1;
    }
    pending_ = whole_rows_end;
  }

  /// Converts the pending fields, or only those that fill lanes if more will come. False if one is no number.
  [[gnu::always_inline]] bool convert(bool more_will_come) {
    int i = 0;
    for (; i + step <= pending_; i += step) {
      // 32 characters before the end of a field are loaded, and of its digits, which may end 4 earlier.
      const bool is_inside = ends_[i] >= 36 && static_cast<std::size_t>(ends_[i + step - 2]) + 9 <= size_;
      const unsigned undecided = is_inside ? convert_here(text_, ends_ + i) : convert_copy(i, step);
      if (undecided != 0 && !convert_single(i, undecided)) [[unlikely]]
        return false;
      done_ += step;
    }
    if (!more_will_come && i < pending_) {
      const int count = pending_ - i;
      if (!convert_single(i, convert_copy(i, count))) return false;
      done_ += static_cast<std::size_t>(count);
      i = pending_;
    }
    pending_ -= i;
    for (int j = -1; j < pending_; ++j) ends_[j] = ends_[i + j];
    return true;
  }

  [[gnu::always_inline]] unsigned convert_here(const char* text, const int* ends) {
    using Both = Lanes<Set, 2>;
    return Both::bits(nearest_doubles<Both>(text, ends, rows_.numbers + done_, powers_of_ten));
  }

  /// The same for up to `step` fields near the ends of the text: in a copy with room around it.
  unsigned convert_copy(int i, int count) {
    constexpr int room = 32, longest = 26 * step;
    char copy[room + longest + room];
    int ends[1 + step];
    const int begin = ends_[i - 1] + 1, size = ends_[i + count - 1] - begin;
    const unsigned all = ~0U >> (32 - count);
    if (size > longest) return all;
    __builtin_memset(copy, 0, sizeof copy);
    __builtin_memcpy(copy + room, text_ + begin, static_cast<std::size_t>(size));
    for (int j = -1; j < step; ++j) ends[1 + j] = ends_[i + (j < count ? j : count - 1)] - begin;
    return convert_here(copy + room, ends + 1) & all;
  }

  /// Converts those of the fields from `i` on whose bits are set. False if one is no number.
  [[gnu::noinline]] bool convert_single(int i, unsigned which) {
    for (int j = 0; which != 0; ++j, which >>= 1) {
      if ((which & 1) == 0) continue;
      const char *const begin = text_ + ends_[i + j - 1] + 1, *const end = text_ + ends_[i + j];
      double& number = rows_.numbers[done_ + static_cast<std::size_t>(j)];
      const char* const stop = read_decimal(begin, text_ + size_, number);
      if (stop != end && !(stop != nullptr && stop + 1 == end && *stop == '\r' && *end == '\n')) {
        done_ += static_cast<std::size_t>(j);
        return false;
      }
      ++rows_.single;
    }
    return true;
  }

  const char* const text_;
  const std::size_t size_;
  const char separator_;
  const std::size_t columns_;
  PlainRows& rows_;
  std::size_t scanned_ = 0;  // characters whose separators are known
  std::size_t done_ = 0;     // fields converted
  int pending_ = 0;          // fields that are not: their ends; the end before them is at [-1]
  int ends_storage_[16 + 16 + largest_window + 64];
  int* const ends_ = ends_storage_ + 16;
};

template <class Set>
[[gnu::always_inline]] inline const char* read_rows_in_lanes(const char* at, const char* end,
                                                             std::size_t columns, Separator separator,
                                                             PlainRows& rows) {
  if (separator == Separator::blanks) return plain_read_rows(at, end, columns, separator, rows);
  constexpr std::size_t largest_size = std::size_t{1} << 30;  // offsets have 32 bits
  const auto size = static_cast<std::size_t>(end - at);
  RowReaderInLanes<Set> reader(at, size < largest_size ? size : largest_size, static_cast<char>(separator),
                               columns, rows);
  return at + reader.read();
}

}  // namespace invdyn::text_lanes
