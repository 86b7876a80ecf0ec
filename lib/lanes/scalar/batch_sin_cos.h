#pragma once

#include "batch.h"
#include "sin_cos.h"

namespace invdyn {

/// Lanes whose angle is too large for sin_cos_below().
template <class Lanes>
typename Lanes::Bits is_large(const Batch<Lanes>& angle) {
  const Batch<Lanes> limit(sin_cos_limit);
  return (angle >= limit) | (-angle >= limit);
}

template <class Lanes>
bool any(const typename Lanes::Bits& condition) {
  bool result = false;
  for (std::size_t lane = 0; lane < Lanes::count; ++lane) result |= condition[lane] != 0;
  return result;
}

/// Corrects the large lanes of sin_cos_below() one by one: each then equals sin_cos() to the last bit.
template <class Lanes>
void redo_large(const Batch<Lanes>& angle, SinCos<Batch<Lanes>>& result) {
  const typename Lanes::Bits large = is_large(angle);
  for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
    if (large[lane] == 0) continue;
    const SinCos<double> one = sin_cos_of_large(angle[lane]);
    result.sin.set(lane, one.sin);
    result.cos.set(lane, one.cos);
  }
}

}  // namespace invdyn
