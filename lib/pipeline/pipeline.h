#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../dynamics/derived_columns.h"
#include "../dynamics/trajectory_torques.h"
#include "../output/output_file.h"
#include "../output/row_format.h"
#include "../trajectory/differentiate.h"
#include "../trajectory/sink.h"
#include "../trajectory/unwrap.h"
#include "../trajectory/watch.h"
#include "../trajectory_files/source.h"

namespace invdyn {

/// The way of every row: read, unwrap, differentiate, torques, format; watch, sinks, write. What stands in
/// front of the semicolon is done for each chunk by itself, by as many threads as there are; what stands
/// behind it, in the order of the rows. No row is kept longer than its chunk. The output does not depend on
/// the number of threads, nor on how the file was cut. Before an error of a row, all rows in front of it go
/// through.
struct TorquePipeline {
  TrajectorySource& source;
  Differentiation differentiation;
  const TrajectoryTorques& dynamics;
  TrajectoryWatch& watch;
  const DerivedColumns* derived = nullptr;  ///< what else is computed of each row; none: nothing
  std::size_t threads = 1;
  Unwrap* unwrap = nullptr;           ///< none: angles stay as they are
  const RowFormat* format = nullptr;  ///< of what is written; none: nothing is
  OutputFile* file = nullptr;         ///< where that goes
  std::vector<Sink*> sinks = {};
  /// Told after each chunk how many rows are done, and what fraction of all; none: not known.
  std::function<void(std::size_t rows, std::optional<double> fraction)> progress = {};

  /// Runs to the end of the trajectory and returns the number of rows. Throws Error, also for no rows at all.
  std::size_t run();
};

}  // namespace invdyn
