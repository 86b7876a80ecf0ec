#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../names/name_reading.h"
#include "csv_columns.h"

namespace invdyn {

/// Finds the columns of a trajectory, or of a table, by the rules of csv_columns.h.
class CsvColumnFinder : private CsvColumns {
 public:
  /// `robot` and `settings` must outlive it.
  CsvColumnFinder(const Robot& robot, const CsvSettings& settings, std::string place, FirstRows first_rows)
      : robot_(robot),
        settings_(settings),
        names_(robot),
        place_(std::move(place)),
        first_rows_(std::move(first_rows)) {}

  CsvColumns of_names(const std::vector<std::string_view>& names);
  /// Of a file without a header: only the mapped columns are used.
  CsvColumns of_numbers(const std::vector<std::string_view>& first_row);
  CsvColumns of_table(const std::vector<std::string_view>& names, const TableSettings& table);

 private:
  using Places = std::unordered_map<std::string, std::vector<std::size_t>>;  // of the columns of a name
  using Mappings = std::vector<ColumnMapping>;

  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail_with_both(const Column& one, const Column& other) const;
  std::string advice_to_map(const std::string& as) const;

  bool reads_derivatives() const { return settings_.scheme.value_or(Scheme::given) == Scheme::given; }
  void take_units();
  void note_unknown_unit(const std::string& name);
  void match();
  Column* find(const std::string& name);
  void claim(Column& column, Quantity quantity, std::size_t joint);
  void take_unit(Column& column, Quantity quantity, bool turns);
  void claim_measured();
  void claim_flags();
  void claim_base();
  void choose_known(const std::vector<std::string>& missing_dq, const std::vector<std::string>& missing_ddq);
  [[noreturn]] void fail_without_positions(const std::vector<std::string>& missing,
                                           const std::string& without_time) const;
  std::string decimal_text() const;
  void tell_unused_rates();

  // Mappings of the user, or of a reading of the names.
  void apply(const Mappings& mappings);
  ColumnTarget target_of(ColumnMapping& mapping) const;
  std::size_t column_of(const ColumnMapping& mapping, const Places& places) const;
  std::size_t named_column(const ColumnMapping& mapping, const Places& places) const;
  std::size_t numbered_column(const ColumnMapping& mapping) const;
  std::optional<std::size_t> split_time(ColumnMapping& mapping, const Places& places) const;
  const ColumnUnit* unit_of_mapped(const Column& column, const ColumnNames::Meaning& meaning) const;
  void keep_names(const std::vector<std::string>& first_row);

  // Names without a meaning.
  UnreadColumns unread() const;
  LackingColumns lacking() const;
  void read_names();
  std::string with_no_header(const std::vector<std::string_view>& first_row) const;
  std::string offer() const;
  struct TorqueOffer {
    Mappings mappings;               // none: no columns are like torques
    std::string options, condition;  // to stand behind the mappings, and what they suppose
  };
  TorqueOffer torque_offer() const;
  std::string torques_text() const;
  std::string group_text(Quantity quantity, const std::vector<std::string>& missing) const;
  std::string columns_text() const;
  Mappings mapping_of_time(std::string& doubt) const;
  Mappings base_by_names() const;
  std::string base_text() const;
  std::string lists_text() const;
  std::string gradians_text() const;
  void expect_once(const std::string& name) const;
  void expect_no_repeat() const;
  std::string near_text(Quantity quantity, const std::vector<std::string>& missing,
                        const std::vector<std::string>& columns) const;
  std::string repeated_times_text() const;
  std::vector<std::size_t> bare_angles_in(const NameReading& reading) const;
  std::string degrees_text(const std::vector<std::size_t>& angles) const;

  // csv_column_times.cpp
  bool is_clock_text(std::size_t column) const;
  std::string claim_time();
  std::vector<Time> stamps() const;
  Time stamp_in(std::size_t column) const;
  std::vector<TimeUnit> units_by_values(std::size_t column) const;
  bool is_stamp_of_positions(const std::string& name) const;
  std::string take_unit_of_values(Time& time) const;
  std::optional<std::size_t> index_of(const std::string& name) const;
  std::optional<std::size_t> rest_of(std::size_t column) const;
  std::optional<std::string> likely_name_of_time() const;
  std::string advice_on_time() const;

  // table_columns.cpp
  void take_unit_of_table(Column& column);
  void choose_from_table(const TableSettings& table);

  const Robot& robot_;
  const CsvSettings& settings_;
  ColumnNames names_;
  std::string place_;
  FirstRows first_rows_;
  Places taken_for_;
};

}  // namespace invdyn
