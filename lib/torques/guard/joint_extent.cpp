#include "joint_extent.h"

#include <algorithm>
#include <cmath>

#include "thresholds.h"
#include "window_values.h"

namespace invdyn {

bool JointExtent::moves() const {
  return highest - lowest > doubtful::moves;
}

double JointExtent::speed_exceeded_in(double share) const {
  if (speeds.empty()) return 0;
  const auto above = static_cast<std::size_t>(share * static_cast<double>(speeds.size()));
  return speeds[speeds.size() - 1 - std::min(above, speeds.size() - 1)];
}

double span_speed_of(const MotionTrack& track, std::size_t joint, double window) {
  double fastest = 0;
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t from = 0, to = 1; to < run.t.size(); ++to) {
      const double time = run.t[to] - run.t[from];
      if (time < window) continue;
      const auto begin = run.q[joint].begin();
      const auto [lowest, highest] = std::minmax_element(begin + static_cast<std::ptrdiff_t>(from),
                                                         begin + static_cast<std::ptrdiff_t>(to) + 1);
      fastest = std::max(fastest, (*highest - *lowest) / time);
      from = to;
    }
  return fastest;
}

std::vector<double> speeds_of(const MotionTrack& track, std::size_t joint, double window) {
  std::vector<double> speeds;
  for (const std::vector<double>& of_run : rates_of(track, &MotionTrack::Run::q, joint, window))
    for (const double rate : of_run) speeds.push_back(std::abs(rate));
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

}  // namespace invdyn
