#pragma once

#include <vector>

#include "dynamics/inverse_dynamics.h"
#include "output/sink.h"
#include "terminal.h"
#include "trajectory/csv_reader.h"
#include "trajectory_arguments.h"

namespace invdyn {

/// A trajectory on its way through the pipeline; the terminal is told what is done and how.
class TrajectoryRun {
 public:
  /// Opens the file, and notes how its derivatives come about.
  TrajectoryRun(const TrajectorySettings& settings, const Robot& robot, Terminal& terminal);
  const std::string& name() const { return reader_.name(); }  ///< of the file, for messages
  /// To its end, into the sinks, with warnings and progress.
  void finish(const InverseDynamics& dynamics, const std::vector<Sink*>& sinks);

 private:
  const TrajectorySettings& settings_;
  const Robot& robot_;
  Terminal& terminal_;
  CsvReader reader_;
  Differentiation how_;
};

}  // namespace invdyn
