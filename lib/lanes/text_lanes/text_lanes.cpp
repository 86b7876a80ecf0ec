#include "text_lanes.h"

namespace invdyn {

TextLanes text_lanes_for(InstructionSet set) {
  switch (set) {
#ifdef __x86_64__
    case InstructionSet::avx2:
    case InstructionSet::avx512:  // without IFMA; has all of AVX2
      return {avx2_write_rows, avx2_read_rows};
    case InstructionSet::avx512ifma:
      return {avx512ifma_write_rows, avx512ifma_read_rows};
#endif
    default:
      return {plain_write_rows, plain_read_rows};
  }
}

}  // namespace invdyn
