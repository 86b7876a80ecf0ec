#include "worker_count.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
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

// The first bytes of a small file; empty, if it cannot be read. (A std::ifstream takes longer than the read.)
std::string beginning_of(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  char bytes[4096];
  const ssize_t size = ::read(file, bytes, sizeof bytes);
  ::close(file);
  return {bytes, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

// The path of the process's control group, from the line `0::<path>`; empty, if there is none.
std::string own_group(const std::string& groups) {
  const std::string lines = '\n' + groups;
  const std::size_t line = lines.find("\n0::");
  if (line == std::string::npos) return "";
  const std::size_t begin = line + std::strlen("\n0::");
  return lines.substr(begin, lines.find('\n', begin) - begin);
}

}  // namespace

std::optional<std::size_t> share_of_group(const std::string& groups, const std::string& folder) {
  std::optional<std::size_t> minimum;
  for (std::string path = own_group(groups);;) {
    const std::string text = beginning_of(folder + path + "/cpu.max");
    const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
    const std::size_t space = std::min(line.find(' '), line.size());
    const auto time = positive(line.substr(0, space));
    const auto of = positive(line.substr(std::min(space + 1, line.size())));
    if (time && of) {
      const std::size_t cores = (*time + *of - 1) / *of;
      minimum = std::min(minimum.value_or(cores), cores);
    }
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return minimum;
    path.resize(slash);
  }
}

std::size_t usual_worker_count() {
  if (const char* given = std::getenv("SLURM_CPUS_PER_TASK"))
    if (const auto number = positive(given)) return *number;
  const std::size_t cores = std::max<std::size_t>(allowed_cores(), 1);
  return std::min(cores, share_of_group(beginning_of("/proc/self/cgroup"), "/sys/fs/cgroup").value_or(cores));
}

}  // namespace invdyn
