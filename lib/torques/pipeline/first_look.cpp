#include "first_look.h"

#include <filesystem>
#include <system_error>

#include "../../ground/base/error.h"
#include "../../trajectory/data/rests.h"
#include "trajectory_run.h"

namespace invdyn {
namespace {

bool can_be_read_again(const std::string& path) {
  std::error_code error;
  return path != "-" && std::filesystem::is_regular_file(path, error);
}

}  // namespace

FirstLook first_look(const TrajectorySettings& settings, const Robot& robot,
                     const TrajectoryTorques& dynamics, Report& report, Sink* raw,
                     const MeasuredTorques* measured) {
  FirstLook look{settings, {}};
  if (!can_be_read_again(settings.path) || settings.is_static) return look;
  try {
    Report silent;
    const std::vector<Sink*> sinks(raw ? 1 : 0, raw);
    TrajectoryRun run(settings, robot, silent);
    if (run.unsure_rows()) {  // prepared rows are looked at before they come
      TrajectorySettings as_it_is = settings;
      as_it_is.leaves_noise = true;
      if (raw && settings.may_be_cleaned())
        TrajectoryRun(as_it_is, robot, silent).finish(dynamics, sinks, nullptr, nullptr, measured);
      return look;
    }
    run.finish(dynamics, sinks, nullptr, nullptr, measured);
    look.sure_speeds = run.sure_speeds();
    if (run.fault_of_derivatives().empty() || !settings.may_be_cleaned() || !settings.is_small_file())
      return look;
    look.settings.csv.scheme = Scheme::central;
    look.settings.preparation.clean = look.settings.unwrap = true;
    look.settings.preparation.rest = usual_rest;
    report.note(
        run.name() + ": " + run.fault_of_derivatives() +
        ": invdyn uses and cleans only the positions, as with the options `differentiate` central and `clean`. "
        "To use the unchanged file, give `no-clean`");
  } catch (const Error&) {
    return {settings, {}};
  }
  return look;
}

}  // namespace invdyn
