#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../ground/text/time_stamp.h"

namespace invdyn {

/// The unit that the name of a time column states: `timestamp_ns`, `time [ms]`, `t_us`, `stamp.sec`. Two
/// names of other programs too: `%time` and `field.header.stamp` (rostopic echo -p) are in ns, `__time`
/// (PlotJuggler) in s. None: the name is no time's, or it states no unit. `is_time`: it is a time's, whatever
/// its words are: `frame_ms`.
std::optional<TimeUnit> unit_in_time_name(std::string_view name, bool is_time = false);

/// Whether the name is a time's, with or without a unit. The likeliest has the least rank: the stamp of the
/// message (`header.stamp`), a time with its unit, one without, and names that end so (`robot_time`). None:
/// it is no time's.
std::optional<int> time_rank(std::string_view name);

/// Whether the name is that of another time than the row's: `cycle_time`.
bool names_other_time(std::string_view name);

/// The name among these that is probably that of the time; none: no name is like a time's.
std::optional<std::string> likely_time(const std::vector<std::string>& names);

/// The units that times can have by their size (of a clock that counts from 1970), by their steps (at 0.2 Hz
/// to 10 kHz), and by fractions, which the coarsest has. One: it is that; two: it may be either.
std::vector<TimeUnit> units_of_times(const std::vector<double>& times);

/// For the whole seconds of a ROS time, such as `stamp.sec` or `header.stamp.secs`: the name of the column
/// with the rest in ns, `stamp.nanosec` or `header.stamp.nsecs`, if `has_column` knows it.
/// `ZeitInNanoSec` of `ZeitInSec` (KUKA) too.
template <class HasColumn>
std::optional<std::string> name_of_nanoseconds(const std::string& name, const HasColumn& has_column) {
  if (name == "ZeitInSec" && has_column("ZeitInNanoSec")) return "ZeitInNanoSec";
  for (const char* seconds : {"sec", "secs"}) {
    if (!unit_in_time_name(name) || !name.ends_with(seconds)) continue;
    const std::string begin = name.substr(0, name.size() - std::string_view(seconds).size());
    for (const char* rest : {"nanosec", "nsec", "nsecs", "nanosecs"})
      if (has_column(begin + rest)) return begin + rest;
  }
  return std::nullopt;
}

}  // namespace invdyn
