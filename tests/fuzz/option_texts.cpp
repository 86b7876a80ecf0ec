// The texts of options. Each input is read as the text of every option.
#include <functional>

#include "options/contact_argument.h"
#include "options/joints_argument.h"
#include "options/link_argument.h"
#include "options/lock_argument.h"
#include "options/payload_argument.h"
#include "options/perturbation_argument.h"
#include "options/pose_argument.h"
#include "options/shard_argument.h"
#include "options/sweep_argument.h"
#include "options/wrench_argument.h"
#include "target.h"
#include "trajectory/files/run_csv.h"

namespace {

// On the shipped robot whose base floats.
void read_contact(const std::string& text) {
  using namespace invdyn;
  static const RobotArgument argument = [] {
    RobotArgument shipped;
    shipped.path = "biped";
    return shipped;
  }();
  static const Robot robot = argument.read(fuzz::ignore);
  DynamicsArguments arguments;
  arguments.contacts = {text};
  DynamicsArguments::Loads loads;
  TrajectorySettings trajectory;
  collect_contacts(arguments, argument, robot, loads, trajectory);
}

}  // namespace

void invdyn::fuzz::take(std::string_view input) {
  static const Robot robot = test::arm_of({{"a"}, {"b", JointType::prismatic}});
  const std::string text(input);
  const std::function<void()> readings[]{
      [&] { joints_argument("--from", text, robot, true); },
      [&] { joint_values_argument("--lower", text, robot, true); },
      [&] { link_argument("--link", text, robot); }, [&] { locks_argument("--lock", {text}, robot, false); },
      [&] { payload_argument("--payload", text, robot, ignore); },
      [&] { perturbation_argument("--perturb", text); }, [&] { pose_argument("--to", text, true); },
      [&] { read_contact(text); },
      [&] {
        ground_argument(text, {0, 0, -9.8});
      },
      [&] { vector_argument("--by", text); }, [&] { shard_argument(text); },
      [&] { sweep_argument({text}, robot, ignore); },
      // Without the files that an option may name.
      [&] {
        if (wrench_file_in(text).empty()) wrench_argument("--wrench", text, robot, ignore);
      }};
  for (const auto& read : readings) try {
      read();
    } catch (const Error&) {
    }
}
