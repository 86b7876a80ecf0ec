// The names of an array's columns.
#include "ground/npy/npy_columns.h"

#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  file_with("motion.npy", "");
  const std::string path = file_with("motion.npy.json", input);
  read_npy_columns(path.substr(0, path.size() - 5), 3, {});
}
