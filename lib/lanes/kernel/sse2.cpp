// The kernel for SSE2, which every x86-64 processor has.
#include <cstdint>

#include "row_kernel.h"

namespace invdyn {
namespace {

struct Sse2Lanes {
  static constexpr std::size_t count = 2;
  typedef double Vector __attribute__((vector_size(16)));
  typedef std::uint64_t Bits __attribute__((vector_size(16)));
};

}  // namespace

Kernel sse2_kernel() {
  return row_kernel::kernel<Sse2Lanes>();
}

}  // namespace invdyn
