#include "benchmark/micro.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace invdyn::bench {
namespace {

class Collector : public ::benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration)
        times[run.run_name.function_name].ns.push_back(1e9 / run.counters.at("items_per_second").value);
  }

  std::map<std::string, Times> times;
};

}  // namespace

void Micro::add(const std::string& name, std::size_t items, std::function<void()> piece) {
  names_.push_back(name);
  ::benchmark::RegisterBenchmark(name.c_str(), [items, piece = std::move(piece)](::benchmark::State& state) {
    for ([[maybe_unused]] auto _ : state) piece();
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
  })->MeasureProcessCPUTime();
}

std::vector<std::pair<std::string, Times>> Micro::run() {
  std::string program = "benchmarks", repetitions = std::to_string(effort_.micro_repetitions);
  std::array<std::string, 4> arguments{program, "--benchmark_repetitions=" + repetitions,
                                       "--benchmark_min_time=0.02",
                                       "--benchmark_enable_random_interleaving=true"};
  std::array<char*, 5> pointers{};
  std::transform(arguments.begin(), arguments.end(), pointers.begin(), [](auto& a) { return a.data(); });
  int count = static_cast<int>(arguments.size());
  ::benchmark::Initialize(&count, pointers.data());

  Collector collector;
  ::benchmark::RunSpecifiedBenchmarks(&collector);
  ::benchmark::ClearRegisteredBenchmarks();
  std::vector<std::pair<std::string, Times>> result;
  for (const std::string& name : names_) result.emplace_back(name, collector.times.at(name));
  names_.clear();
  return result;
}

void keep(const void* result) {
  ::benchmark::DoNotOptimize(result);
  ::benchmark::ClobberMemory();
}

const Times& times_of(const std::vector<std::pair<std::string, Times>>& measured, const std::string& name) {
  const auto found =
      std::find_if(measured.begin(), measured.end(), [&](const auto& entry) { return entry.first == name; });
  if (found == measured.end()) throw std::logic_error("nothing timed as " + name);
  return found->second;
}

}  // namespace invdyn::bench
