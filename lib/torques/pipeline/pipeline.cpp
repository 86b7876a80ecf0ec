#include "pipeline.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/parallel/ordered_work.h"
#include "../../ground/parallel/turnstile.h"
#include "../../ground/text/number.h"
#include "../../lanes/kernel/instruction_set.h"
#include "../../trajectory/loads/base_state.h"
#include "base_turns.h"

namespace invdyn {
namespace {

// A chunk from when it is read to when its rows are written.
struct Slot {
  Slot(std::size_t dof, std::size_t derived_columns) : block(dof, 0, derived_columns) {}
  std::size_t number = 0;
  Chunk chunk;
  Block block;
  bool suspicious = false;
  RowBytes bytes;
  std::exception_ptr fault;  // of the row after the block's own ones
};

class ChunkWork : public OrderedWork {
 public:
  explicit ChunkWork(const TorquePipeline& pipeline)
      : pipeline_(pipeline),
        slots_(slots_for(pipeline.threads),
               Slot(pipeline.dynamics.dof(), pipeline.derived ? pipeline.derived->count() : 0)),
        workspaces_(pipeline.threads),
        free_workspaces_(pipeline.threads),
        derived_workspaces_(pipeline.threads) {}

  std::size_t rows_done() const { return rows_done_; }

  Taken take(std::size_t slot) override {
    if (!pipeline_.source.next(slots_[slot].chunk, pipeline_.differentiation)) return Taken::nothing;
    slots_[slot].number = chunks_taken_++;
    return slots_[slot].chunk.last || slots_[slot].chunk.fault ? Taken::last : Taken::more;
  }

  void process(std::size_t slot, std::size_t worker) override {
    Slot& piece = slots_[slot];
    piece.bytes.clear();
    std::optional<Turnstile::Pass> turn;
    if (pipeline_.flight) turn.emplace(placing_, piece.number);
    read(piece);
    if (piece.block.own_begin() == piece.block.own_end()) return;
    differentiate(pipeline_.differentiation, piece.block, pipeline_.source.name(), kernel_);
    if (pipeline_.free_base) {
      piece.block.hold_base(true);
      pipeline_.free_base->fill(piece.block, free_workspaces_[worker]);
    }
    if (pipeline_.base_motion) move_base(*pipeline_.base_motion, piece.block);
    if (!workspaces_[worker]) workspaces_[worker].emplace(pipeline_.dynamics);
    end_before_wide_turn(piece);
    end_before_unknown_time(piece);
    pipeline_.dynamics.fill_torques(piece.block, *workspaces_[worker]);
    if (turn) {
      turn->wait();
      pipeline_.flight->place(piece.block);
      turn.reset();
    }
    if (pipeline_.measured) pipeline_.measured->apply(piece.block);
    if (pipeline_.derived) {
      if (!derived_workspaces_[worker]) derived_workspaces_[worker].emplace(*pipeline_.derived);
      pipeline_.derived->fill(piece.block, *derived_workspaces_[worker]);
    }
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
      if (!pipeline_.unwrap) pipeline_.watch.see_codes(block, block.own_begin(), block.own_end());
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
  static void move_base(const BaseMotion& motion, Block& block) {
    block.hold_base(true);
    for (std::size_t k = block.own_begin(); k < block.own_end(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      put_base(base_state(motion, block.t[row], Eigen::Isometry3d::Identity()), row, block.base);
    }
  }

  // When this chunk is done.
  std::optional<double> fraction_done(const Chunk& chunk) const {
    const auto range = pipeline_.source.range();
    if (!range || range->end <= range->begin) return std::nullopt;
    const std::size_t end = chunk.offset + chunk.own_size - chunk.held_size;
    const double done = static_cast<double>(end - range->begin);
    return std::min(done / static_cast<double>(range->end - range->begin), 1.0);  // the file may have grown
  }

  // Leaves those rows in the block as its own whose derivatives can be computed.
  void read(Slot& piece) {
    std::optional<Turnstile::Pass> turn;
    if (pipeline_.unwrap) turn.emplace(unwrapping_, piece.number);
    Block& block = piece.block;
    piece.fault = pipeline_.source.parse(piece.chunk, block);
    if (block.rows < piece.chunk.held) block.rows = block.before = 0;  // the chunk before reports the fault
    if (turn) {
      turn->wait();
      unwrap(piece);
    }
    const Differentiation& how = pipeline_.differentiation;
    if (block.last && block.rows == 0)
      throw Error(pipeline_.source.name(), "has no rows of numbers: expected at least one");
    if (block.last) return;
    const std::size_t not_done = block.rows - block.before;
    const bool enough = block.first_row > 0 || block.rows >= how.rows_needed();
    block.after = std::max(block.after, enough ? std::min(not_done, how.rows_after()) : not_done);
  }

  // After a chunk that failed, turns are unknown, and no rows will be written.
  void unwrap(Slot& piece) {
    Block& block = piece.block;
    if (chunks_unwrapped_ != piece.number) {
      block.rows = block.before = block.after = 0;
      block.last = false;
      return;
    }
    pipeline_.watch.see_codes(block, std::min(piece.chunk.held, block.rows), block.rows);
    const std::string what = pipeline_.unwrap->apply(block, std::min(piece.chunk.held, block.rows));
    if (!what.empty())
      piece.fault = std::make_exception_ptr(
          Error(place_in(pipeline_.source.name(), pipeline_.source.places(), block.line[block.rows]), what));
    if (!piece.fault) ++chunks_unwrapped_;
  }

  // Derivatives of the base's orientation need rows that are close enough.
  void end_before_wide_turn(Slot& piece) const {
    Block& block = piece.block;
    const std::optional<BaseTurn> turn = first_wide_turn(pipeline_.differentiation, block);
    if (!turn) return;
    block.after = block.rows - turn->row;
    piece.fault = std::make_exception_ptr(Error(
        place_in(pipeline_.source.name(), pipeline_.source.places(), block.line[turn->at]), turn->text));
  }

  // Wrenches and base motion from files cover a limited time.
  void end_before_unknown_time(Slot& piece) const {
    Block& block = piece.block;
    for (const TimeSpan& span : pipeline_.dynamics.spans())
      for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
        const double t = block.t[static_cast<Eigen::Index>(row)];
        constexpr double usual_time = 1e8;  // s, three years
        const double rounding = 1e-9 * (span.end - span.begin);
        if (t >= span.begin - rounding && t <= span.end + rounding) continue;
        block.after = block.rows - row;
        piece.fault = std::make_exception_ptr(
            Error(place_in(pipeline_.source.name(), pipeline_.source.places(), block.line[row]),
                  "t is " + shortest(t) + " s, but " + span.file + " goes from " + rounded_time(span.begin) +
                      " to " + rounded_time(span.end) + " s: expected a time in this range" +
                      (span.begin > usual_time
                           ? "; if that file has time stamps, name the column of the stamps \"t (s)\" "
                             "or \"t (ms)\". The first row of the file then gets t = 0"
                           : "")));
      }
  }

  // Finite numbers of absurd size overflow; the result is then no torque.
  void end_before_overflow(Slot& piece) const {
    Block& block = piece.block;
    const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
    bool all_finite = true;
    for (const Eigen::ArrayXXd* values :
         {&block.tau, &block.measured, &block.derived, &block.contacts, &block.base.wrench})
      for (Eigen::Index j = 0; j < values->cols(); ++j)
        all_finite &= kernel_.all_finite(values->col(j).data() + begin, count);
    if (all_finite) return;
    std::size_t row = begin;
    while (row < block.own_end() && is_sound(block, static_cast<Eigen::Index>(row))) ++row;
    if (row == block.own_end()) return;
    block.after = block.rows - row;
    piece.fault = std::make_exception_ptr(
        Error(place_in(pipeline_.source.name(), pipeline_.source.places(), block.line[row]),
              "the torques of this row are too large to compute: expected realistic positions, velocities, "
              "times, masses and gear ratios"));
  }

  // Whether all results are numbers, apart from those that may lack.
  bool is_sound(const Block& block, Eigen::Index row) const {
    for (const Eigen::ArrayXXd* values : {&block.tau, &block.measured, &block.contacts, &block.base.wrench})
      if (values->cols() > 0 && !values->row(row).isFinite().all()) return false;
    for (Eigen::Index j = 0; j < block.derived.cols(); ++j) {
      const double value = block.derived(row, j);
      const bool lacks = std::isnan(value) && pipeline_.derived->may_lack(static_cast<std::size_t>(j));
      if (!lacks && !std::isfinite(value)) return false;
    }
    return true;
  }

  const TorquePipeline& pipeline_;
  const Kernel kernel_ = kernel_for(chosen_instruction_set());
  std::vector<Slot> slots_;
  std::vector<std::optional<TrajectoryTorques::Workspace>> workspaces_;
  std::vector<FreeBase::Workspace> free_workspaces_;
  std::vector<std::optional<DerivedColumns::Workspace>> derived_workspaces_;
  Turnstile unwrapping_, placing_;
  std::size_t chunks_unwrapped_ = 0;  // whole, from the first on; for whoever is in the turnstile
  std::size_t chunks_taken_ = 0, rows_done_ = 0;
  std::size_t rows_in_front_ = 0;  // of the first own row, as far as the source knows
};

}  // namespace

std::size_t TorquePipeline::run() {
  ChunkWork work(*this);
  run_in_order(work, threads);
  watch.end();
  return work.rows_done();
}

}  // namespace invdyn
