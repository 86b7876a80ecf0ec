#include "ground/parallel/parallel_for.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

namespace invdyn::test {
namespace {

TEST(ParallelFor, DoesEachPieceOnce) {
  for (const std::size_t threads : {0U, 1U, 2U, 7U})
    for (const std::size_t count : {0U, 1U, 2U, 100U}) {
      std::vector<std::atomic<int>> done(count);
      parallel_for(count, threads, [&](std::size_t i) { ++done[i]; });
      for (const auto& times : done) EXPECT_EQ(times, 1);
    }
}

// Each piece waits for the others: one after the other they would never end.
TEST(ParallelFor, RunsPiecesConcurrently) {
  constexpr std::size_t threads = 4;
  std::latch all_there(threads);
  parallel_for(threads, threads, [&](std::size_t) { all_there.arrive_and_wait(); });
}

// The first piece waits for the last one.
TEST(ParallelFor, IsNotDelayedByALongPiece) {
  constexpr std::size_t count = 50;
  std::latch last_done(1);
  parallel_for(count, 2, [&](std::size_t i) {
    if (i == 0) last_done.wait();
    if (i == count - 1) last_done.count_down();
  });
}

TEST(ParallelFor, ThrowsTheFirstErrorAfterAllThreadsHaveEnded) {
  for (const std::size_t threads : {1U, 4U}) {
    std::atomic<int> working = 0, begun = 0;
    const auto work = [&](std::size_t i) {
      ++begun;
      ++working;
      if (i == 5) {
        --working;
        throw std::runtime_error("fifth");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      --working;
    };
    EXPECT_THROW(parallel_for(10'000, threads, work), std::runtime_error);
    EXPECT_EQ(working, 0);
    EXPECT_LT(begun, 10'000);
  }
}

TEST(ParallelFor, KeepsTheOrderOnOneThread) {
  std::vector<std::size_t> order;
  parallel_for(4, 1, [&](std::size_t i) { order.push_back(i); });
  EXPECT_THAT(order, testing::ElementsAre(0, 1, 2, 3));
}

}  // namespace
}  // namespace invdyn::test
