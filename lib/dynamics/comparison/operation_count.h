#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "../../lanes/scalar/counted.h"
#include "../../robot/model/robot.h"
#include "../core/formulation.h"

namespace invdyn {

/// The cost of one sample by line item, in the order of the formulation. Counted in the same template that
/// computes torques, with the convention of Counted (lanes/scalar/counted.h). Costs do not depend on the
/// sample.
std::vector<OperationLedger::Item> count_operations(const LinkTorques& links, std::size_t dof);

/// An arm of n revolute joints for counting costs as functions of n. Every formulation supports it: no length
/// is zero, no angle is special, and the masses satisfy Sasaki's scalar arrays. The values do not change the
/// costs, because no formulation checks them.
Robot counting_arm(std::size_t joints);

/// An exact polynomial in the number of joints n, of degree 4 or less, with rational coefficients.
class CountPolynomial {
 public:
  /// 24 times the coefficients of n^0, n^1, ... These are integers for every integer-valued polynomial.
  explicit CountPolynomial(std::array<long long, 5> coefficients_24) : c_(coefficients_24) {}

  /// The polynomial through counts[0] at n = 1, counts[1] at n = 2, and so on. None if there are fewer than
  /// six counts, or if no polynomial of degree 4 or less contains all of them.
  static std::optional<CountPolynomial> through(const std::vector<long long>& counts);

  long long at(std::size_t n) const;
  /// `128/3 n^4 - 24n + 7`
  std::string text() const;

  CountPolynomial operator+(const CountPolynomial& other) const;
  CountPolynomial operator-(const CountPolynomial& other) const;
  bool operator==(const CountPolynomial&) const = default;

 private:
  std::array<long long, 5> c_;  // times 24, by power of n
};

/// A line item's cost as a function of n.
struct ItemPolynomials {
  std::string item;
  CountPolynomial multiplications, additions, trigonometric;
};

/// The line items of a formulation on counting_arm(n), as polynomials that are exact for n = 1 to 8. Throws
/// Error if an item's cost is not such a polynomial.
std::vector<ItemPolynomials> item_polynomials(const Formulation& formulation);

/// The sum of all items.
ItemPolynomials total(const std::vector<ItemPolynomials>& items);

}  // namespace invdyn
