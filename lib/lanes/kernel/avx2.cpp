// The kernel for AVX2.
#include <cstdint>

#include "row_kernel.h"

namespace invdyn {
namespace {

struct Avx2Lanes {
  static constexpr std::size_t count = 4;
  typedef double Vector __attribute__((vector_size(32)));
  typedef std::uint64_t Bits __attribute__((vector_size(32)));
};

}  // namespace

Kernel avx2_kernel() {
  return row_kernel::kernel<Avx2Lanes>();
}

}  // namespace invdyn
