// Doubles as text, compared with std::to_chars() character by character, and read back; one by one, and as
// rows with every instruction set.
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "ground/text/number.h"
#include "ground/text/write_row.h"
#include "ground/text/write_shortest.h"
#include "lanes/text_lanes/text_lanes.h"
#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  std::vector<double> numbers;
  std::string rows;
  for (; input.size() >= sizeof(double); input.remove_prefix(sizeof(double))) {
    double value = 0;
    std::memcpy(&value, input.data(), sizeof value);
    if (!std::isfinite(value)) continue;
    std::vector<char> room(shortest_room);  // the sanitizer detects writes beyond it
    const std::string text(room.data(), write_shortest(room.data(), value));
    std::array<char, 64> other;
    char* const end = std::to_chars(other.begin(), other.end(), value).ptr;
    expect_same(text, std::string(other.data(), end), "write_shortest()");
    numbers.push_back(value);
    rows += text + '\n';
    const auto back = parse_finite(text);
    expect_same(back ? std::to_string(std::bit_cast<std::uint64_t>(*back)) : "no number",
                std::to_string(std::bit_cast<std::uint64_t>(value)), text + " read back");
  }
  for (const InstructionSet set : available_instruction_sets()) {
    std::vector<char> room(numbers.size() * row_room(1));
    std::size_t single = 0;
    const char* const end =
        text_lanes_for(set).write_rows(room.data(), numbers.data(), 1, numbers.size(), single);
    expect_same(std::string(static_cast<const char*>(room.data()), end), rows, std::string(name_of(set)));
  }
}
