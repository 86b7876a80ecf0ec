#include "trajectory_run.h"

#include <unistd.h>

#include "pipeline.h"

namespace invdyn {
namespace {

CsvReader opened(const TrajectorySettings& settings, const Robot& robot, Terminal& terminal) {
  const Warn note = [&](const std::string& text) { terminal.note(text); };
  if (settings.path == "-" && ::isatty(STDIN_FILENO) == 1)
    note("reading the trajectory from the terminal; end it with Ctrl-D");
  return CsvReader(settings.path, robot, settings.csv, note);
}

}  // namespace

TrajectoryRun::TrajectoryRun(const TrajectorySettings& settings, const Robot& robot, Terminal& terminal)
    : settings_(settings),
      robot_(robot),
      terminal_(terminal),
      reader_(opened(settings, robot, terminal)),
      how_(settings.differentiation(reader_.known())) {
  terminal.note(reader_.name() + ": " + in_words(how_));
  if (how_.start == Start::extrapolate && how_.scheme != Scheme::backward)
    terminal.note("--start extrapolate is for backward differences: it changes nothing here");
}

void TrajectoryRun::finish(const InverseDynamics& dynamics, const std::vector<Sink*>& sinks) {
  TrajectoryWatch watch(robot_, how_, reader_.name(),
                        [&](const std::string& text) { terminal_.warning(text); });
  Unwrap unwrap(robot_);
  TorquePipeline pipeline{.reader = reader_, .differentiation = how_, .dynamics = dynamics, .watch = watch};
  if (settings_.unwrap) pipeline.unwrap = &unwrap;
  pipeline.sinks = sinks;
  pipeline.progress = [&](std::size_t rows) {
    std::optional<double> fraction;
    if (reader_.bytes_total())
      fraction = static_cast<double>(reader_.bytes_read()) / static_cast<double>(*reader_.bytes_total());
    terminal_.progress(rows, fraction);
  };
  pipeline.run();
  terminal_.end_progress();
}

}  // namespace invdyn
