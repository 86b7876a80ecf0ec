#include "pipeline.h"

#include <algorithm>
#include <optional>

#include "error.h"
#include "kernel/instruction_set.h"
#include "parallel/ordered_work.h"
#include "parallel/turnstile.h"

namespace invdyn {
namespace {

// A chunk from when it is read to when its rows are written.
struct Slot {
  explicit Slot(std::size_t dof) : block(dof, 0) {}
  std::size_t number = 0;
  Chunk chunk;
  Block block;
  bool suspicious = false;
  RowBytes bytes;
  std::exception_ptr fault;  // of the row behind the block's own ones
};

class ChunkWork : public OrderedWork {
 public:
  explicit ChunkWork(const TorquePipeline& pipeline)
      : pipeline_(pipeline),
        slots_(slots_for(pipeline.threads), Slot(pipeline.dynamics.dof())),
        workspaces_(pipeline.threads) {}

  std::size_t rows_done() const { return rows_done_; }

  Taken take(std::size_t slot) override {
    if (!pipeline_.source.next(slots_[slot].chunk, pipeline_.differentiation)) return Taken::nothing;
    slots_[slot].number = chunks_taken_++;
    return slots_[slot].chunk.last || slots_[slot].chunk.fault ? Taken::last : Taken::more;
  }

  void process(std::size_t slot, std::size_t worker) override {
    Slot& piece = slots_[slot];
    piece.bytes.clear();
    read(piece);
    if (piece.block.own_begin() == piece.block.own_end()) return;
    differentiate(pipeline_.differentiation, piece.block, pipeline_.source.name());
    if (!workspaces_[worker]) workspaces_[worker].emplace(pipeline_.dynamics);
    pipeline_.dynamics.torques(piece.block, *workspaces_[worker]);
    end_before_overflow(piece);
    piece.suspicious = pipeline_.watch.suspects(piece.block);
    if (pipeline_.format) pipeline_.format->put(piece.block, piece.bytes);
  }

  void finish(std::size_t slot) override {
    Slot& piece = slots_[slot];
    Block& block = piece.block;
    if (piece.number == 0) rows_in_front_ = piece.chunk.first_row + piece.chunk.history;
    if (block.own_begin() < block.own_end()) {
      block.first_row = rows_in_front_ + rows_done_ - block.before;
      rows_done_ += block.own_end() - block.own_begin();
      pipeline_.watch.see(block, piece.suspicious);
      for (Sink* sink : pipeline_.sinks) sink->take(block);
      if (pipeline_.file) pipeline_.file->write(piece.bytes.view());
    }
    if (pipeline_.progress) pipeline_.progress(rows_done_, fraction_done(piece.chunk));
    piece.chunk.release_if_large();
    if (piece.fault) std::rethrow_exception(piece.fault);
  }

  void stop() noexcept override { pipeline_.source.stop(); }

 private:
  // When this chunk is done.
  std::optional<double> fraction_done(const Chunk& chunk) const {
    const auto range = pipeline_.source.range();
    if (!range || range->end <= range->begin) return std::nullopt;
    const std::size_t end = chunk.offset + chunk.own_size - chunk.held_size;
    const double done = static_cast<double>(end - range->begin);
    return std::min(done / static_cast<double>(range->end - range->begin), 1.0);  // the file may have grown
  }

  // Leaves in the block, as its own, the rows whose derivatives can be told.
  void read(Slot& piece) {
    std::optional<Turnstile::Turn> turn;
    if (pipeline_.unwrap) turn.emplace(unwrapping_, piece.number);
    Block& block = piece.block;
    piece.fault = pipeline_.source.parse(piece.chunk, block);
    if (block.rows < piece.chunk.held) block.rows = block.before = 0;  // the chunk before tells what is wrong
    if (turn) {
      turn->wait();
      pipeline_.unwrap->apply(block, std::min(piece.chunk.held, block.rows));
    }
    const Differentiation& how = pipeline_.differentiation;
    if (block.last && block.rows == 0)
      throw Error(pipeline_.source.name(), "holds no rows of numbers: expected at least one");
    if (block.last) return;
    const std::size_t not_done = block.rows - block.before;
    const bool enough = block.first_row > 0 || block.rows >= how.rows_needed();
    block.after = std::max(block.after, enough ? std::min(not_done, how.rows_after()) : not_done);
  }

  // Finite numbers of absurd size overflow on the way; what comes out then is no torque.
  void end_before_overflow(Slot& piece) const {
    Block& block = piece.block;
    const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
    const Kernel kernel = kernel_for(chosen_instruction_set());
    bool all_finite = true;
    for (std::size_t j = 0; j < block.dof; ++j)
      all_finite &= kernel.all_finite(block.tau.data() + j * block.capacity + begin, count);
    if (all_finite) return;
    std::size_t row = block.own_begin();
    while (block.tau.row(static_cast<Eigen::Index>(row)).isFinite().all()) ++row;
    block.after = block.rows - row;
    piece.fault = std::make_exception_ptr(
        Error(place_in(pipeline_.source.name(), pipeline_.source.places(), block.line[row]),
              "the torques of this row are too large for a number: expected positions, velocities and times "
              "(and masses, gear ratios) of sensible size"));
  }

  const TorquePipeline& pipeline_;
  std::vector<Slot> slots_;
  std::vector<std::optional<InverseDynamics::BlockWorkspace>> workspaces_;
  Turnstile unwrapping_;
  std::size_t chunks_taken_ = 0, rows_done_ = 0;
  std::size_t rows_in_front_ = 0;  // of the first own row, as far as the source knows
};

}  // namespace

std::size_t TorquePipeline::run() {
  ChunkWork work(*this);
  run_in_order(work, threads);
  return work.rows_done();
}

}  // namespace invdyn
