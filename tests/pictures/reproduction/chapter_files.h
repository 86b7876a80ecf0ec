#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ground/text/number.h"
#include "pictures/reproduction/reproduction.h"
#include "support/temporary_folder.h"

namespace invdyn::test {

/// The output of `invdyn reproduce` for some sources, in a separate folder.
class Reproduced : public TemporaryFolder {
 public:
  explicit Reproduced(const std::vector<std::string>& names) {
    std::vector<Reproduction> chosen;
    for (const Reproduction& source : reproductions())
      for (const std::string& name : names)
        if (source.name == name) chosen.push_back(source);
    reproduce(chosen, path(), {.part = [this](std::size_t done, std::size_t all) {
                parts_done = done;
                parts = all;
              }});
  }

  std::size_t parts_done = 0, parts = 0;  ///< as the progress had them at last
};

/// The output of `invdyn reproduce all`, made once for all cases of this program.
inline const Reproduced& all_sources() {
  static const Reproduced output({"sasaki1990", "lee1982", "angeles", "choreonoid", "craig"});
  return output;
}

/// A CSV file as texts by column name.
class Columns {
 public:
  explicit Columns(const std::string& csv) {
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> names = fields(line);
    while (std::getline(lines, line)) {
      const std::vector<std::string> row = fields(line);
      EXPECT_EQ(row.size(), names.size()) << line;
      for (std::size_t i = 0; i < names.size(); ++i) columns_[names[i]].push_back(row[i]);
      ++rows_;
    }
  }

  std::size_t rows() const { return rows_; }
  const std::string& text(const std::string& column, std::size_t row) const {
    return columns_.at(column).at(row);
  }
  double number(const std::string& column, std::size_t row) const {
    return parse_finite(text(column, row)).value();
  }

 private:
  // Quoted fields may contain commas; in these files none contains a quote or a line end.
  static std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        result.emplace_back();
      else
        result.back() += c;
    }
    return result;
  }

  std::map<std::string, std::vector<std::string>> columns_;
  std::size_t rows_ = 0;
};

/// A CSV file of all_sources(), by its path without the ending. It is read once.
inline const Columns& numbers(const std::string& file) {
  static std::map<std::string, Columns> read;
  if (!read.contains(file)) read.emplace(file, all_sources().read(file + ".csv"));
  return read.at(file);
}

}  // namespace invdyn::test
