#pragma once

#include <cstddef>

namespace invdyn {

/// Work that comes in pieces of an order: each is taken in that order, by one thread at a time, then
/// processed beside the others, then finished in the same order, again by one thread at a time. A piece is
/// kept in a slot from when it is taken to when it is finished.
class OrderedWork {
 public:
  enum class Taken { nothing, more, last };

  virtual ~OrderedWork() = default;
  /// Takes the next piece into the slot. nothing: there is none; last: there is none behind this one. May
  /// wait for long.
  virtual Taken take(std::size_t slot) = 0;
  virtual void process(std::size_t slot, std::size_t worker) = 0;
  virtual void finish(std::size_t slot) = 0;
  /// Ends a take() that waits, by an exception. Called by any thread, when no piece will be finished any
  /// more.
  virtual void stop() noexcept = 0;
};

/// Slots that so many workers use: each can work on one piece while another one waits for its turn.
inline std::size_t slots_for(std::size_t workers) {
  return workers == 1 ? 1 : 2 * workers;
}

/// Does all the work, by at most so many threads, of which the caller is one; the others begin when there are
/// pieces for them. An exception takes the place of the piece that it came from: all pieces in front of it
/// are finished, none behind it, and it is thrown to the caller when all threads have come to their end.
void run_in_order(OrderedWork& work, std::size_t workers);

}  // namespace invdyn
