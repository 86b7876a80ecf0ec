#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/effort.h"
#include "benchmark/times.h"

namespace invdyn::bench {

/// Pieces of code that are timed against each other by Google Benchmark, in one process, their repetitions
/// shuffled so that the machine's moods hit all alike. What counts is processor time, of all threads.
class Micro {
 public:
  explicit Micro(const Effort& effort) : effort_(effort) {}

  /// `piece` does something `items` times; what it computes must go through keep().
  void add(const std::string& name, std::size_t items, std::function<void()> piece);

  /// The times per item, in the order of add(); nothing is left to time then.
  std::vector<std::pair<std::string, Times>> run();

 private:
  Effort effort_;
  std::vector<std::string> names_;
};

/// Makes the compiler believe that somebody will look at what the pointer points to.
void keep(const void* result);

/// The times of that name.
const Times& times_of(const std::vector<std::pair<std::string, Times>>& measured, const std::string& name);

}  // namespace invdyn::bench
