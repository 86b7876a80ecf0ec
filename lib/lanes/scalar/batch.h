#pragma once

#include <cstddef>

namespace invdyn {

/// As many numbers as an instruction set has lanes, used as one scalar. Lane k of a result is computed only
/// from lanes k, and has the same bits as the same operation on doubles.
///
/// `Lanes` names the instruction set, gives the number of lanes `count`, and the vector types of g++ and
/// clang++ that hold them: `Vector` of double, `Bits` of unsigned 64-bit integers. It gives each instruction
/// set its own types, so that code for one set is never linked into another.
template <class Lanes>
class Batch {
 public:
  using Vector = typename Lanes::Vector;
  using Bits = typename Lanes::Bits;

  Batch() = default;
  explicit Batch(double value) : lanes_(value - Vector{}) {}
  explicit Batch(Vector lanes) : lanes_(lanes) {}

  static Batch load(const double* from) {
    Batch result;
    __builtin_memcpy(&result.lanes_, from, sizeof(Vector));
    return result;
  }
  void store(double* to) const { __builtin_memcpy(to, &lanes_, sizeof(Vector)); }

  double operator[](std::size_t lane) const { return lanes_[lane]; }
  void set(std::size_t lane, double value) { lanes_[lane] = value; }

  friend Batch operator-(const Batch& a) { return Batch(-a.lanes_); }
  friend Batch operator+(const Batch& a, const Batch& b) { return Batch(a.lanes_ + b.lanes_); }
  friend Batch operator-(const Batch& a, const Batch& b) { return Batch(a.lanes_ - b.lanes_); }
  friend Batch operator*(const Batch& a, const Batch& b) { return Batch(a.lanes_ * b.lanes_); }
  friend Batch operator/(const Batch& a, const Batch& b) { return Batch(a.lanes_ / b.lanes_); }
  Batch& operator+=(const Batch& other) { return *this = *this + other; }
  Batch& operator-=(const Batch& other) { return *this = *this - other; }
  Batch& operator*=(const Batch& other) { return *this = *this * other; }
  Batch& operator/=(const Batch& other) { return *this = *this / other; }

  /// All ones in the lanes where the comparison is true, zeros elsewhere.
  friend Bits operator>(const Batch& a, const Batch& b) { return (Bits)(a.lanes_ > b.lanes_); }
  friend Bits operator<(const Batch& a, const Batch& b) { return (Bits)(a.lanes_ < b.lanes_); }
  friend Bits operator>=(const Batch& a, const Batch& b) { return (Bits)(a.lanes_ >= b.lanes_); }

  /// The smaller (larger) one; b if they are equal or one is NaN. This is one instruction; select() needs
  /// more.
  friend Batch min(const Batch& a, const Batch& b) {
    return Batch(a.lanes_ < b.lanes_ ? a.lanes_ : b.lanes_);
  }
  friend Batch max(const Batch& a, const Batch& b) {
    return Batch(a.lanes_ > b.lanes_ ? a.lanes_ : b.lanes_);
  }

  friend Bits bits_of(const Batch& a) { return (Bits)a.lanes_; }
  friend Batch from_bits(const Bits& bits, const Batch&) { return Batch((Vector)bits); }

 private:
  Vector lanes_;
};

/// Lane by lane: `yes` where the condition is true, else `no`.
template <class Lanes>
Batch<Lanes> select(typename Lanes::Bits condition, const Batch<Lanes>& yes, const Batch<Lanes>& no) {
  return Batch<Lanes>((typename Lanes::Vector)((bits_of(yes) & condition) | (bits_of(no) & ~condition)));
}

}  // namespace invdyn
