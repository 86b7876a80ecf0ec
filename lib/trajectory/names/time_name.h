#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "../../ground/text/time_stamp.h"

namespace invdyn {

/// The unit that the name of a time column states: `timestamp_ns`, `time [ms]`, `t_us`, `stamp.sec`. Two
/// names of other programs too: `%time` (rostopic echo -p) is in ns, `__time` (PlotJuggler) in s. None: the
/// name is no time's, or it states no unit. `is_time`: it is a time's, whatever its words are: `frame_ms`.
std::optional<TimeUnit> unit_in_time_name(std::string_view name, bool is_time = false);

/// Whether the name is a time's without a unit: `timestamp`, `header.stamp`.
bool names_time_without_unit(std::string_view name);

/// For the whole seconds of a ROS time, such as `stamp.sec` or `header.stamp.secs`: the name of the column
/// with the rest in ns, `stamp.nanosec` or `header.stamp.nsecs`, if `has_column` knows it.
template <class HasColumn>
std::optional<std::string> name_of_nanoseconds(const std::string& name, const HasColumn& has_column) {
  for (const char* seconds : {"sec", "secs"}) {
    if (!unit_in_time_name(name) || !name.ends_with(seconds)) continue;
    const std::string begin = name.substr(0, name.size() - std::string_view(seconds).size());
    for (const char* rest : {"nanosec", "nsec", "nsecs", "nanosecs"})
      if (has_column(begin + rest)) return begin + rest;
  }
  return std::nullopt;
}

}  // namespace invdyn
