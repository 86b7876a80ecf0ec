#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "../dynamics/formulation.h"
#include "../robot/robot.h"
#include "../scalar/counted.h"

namespace invdyn {

/// The cost of one sample, by line item, in the order in which the formulation comes to them. Counted on the
/// very template that computes torques, with the convention of Counted (scalar/counted.h). Costs do not
/// depend on the sample.
std::vector<OperationLedger::Item> count_operations(const LinkTorques& links, std::size_t dof);

/// An arm of n revolute joints that every formulation takes, on which costs are counted as functions of n:
/// no length is zero and no angle special, but the masses are such as Sasaki's scalar arrays need them. Its
/// values do not matter: no formulation looks at them.
Robot counting_arm(std::size_t joints);

/// An exact polynomial of degree 4 at most in the number of joints n, with rational coefficients.
class CountPolynomial {
 public:
  /// The coefficients of n^0, n^1, ... times 24, which makes those of any integer-valued one integers.
  explicit CountPolynomial(std::array<long long, 5> coefficients_24) : c_(coefficients_24) {}

  /// The polynomial through counts[0] at n = 1, counts[1] at n = 2, and so on, if all of these lie on one of
  /// degree 4 at most; of fewer than six counts none is known to.
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
/// Error where an item's cost is none.
std::vector<ItemPolynomials> item_polynomials(const Formulation& formulation);

/// The sum of them.
ItemPolynomials total(const std::vector<ItemPolynomials>& items);

}  // namespace invdyn
