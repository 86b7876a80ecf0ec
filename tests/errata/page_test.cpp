// lib/ERRATA.md lists exactly the misprints of the tests, with their cases and errors.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "errata/erratum.h"
#include "ground/document/read_text_file.h"

namespace invdyn::test::errata {
namespace {

struct Row {
  std::string test, case_name, error;

  bool operator==(const Row&) const = default;
  friend void PrintTo(const Row& row, std::ostream* out) {
    *out << row.test << " on " << row.case_name << ": " << row.error;
  }
};

// The texts between the bars of a line of a table.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) cells.push_back(cell.substr(1, cell.size() - 2));
  return cells;
}

// The rows under the heading of one source, without rows that have no test ("—", notation).
std::vector<Row> rows_of(const std::string& source) {
  std::istringstream page(read_text_file(INVDYN_SOURCE_DIR "/lib/ERRATA.md"));
  std::vector<Row> rows;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) inside = line.starts_with("## Source " + source + ":");
    if (!inside || !line.starts_with("|")) continue;
    const std::vector<std::string> cells = cells_of(line);
    EXPECT_EQ(cells.size(), 6U) << line;
    if (cells.size() != 6 || !cells[5].starts_with("`")) continue;
    rows.push_back({cells[5].substr(1, cells[5].size() - 2), cells[3], cells[4]});
  }
  return rows;
}

void expect_listed(const std::string& source, const std::vector<Erratum>& errata) {
  std::vector<Row> expected;
  for (const Erratum& erratum : errata) expected.push_back({erratum.name, erratum.case_name, erratum.error});
  EXPECT_THAT(rows_of(source), testing::UnorderedElementsAreArray(expected)) << "source " << source;
}

TEST(ErrataPage, ListsTheMisprintsOfTheTests) {
  expect_listed("000", source_000_errata());
  expect_listed("001", source_001_errata());
  expect_listed("002", source_002_errata());
  expect_listed("003", source_003_errata());
  expect_listed("004", source_004_errata());
}

}  // namespace
}  // namespace invdyn::test::errata
