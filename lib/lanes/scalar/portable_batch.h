#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

#include "batch_sin_cos.h"
#include "vectors.h"

namespace invdyn {

/// The lanes of code that is compiled once: two of SSE2, or whatever else the processor has for them. Wider
/// ones would need its units, with all of Eigen, compiled for more than one instruction set.
struct PortableLanes {
  static constexpr std::size_t count = 2;
  typedef double Vector __attribute__((vector_size(16)));
  typedef std::uint64_t Bits __attribute__((vector_size(16)));
};
using PortableBatch = Batch<PortableLanes>;

inline SinCos<PortableBatch> sin_cos(const PortableBatch& angle) {
  SinCos<PortableBatch> result = sin_cos_below(angle);
  if (any<PortableLanes>(is_large(angle))) redo_large(angle, result);
  return result;
}

inline PortableBatch sqrt(const PortableBatch& x) {
  Eigen::Array<double, PortableLanes::count, 1> numbers;
  x.store(numbers.data());
  numbers = numbers.sqrt();
  return PortableBatch::load(numbers.data());
}

inline bool is_one(const PortableBatch& x) {
  bool result = true;
  for (std::size_t lane = 0; lane < PortableLanes::count; ++lane) result &= x[lane] == 1;
  return result;
}

}  // namespace invdyn

namespace Eigen {

template <>
struct NumTraits<invdyn::PortableBatch> : invdyn::TraitsOfDoubles<invdyn::PortableBatch> {};

}  // namespace Eigen
