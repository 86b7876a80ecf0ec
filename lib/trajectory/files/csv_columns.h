#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../ground/text/separator.h"
#include "../../ground/text/time_stamp.h"
#include "../../robot/model/robot.h"
#include "../data/differentiate.h"
#include "../data/quantity.h"
#include "../data/time_grid.h"
#include "../names/base_columns.h"
#include "../names/column_target.h"
#include "../pose/twist_axes.h"
#include "missing_values.h"

namespace invdyn {

enum class PlaceBy;

/// Whether a source reads the measured torques of its file, `tau_<joint>` of each joint.
enum class ReadMeasured { no, if_there, must };

struct CsvSettings {
  /// q, dq, ddq of revolute joints are in degrees, of prismatic ones in m, unless the column names a unit.
  bool degrees = false;
  std::optional<TimeGrid> grid;             ///< the time of each row if the file has no time column
  bool needs_time = true;                   ///< false: without times, rows are numbered
  std::optional<Scheme> scheme;             ///< chosen by the user; none: chosen by the columns
  bool has_header = true;                   ///< false: mappings or unnamed_columns() name the columns
  std::optional<Separator> separator = {};  ///< none: by separator_of()
  std::vector<ColumnMapping> mappings = {};
  bool reads_names = false;  ///< columns without a meaning too, if there is one way (name_reading.h)
  /// Joints that are fixed in the robot but have columns in a file without a header.
  std::vector<std::string> locked = {};
  /// The file of motors that move several joints (motor_coupling.h), whose columns the file has; empty: none.
  std::string coupling = {};
  std::optional<TimeUnit> time_unit = {};  ///< of time stamps; none: as the name of their column states
  bool keeps_stamps = false;               ///< blocks get the text of each row's time stamp
  bool decimal_comma = false;              ///< numbers have a decimal comma
  MissingValues missing = {};
  ReadMeasured measured = ReadMeasured::no;        ///< whether blocks get the measured torques
  bool currents = false;                           ///< their columns hold currents of motors
  std::vector<std::string> flags = {};             ///< further columns whose values blocks get, each once
  std::string topic = {};                          ///< of an MCAP file; empty: the only one with joint states
  std::optional<QuaternionOrder> quaternion = {};  ///< of a floating base, in a file without a header
  std::optional<TwistAxes> base_twist = {};        ///< none: of the world, where names say that it is a twist
};

struct TableSettings;

/// The fields of the first rows of a file, as many as wanted if it has them.
using FirstRows = std::function<std::vector<std::vector<std::string>>(std::size_t count)>;

/// The number of columns of a file without a header and without t, which has q; q, dq; or q, dq, ddq.
std::size_t unnamed_count(std::size_t joints, bool base_floats, std::size_t quantities);

/// The names of the columns of a file without a header: `t`, then `q_<joint>` of each moving or locked joint,
/// in the robot's order, then all `dq_`, then all `ddq_`, if the file has as many columns. Those of a
/// floating base come before the joints'. If the settings have a time grid, `t` may be missing. With
/// `positions_alone` there are no derivatives. Throws Error with `place` for any other number of columns.
std::vector<std::string> unnamed_columns(std::size_t count, const Robot& robot, const CsvSettings& settings,
                                         bool positions_alone, const std::string& place);

/// The meaning of the columns of a trajectory. They are found by name, in any order: `t` or `time`;
/// `q_<joint>` or `<joint>`; `dq_<joint>`; `ddq_<joint>`; if it is wanted, `tau_<joint>`, the measured
/// torque; of a floating base those of base_columns. A unit can follow the name (column_names.h). A mapped
/// column is found by the name that it is mapped to; other columns of that name are then not used.
/// app/manual/trajectory-format.md states the rules.
class CsvColumns {
 public:
  struct Column {
    std::string name;       ///< in the file
    std::string taken_for;  ///< the name that it is found by; empty if another column is mapped to it
    bool used = false;
    bool is_time = false;
    bool completes_time = false;                  ///< holds the nanoseconds of the time
    const ColumnUnit* unit = nullptr;             ///< that the name or its mapping states
    ColumnTarget mapped = {};                     ///< what a mapping states beside the name
    std::optional<std::size_t> nanoseconds = {};  ///< the column that a mapping adds to this time
    Quantity quantity = Quantity::q;
    std::size_t joint = 0;
    std::optional<std::size_t> flag = {};     ///< in CsvSettings::flags, in place of a joint
    std::optional<std::size_t> derived = {};  ///< in a table: the block's derived column
    std::optional<std::size_t> base = {};     ///< in base_columns, in place of a joint
    bool is_angle = false;
    double si_per_unit = 1;
    double zero = 0;                  ///< rad or m, to be added
    std::string_view unit_name = {};  ///< the unit in the file
    std::string expected = {};        ///< the text in all rows; empty: any

    /// The memory of the block for this column, row by row.
    double* rows_in(Block& block) const;
  };

  /// The columns of the time. Stamps have a unit: t is then the time since the first of them.
  struct Time {
    std::size_t column;
    std::optional<std::size_t> nanoseconds = {};  ///< to add to the column: ROS writes a time in two parts
    std::optional<TimeUnit> unit = {};            ///< none: t, s, as it is in the file
    std::string_view unit_by = {};                ///< what tells the unit, if it is not set
    bool is_by_values = false;                    ///< a name without a unit: the first rows tell it
  };

  /// Throws Error with `place` (the place of the header) for wrong names, and UsageError for a mapping to an
  /// unknown name.
  CsvColumns(const std::vector<std::string_view>& names, const Robot& robot, const CsvSettings& settings,
             std::string place, FirstRows first_rows = {});
  /// Of a table (table_columns.h).
  CsvColumns(const std::vector<std::string_view>& names, const TableSettings& table,
             const CsvSettings& settings, std::string place, FirstRows first_rows);

  const std::vector<Column>& all() const { return columns_; }
  Known known() const { return known_; }  ///< the quantities of the file that are used
  bool has_time() const { return time_.has_value(); }
  /// Whether measured torques of all joints are used.
  bool has_measured() const { return has_measured_; }
  /// How many columns are flags.
  std::size_t flags() const;
  /// How the motion of a floating base is read; none: the base is fixed.
  const std::optional<BaseReading>& base() const { return base_; }
  bool expects_texts() const;
  const std::optional<Time>& time() const { return time_; }
  bool states_time_unit() const { return time_ && time_->unit; }
  bool states_angle_unit() const;
  /// Names; none in a file without a header.
  std::vector<std::string> unused() const;
  /// The rows do not have the columns that are not used, but for the first. They are still named.
  void drop_unused();
  /// What a user should know of the names: columns that are not used, and units that were read.
  std::vector<std::string> notes() const;
  /// Adds the zeros of mapped positions to these rows of a block.
  void add_zeros(Block& block, std::size_t first, std::size_t count) const;

 protected:
  CsvColumns() = default;
  std::string stated_units() const;

  bool has_names_ = true, is_table_ = false, has_measured_ = false;
  std::vector<Column> columns_;
  std::optional<Time> time_;
  Known known_ = Known::q;
  std::optional<BaseReading> base_;
  std::vector<std::string> dropped_;
  std::string unfit_units_;            // what is said of names whose unit is none of their quantity
  std::string unused_text_;            // what columns that are not used can be
  std::string reading_text_;           // what was read from names
  std::vector<std::string> left_out_;  // notes on columns that a table leaves out
};

/// Error text for a field: `q_elbow is "x": expected a finite number (rad)`.
std::string not_a_number(const CsvColumns::Column& column, std::string_view text);
/// Ends the error text for a time that is the same as in the row before, or earlier.
std::string time_order_advice(bool is_same, PlaceBy places);
/// Ends the error text for a field with points between thousands and a decimal comma: `1.000,00`; else empty.
std::string thousands_advice(std::string_view text);
/// Ends the error text for a row of more or fewer fields. Whole numbers in about twice as many fields are
/// halves of decimal numbers. `may_skip`: rows before have them all.
std::string other_fields_advice(const std::string& file, Separator separator, std::size_t columns,
                                const std::vector<std::string_view>& fields, bool may_skip);
/// Such halves: what separates them, and the command that joins them. `skips_first`: the first number is
/// whole.
std::string decimal_halves_advice(const std::string& file, bool skips_first);
/// For times that do not increase, after the line of the row before. Empty: the row is not the second one of
/// a file that begins with its header or its first row.
std::string reversed_rows_advice(const std::string& file, PlaceBy places, bool has_header,
                                 std::size_t line_before);
/// The same for times of a file in s.
std::string time_order_advice(double t, double before, PlaceBy places);
/// The same as not_a_number() for a time stamp.
std::string not_a_time(const CsvColumns::Column& column, std::string_view text, TimeUnit unit);

}  // namespace invdyn
