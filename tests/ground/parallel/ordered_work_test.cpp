// Work shared by threads: finished in order, each piece once, and ended immediately by an error.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ground/parallel/ordered_work.h"

namespace invdyn::test {
namespace {

using namespace std::chrono_literals;

// Pieces are numbers; processing waits a while and squares them.
class Squares : public OrderedWork {
 public:
  Squares(std::size_t workers, std::size_t pieces) : slots_(slots_for(workers)), pieces_(pieces) {}

  enum class Step { take, process, finish };
  void fail_at(Step step, std::size_t piece) {
    failing_step_ = step;
    failing_piece_ = piece;
  }
  // From this piece on, take() waits until it is stopped.
  void wait_at(std::size_t piece) { waiting_piece_ = piece; }
  void tell_that_the_last_is_last(bool tell) { tells_last_ = tell; }

  Taken take(std::size_t slot) override {
    EXPECT_FALSE(taking_.exchange(true)) << "two threads take at a time";
    fail(Step::take, taken_);
    if (taken_ == waiting_piece_) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopped_; });
      throw std::runtime_error("stopped");
    }
    taking_ = false;
    if (taken_ == pieces_) return Taken::nothing;
    slots_[slot] = taken_++;
    return tells_last_ && taken_ == pieces_ ? Taken::last : Taken::more;
  }
  void process(std::size_t slot, std::size_t) override {
    const std::size_t piece = slots_[slot];
    std::this_thread::sleep_for(std::chrono::microseconds(piece * 7919 % 200));
    fail(Step::process, piece);
    slots_[slot] = piece * piece;
  }
  void finish(std::size_t slot) override {
    EXPECT_FALSE(finishing_.exchange(true)) << "two threads finish at a time";
    fail(Step::finish, finished.size());
    finished.push_back(slots_[slot]);
    finishing_ = false;
  }
  void stop() noexcept override {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

  std::vector<std::size_t> finished;

 private:
  void fail(Step step, std::size_t piece) const {
    if (step == failing_step_ && piece == failing_piece_) throw std::bad_alloc();
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> slots_;
  std::size_t pieces_, taken_ = 0;
  Step failing_step_ = Step::take;
  std::size_t failing_piece_ = none, waiting_piece_ = none;
  bool tells_last_ = true;
  std::atomic<bool> taking_{false}, finishing_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
};

std::vector<std::size_t> squares(std::size_t count) {
  std::vector<std::size_t> result;
  for (std::size_t k = 0; k < count; ++k) result.push_back(k * k);
  return result;
}

class OrderedWorkOf : public testing::TestWithParam<std::size_t> {};

TEST_P(OrderedWorkOf, IsFinishedInOrder) {
  for (const bool tells_last : {true, false})
    for (const std::size_t pieces : {0U, 1U, 2U, 3U, 100U}) {
      Squares work(GetParam(), pieces);
      work.tell_that_the_last_is_last(tells_last);
      run_in_order(work, GetParam());
      EXPECT_EQ(work.finished, squares(pieces));
    }
}

TEST_P(OrderedWorkOf, EndsAtAnErrorAfterAllPiecesBeforeIt) {
  using Step = Squares::Step;
  for (const Step step : {Step::take, Step::process, Step::finish})
    for (const std::size_t piece : {0U, 1U, 7U, 29U}) {
      Squares work(GetParam(), 30);
      work.fail_at(step, piece);
      EXPECT_THROW(run_in_order(work, GetParam()), std::bad_alloc);
      EXPECT_EQ(work.finished, squares(piece)) << static_cast<int>(step) << ' ' << piece;
    }
}

// Like a pipe without further data. A single worker would be the one that waits.
TEST_P(OrderedWorkOf, EndsAtAnErrorWhileTakingWaits) {
  if (GetParam() == 1) return;
  using Step = Squares::Step;
  for (const Step step : {Step::process, Step::finish}) {
    Squares work(GetParam(), 30);
    work.fail_at(step, 3);
    work.wait_at(4);
    EXPECT_THROW(run_in_order(work, GetParam()), std::bad_alloc);
    EXPECT_EQ(work.finished, squares(3));
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, OrderedWorkOf, testing::Values(1U, 2U, 3U, 8U),
                         [](const auto& workers) { return "By" + std::to_string(workers.param); });

TEST(OrderedWork, OfOneWorkerIsDoneByTheCaller) {
  class Here : public Squares {
   public:
    using Squares::Squares;
    void process(std::size_t slot, std::size_t worker) override {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      EXPECT_EQ(worker, 0U);
      Squares::process(slot, worker);
    }
    std::thread::id caller = std::this_thread::get_id();
  };
  Here work(1, 5);
  run_in_order(work, 1);
  EXPECT_EQ(work.finished, squares(5));
}

}  // namespace
}  // namespace invdyn::test
