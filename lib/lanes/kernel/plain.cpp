// The kernel without a special instruction set, one row at a time, for every processor.
#include <cstdint>

#include "row_kernel.h"

namespace invdyn {
namespace {

struct PlainLanes {
  static constexpr std::size_t count = 1;
  typedef double Vector __attribute__((vector_size(8)));
  typedef std::uint64_t Bits __attribute__((vector_size(8)));
};

}  // namespace

Kernel plain_kernel() {
  return row_kernel::kernel<PlainLanes>();
}

}  // namespace invdyn
