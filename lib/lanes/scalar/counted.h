#pragma once

#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include "line_item.h"
#include "sin_cos.h"
#include "vectors.h"

namespace invdyn {

/// Counts of each kind of operation.
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

/// Records the operations on Counted numbers in this thread during the object's lifetime, by the line items
/// that the code names with `line_item`. Only one may exist at a time.
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

  /// In the order of their first use.
  const std::vector<Item>& items() const { return items_; }
  Operations total() const {
    Operations sum;
    for (const Item& item : items_) sum += item.operations;
    return sum;
  }

  /// Later operations count under this name.
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

/// A double that reports every operation on it to the ledger.
///
/// The convention: each product of two scalars is one multiplication, each sum or difference one addition,
/// for any values. Changes of sign, comparisons and copies are free. Products by a structural zero or one
/// count too, so counted code does not contain them. The base is a link like any other, as in the papers: its
/// rest and the zeros chosen for its frame are values. (khalil.h and newton_euler.h leave out the base.
/// khalil.h also leaves out the zeros of right angles.)
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
struct NumTraits<invdyn::Counted> : invdyn::TraitsOfDoubles<invdyn::Counted> {
  enum { RequireInitialization = 1 };
};

}  // namespace Eigen
