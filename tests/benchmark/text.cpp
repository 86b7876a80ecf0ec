// Conversion of numbers from and to text, on 10,000 rows of a trajectory at full precision, and differences.

#include <libfccp/csv.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "benchmark/benchmarks.h"
#include "benchmark/micro.h"
#include "benchmark/trajectory.h"
#include "output/table.h"
#include "text/read_plain_row.h"
#include "text/write_row.h"
#include "trajectory/differentiate.h"

namespace invdyn::bench {
namespace {

constexpr std::size_t joints = 6, columns = joints + 1, rows = 10'000;

std::string rows_of_text() {
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) append_trajectory_row(text, row, joints);
  return text;
}

// Reads the numbers of a text one by one: `read(begin, end)` stores the number at begin and returns its end.
template <class Read>
void for_each_number(const std::string& text, Read read) {
  const char* end = text.data() + text.size();
  for (const char* next = text.data(); next < end; ++next) next = read(next, end);
}

void add_parsers(Micro& micro, const std::string& text, std::vector<double>& numbers) {
  double* const out = numbers.data();
  const std::size_t count = numbers.size();
  micro.add("read: invdyn", count, [=, &text] {
    const char* at = text.data();
    for (double* to = out; to != out + count; to += columns)
      if (!read_plain_row(at, text.data() + text.size(), {to, columns})) std::abort();
    keep(out);
  });
  micro.add("read: std::from_chars", count, [=, &text] {
    double* to = out;
    for_each_number(text,
                    [&](const char* next, const char* end) { return std::from_chars(next, end, *to++).ptr; });
    keep(out);
  });
  micro.add("read: std::strtod", count, [=, &text] {
    double* to = out;
    for_each_number(text, [&](const char* next, const char*) {
      char* stop = nullptr;
      *to++ = std::strtod(next, &stop);
      return stop;
    });
    keep(out);
  });
  micro.add("read: io::LineReader, lines alone", count, [=, &text] {
    io::LineReader lines("text", text.data(), text.data() + text.size());
    while (const char* line = lines.next_line()) keep(line);
  });
  micro.add("read: io::LineReader, std::from_chars", count, [=, &text] {
    io::LineReader lines("text", text.data(), text.data() + text.size());
    double* to = out;
    while (const char* line = lines.next_line()) {
      const char* end = line + std::strlen(line);
      for (const char* next = line; next < end; ++next) next = std::from_chars(next, end, *to++).ptr;
    }
    keep(out);
  });
  micro.add("read: io::CSVReader", count, [=, &text] {
    io::CSVReader<columns> reader("text", text.data(), text.data() + text.size());
    reader.set_header("t", "a", "b", "c", "d", "e", "f");
    for (double* to = out; reader.read_row(to[0], to[1], to[2], to[3], to[4], to[5], to[6]);) {
      to += columns;
      if (to == out + count) break;
    }
    keep(out);
  });
}

void add_writers(Micro& micro, const std::vector<double>& numbers) {
  const auto append_each = [&](const std::string& name, auto append) {
    micro.add(name, numbers.size(), [=, &numbers, text = std::string()]() mutable {
      text.clear();
      for (const double number : numbers) {
        append(text, number);
        text += ',';
      }
      keep(text.data());
    });
  };
  micro.add("write: invdyn", numbers.size(),
            [&numbers, text = std::string(numbers.size() / columns * row_room(columns), ' ')]() mutable {
              char* out = text.data();
              for (std::size_t i = 0; i < numbers.size(); i += columns)
                out = write_row(out, {&numbers[i], columns});
              keep(text.data());
            });
  append_each("write: std::to_chars", [](std::string& text, double number) {
    std::array<char, 32> digits;
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
  });
  append_each("write: printf %.17g", [](std::string& text, double number) {
    std::array<char, 32> digits;
    text.append(digits.data(),
                static_cast<std::size_t>(std::snprintf(digits.data(), digits.size(), "%.17g", number)));
  });
}

Block block_of(const std::vector<double>& numbers, std::size_t block_rows) {
  Block block(joints, block_rows);
  block.rows = block_rows;
  for (std::size_t row = 0; row < block_rows; ++row) {
    const auto r = static_cast<Eigen::Index>(row);
    block.t[r] = numbers[row * columns];
    for (std::size_t j = 0; j < joints; ++j)
      block.q(r, static_cast<Eigen::Index>(j)) = numbers[row * columns + 1 + j];
  }
  return block;
}

void add_differences(Micro& micro, Block& block) {
  for (const auto& [name, scheme] : {std::pair("differentiate: backward", Scheme::backward),
                                     std::pair("differentiate: central", Scheme::central)})
    micro.add(name, block.rows * joints, [&block, how = Differentiation{.scheme = scheme}] {
      differentiate(how, block, "");
      keep(block.ddq.data());
    });
}

}  // namespace

Findings text(const Effort& effort) {
  const std::string text = rows_of_text();
  std::vector<double> numbers(rows * columns), read(numbers.size());
  std::size_t count = 0;
  for_each_number(text, [&](const char* next, const char* end) {
    return std::from_chars(next, end, numbers[count++]).ptr;
  });
  Block block = block_of(numbers, 500);

  Micro micro(effort);
  add_parsers(micro, text, read);
  add_writers(micro, numbers);
  add_differences(micro, block);
  const auto measured = micro.run();

  Table table({{"piece"}, {"ns per number"}});
  for (const auto& [name, times] : measured) table.add_row({name, times.text()});
  return {{{"read a number", "std::from_chars", times_of(measured, "read: invdyn"),
            times_of(measured, "read: std::from_chars")},
           {"write a number, shortest", "std::to_chars", times_of(measured, "write: invdyn"),
            times_of(measured, "write: std::to_chars")}},
          "### Text alone\n\nOne thread, the numbers of a trajectory with 17 significant digits.\n\n" +
              table.text(TableFormat::markdown)};
}

}  // namespace invdyn::bench
