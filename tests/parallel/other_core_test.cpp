// Where a thread may run is what it was before.

#include "parallel/other_core.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <latch>

namespace invdyn::test {
namespace {

class OtherCore : public testing::Test {
 protected:
  ~OtherCore() override { ::pthread_setaffinity_np(::pthread_self(), sizeof before_, &before_); }

  static cpu_set_t cores_of(pthread_t thread) {
    cpu_set_t set;
    EXPECT_EQ(::pthread_getaffinity_np(thread, sizeof set, &set), 0);
    return set;
  }

  // Of a thread that is moved while this one may run on these cores.
  static cpu_set_t cores_when_moved(const cpu_set_t& own) {
    EXPECT_EQ(::pthread_setaffinity_np(::pthread_self(), sizeof own, &own), 0);
    std::latch end(1);
    std::thread thread([&] { end.wait(); });
    move_to_other_core(thread.native_handle());
    const cpu_set_t cores = cores_of(thread.native_handle());
    end.count_down();
    thread.join();
    return cores;
  }

  const cpu_set_t before_ = cores_of(::pthread_self());
};

TEST_F(OtherCore, MayBeAnyOfTheProcess) {
  const cpu_set_t cores = cores_when_moved(before_);
  EXPECT_TRUE(CPU_EQUAL(&cores, &before_));
}

TEST_F(OtherCore, IsNoneWhereThereIsOneAlone) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(::sched_getcpu(), &one);
  const cpu_set_t cores = cores_when_moved(one);
  EXPECT_TRUE(CPU_EQUAL(&cores, &one));
}

}  // namespace
}  // namespace invdyn::test
