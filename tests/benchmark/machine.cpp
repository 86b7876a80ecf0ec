#include "benchmark/machine.h"

#include <linux/magic.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/vfs.h>

#include <array>
#include <ctime>
#include <fstream>
#include <string_view>

#include "ground/base/wording.h"

namespace invdyn::bench {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

// The processors that this process may use.
std::size_t cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::size_t>(CPU_COUNT(&set)) : 1;
}

std::string instruction_set() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return "AVX-512";
  if (__builtin_cpu_supports("avx2")) return "AVX2";
  return "SSE2";
#else
  return "not x86-64";
#endif
}

std::string compiler() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::localtime(&now));
  return text.data();
}

}  // namespace

std::string machine_description() {
  double load = 0;
  ::getloadavg(&load, 1);
  return today() + "; " + processor() + ", " + counted(cores(), "core") + ", " + instruction_set() + "; " +
         compiler() + "; load when it began " + six_digits(load);
}

std::string storage_of(const std::string& folder) {
  struct statfs status {};
  return ::statfs(folder.c_str(), &status) == 0 && status.f_type == TMPFS_MAGIC ? "tmpfs" : "disk";
}

}  // namespace invdyn::bench
