// Motions of the base.
#include "trajectory/load_files/base_motion_file.h"

#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  read_base_motion(file_with("base.csv", input), true, PoseParts::some, [](const std::string&) {});
}
