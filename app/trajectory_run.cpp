#include "trajectory_run.h"

#include <unistd.h>

#include "pipeline.h"
#include "trajectory/csv_source.h"
#include "trajectory/npy_source.h"

namespace invdyn {
namespace {

std::unique_ptr<TrajectorySource> opened(const TrajectorySettings& settings, const Robot& robot,
                                         Terminal& terminal) {
  const Warn note = [&](const std::string& text) { terminal.note(text); };
  if (is_npy_name(settings.path))
    return std::make_unique<NpySource>(settings.path, robot, settings.csv, note);
  if (settings.path == "-" && ::isatty(STDIN_FILENO) == 1)
    note("reading the trajectory from the terminal; end it with Ctrl-D");
  return std::make_unique<CsvSource>(settings.path, robot, settings.csv, note);
}

}  // namespace

TrajectoryRun::TrajectoryRun(const TrajectorySettings& settings, const Robot& robot, Terminal& terminal)
    : settings_(settings),
      robot_(robot),
      terminal_(terminal),
      source_(opened(settings, robot, terminal)),
      how_(settings.differentiation(source_->known())) {
  if (settings.shard) source_->restrict_to(*settings.shard, how_);
  terminal.note(source_->name() + ": " + in_words(how_));
  if (how_.start == Start::extrapolate && how_.scheme != Scheme::backward)
    terminal.note("--start extrapolate is for backward differences: it changes nothing here");
}

std::size_t TrajectoryRun::finish(const TrajectoryTorques& dynamics, const std::vector<Sink*>& sinks,
                                  RowFile* file, const DerivedColumns* derived) {
  Differentiation watched = how_;
  if (settings_.shard) watched.step.reset();  // whether times go by it cannot be told without the first row
  TrajectoryWatch watch(
      robot_, watched, source_->name(), [&](const std::string& text) { terminal_.warning(text); },
      source_->places());
  Unwrap unwrap(robot_);
  TorquePipeline pipeline{.source = *source_, .differentiation = how_, .dynamics = dynamics, .watch = watch};
  pipeline.derived = derived;
  pipeline.threads = settings_.threads;
  if (settings_.unwrap) pipeline.unwrap = &unwrap;
  if (file) {
    pipeline.format = &file->format();
    pipeline.file = &file->file();
    if (!settings_.shard || settings_.shard->index == 1) file->file().write(file->format().header());
  }
  pipeline.sinks = sinks;
  pipeline.progress = [&](std::size_t rows, std::optional<double> fraction) {
    terminal_.progress(rows, fraction);
  };
  const std::size_t rows = pipeline.run();
  terminal_.end_progress();
  return rows;
}

}  // namespace invdyn
