#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/effort.h"
#include "benchmark/times.h"

namespace invdyn::bench {

/// Pieces of code that Google Benchmark times in one process. Their repetitions are shuffled, so that
/// variations of the machine affect all equally. Times are processor time of all threads.
class Micro {
 public:
  explicit Micro(const Effort& effort) : effort_(effort) {}

  /// `piece` does something `items` times; its results must go through keep().
  void add(const std::string& name, std::size_t items, std::function<void()> piece);

  /// The times per item, in the order of add(). Clears the list of pieces.
  std::vector<std::pair<std::string, Times>> run();

 private:
  Effort effort_;
  std::vector<std::string> names_;
};

/// Makes the compiler assume that the data at the pointer is used.
void keep(const void* result);

/// The times with this name.
const Times& times_of(const std::vector<std::pair<std::string, Times>>& measured, const std::string& name);

}  // namespace invdyn::bench
