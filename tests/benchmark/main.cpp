// Times invdyn and other programs and prints the results as Markdown. Progress goes to standard error.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>

#include "benchmark/benchmarks.h"
#include "benchmark/machine.h"
#include "ground/output_files/output_file.h"

namespace invdyn::bench {
namespace {

// A folder in memory if there is enough memory, so that no disk affects the times.
std::string default_folder() {
  constexpr std::uintmax_t enough = std::uintmax_t{4} << 30;
  std::error_code fault;
  const auto space = std::filesystem::space("/dev/shm", fault);
  return !fault && space.available > enough ? "/dev/shm" : std::filesystem::temp_directory_path().string();
}

struct Options {
  // Programs run first: the system counts the memory used by this process for the programs that it starts,
  // too.
  std::vector<std::string> parts{"end-to-end", "kernels", "paths", "text"};
  std::string effort = "normal", folder = default_folder(), output = {};
};

void run(const Options& options) {
  const Effort& effort = *std::find_if(efforts.begin(), efforts.end(),
                                       [&](const Effort& e) { return e.name == options.effort; });
  std::string machine = machine_description(), details;
  std::vector<Comparison> comparisons;
  for (const std::string& part : options.parts) {
    std::fprintf(stderr, "measuring %s\n", part.c_str());
    const auto [found, tables] = part == "kernels" ? kernels(effort)
                                 : part == "paths" ? paths(effort)
                                 : part == "text"  ? text(effort)
                                                   : end_to_end(effort, options.folder);
    comparisons.insert(comparisons.end(), found.begin(), found.end());
    details += '\n' + tables;
  }
  const std::string report = "## Speed\n\n" + machine +
                             ". Medians of interleaved repetitions (least to most), effort " + effort.name +
                             ".\n\n" + table_of(comparisons) + details;
  std::fputs(report.c_str(), stdout);
  if (options.output.empty()) return;
  OutputFile file(options.output);
  file.write(report);
  file.commit();
}

}  // namespace
}  // namespace invdyn::bench

int main(int argc, char** argv) {
  using namespace invdyn::bench;
  CLI::App app("Times invdyn's kernels and programs against others");
  Options options;
  std::vector<std::string> names;
  for (const Effort& effort : efforts) names.push_back(effort.name);
  app.add_option("PART", options.parts, "What to measure: end-to-end, kernels, paths, text")
      ->check(CLI::IsMember(options.parts))
      ->capture_default_str();
  app.add_option("--effort", options.effort, "How long to measure")
      ->check(CLI::IsMember(names))
      ->envname("INVDYN_BENCHMARK_EFFORT")
      ->capture_default_str();
  app.add_option("--folder", options.folder, "Where trajectories and torques lie")->capture_default_str();
  app.add_option("-o,--output", options.output, "File to write, beside standard output");
  CLI11_PARSE(app, argc, argv);
  try {
    run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
