#include "shard_argument.h"

#include <cstdlib>

#include "arguments.h"
#include "ground/base/error.h"

namespace invdyn {
namespace {

constexpr std::size_t max_shards = 1'000'000'000;

std::size_t slurm_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (!value)
    throw UsageError("--shard", "is slurm, but the variable " + name +
                                    " is not set: start a job array with sbatch --array=1-N");
  return count_argument(name, value, 0, max_shards);
}

// Of the tasks first, first + step, ..., last.
Shard slurm_shard() {
  const std::size_t task = slurm_variable("SLURM_ARRAY_TASK_ID"),
                    first = slurm_variable("SLURM_ARRAY_TASK_MIN"),
                    last = slurm_variable("SLURM_ARRAY_TASK_MAX"),
                    step = slurm_variable("SLURM_ARRAY_TASK_STEP"),
                    count = slurm_variable("SLURM_ARRAY_TASK_COUNT");
  const bool is_regular = step > 0 && first <= task && task <= last && (last - first) % step == 0 &&
                          (last - first) / step + 1 == count && (task - first) % step == 0;
  if (!is_regular)
    throw UsageError(
        "--shard",
        "is slurm, but the job array has " + std::to_string(count) + " tasks, numbered from " +
            std::to_string(first) + " to " + std::to_string(last) + " in steps of " + std::to_string(step) +
            ": expected task numbers without gaps, as from sbatch --array=1-64. For other task numbers, "
            "give --shard I/N");
  return {.index = (task - first) / step + 1, .count = count};
}

}  // namespace

Shard shard_argument(const std::string& text) {
  if (text == "slurm") return slurm_shard();
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos)
    throw UsageError("--shard", "is \"" + text + "\": expected slurm, or I/N: 3/64 is shard 3 of 64");
  const std::size_t count = count_argument("--shard N", text.substr(slash + 1), 1, max_shards);
  return {.index = count_argument("--shard I", text.substr(0, slash), 1, count), .count = count};
}

}  // namespace invdyn
