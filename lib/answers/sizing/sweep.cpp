#include "sweep.h"

#include <mutex>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/parallel/parallel_for.h"
#include "../../robot/model/bodies.h"
#include "drive_choice.h"

namespace invdyn {
namespace {

// One value that is none where nothing is swept.
std::vector<std::optional<double>> values_of(const std::vector<double>& swept) {
  if (swept.empty()) return {std::nullopt};
  return {swept.begin(), swept.end()};
}

std::vector<SweepPoint> points_of(const SweepRequest& request) {
  std::vector<SweepPoint> points;
  for (const auto& payload : values_of(request.payloads))
    for (const auto& speed : values_of(request.speeds))
      for (const auto& ratio : values_of(request.ratios)) points.push_back({payload, speed, ratio, {}});
  return points;
}

Robot with_ratio(const Robot& robot, std::size_t joint, double ratio) {
  std::vector<Drive> drives;
  for (const Joint& each : robot.joints()) drives.push_back(each.drive);
  drives[robot.moving_joints()[joint]].gear_ratio = ratio;
  return robot.with_drives(drives);
}

}  // namespace

std::vector<SweepPoint> swept(const Robot& robot, const DynamicsSettings& settings,
                              const Surroundings& surroundings, const Ratings& ratings,
                              const std::vector<RecordedMotion>& motions, const SweepRequest& request) {
  std::vector<SweepPoint> points = points_of(request);
  constexpr std::size_t max_margins = 200'000;  // points times joints
  if (points.size() * robot.dof() > max_margins)
    throw UsageError("`sweep`", "asks for " + counted(points.size(), "point") + ": expected at most " +
                                    std::to_string(max_margins / robot.dof()) + " for a robot with " +
                                    counted(robot.dof(), "joint"));
  std::mutex one_at_a_time;
  std::size_t finished = 0;
  parallel_for(points.size(), request.threads, [&](std::size_t i) {
    SweepPoint& point = points[i];
    const MassProperties payload{.mass = point.payload.value_or(0), .com = request.place.point};
    Robot changed = point.payload ? with_payload(robot, request.place.link, payload) : robot;
    Ratings changed_ratings = ratings;
    if (point.ratio) {
      changed = with_ratio(changed, request.geared, *point.ratio);
      changed_ratings[request.geared].shaft =
          MotorShaft(changed.moving_joint(request.geared).drive, settings);
    }
    const TrajectoryTorques dynamics(changed, settings, surroundings);
    point.checks = checks_of_cycle(changed, changed_ratings, dynamics, motions, point.speed.value_or(1));
    if (!request.progress) return;
    const std::lock_guard lock(one_at_a_time);
    request.progress(++finished, points.size());
  });
  return points;
}

}  // namespace invdyn
