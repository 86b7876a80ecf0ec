#include "pipeline.h"

#include <algorithm>

#include "error.h"

namespace invdyn {
namespace {

// Finite numbers of absurd size overflow on the way; what comes out then is no torque.
void refuse_overflow(const Block& block, const std::string& file) {
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row)
    if (!block.tau.row(static_cast<Eigen::Index>(row)).isFinite().all())
      throw Error(
          file + ":" + std::to_string(block.line[row]),
          "the torques of this row are too large for a number: expected positions, velocities and times "
          "(and masses, gear ratios) of sensible size");
}

}  // namespace

std::size_t TorquePipeline::run(std::size_t block_rows) {
  Block block(dynamics.dof(), std::max(block_rows, smallest_block));
  InverseDynamics::BlockWorkspace workspace(dynamics);
  std::size_t rows_done = 0;
  while (!block.last) {
    // Of the rows held, the latest own ones become history, and the look-ahead becomes own.
    const std::size_t own_end = block.own_end();
    const std::size_t keep = std::min(own_end, differentiation.rows_before());
    block.drop_rows_before(own_end - keep);
    block.before = keep;
    block.after = 0;

    const std::size_t new_begin = block.rows;
    reader.fill(block);
    if (block.last && rows_done == 0 && block.rows == 0)
      throw Error(reader.name(), "holds no rows of numbers: expected at least one");
    if (unwrap) unwrap->apply(block, new_begin);
    if (!block.last) block.after = differentiation.rows_after();

    differentiate(differentiation, block, reader.name());
    watch.see(block);
    dynamics.torques(block, workspace);
    refuse_overflow(block, reader.name());
    for (Sink* sink : sinks) sink->take(block);
    rows_done += block.own_end() - block.own_begin();
    if (progress) progress(rows_done);
  }
  return rows_done;
}

}  // namespace invdyn
