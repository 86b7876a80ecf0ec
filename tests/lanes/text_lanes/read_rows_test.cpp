// Rows read in lanes: with every instruction set, the doubles of std::from_chars(); and from any text the
// same rows as one by one, without an access beyond the text.

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lanes/text_lanes/families.h"
#include "lanes/text_lanes/text_lanes.h"

namespace invdyn::test {
namespace {

// What was read from a text: the numbers of its rows, the end of each, and where reading stopped.
struct Reading {
  std::vector<std::uint64_t> bits;
  std::vector<std::size_t> ends;
  std::size_t single = 0;
  bool operator==(const Reading& other) const { return bits == other.bits && ends == other.ends; }
};

// Reads on until no row is read.
Reading read(InstructionSet set, std::string_view text, std::size_t columns,
             Separator separator = Separator::comma) {
  const std::size_t room = PlainRows::min_room + 2 * columns;
  const auto numbers = std::make_unique<double[]>(room);
  const auto row_ends = std::make_unique<std::uint32_t[]>(room / columns);
  const TextLanes lanes = text_lanes_for(set);
  Reading reading;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data();;) {
    PlainRows rows{numbers.get(), room, row_ends.get()};
    const char* const stop = lanes.read_rows(at, end, columns, separator, rows);
    EXPECT_EQ(stop - at, rows.count == 0 ? 0 : row_ends[rows.count - 1]);
    reading.single += rows.single;
    for (std::size_t row = 0; row < rows.count; ++row) {
      reading.ends.push_back(static_cast<std::size_t>(at - text.data()) + row_ends[row]);
      for (std::size_t i = 0; i < columns; ++i)
        reading.bits.push_back(std::bit_cast<std::uint64_t>(numbers[row * columns + i]));
    }
    if (rows.count == 0) return reading;
    at = stop;
  }
}

// `text` must have whole rows.
void expect_as_from_chars(const std::string& text, std::size_t columns) {
  std::vector<std::uint64_t> expected;
  for (const char *at = text.data(), *const end = at + text.size(); at != end; ++at) {
    double value = 0;
    at = std::from_chars(at, end, value).ptr;
    expected.push_back(std::bit_cast<std::uint64_t>(value));
  }
  for (const InstructionSet set : available_instruction_sets()) {
    const Reading reading = read(set, text, columns);
    ASSERT_EQ(reading.bits.size(), expected.size()) << name_of(set);
    const auto [wrong, right] = std::mismatch(reading.bits.begin(), reading.bits.end(), expected.begin());
    if (wrong == reading.bits.end()) continue;
    FAIL() << name_of(set) << " reads " << std::bit_cast<double>(*wrong) << " for "
           << std::bit_cast<double>(*right) << " in\n"
           << text;
  }
}

void append(std::string& text, double value) {
  char number[64];
  text.append(number, std::to_chars(number, number + sizeof number, value).ptr);
}

std::string digits(std::mt19937_64& random, std::size_t count) {
  std::string text;
  for (; text.size() < count;) text += static_cast<char>('0' + random() % 10);
  return text;
}

// Rows with numbers from next_number(), until there are numbers_to_convert().
template <class Next>
void expect_all_as_from_chars(const Next& next_number) {
  constexpr std::size_t rows = 1000;
  for (std::size_t done = 0, columns = 1; done < numbers_to_convert();
       done += rows * columns, columns = columns % 17 + 1) {
    std::string text;
    for (std::size_t i = 1; i <= rows * columns; ++i) {
      next_number(text);
      text += i % columns == 0 ? '\n' : ',';
    }
    expect_as_from_chars(text, columns);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RowsInLanes, AreReadAsByFromChars) {
  std::mt19937_64 random(20250321);
  for (const NumberFamily family : all_number_families)
    expect_all_as_from_chars([&](std::string& text) { append(text, number_of(family, random)); });
}

TEST(RowsInLanes, AreReadWithUpTo25Digits) {
  std::mt19937_64 random(20250322);
  expect_all_as_from_chars([&](std::string& text) {
    std::string number = digits(random, random() % 8 == 0 ? 1 + random() % 25 : 17 + random() % 9);
    const std::size_t point = random() % (random() % 4 == 0 ? 25 : 8);
    if (random() % 8 != 0) number.insert(point % number.size(), ".");
    if (random() % 2 == 0) text += '-';
    text += number;
    if (random() % 4 != 0) return;
    text += random() % 8 == 0 ? 'E' : 'e';
    if (random() % 4 != 0) text += "+-"[random() % 2];
    text += digits(random, 1 + random() % 2);
  });
}

// Decimals exactly between two doubles, and next to them: an odd whole number of 54 bits, over a power of
// two.
TEST(RowsInLanes, AreReadHalfwayBetweenDoubles) {
  std::mt19937_64 random(20250323);
  expect_all_as_from_chars([&](std::string& text) {
    const std::uint64_t odd = (random() >> 10) | (std::uint64_t{1} << 53) | 1;
    const int halvings = static_cast<int>(random() % 9);
    std::string decimal = std::to_string(odd >> halvings);
    const auto whole_digits = static_cast<int>(decimal.size());
    const std::uint64_t mask = (std::uint64_t{1} << halvings) - 1;
    std::uint64_t rest = odd & mask;
    for (int i = 0; i < halvings; ++i, rest = 10 * rest & mask)
      decimal += static_cast<char>('0' + (10 * rest >> halvings));
    if (random() % 3 == 0) decimal += digits(random, 1);
    // The point among the first characters, as lanes need it.
    const auto before_point = static_cast<int>(random() % 7) + 1;
    decimal.insert(static_cast<std::size_t>(before_point), ".");
    const int exponent = whole_digits - before_point;
    text += decimal + (exponent < 10 ? "e+0" : "e+") + std::to_string(exponent);
  });
}

// A row of every kind, also of those that are refused.
std::string any_row(std::mt19937_64& random, std::size_t columns, char separator) {
  const std::uint64_t kind = random() % 64;
  std::string row;
  for (std::size_t i = 0; i < columns; ++i) {
    if (i > 0) row += separator;
    append(row, number_of(all_number_families[random() % 4], random));
  }
  if (kind == 0) return "\"" + row + "\"\n";
  if (kind == 1) return "# a comment, with a comma\n";
  if (kind == 2) return "\n";
  if (kind == 3) return row + separator + "\n";
  if (kind == 4) return "+" + row + "\n";
  if (kind < 10) return row + "\r\n";
  return row + '\n';
}

TEST(RowsInLanes, AreTheSameRowsFromAnyText) {
  std::mt19937_64 random(20250324);
  for (int i = 0; i < 4'000; ++i) {
    const std::size_t columns = 1 + random() % 12;
    const auto separator =
        std::vector{Separator::comma, Separator::semicolon, Separator::tab, Separator::blanks}[random() % 4];
    std::string text;
    for (std::size_t rows = random() % 100; rows > 0; --rows)
      text += any_row(random, columns, static_cast<char>(separator));
    for (std::size_t changes = random() % 4; changes > 0 && !text.empty(); --changes)
      text[random() % text.size()] = "0123456789.,;\t \n\r-+eE\"#x"[random() % 24];
    // From every line on, as a caller goes on after a line that is refused.
    for (std::size_t from = 0; from != std::string::npos;) {
      const std::string_view rest = std::string_view(text).substr(from);
      const Reading expected = read(InstructionSet::plain, rest, columns, separator);
      for (const InstructionSet set : available_instruction_sets())
        ASSERT_EQ(read(set, rest, columns, separator), expected) << name_of(set) << ", " << columns << ":\n"
                                                                 << rest;
      const std::size_t stop = from + (expected.ends.empty() ? 0 : expected.ends.back());
      const std::size_t newline = text.find('\n', stop);
      from = newline == std::string::npos ? newline : newline + 1;
    }
  }
}

// Memory between two pages that cannot be accessed.
class GuardedMemory {
 public:
  static constexpr std::size_t page = 65536;  // at least, on all systems
  GuardedMemory() {
    void* const all = ::mmap(nullptr, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory_ = static_cast<char*>(all) + page;
    EXPECT_EQ(::mprotect(memory_, page, PROT_READ | PROT_WRITE), 0);
  }
  ~GuardedMemory() { ::munmap(memory_ - page, 3 * page); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  std::string_view at_begin(std::string_view text) const {
    std::memcpy(memory_, text.data(), text.size());
    return {memory_, text.size()};
  }
  std::string_view at_end(std::string_view text) const {
    char* const begin = memory_ + page - text.size();
    std::memcpy(begin, text.data(), text.size());
    return {begin, text.size()};
  }

 private:
  char* memory_;
};

TEST(RowsInLanes, AreReadFromTheTextAlone) {
  const GuardedMemory memory;
  std::mt19937_64 random(20250325);
  for (const std::size_t columns : std::initializer_list<std::size_t>{1, 2, 7, 30}) {
    std::string text;
    while (text.size() < 1500) text += any_row(random, columns, ',');
    for (int mutation = 0; mutation < 3; ++mutation) {
      for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::string_view part = std::string_view(text).substr(0, size);
        const Reading expected = read(InstructionSet::plain, part, columns);
        for (const InstructionSet set : available_instruction_sets()) {
          ASSERT_EQ(read(set, memory.at_end(part), columns), expected) << name_of(set) << ' ' << part;
          ASSERT_EQ(read(set, memory.at_begin(part), columns), expected) << name_of(set) << ' ' << part;
        }
      }
      text[random() % text.size()] = "0123456789.,\n\r-+e\"x"[random() % 19];
    }
  }
}

// The digits before an exponent end four characters earlier, so that their 32 characters may begin before the
// text if the first field is just longer than that.
TEST(RowsInLanes, AreReadFromTheTextAloneIfTheFirstFieldHasAnExponent) {
  const GuardedMemory memory;
  for (std::size_t size = 28; size <= 40; ++size) {
    std::string row = "1." + std::string(size - 6, '0') + "e+00";
    for (int i = 1; i < 16; ++i) row += ",1";
    const std::string text = row + "\n" + row + "\n";
    for (const InstructionSet set : available_instruction_sets()) {
      const Reading reading = read(set, memory.at_begin(text), 16);
      EXPECT_EQ(reading.bits, std::vector(32, std::bit_cast<std::uint64_t>(1.0)))
          << name_of(set) << ' ' << size;
    }
  }
}

// Numbers of a usual motion do not leave the lanes; nor do few decimals, integers or rounding noise.
TEST(RowsInLanes, AreReadInLanes) {
  std::mt19937_64 random(20250326);
  constexpr std::size_t columns = 7, rows = 1000;
  std::string text;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const double value = number_of(NumberFamily::values, random);
    append(text, i % columns == 0   ? std::round(1000 * value) / 1000
                 : i % columns == 1 ? value * 1e-16
                 : i % columns == 2 ? std::round(1e6 * value)
                                    : value);
    text += i % columns == columns - 1 ? '\n' : ',';
  }
  for (const InstructionSet set : available_instruction_sets()) {
    if (set < InstructionSet::avx2) continue;
    const Reading reading = read(set, text, columns);
    EXPECT_EQ(reading.ends.size(), rows) << name_of(set);
    EXPECT_LE(reading.single, rows * columns / 20) << name_of(set);
  }
}

}  // namespace
}  // namespace invdyn::test
