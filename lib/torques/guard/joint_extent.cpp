#include "joint_extent.h"

#include <algorithm>
#include <cmath>

#include "thresholds.h"

namespace invdyn {

bool JointExtent::moves() const {
  return highest - lowest > doubtful::moves;
}

double JointExtent::speed_exceeded_in(double share) const {
  if (speeds.empty()) return 0;
  const auto above = static_cast<std::size_t>(share * static_cast<double>(speeds.size()));
  return speeds[speeds.size() - 1 - std::min(above, speeds.size() - 1)];
}

std::vector<double> speeds_of(const MotionTrack& track, std::size_t joint, double window) {
  constexpr double jitter = 0.99;
  std::vector<double> speeds;
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t from = 0, to = 1; to < run.t.size(); ++to) {
      if (run.t[to] - run.t[from] < jitter * window) continue;
      speeds.push_back(std::abs(run.q[joint][to] - run.q[joint][from]) / (run.t[to] - run.t[from]));
      from = to;
    }
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

}  // namespace invdyn
