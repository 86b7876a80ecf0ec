#include "sweep.h"

#include <mutex>

#include "../base/error.h"
#include "../base/wording.h"
#include "../parallel/parallel_for.h"
#include "../robot/bodies.h"

namespace invdyn {
namespace {

std::vector<SweepPoint> points_of(const SweepRequest& request) {
  std::vector<std::optional<double>> payloads(request.payloads.begin(), request.payloads.end());
  std::vector<std::optional<double>> speeds(request.speeds.begin(), request.speeds.end());
  if (payloads.empty()) payloads.emplace_back();
  if (speeds.empty()) speeds.emplace_back();
  std::vector<SweepPoint> points;
  for (const auto& payload : payloads)
    for (const auto& speed : speeds) points.push_back({payload, speed, {}});
  return points;
}

}  // namespace

std::vector<SweepPoint> swept(const Robot& robot, const DynamicsSettings& settings,
                              const Surroundings& surroundings, const Ratings& ratings,
                              const std::vector<RecordedMotion>& motions, const SweepRequest& request) {
  std::vector<SweepPoint> points = points_of(request);
  constexpr std::size_t max_margins = 200'000;  // points times joints
  if (points.size() * robot.dof() > max_margins)
    throw UsageError("`sweep`", "asks for " + counted(points.size(), "point") + " of " +
                                    counted(robot.dof(), "joint") + ": expected at most " +
                                    std::to_string(max_margins) + " margins in all, points times joints");
  std::mutex one_at_a_time;
  std::size_t finished = 0;
  parallel_for(points.size(), request.threads, [&](std::size_t i) {
    SweepPoint& point = points[i];
    const MassProperties payload{.mass = point.payload.value_or(0), .com = request.place.point};
    const TrajectoryTorques dynamics(point.payload ? with_payload(robot, request.place.link, payload) : robot,
                                     settings, surroundings);
    std::optional<MotionLoads> all;
    for (std::size_t m = 0; m < motions.size(); ++m) {
      MotionLoads loads(ratings, m);
      motions[m].replay(point.speed.value_or(1), dynamics, loads);
      all ? all->add(loads) : void(all.emplace(std::move(loads)));
    }
    point.checks = check_limits(ratings, *all);
    if (!request.progress) return;
    const std::lock_guard lock(one_at_a_time);
    request.progress(++finished, points.size());
  });
  return points;
}

}  // namespace invdyn
