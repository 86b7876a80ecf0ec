#pragma once

#include <cstddef>

namespace invdyn {

/// Work in ordered pieces. Pieces are taken in order, by one thread at a time, then processed in parallel,
/// then finished in the same order, by one thread at a time. A piece occupies a slot from take() until it is
/// finished.
class OrderedWork {
 public:
  enum class Taken { nothing, more, last };

  virtual ~OrderedWork() = default;
  /// Takes the next piece into the slot. nothing: there is none; last: there is none after this one. May wait
  /// for a long time.
  virtual Taken take(std::size_t slot) = 0;
  virtual void process(std::size_t slot, std::size_t worker) = 0;
  virtual void finish(std::size_t slot) = 0;
  /// Ends a waiting take() by an exception. Any thread calls it, after the last piece was finished.
  virtual void stop() noexcept = 0;
};

/// The number of slots for this many workers: each can work on one piece while another one waits for its
/// turn.
inline std::size_t slots_for(std::size_t workers) {
  return workers == 1 ? 1 : 2 * workers;
}

/// Does all the work with at most `workers` threads, including the caller's; the others start when there are
/// pieces for them. After an exception in a piece, all pieces before it are finished and none after it. The
/// caller gets the exception when all threads have ended.
void run_in_order(OrderedWork& work, std::size_t workers);

}  // namespace invdyn
