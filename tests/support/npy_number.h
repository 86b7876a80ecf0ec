#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

namespace invdyn::test {

/// Converts an element of a `.npy` array from and to bytes; on any processor.
inline double npy_number(const char* bytes) {
  char own[sizeof(double)];
  std::memcpy(own, bytes, sizeof own);
  if constexpr (std::endian::native == std::endian::big) std::reverse(own, own + sizeof own);
  return std::bit_cast<double>(own);
}
inline void put_npy_number(double value, char* bytes) {
  std::memcpy(bytes, &value, sizeof value);
  if constexpr (std::endian::native == std::endian::big) std::reverse(bytes, bytes + sizeof value);
}
}  // namespace invdyn::test
