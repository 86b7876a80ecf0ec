#pragma once

#include <cstdint>

// Several vectors that go through each step together: their chains of instructions are independent, so the
// processor overlaps them. Units for instruction sets include this file. It has only templates; the Set of
// each unit, which has the operations on one vector, makes them distinct.

namespace invdyn::text_lanes {

template <class Vector, int count>
struct Several;

/// function(i) as vector i.
template <int count, class Function>
[[gnu::always_inline]] inline auto several(const Function& function) {
  Several<decltype(function(0)), count> result;
#pragma GCC unroll 8
  for (int i = 0; i < count; ++i) result.v[i] = function(i);
  return result;
}

/// function(vector i of each argument) as vector i.
template <auto function, class Vector, int count, class... Others>
[[gnu::always_inline]] inline auto each(Several<Vector, count> vectors, Others... others) {
  return several<count>([&](int i) { return function(vectors.v[i], others.v[i]...); });
}

template <class Vector, int count>
struct Several {
  Vector v[count];

  [[gnu::always_inline]] friend Several operator+(Several x, Several y) {
    return each<[](Vector a, Vector b) { return a + b; }>(x, y);
  }
  [[gnu::always_inline]] friend Several operator-(Several x, Several y) {
    return each<[](Vector a, Vector b) { return a - b; }>(x, y);
  }
  [[gnu::always_inline]] friend Several operator*(Several x, Several y) {
    return each<[](Vector a, Vector b) { return a * b; }>(x, y);
  }
  [[gnu::always_inline]] friend Several operator&(Several x, Several y) {
    return each<[](Vector a, Vector b) -> Vector { return a & b; }>(x, y);
  }
  [[gnu::always_inline]] friend Several operator|(Several x, Several y) {
    return each<[](Vector a, Vector b) -> Vector { return a | b; }>(x, y);
  }
  [[gnu::always_inline]] friend Several operator^(Several x, Several y) {
    return each<[](Vector a, Vector b) { return a ^ b; }>(x, y);
  }
  [[gnu::always_inline]] friend Several operator<<(Several x, int bits) {
    return several<count>([&](int i) { return x.v[i] << bits; });
  }
  [[gnu::always_inline]] friend Several operator>>(Several x, int bits) {
    return several<count>([&](int i) { return x.v[i] >> bits; });
  }
  [[gnu::always_inline]] friend auto operator<(Several x, Several y) {
    return each<[](Vector a, Vector b) { return a < b; }>(x, y);
  }
  [[gnu::always_inline]] friend auto operator==(Several x, Several y) {
    return each<[](Vector a, Vector b) { return a == b; }>(x, y);
  }
};

/// `number` vectors of an instruction set.
template <class InstructionSet, int number>
struct Lanes {
  using Set = InstructionSet;
  static constexpr int vectors = number, count = vectors * Set::count;
  using Words = Several<typename Set::Words, vectors>;
  using Mask = Several<typename Set::Mask, vectors>;
  using Doubles = Several<typename Set::Doubles, vectors>;

  [[gnu::always_inline]] static Words all(std::uint64_t value) {
    return several<vectors>([word = Set::all(value)](int) { return word; });
  }
  [[gnu::always_inline]] static Words load(const double* from) {
    return several<vectors>([&](int i) { return Set::load(from + i * Set::count); });
  }
  /// The words at the places at(0), at(1), ...
  template <class At>
  [[gnu::always_inline]] static Words load_each(const At& at) {
    return several<vectors>(
        [&](int i) { return Set::load_each([&](int lane) { return at(i * Set::count + lane); }); });
  }
  template <class Number>
  [[gnu::always_inline]] static void store(Number* to, Words x) {
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) Set::store(to + i * Set::count, x.v[i]);
  }
  [[gnu::always_inline]] static bool any(Mask x) {
    typename Set::Mask some = x.v[0];
#pragma GCC unroll 8
    for (int i = 1; i < vectors; ++i) some = some | x.v[i];
    return Set::bits(some) != 0;
  }
  [[gnu::always_inline]] static unsigned bits(Mask x) {
    unsigned result = 0;
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) result |= Set::bits(x.v[i]) << (i * Set::count);
    return result;
  }
};

}  // namespace invdyn::text_lanes
