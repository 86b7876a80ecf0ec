// The kernel for AVX-512 (F, DQ and VL).
#include <cstdint>

#include "row_kernel.h"

namespace invdyn {
namespace {

struct Avx512Lanes {
  static constexpr std::size_t count = 8;
  typedef double Vector __attribute__((vector_size(64)));
  typedef std::uint64_t Bits __attribute__((vector_size(64)));
};

}  // namespace

Kernel avx512_kernel() {
  return row_kernel::kernel<Avx512Lanes>();
}

}  // namespace invdyn
