// Conversion of numbers from and to text, on 10,000 rows of a trajectory at full precision, and differences.
// In lanes, also on random numbers and on few decimals.

#include <libfccp/csv.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string_view>

#include "benchmark/benchmarks.h"
#include "benchmark/micro.h"
#include "benchmark/trajectory.h"
#include "ground/output_files/table.h"
#include "ground/text/read_plain_row.h"
#include "ground/text/write_row.h"
#include "lanes/text_lanes/text_lanes.h"
#include "trajectory/data/differentiate.h"

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
  micro.add("read: row by row", count, [=, &text] {
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
  micro.add("write: row by row", numbers.size(),
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

// Numbers, and their text as invdyn writes it.
struct Sample {
  std::string name;
  std::vector<double> numbers;
  std::string text;
};

std::vector<Sample> samples(const std::vector<double>& trajectory) {
  std::mt19937_64 random(20250331);
  std::vector<Sample> result{{"smooth", trajectory, {}},
                             {"random", std::vector<double>(trajectory.size()), {}},
                             {"four decimals", std::vector<double>(trajectory.size()), {}}};
  for (double& number : result[1].numbers)
    number = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -62);
  for (std::size_t i = 0; i < trajectory.size(); ++i)
    result[2].numbers[i] = std::round(1e4 * trajectory[i]) / 1e4;
  for (Sample& sample : result) {
    sample.text.resize(rows * row_room(columns));
    std::size_t single = 0;
    const char* const end =
        plain_write_rows(sample.text.data(), sample.numbers.data(), columns, rows, single);
    sample.text.resize(static_cast<std::size_t>(end - sample.text.data()));
  }
  return result;
}

// All rows with this instruction set, in chunks as the program reads them. Returns how many numbers did not
// go through the lanes.
class LaneReader {
 public:
  explicit LaneReader(InstructionSet set) : lanes_(text_lanes_for(set)) {}
  std::size_t read(const std::string& text) {
    constexpr std::size_t chunk = std::size_t{64} << 10;
    std::size_t single = 0;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at != end;) {
      PlainRows many{numbers_.get(), room, ends_.get()};
      const char* stop =
          lanes_.read_rows(at, end - at < static_cast<std::ptrdiff_t>(chunk) ? end : at + chunk, columns,
                           Separator::comma, many);
      if (stop == at) std::abort();
      at = stop;
      single += many.single;
    }
    keep(numbers_.get());
    return single;
  }

 private:
  static constexpr std::size_t room = 2 * PlainRows::min_room;
  TextLanes lanes_;
  std::unique_ptr<double[]> numbers_ = std::make_unique<double[]>(room);
  std::unique_ptr<std::uint32_t[]> ends_ = std::make_unique<std::uint32_t[]>(room / columns);
};

class LaneWriter {
 public:
  explicit LaneWriter(InstructionSet set) : lanes_(text_lanes_for(set)) {}
  std::size_t write(const std::vector<double>& numbers) {
    std::size_t single = 0;
    lanes_.write_rows(text_.data(), numbers.data(), columns, rows, single);
    keep(text_.data());
    return single;
  }

 private:
  TextLanes lanes_;
  std::string text_ = std::string(rows * row_room(columns), ' ');
};

std::string name_of(const char* what, const Sample& sample, InstructionSet set) {
  return what + sample.name + ", INVDYN_ISA=" + std::string(invdyn::name_of(set));
}

void add_lanes(Micro& micro, const std::vector<Sample>& all) {
  for (const InstructionSet set : available_instruction_sets())
    for (const Sample& sample : all) {
      micro.add(name_of("read ", sample, set), sample.numbers.size(),
                [&sample, reader = std::make_shared<LaneReader>(set)] { reader->read(sample.text); });
      micro.add(name_of("write ", sample, set), sample.numbers.size(),
                [&sample, writer = std::make_shared<LaneWriter>(set)] { writer->write(sample.numbers); });
    }
}

// The shares of numbers that the lanes convert.
Table shares(const std::vector<Sample>& all) {
  Table table({{"numbers"}, {"instruction set"}, {"read in lanes, %"}, {"written in lanes, %"}});
  for (const Sample& sample : all)
    for (const InstructionSet set : available_instruction_sets()) {
      const auto share = [&](std::size_t single) {
        return rounded(100 - 100 * static_cast<double>(single) / static_cast<double>(sample.numbers.size()));
      };
      table.add_row({sample.name, std::string(invdyn::name_of(set)), share(LaneReader(set).read(sample.text)),
                     share(LaneWriter(set).write(sample.numbers))});
    }
  return table;
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

  const std::vector<Sample> all = samples(numbers);

  Micro micro(effort);
  add_parsers(micro, text, read);
  add_writers(micro, numbers);
  add_lanes(micro, all);
  add_differences(micro, block);
  const auto measured = micro.run();

  Table table({{"piece"}, {"ns per number"}});
  for (const auto& [name, times] : measured) table.add_row({name, times.text()});
  Findings findings;
  for (const InstructionSet set : available_instruction_sets()) {
    const std::string isa = ", INVDYN_ISA=" + std::string(invdyn::name_of(set));
    const auto compare = [&](const std::string& what, const char* way, const char* rival) {
      findings.comparisons.push_back(
          {what + isa, rival, times_of(measured, name_of(way, all.front(), set)),
           times_of(measured, std::string(way, std::strlen(way) - 1) + ": " + rival)});
    };
    compare("read a number", "read ", "std::from_chars");
    compare("read a number", "read ", "row by row");
    compare("write a number, shortest", "write ", "std::to_chars");
    compare("write a number, shortest", "write ", "row by row");
  }
  findings.details =
      "### Text alone\n\nOne thread, the numbers of a trajectory with 17 significant digits; in lanes, also "
      "random numbers from -2 to 2, and four decimals.\n\n" +
      fenced(table) + "\n" + fenced(shares(all));
  return findings;
}

}  // namespace invdyn::bench
