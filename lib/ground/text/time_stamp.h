#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

/// How a time is written: a decimal number of this unit, or a date and a time of day by ISO 8601.
enum class TimeUnit { s, ms, us, ns, iso };

/// `s`, `ms`, `us`, `ns`, `iso`.
std::string_view name_of(TimeUnit unit);

/// The time in ns, rounded to the nearest; all 19 digits of an epoch are kept. ISO 8601: `YYYY-MM-DD`, `T` or
/// a blank, `hh:mm:ss`, then maybe a fraction, then maybe `Z` or an offset such as `+01:00`; in ns since
/// 1970-01-01 UTC. A text without an offset is taken as UTC. None: the text is no such time, or it is beyond
/// 9.2e18 ns (292 years).
std::optional<std::int64_t> parse_time_stamp(std::string_view text, TimeUnit unit);

/// Whether a time by ISO 8601 says its offset from UTC.
bool has_utc_offset(std::string_view text);

/// Appends a time of 0 or more ns as seconds with nine decimals: `1.000000025`.
void append_seconds(std::string& out, std::uint64_t nanoseconds);

}  // namespace invdyn
