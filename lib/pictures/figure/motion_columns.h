#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "column_quantity.h"
#include "motion_figure.h"

namespace invdyn {

/// The columns of a motion figure's tables: which quantity of which joint each one holds, in which unit it is
/// drawn, and its values in the window of time.
class MotionColumns {
 public:
  /// A column with its properties.
  struct Series {
    std::size_t table;
    const CsvTable::Column* column;
    AxisQuantity axis = AxisQuantity::other;
    std::string quantity = {};  ///< `gravity`, as the column's name begins
    std::string curve = {};     ///< its name among the quantities of one joint
    std::string joint = {};     ///< other: the column's name
    std::string frame = {};     ///< the link in whose axes a reaction is
    JointKind kind = JointKind::unknown;
    std::optional<std::size_t> component =
        {};                    ///< its number, if the column is of a floating base or of the whole
    bool is_by_words = false;  ///< the joint is the column's name, whose words say the quantity
  };

  /// Keeps references to all arguments. Throws as motion_figure() does.
  MotionColumns(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings, const Warn& note);

  /// In the order of the robot's joints, then of the files' columns.
  const std::vector<Series>& series() const { return series_; }
  /// The series that are not zero everywhere, except those that the settings ask for by name. All of them if
  /// all are zero. Notes which are left out.
  std::vector<Series> without_zeros() const;

  bool has_several_files() const { return tables_.size() > 1; }
  const std::string& file_name(std::size_t table) const { return file_names_[table]; }
  /// The joint's number, by which its colour is chosen. Columns of other programs have the same one if only
  /// the words for their quantities differ.
  std::size_t number_of(const std::string& joint) const { return numbers_.at(joint); }

  /// In the order of their numbers.
  std::vector<std::string> in_order(std::vector<std::string> joints) const;

  std::string abscissa_label() const;
  std::vector<double> abscissas(std::size_t table) const;
  /// In the unit of the label.
  std::vector<double> values(const Series& series) const;
  /// The drawn value divided by the value in SI units.
  double per_si_unit(AxisQuantity axis, JointKind kind) const;
  /// `torque (N m)`; of a term or component alone: `gravity torque (N m)`, `reaction force fx (N)`.
  std::string label(AxisQuantity axis, JointKind kind, const std::string& term = "") const;

  /// Notes joints that the robot does not have and angles that stay in rad. Throws UsageError if angles
  /// cannot be converted.
  void tell_of_units() const;

 private:
  std::string files() const;
  void check_number_of_columns() const;
  void check_times() const;
  double abscissa(const CsvTable& table, std::size_t row) const;
  void find_origin();
  void select_rows();
  std::optional<JointKind> of_robot(std::string_view joint) const;
  std::optional<ColumnComponent> component_in(std::size_t t, const std::string& name) const;
  JointKind motion_of(const std::string& joint) const;
  Series identified(std::size_t t, const CsvTable::Column& column) const;
  void find_joints_of_samples();
  bool is_bare_joint(std::size_t t, const std::string& name) const;
  bool may_be_joint(std::size_t t, const ColumnQuantity& quantity, const std::string& name) const;
  void name_files();
  void number_joints();
  AngleUnit angle_unit(JointKind kind) const;
  double scale(AxisQuantity axis, JointKind kind) const;
  std::string unit(AxisQuantity axis, JointKind kind) const;
  double drawn_value(const Series& series, std::size_t row) const;
  double magnitude(const Series& series) const;

  const std::vector<CsvTable>& tables_;
  const MotionFigureSettings& settings_;
  const Warn& note_;
  std::vector<std::vector<std::size_t>> rows_;            // of each table, within the window
  std::vector<std::set<std::string>> joints_of_samples_;  // of each table
  std::map<std::string, JointKind> stated_kinds_;         // of joints, by units in the names of columns
  std::vector<bool> has_words_;    // of each table: names of quantities that are not the program's
  std::vector<bool> has_derived_;  // of each table: columns of derived quantities
  std::vector<Series> series_;
  std::vector<std::string> file_names_;
  std::map<std::string, std::size_t> numbers_;  // of joints
  std::optional<double> origin_;                // of the times drawn
};

/// Adds the name unless it is there.
void add_once(std::vector<std::string>& names, const std::string& name);

}  // namespace invdyn
