#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../../dynamics/core/derived_columns.h"
#include "../../dynamics/core/measured_torques.h"
#include "../../dynamics/core/trajectory_torques.h"
#include "../../dynamics/floating/free_base.h"
#include "../../ground/output_files/output_file.h"
#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/data/sink.h"
#include "../../trajectory/data/unwrap.h"
#include "../../trajectory/data/watch.h"
#include "../../trajectory/files/source.h"
#include "../rows/row_format.h"

namespace invdyn {

/// Takes every row from the file to the output in two stages:
/// - read, unwrap, differentiate, compute torques, format: each chunk by itself, on any thread;
/// - warn, send to sinks, write: in the order of the rows.
/// No row is kept longer than its chunk. The output does not depend on the number of threads or the cuts of
/// the file. If a row has an error, all rows before it go through first.
struct TorquePipeline {
  TrajectorySource& source;
  Differentiation differentiation;
  const TrajectoryTorques& dynamics;
  TrajectoryWatch& watch;
  const DerivedColumns* derived = nullptr;    ///< further quantities of each row; null: none
  const MeasuredTorques* measured = nullptr;  ///< null: measured values, if read, are torques of the joints
  const FreeBase* free_base = nullptr;        ///< how the base moves; null: as the source says, or not at all
  const BaseMotion* base_motion = nullptr;    ///< of a floating base, beside the source; null: none
  FreeFlight* flight = nullptr;  ///< places a free base in the world; null: its place does not matter
  std::size_t threads = 1;
  Unwrap* unwrap = nullptr;           ///< null: angles stay as they are
  const RowFormat* format = nullptr;  ///< format of the output; null: nothing is written
  OutputFile* file = nullptr;         ///< destination of the output
  std::vector<Sink*> sinks = {};
  /// Called after each chunk with the number of finished rows and their fraction of all, if it is known.
  std::function<void(std::size_t rows, std::optional<double> fraction)> progress = {};

  /// Runs to the end of the trajectory and returns the number of rows. Throws Error, also for no rows at all.
  std::size_t run();
};

}  // namespace invdyn
