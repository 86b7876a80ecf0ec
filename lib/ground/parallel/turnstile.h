#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace invdyn {

/// Lets threads through in the order of their numbers, 0, 1, 2, ...
class Turnstile {
 public:
  /// The pass of one number. It goes through at the latest when this object ends, also after an exception, so
  /// that later numbers do not wait for ever.
  class Pass {
   public:
    Pass(Turnstile& turnstile, std::size_t number) : turnstile_(turnstile), number_(number) {}
    ~Pass() {
      std::unique_lock lock(turnstile_.mutex_);
      turnstile_.wait(lock, number_);
      ++turnstile_.next_;
      turnstile_.changed_.notify_all();
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    /// Returns when all lower numbers have gone through.
    void wait() {
      std::unique_lock lock(turnstile_.mutex_);
      turnstile_.wait(lock, number_);
    }

   private:
    Turnstile& turnstile_;
    std::size_t number_;
  };

 private:
  void wait(std::unique_lock<std::mutex>& lock, std::size_t number) {
    changed_.wait(lock, [&] { return next_ == number; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;
};

}  // namespace invdyn
