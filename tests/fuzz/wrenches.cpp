// Wrenches over time.
#include "trajectory/load_files/wrench_file.h"

#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  const std::string group = input.starts_with('1') ? "1_" : "";
  read_wrench_file(file_with("wrenches.csv", input), {"a", "tool"}, group, [](const std::string&) {});
}
