#include "trajectory_ways.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "support/csv_reader.h"
#include "target.h"

namespace invdyn::fuzz {
namespace {

using test::Rows;
using test::Way;

const Robot& robot() {
  static const Robot arm =
      test::arm_of({{"a", JointType::revolute, {-3, 3, {}, {}}}, {"b", JointType::prismatic}});
  return arm;
}

// The whole file as one chunk, read by the simplest reader.
class PlainSource : public TrajectorySource {
 public:
  PlainSource(const std::string& path, std::size_t max_rows, const CsvSettings& settings, const Warn& note)
      : reader_(std::make_unique<test::CsvReader>(path, robot(), settings, note)), max_rows_(max_rows) {}

  const std::string& name() const override { return reader_->name(); }
  Known known() const override { return reader_->known(); }
  std::optional<Range> range() const override { return std::nullopt; }
  void restrict_to(const Shard&, const Differentiation&) override {}
  void stop() noexcept override {}

  bool next(Chunk& chunk, const Differentiation&) override {
    chunk.last = true;
    return !std::exchange(given_, true);
  }

  std::exception_ptr parse(Chunk& chunk, Block& block) const override {
    chunk.start(block, max_rows_);
    try {
      reader_->fill(block);
    } catch (const Error&) {
      return std::current_exception();
    }
    return nullptr;
  }

 private:
  std::unique_ptr<test::CsvReader> reader_;
  std::size_t max_rows_;
  bool given_ = false;
};

void append(std::string& text, const std::vector<std::vector<double>>& columns, std::size_t row) {
  for (const auto& column : columns) append_shortest(text += ',', column[row]);
}

// All results of a run that a user can see, numbers to the last bit.
template <class Run>
std::string told_by(const Run& run) {
  Rows rows;
  std::string error = "no error";
  try {
    run(rows);
  } catch (const Error& fault) {
    error = test::without_advice_on_lines(fault.what());
  }
  // Within a chunk, warnings of the first rows come last: so their order depends on the cuts.
  std::sort(rows.warnings.begin(), rows.warnings.end());
  std::string text;
  for (std::size_t row = 0; row < rows.t.size(); ++row) {
    append_shortest(text += std::to_string(rows.lines[row]) + ',', rows.t[row]);
    for (const auto* columns : {&rows.q, &rows.dq, &rows.ddq, &rows.tau}) append(text, *columns, row);
    text += '\n';
  }
  for (const auto* said : {&rows.notes, &rows.warnings})
    for (const std::string& one : *said) text += one + '\n';
  return text + error;
}

std::string told_of_file(const std::string& path, const Way& way) {
  return told_by([&](Rows& rows) { test::run_file(path, robot(), way, rows); });
}

std::string told_plainly(const std::string& path, const Way& way) {
  const std::size_t max_rows = std::filesystem::file_size(path) + 2;
  return told_by([&](Rows& rows) {
    const Warn note = [&](const std::string& text) { rows.notes.push_back(text); };
    test::run_source(std::make_unique<PlainSource>(path, max_rows, way.csv, note), "motion.csv", robot(), way,
                     rows);
  });
}

}  // namespace

CutTrajectory::CutTrajectory(std::string_view input) : text(input) {
  std::array<std::uint8_t, 4> last{};  // zero if the input is too short
  for (std::uint8_t& byte : last) {
    if (text.empty()) break;
    byte = static_cast<std::uint8_t>(text.back());
    text.remove_suffix(1);
  }
  using Policy = MissingValues::Policy;
  const auto [flags, scheme, text_size, read_size] = last;
  way.unwrap = flags & 1;
  way.csv.degrees = flags & 2;
  way.csv.has_header = !(flags & 4);
  way.start = flags & 8 ? Start::extrapolate : Start::rest;
  if (flags & 16) way.csv.grid = TimeGrid::with_step(0.25);
  constexpr std::optional<Scheme> schemes[]{std::nullopt, Scheme::backward, Scheme::central,
                                            Scheme::savitzky_golay};
  way.csv.scheme = schemes[scheme % 4];
  way.fit = {5, 2};
  if (flags & 32) way.csv.missing = {flags & 64 ? Policy::interpolate : Policy::skip, 0.5};
  way.csv.decimal_comma = flags & 128;
  constexpr std::optional<TimeUnit> units[]{std::nullopt, TimeUnit::ms, TimeUnit::ns, TimeUnit::iso};
  way.csv.time_unit = units[scheme / 4 % 4];
  way.csv.reads_names = scheme & 16;
  way.rows_in_chunk = text_size;
  way.sizes.text = text_size;
  if (read_size > 0) way.sizes.read = read_size;
}

void expect_same_ways(const std::string& path, const Way& way, bool plainly) {
  Way whole = way;
  whole.sizes = {.text = std::size_t{1} << 20};
  whole.rows_in_chunk = std::size_t{1} << 20;
  std::string expected = plainly ? told_plainly(path, whole) : told_of_file(path, whole);
  // What names may mean depends on the first rows too, which the simplest reader does not see.
  if (plainly && expected.find("`map`") != std::string::npos) expected = told_of_file(path, whole);
  for (const std::size_t threads : {1U, 4U}) {
    Way cut = way;
    cut.threads = threads;
    expect_same(told_of_file(path, cut), expected, counted(threads, "thread"));
  }
}

}  // namespace invdyn::fuzz
