#include "ordered_work.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace invdyn {
namespace {

// Two locks: `input_` is held while a piece is taken; `state_` is held briefly, for all members declared
// below it. A worker waits for a slot before it waits for input_. So a worker has the next piece to finish,
// or it is processed, or a worker with a slot will take it: no deadlock is possible.
class Crew {
 public:
  Crew(OrderedWork& work, std::size_t workers)
      : work_(work), max_workers_(workers), processed_(slots_for(workers)) {
    for (std::size_t slot = 0; slot < processed_.size(); ++slot) free_slots_.push_back(slot);
    threads_.reserve(workers);
  }

  void run() {
    work_as(0);
    for (;;) {  // a thread may start another one before it ends
      std::unique_lock lock(state_);
      if (threads_.empty()) break;
      std::thread thread = std::move(threads_.back());
      threads_.pop_back();
      lock.unlock();
      thread.join();
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Piece {
    std::size_t slot = 0, number = 0;
    std::exception_ptr fault;  // replaces the piece's remaining work
  };

  void work_as(std::size_t worker) {
    while (const auto slot = wait_for_slot()) {
      std::optional<Piece> piece = take(*slot);
      if (!piece) return;
      try {
        if (!piece->fault) work_.process(piece->slot, worker);
      } catch (...) {
        piece->fault = std::current_exception();
      }
      {
        const std::lock_guard lock(state_);
        processed_[piece->number % processed_.size()] = piece;
      }
      finish_what_is_next();
    }
  }

  std::optional<std::size_t> wait_for_slot() {
    std::unique_lock lock(state_);
    changed_.wait(lock, [&] { return !free_slots_.empty() || ended_ || error_; });
    if (ended_ || error_) return std::nullopt;
    const std::size_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }

  bool is_over() {
    const std::lock_guard lock(state_);
    return ended_ || error_;
  }

  std::optional<Piece> take(std::size_t slot) {
    const std::lock_guard input(input_);
    if (is_over()) return std::nullopt;
    Piece piece{.slot = slot, .number = next_to_take_, .fault = {}};
    auto taken = OrderedWork::Taken::last;
    try {
      taken = work_.take(slot);
    } catch (...) {
      piece.fault = std::current_exception();
    }
    const std::lock_guard lock(state_);
    if (taken != OrderedWork::Taken::more) {
      ended_ = true;
      changed_.notify_all();
    }
    if (taken == OrderedWork::Taken::nothing) return std::nullopt;
    ++next_to_take_;
    if (taken == OrderedWork::Taken::more) begin_another();
    return piece;
  }

  // Call it with state_ held.
  void begin_another() {
    if (workers_ == max_workers_) return;
    try {
      threads_.emplace_back([this, worker = workers_] { work_as(worker); });
      ++workers_;
    } catch (const std::exception&) {  // no more threads available: the existing ones do all
      max_workers_ = workers_;
    }
  }

  // Only one thread at a time finishes pieces; another thread that comes in the meantime leaves its piece to
  // it.
  void finish_what_is_next() {
    std::unique_lock lock(state_);
    if (finishing_) return;
    finishing_ = true;
    for (;;) {
      std::optional<Piece>& next = processed_[next_to_finish_ % processed_.size()];
      if (error_ || !next) break;
      const Piece piece = *next;
      next.reset();
      lock.unlock();
      std::exception_ptr fault = piece.fault;
      try {
        if (!fault) work_.finish(piece.slot);
      } catch (...) {
        fault = std::current_exception();
      }
      lock.lock();
      free_slots_.push_back(piece.slot);
      ++next_to_finish_;
      error_ = fault;
      if (error_) work_.stop();
      changed_.notify_all();
    }
    finishing_ = false;
  }

  OrderedWork& work_;
  std::mutex input_, state_;
  std::condition_variable changed_;

  std::size_t max_workers_;
  std::size_t workers_ = 1;
  std::vector<std::thread> threads_;
  std::vector<std::size_t> free_slots_;
  std::vector<std::optional<Piece>> processed_;  // by piece number, as a ring
  std::size_t next_to_take_ = 0, next_to_finish_ = 0;
  bool finishing_ = false;
  bool ended_ = false;        // nothing is left to take
  std::exception_ptr error_;  // the error that ended the work
};

}  // namespace

void run_in_order(OrderedWork& work, std::size_t workers) {
  Crew(work, workers).run();
}

}  // namespace invdyn
