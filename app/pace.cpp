#include "pace.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>

namespace invdyn {

void Pace::take(Time now, std::size_t count, std::optional<double> fraction) {
  using namespace std::chrono_literals;
  constexpr auto period = 20s;
  constexpr auto step = 500ms;
  if (count < marks_.back().count) begin_at(now);  // another pass over the rows, or another file
  if (marks_.size() > 1 && now - marks_[marks_.size() - 2].time < step) marks_.pop_back();
  marks_.push_back({now, count, fraction});
  while (marks_.size() > 2 && now - marks_[1].time >= period) marks_.pop_front();
}

std::string Pace::text(std::string_view noun) const {
  const Mark &first = marks_.front(), &last = marks_.back();
  const double seconds = std::chrono::duration<double>(last.time - first.time).count();
  if (!(seconds > 0) || last.count == first.count) return "";
  std::string text = ", " + rate_text(static_cast<double>(last.count - first.count) / seconds, noun);
  if (first.fraction && last.fraction && *last.fraction > *first.fraction)
    text += ", " + time_text((1 - *last.fraction) * seconds / (*last.fraction - *first.fraction)) + " left";
  return text;
}

std::string time_text(double seconds) {
  constexpr double longest = 3.6e8;  // 100,000 hours
  if (!(seconds < longest)) return "more than 100000 h";
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string rate_text(double per_second, std::string_view noun) {
  struct Scale {
    double size;
    const char *prefix, *per;
  };
  constexpr Scale scales[] = {{1e6, "M", "/s"}, {1e3, "k", "/s"}, {1, "", "/s"}, {1 / 60.0, "", "/min"}};
  const Scale* scale = scales;
  while (per_second < scale->size && scale != std::end(scales) - 1) ++scale;
  char number[32];
  const double value = per_second / scale->size;
  std::snprintf(number, sizeof number, value < 100 ? "%.3g" : "%.0f", value);
  return std::string(number) + scale->prefix + ' ' + std::string(noun) + scale->per;
}

}  // namespace invdyn
