// Headers of arrays.
#include "ground/npy/npy_header.h"

#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  npy_data_offset(input.substr(0, npy_preamble_size), "motion.npy");
  read_npy_header(input, std::nullopt, "motion.npy");
  read_npy_header(input, input.size(), "motion.npy");
}
