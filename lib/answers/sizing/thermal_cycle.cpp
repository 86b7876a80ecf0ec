#include "thermal_cycle.h"

#include <algorithm>
#include <cmath>

namespace invdyn {

double ThermalCycle::after(double rise, double duration, double loss, double end_loss) const {
  const double a = duration / thermal_time_;
  // The mean of exp(-x) for x from 0 to a; both shares as series where a is too small for a difference.
  const double mean = a > 0 ? -std::expm1(-a) / a : 1;
  const double of_loss = a < 1e-5 ? a / 2 - a * a / 3 : mean - std::exp(-a);
  const double of_end = a < 1e-5 ? a / 2 - a * a / 6 : 1 - mean;
  return rise * std::exp(-a) + loss * of_loss + end_loss * of_end;
}

double ThermalCycle::largest(double rise, double duration, double loss, double end_loss) const {
  const double at_ends = std::max(rise, after(rise, duration, loss, end_loss));
  // rise(t) = loss(t) - slope T + (rise - loss + slope T) exp(-t / T) is largest where it meets the loss.
  const double slope_T = (end_loss - loss) / duration * thermal_time_;
  if (!(slope_T < 0 && rise < loss)) return at_ends;
  const double time = thermal_time_ * std::log1p((rise - loss) / slope_T);
  if (!(time < duration)) return at_ends;
  return std::max(at_ends, loss + (end_loss - loss) * (time / duration));
}

double ThermalCycle::periodic(double duration, double from_cold) const {
  return from_cold / -std::expm1(-duration / thermal_time_);
}

}  // namespace invdyn
