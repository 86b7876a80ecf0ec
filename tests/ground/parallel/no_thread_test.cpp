// If there is no memory for another thread, the existing threads do the work.

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <new>
#include <vector>

#include "ground/parallel/ordered_work.h"
#include "ground/parallel/parallel_for.h"

namespace {
thread_local bool without_memory = false;
}

// These replace operator new and delete of the whole program. If they were inlined, g++ would report a
// mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (!without_memory)
    if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace invdyn::test {
namespace {

// No memory is available between the taking of a piece and its processing: at this time another thread
// starts.
class Counting : public OrderedWork {
 public:
  Taken take(std::size_t) override {
    without_memory = true;
    return ++taken == pieces ? Taken::last : Taken::more;
  }
  void process(std::size_t, std::size_t worker) override {
    without_memory = false;
    EXPECT_EQ(worker, 0U);
  }
  void finish(std::size_t) override { ++finished; }
  void stop() noexcept override {}

  static constexpr int pieces = 20;
  int taken = 0, finished = 0;
};

TEST(NoThread, IsNeededForOrderedWork) {
  Counting work;
  run_in_order(work, 4);
  EXPECT_EQ(work.finished, Counting::pieces);
}

TEST(NoThread, IsNeededForParallelFor) {
  std::vector<int> done(20);
  const std::function<void(std::size_t)> work = [&](std::size_t i) {
    without_memory = false;
    ++done[i];
  };
  without_memory = true;
  parallel_for(done.size(), 4, work);
  EXPECT_EQ(done, std::vector<int>(20, 1));
}

}  // namespace
}  // namespace invdyn::test
