#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dynamics/inverse_dynamics.h"
#include "output/sink.h"
#include "trajectory/csv_reader.h"
#include "trajectory/differentiate.h"
#include "trajectory/unwrap.h"
#include "trajectory/watch.h"

namespace invdyn {

/// Rows that a block holds unless told otherwise: enough to spread the cost of a block, few enough to stay in
/// the cache.
inline constexpr std::size_t default_block_rows = 512;

/// The way of every row: read, unwrap, differentiate, watch, torques, sinks. Blocks flow one way; no row is
/// kept longer than its block. The output does not depend on the block's size.
struct TorquePipeline {
  CsvReader& reader;
  Differentiation differentiation;
  const InverseDynamics& dynamics;
  TrajectoryWatch& watch;
  Unwrap* unwrap = nullptr;  ///< none: angles stay as they are
  std::vector<Sink*> sinks = {};
  std::function<void(std::size_t rows)> progress = {};  ///< told after each block how many rows are done

  /// Runs to the end of the trajectory and returns the number of rows. Throws Error, also for no rows at all.
  std::size_t run(std::size_t block_rows = default_block_rows);
};

}  // namespace invdyn
