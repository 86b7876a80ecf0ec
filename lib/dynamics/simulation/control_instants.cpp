#include "control_instants.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"

namespace invdyn {

ControlInstants::ControlInstants(const TimeGrid& period, double begin, double end)
    : period_(period), begin_(begin), end_(end) {
  assert(begin <= end);
  const double before = std::round(begin / period.step());
  on_grid_ = before >= 0 && before < 1e15 && period.time(static_cast<std::size_t>(before)) == begin;
  if (on_grid_) first_ = static_cast<std::size_t>(before);

  constexpr double max_periods = 1e8, rounding = 1e-9;
  const double periods = (end - begin) / period.step();
  if (begin < end && periods < 1 - rounding)
    throw UsageError("`control-period`", "is " + shortest(period.step()) + " s, but the motion takes only " +
                                             six_digits(end - begin) +
                                             " s: expected a much shorter period, such as 0.01 s");
  if (!(periods < max_periods))
    throw UsageError("`control-period`",
                     "is " + shortest(period.step()) + " s, for a motion of " + six_digits(end - begin) +
                         " s: expected a longer period, with fewer than 1e8 periods in the motion");
  // An instant that is nearer to the end than this part of a period is the end itself, apart from rounding.
  constexpr double same_time = 1e-9;
  std::size_t k = static_cast<std::size_t>(std::max(std::floor(periods) - 2, 0.0));
  while (end - after_periods(k) > same_time * period.step()) ++k;
  count_ = k + 1;
}

}  // namespace invdyn
