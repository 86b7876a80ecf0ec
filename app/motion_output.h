#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "sidecar.h"
#include "terminal.h"
#include "torques/rows/row_file.h"
#include "torques/rows/row_writer.h"

namespace invdyn {

/// Writes t, q, dq, ddq of all rows of a motion to a file and its sidecar, with progress. The motion has
/// rows() and fill() like PointToPoint. `degrees`: the command was given angles in degrees.
template <class Motion>
void write_motion(Motion& motion, const std::vector<std::string>& joints, const std::string& output,
                  bool degrees, Sidecar& sidecar, Terminal& terminal) {
  if (degrees && output == "-")
    terminal.note("angles are written in rad: the next command needs no --degrees");
  constexpr std::size_t max_numbers = 100'000;  // of a quantity in memory at once
  const std::size_t block_rows = std::clamp<std::size_t>(max_numbers / joints.size(), 1, 512);
  RowFile file(output, OutputColumns(joints, {Quantity::q, Quantity::dq, Quantity::ddq}));
  sidecar.watch(file.file());
  RowWriter writer(file.file(), file.format());
  Block block(joints.size(), block_rows);
  for (std::size_t row = 0; row < motion.rows(); row += block.rows) {
    motion.fill(row, block);
    writer.take(block);
    terminal.progress(row, static_cast<double>(row) / static_cast<double>(motion.rows()));
  }
  sidecar.add_messages(terminal.notes(), terminal.warnings());
  file.commit(writer.rows(), Sync::no, sidecar.descriptions(writer.rows()));
  terminal.end_progress();
}

}  // namespace invdyn
