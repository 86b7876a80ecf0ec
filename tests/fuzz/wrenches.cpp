// Wrenches over time.
#include "trajectory/load_files/wrench_file.h"

#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  std::vector<std::string> passed_over;
  read_wrench_file(file_with("wrenches.csv", input), {"a", "tool"}, passed_over);
}
