#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../robot/robot.h"
#include "../text/separator.h"
#include "../trajectory/differentiate.h"
#include "../trajectory/quantity.h"
#include "../trajectory/time_grid.h"

namespace invdyn {

/// What a column is to be taken for: `as` is a name that CsvColumns finds by itself.
struct ColumnMapping {
  std::string column, as;
};

struct CsvSettings {
  bool degrees = false;  ///< q, dq, ddq of joints that turn are in degrees, of sliding ones still in m
  std::optional<TimeGrid> grid;             ///< the time of each row where the file has no time column
  std::optional<Scheme> scheme;             ///< asked for by the user; none: what the columns suggest
  bool has_header = true;                   ///< false: unnamed_columns() tells what the columns are
  std::optional<Separator> separator = {};  ///< none: as separator_of() sees it
  std::vector<ColumnMapping> mappings = {};
  /// Joints that the robot holds fixed, though a file without a header has their columns.
  std::vector<std::string> locked = {};
};

/// The names of the columns of a file without a header: `t`, then `q_<joint>` of each joint that moves
/// or is locked, in the robot's order; then all `dq_`, then all `ddq_`, as far as there are
/// so many columns. Where the settings have a time grid, `t` may be missing. With `positions_alone` there are
/// no derivatives. Throws Error with `place` for any other number of columns.
std::vector<std::string> unnamed_columns(std::size_t count, const Robot& robot, const CsvSettings& settings,
                                         bool positions_alone, const std::string& place);

/// What the columns of a trajectory hold. They are found by name: `t` or `time`; `q_<joint>` or `<joint>`;
/// `dq_<joint>`; `ddq_<joint>`, in any order; a mapped column by what it is mapped to, which leaves others
/// that bear such a name unused. The README states the rules.
class CsvColumns {
 public:
  struct Column {
    std::string name;       ///< in the file
    std::string taken_for;  ///< the name that it is found by; none where another one is mapped to that
    bool used = false;
    bool is_time = false;
    Quantity quantity = Quantity::q;
    std::size_t joint = 0;
    double si_per_unit = 1;
    std::string_view unit_name = {};  ///< as the file has it

    /// Where the block keeps this column, row by row.
    double* rows_in(Block& block) const;
  };

  /// Throws Error with `place`, which is that of the header, where the names are not as they should be, and
  /// UsageError where a mapping is to nothing that there is.
  CsvColumns(const std::vector<std::string_view>& names, const Robot& robot, const CsvSettings& settings,
             std::string place);

  const std::vector<Column>& all() const { return columns_; }
  Known known() const { return known_; }  ///< which quantities of the file are used
  bool has_time() const { return has_time_; }
  std::vector<std::string> unused() const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void apply(const std::vector<ColumnMapping>& mappings, const Robot& robot);
  void match(const Robot& robot, const CsvSettings& settings);
  Column* find(const std::string& name);
  void claim_time(const CsvSettings& settings);
  void claim(Column& column, Quantity quantity, std::size_t joint, const Robot& robot, bool degrees);
  void choose_known(const std::vector<std::string>& missing_dq, const std::vector<std::string>& missing_ddq,
                    std::size_t dof, const CsvSettings& settings);

  std::string place_;
  std::vector<Column> columns_;
  std::unordered_map<std::string, std::vector<std::size_t>> taken_for_;  // columns by this name
  Known known_ = Known::q;
  bool has_time_ = false;
};

/// Of a field that is none: `q_elbow is "x": expected a finite number (rad)`.
std::string not_a_number(const CsvColumns::Column& column, std::string_view text);

}  // namespace invdyn
