// Waypoints, for a robot and for any joints that they name.
#include "trajectory/generate/waypoints.h"

#include "target.h"
#include "trajectory/files/run_csv.h"

void invdyn::fuzz::take(std::string_view input) {
  static const Robot robot = test::arm_of({{"a"}, {"b", JointType::prismatic}});
  const std::string path = file_with("waypoints.csv", input);
  try {
    read_waypoints(path, nullptr, true, ignore);
  } catch (const Error&) {
  }
  read_waypoints(path, &robot, false, ignore);
}
