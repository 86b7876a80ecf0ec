#pragma once

#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include "line_item.h"
#include "sin_cos.h"

namespace invdyn {

/// How often each kind of operation was done.
struct Operations {
  long long multiplications = 0;
  long long additions = 0;  ///< and subtractions
  long long divisions = 0;
  long long trigonometric = 0;  ///< sines and cosines

  Operations& operator+=(const Operations& other) {
    multiplications += other.multiplications;
    additions += other.additions;
    divisions += other.divisions;
    trigonometric += other.trigonometric;
    return *this;
  }
  bool operator==(const Operations&) const = default;
};

/// The operations on Counted numbers while the object lives, in this thread, under the line items that the
/// code names by `line_item`. One at a time.
class OperationLedger {
 public:
  struct Item {
    std::string name;
    Operations operations;
  };

  OperationLedger() { current_ = this; }
  ~OperationLedger() { current_ = nullptr; }
  OperationLedger(const OperationLedger&) = delete;
  OperationLedger& operator=(const OperationLedger&) = delete;

  /// In the order of their first mention.
  const std::vector<Item>& items() const { return items_; }
  Operations total() const {
    Operations sum;
    for (const Item& item : items_) sum += item.operations;
    return sum;
  }

  /// What follows counts under this name.
  void open(const char* name) {
    for (open_ = 0; open_ < items_.size(); ++open_)
      if (items_[open_].name == name) return;
    items_.push_back({name, {}});
  }
  Operations& operations() {
    if (items_.empty()) open("");
    return items_[open_].operations;
  }
  static OperationLedger* current() { return current_; }

 private:
  std::vector<Item> items_;
  std::size_t open_ = 0;
  static inline thread_local OperationLedger* current_ = nullptr;
};

/// A double that tells the ledger of every operation on it.
///
/// The convention: each product of two scalars is one multiplication, each sum or difference one addition,
/// whatever the values are; changes of sign, comparisons and copies are free. Nothing looks at values, so a
/// product by a zero or a one that the structure of the problem fixes counts too: code that is to be counted
/// does not write it. The base is a link like any other, as in the papers: that it is at rest, and what is
/// chosen to be zero about its frame, are values. (khalil.h and newton_euler.h leave the base out, and
/// khalil.h what right angles make zero.)
class Counted {
 public:
  Counted() = default;
  explicit Counted(double value) : value_(value) {}
  explicit operator double() const { return value_; }

  friend Counted operator-(const Counted& a) { return Counted(-a.value_); }
  friend Counted operator+(const Counted& a, const Counted& b) {
    if (auto* ledger = OperationLedger::current()) ++ledger->operations().additions;
    return Counted(a.value_ + b.value_);
  }
  friend Counted operator-(const Counted& a, const Counted& b) {
    if (auto* ledger = OperationLedger::current()) ++ledger->operations().additions;
    return Counted(a.value_ - b.value_);
  }
  friend Counted operator*(const Counted& a, const Counted& b) {
    if (auto* ledger = OperationLedger::current()) ++ledger->operations().multiplications;
    return Counted(a.value_ * b.value_);
  }
  friend Counted operator/(const Counted& a, const Counted& b) {
    if (auto* ledger = OperationLedger::current()) ++ledger->operations().divisions;
    return Counted(a.value_ / b.value_);
  }
  Counted& operator+=(const Counted& other) { return *this = *this + other; }
  Counted& operator-=(const Counted& other) { return *this = *this - other; }
  Counted& operator*=(const Counted& other) { return *this = *this * other; }
  Counted& operator/=(const Counted& other) { return *this = *this / other; }

  friend auto operator<=>(const Counted& a, const Counted& b) { return a.value_ <=> b.value_; }
  friend bool operator==(const Counted& a, const Counted& b) { return a.value_ == b.value_; }

 private:
  double value_ = 0;
};

inline SinCos<Counted> sin_cos(const Counted& angle) {
  if (auto* ledger = OperationLedger::current()) ledger->operations().trigonometric += 2;
  const SinCos<double> result = sin_cos(static_cast<double>(angle));
  return {Counted(result.sin), Counted(result.cos)};
}

template <>
inline void line_item<Counted>(const char* name) {
  if (auto* ledger = OperationLedger::current()) ledger->open(name);
}

}  // namespace invdyn

namespace Eigen {

template <>
struct NumTraits<invdyn::Counted> : GenericNumTraits<double> {
  using Real = invdyn::Counted;
  using NonInteger = invdyn::Counted;
  using Nested = invdyn::Counted;
  using Literal = invdyn::Counted;
  static Real epsilon() { return Real(NumTraits<double>::epsilon()); }
  static Real dummy_precision() { return Real(NumTraits<double>::dummy_precision()); }
  enum { RequireInitialization = 1, ReadCost = 1, AddCost = 1, MulCost = 1 };
};

}  // namespace Eigen
