// Rows read in lanes: with every instruction set, the doubles of std::from_chars(); and from any text the
// same rows as one by one, without an access beyond the text.

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "text_lanes/families.h"
#include "text_lanes/text_lanes.h"

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
  const std::size_t room = PlainRows::least_room + 2 * columns;
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

std::string rows_of(const std::vector<std::string>& numbers, std::size_t columns) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += numbers[i];
    text += (i + 1) % columns == 0 ? '\n' : ',';
  }
  return text;
}

// `numbers` must fill whole rows.
void expect_as_from_chars(const std::vector<std::string>& numbers, std::size_t columns) {
  std::vector<std::uint64_t> expected;
  for (const std::string& number : numbers) {
    double value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    expected.push_back(std::bit_cast<std::uint64_t>(value));
  }
  const std::string text = rows_of(numbers, columns);
  for (const InstructionSet set : available_instruction_sets()) {
    const Reading reading = read(set, text, columns);
    ASSERT_EQ(reading.bits.size(), expected.size()) << name_of(set);
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(reading.bits[i], expected[i])
          << name_of(set) << " reads " << numbers[i] << " as " << std::bit_cast<double>(reading.bits[i]);
  }
}

std::string by_to_chars(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string digits(std::mt19937_64& random, std::size_t count) {
  std::string text;
  for (; text.size() < count;) text += static_cast<char>('0' + random() % 10);
  return text;
}

constexpr std::size_t count = 1'000'000, at_once = 10'000;

TEST(RowsInLanes, AreReadAsByFromChars) {
  std::mt19937_64 random(20250321);
  for (const NumberFamily family : all_number_families)
    for (std::size_t done = 0, columns = 1; done < count; done += at_once, columns = columns % 17 + 1) {
      std::vector<std::string> numbers;
      for (std::size_t i = 0; i < at_once - at_once % columns; ++i)
        numbers.push_back(by_to_chars(number_of(family, random)));
      expect_as_from_chars(numbers, columns);
      if (HasFatalFailure()) return;
    }
}

TEST(RowsInLanes, AreReadWithUpTo25Digits) {
  std::mt19937_64 random(20250322);
  for (std::size_t done = 0; done < count; done += at_once) {
    std::vector<std::string> numbers;
    while (numbers.size() < at_once) {
      std::string text = digits(random, random() % 8 == 0 ? 1 + random() % 25 : 17 + random() % 9);
      if (random() % 8 != 0)
        text.insert(random() % (random() % 4 == 0 ? text.size() + 1 : 8) % text.size(), ".");
      if (text == ".") text = "0.";
      if (random() % 2 == 0) text.insert(0, "-");
      if (random() % 4 == 0) {
        text += random() % 8 == 0 ? 'E' : 'e';
        if (random() % 4 != 0) text += "+-"[random() % 2];
        text += digits(random, 1 + random() % 2);
      }
      // std::from_chars() accepts no plus sign before the exponent's digits of more than it can hold; all
      // here are within the range of doubles.
      numbers.push_back(text);
    }
    expect_as_from_chars(numbers, 5);
    if (HasFatalFailure()) return;
  }
}

// Decimals exactly between two doubles, and next to them: an odd whole number of 54 bits, over a power of
// two.
TEST(RowsInLanes, AreReadHalfwayBetweenDoubles) {
  std::mt19937_64 random(20250323);
  for (std::size_t done = 0; done < count; done += at_once) {
    std::vector<std::string> numbers;
    while (numbers.size() < at_once) {
      const std::uint64_t odd = (random() >> 10) | (std::uint64_t{1} << 53) | 1;
      const int halvings = static_cast<int>(random() % 9);
      // In units of 5^halvings: the decimals of odd / 2^halvings.
      std::string text = std::to_string(odd >> halvings);
      std::uint64_t rest = odd & ((std::uint64_t{1} << halvings) - 1);
      if (halvings > 0) text += '.';
      for (int i = 0; i < halvings; ++i) {
        rest *= 10;
        text += static_cast<char>('0' + (rest >> halvings));
        rest &= (std::uint64_t{1} << halvings) - 1;
      }
      // The point among the first characters, as in most files.
      const std::size_t point = text.find('.');
      const std::string whole =
          point == std::string::npos ? text : text.substr(0, point) + text.substr(point + 1);
      const std::size_t before = random() % 7 + 1;
      const std::size_t decimals = whole.size() - before;
      const std::size_t own_decimals = point == std::string::npos ? 0 : text.size() - point - 1;
      const auto exponent = static_cast<int>(decimals) - static_cast<int>(own_decimals);
      text = whole.substr(0, before) + "." + whole.substr(before);
      if (random() % 3 == 0) text += digits(random, 1);
      numbers.push_back(text + (exponent < 10 ? "e+0" : "e+") + std::to_string(exponent));
    }
    expect_as_from_chars(numbers, 4);
    if (HasFatalFailure()) return;
  }
}

// A row of every kind, also of those that are refused.
std::string any_row(std::mt19937_64& random, std::size_t columns, char separator) {
  const std::uint64_t kind = random() % 64;
  std::string row;
  for (std::size_t i = 0; i < columns; ++i) {
    if (i > 0) row += separator;
    row += by_to_chars(number_of(all_number_families[random() % 4], random));
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
  for (const std::size_t columns : {1, 2, 7, 30}) {
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

// Numbers of a usual motion do not leave the lanes; nor do few decimals, integers or rounding noise.
TEST(RowsInLanes, AreReadInLanes) {
  std::mt19937_64 random(20250326);
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < 7000; ++i) {
    const double value = number_of(NumberFamily::values, random);
    numbers.push_back(by_to_chars(i % 7 == 0   ? std::round(1000 * value) / 1000
                                  : i % 7 == 1 ? value * 1e-16
                                  : i % 7 == 2 ? std::round(1e6 * value)
                                               : value));
  }
  for (const InstructionSet set : available_instruction_sets())
    if (set >= InstructionSet::avx2) {
      EXPECT_LE(read(set, rows_of(numbers, 7), 7).single, numbers.size() / 20) << name_of(set);
    }
}

}  // namespace
}  // namespace invdyn::test
