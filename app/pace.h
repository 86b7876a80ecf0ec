#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

/// The speed of a run and the time that it still needs, from its progress in the last 20 seconds.
class Pace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit Pace(Time begin) { begin_at(begin); }

  void begin_at(Time now) { marks_ = {{now, 0, 0.0}}; }
  /// The progress at this time: how many are done, and their fraction of all if it is known.
  void take(Time now, std::size_t count, std::optional<double> fraction);
  /// `, 41.2k rows/s, 12 s left`; empty as long as there was no progress.
  std::string text(std::string_view noun) const;

 private:
  struct Mark {
    Time time;
    std::size_t count;
    std::optional<double> fraction;
  };
  std::deque<Mark> marks_;  // the oldest is at least as old as the period, if the run is
};

/// `12 s`, `3 min 20 s`, `2 h 5 min`; rounded up.
std::string time_text(double seconds);
/// `12.3 rows/s`, `41.2k rows/s`, or below one per second `2.5 points/min`.
std::string rate_text(double per_second, std::string_view noun);

}  // namespace invdyn
