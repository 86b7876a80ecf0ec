#include "parallel_for.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace invdyn {

void parallel_for(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;  // the first one
  const auto work_on = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < std::min(count, threads)) others.emplace_back(work_on);
    } catch (const std::exception&) {
      // No more threads are available: the existing ones do the work.
    }
    work_on();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace invdyn
