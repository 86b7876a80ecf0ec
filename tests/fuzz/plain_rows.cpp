// Rows of plain numbers: a row that the fast path reads must be valid by the rules of a line too; and a row
// that it writes must read back unchanged. Every instruction set must read and write the same rows.
#include <algorithm>
#include <vector>

#include "ground/csv/csv_line.h"
#include "ground/text/number.h"
#include "ground/text/read_plain_row.h"
#include "ground/text/write_row.h"
#include "lanes/text_lanes/text_lanes.h"
#include "target.h"

namespace invdyn::fuzz {
namespace {

std::string row_text(const std::vector<double>& fields) {
  std::string text;
  for (const double field : fields) text += (text.empty() ? "" : ",") + shortest(field);
  return text + '\n';
}

// The row by the rules of a line, written again.
std::string by_the_rules(std::string line, Separator separator) {
  std::vector<std::string_view> fields;
  std::vector<double> numbers;
  if (!split_csv_line(line.data(), separator, fields)) return "quotes";
  for (const std::string_view field : fields) {
    const auto number = parse_finite(field);
    if (!number) return "no number";
    numbers.push_back(*number);
  }
  return row_text(numbers);
}

// All rows up to one that is refused, and where they end, written again by the same instruction set.
std::string in_lanes(InstructionSet set, std::string_view input, std::size_t columns, Separator separator) {
  constexpr std::size_t room = PlainRows::min_room + 8;
  static std::vector<double> numbers(room);
  static std::vector<std::uint32_t> ends(room);
  PlainRows rows{numbers.data(), room, ends.data()};
  const TextLanes lanes = text_lanes_for(set);
  const char* const stop =
      lanes.read_rows(input.data(), input.data() + input.size(), columns, separator, rows);
  std::vector<char> text(rows.count * row_room(columns));
  std::size_t single = 0;
  std::string result(text.data(), lanes.write_rows(text.data(), numbers.data(), columns, rows.count, single));
  for (std::size_t row = 0; row < rows.count; ++row) result += std::to_string(ends[row]) + ' ';
  return result + std::to_string(stop - input.data());
}

}  // namespace

void take(std::string_view input) {
  const char* const end = input.data() + input.size();
  for (const Separator separator :
       {Separator::comma, Separator::semicolon, Separator::tab, Separator::blanks})
    for (std::size_t count = 1; count <= 4; ++count) {
      const std::string in_plain_rows = in_lanes(InstructionSet::plain, input, count, separator);
      for (const InstructionSet set : available_instruction_sets())
        expect_same(in_lanes(set, input, count, separator), in_plain_rows, std::string(name_of(set)));
      std::vector<double> fields(count);
      const char* at = input.data();
      if (!read_plain_row(at, end, fields, separator)) {
        expect_same(std::to_string(at - input.data()), "0", "where a row that is not read begins");
        continue;
      }
      const char* const newline = std::find(input.data(), end, '\n');
      expect_same(std::to_string(at - input.data()), std::to_string(newline + 1 - input.data()),
                  "the end of a row");
      const std::string text = row_text(fields);
      expect_same(text, by_the_rules(std::string(without_csv_line_end(input.data(), newline)), separator),
                  "read_plain_row()");
      std::vector<char> room(row_room(count));
      expect_same(std::string(room.data(), write_row(room.data(), fields)), text, "write_row()");
      std::vector<double> back(count);
      const char* begin = text.data();
      if (!read_plain_row(begin, text.data() + text.size(), back)) back.clear();
      expect_same(row_text(back), text, "a row that is written and read again");
    }
}

}  // namespace invdyn::fuzz
