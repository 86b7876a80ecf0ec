#include "worker_count.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace invdyn {
namespace {

std::optional<std::size_t> positive(std::string_view text) {
  std::size_t number = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || stop != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

std::size_t allowed_cores() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::size_t>(CPU_COUNT(&set));
  return std::max(1U, std::thread::hardware_concurrency());  // more cores than fit into the set
}

// cpu.max contains `<microseconds>|max <period in microseconds>`, in the group's folder and the folders above
// it.
std::optional<std::size_t> share_of_group() {
  std::ifstream groups("/proc/self/cgroup");
  std::string path;
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::")) path = line.substr(3);
  std::optional<std::size_t> minimum;
  for (;;) {
    std::ifstream file("/sys/fs/cgroup" + path + "/cpu.max");
    std::string quota, period;
    file >> quota >> period;
    if (const auto time = positive(quota), of = positive(period); time && of) {
      const std::size_t cores = (*time + *of - 1) / *of;
      minimum = std::min(minimum.value_or(cores), cores);
    }
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) return minimum;
    path.resize(slash);
  }
}

}  // namespace

std::size_t usual_worker_count() {
  if (const char* given = std::getenv("SLURM_CPUS_PER_TASK"))
    if (const auto number = positive(given)) return *number;
  const std::size_t cores = std::max<std::size_t>(allowed_cores(), 1);
  return std::min(cores, share_of_group().value_or(cores));
}

}  // namespace invdyn
