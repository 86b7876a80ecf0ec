#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../robot/robot.h"
#include "block.h"
#include "csv_rows.h"
#include "csv_time.h"
#include "differentiate.h"
#include "quantity.h"
#include "time_grid.h"

namespace invdyn {

struct CsvSettings {
  bool degrees = false;  ///< q, dq, ddq of joints that turn are in degrees, of sliding ones still in m
  std::optional<TimeGrid> grid;  ///< the time of each row where the file has no time column
  std::optional<Scheme> scheme;  ///< asked for by the user; none: what the columns suggest
};

/// A trajectory in a CSV file with a header row; the README states the rules. Columns are found by name:
/// `t` or `time`; `q_<joint>` or `<joint>`; `dq_<joint>`; `ddq_<joint>`, in any order.
/// Throws Error with file, line, column and text for whatever is not as it should be.
class CsvReader {
 public:
  /// Opens the file, or standard input for `-`, and reads its header. Extra columns are named to `note`.
  CsvReader(const std::string& path, const Robot& robot, const CsvSettings& settings, const Warn& note);

  const std::string& name() const { return rows_.name(); }  ///< of the file, for messages
  Known known() const { return known_; }                    ///< which quantities of the file are used

  /// Appends rows until the block is full or the file ends; sets block.last when it has ended.
  void fill(Block& block);

  /// Bytes read so far and in the whole file (none for a pipe), for a progress display.
  std::size_t bytes_read() const { return rows_.bytes_read(); }
  std::optional<std::size_t> bytes_total() const { return rows_.bytes_total(); }

 private:
  struct Column {
    std::string name;
    bool used = false;
    bool is_time = false;
    Quantity quantity = Quantity::q;
    std::size_t joint = 0;
    double si_per_unit = 1;
    std::string_view unit_name = {};  // as the file has it
  };

  void read_header(const Robot& robot, const CsvSettings& settings, const Warn& note);
  void match_columns(const Robot& robot, const CsvSettings& settings);
  Column* find_column(const std::string& name);
  void claim_time(const CsvSettings& settings);
  void claim(Column& column, Quantity quantity, std::size_t joint, const Robot& robot, bool degrees);
  void choose_known(const std::vector<std::string>& missing_dq, const std::vector<std::string>& missing_ddq,
                    std::size_t dof, const CsvSettings& settings);
  bool read_row(Block& block);
  [[noreturn]] void fail_field(const Column& column, std::string_view text) const;

  CsvRows rows_;
  std::size_t count_ = 0;  // of the rows read
  std::vector<Column> columns_;
  std::vector<std::string_view> fields_;
  Known known_ = Known::q;
  bool has_time_ = false;
  std::optional<TimeGrid> grid_;
  CsvTime time_;
};

}  // namespace invdyn
