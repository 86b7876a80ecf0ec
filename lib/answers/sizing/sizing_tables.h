#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "motion_loads.h"
#include "sweep.h"

namespace invdyn {

// The results of sizing, as tables. `names` are the names of the motions' files.

/// Peak, RMS and mean of each joint's torque and speed, then its power and energy.
Table torque_and_speed_table(const Ratings& ratings, const MotionLoads& loads);
Table energy_table(const Ratings& ratings, const MotionLoads& loads);

/// A row for each check, for people: the margin is in percent.
Table limits_table(const Ratings& ratings, const std::vector<LimitCheck>& checks,
                   const std::vector<std::string>& names);
/// The checks of limits that are given.
std::vector<LimitCheck> given_limits(std::vector<LimitCheck> checks);
/// For each joint the limit to which its load is nearest, or a check without demand.
std::vector<LimitCheck> nearest_limits(const Ratings& ratings, const std::vector<LimitCheck>& checks);
/// The limits that are not given, a line for the kinds of the same joints, at most `width` characters per
/// line; empty if all are given.
std::string not_given_text(const Ratings& ratings, const std::vector<LimitCheck>& checks,
                           std::size_t width = 100);

/// All results for programs: a row for each quantity of each joint, with its limit if there is one.
class QuantityTable {
 public:
  QuantityTable();
  /// `motion`: the file's name, or `all` for several motions together. In that case, only `all` has checks.
  void add(const Ratings& ratings, const std::string& motion, const MotionLoads& loads,
           const std::vector<LimitCheck>& checks, const std::vector<std::string>& names);
  /// A number of a motion that does not belong to a joint.
  void add(const std::string& motion, const std::string& quantity, double value, const std::string& unit);
  /// A share of a motion, for a joint.
  void add_share(const std::string& motion, const std::string& joint, const std::string& quantity,
                 double share);
  const Table& table() const { return table_; }

 private:
  Table table_;
};

/// A row for each point: its worst limit, and with `details` the smallest margin of each joint.
Table sweep_table(const Ratings& ratings, const std::vector<SweepPoint>& points,
                  const std::vector<std::string>& names, bool for_people, bool details);

}  // namespace invdyn
