// Threads pass in the order of their numbers, even if some of them fail.

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "ground/parallel/turnstile.h"

namespace invdyn::test {
namespace {

TEST(Turnstile, LetsThreadsPassInOrder) {
  Turnstile turnstile;
  std::vector<std::size_t> order;
  std::vector<std::thread> threads;
  for (std::size_t number = 20; number-- > 0;)
    threads.emplace_back([&turnstile, &order, number] {
      try {
        Turnstile::Pass turn(turnstile, number);
        if (number % 3 == 0) throw std::runtime_error("before its turn");
        turn.wait();
        order.push_back(number);
      } catch (const std::runtime_error&) {
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19}));
}

}  // namespace
}  // namespace invdyn::test
