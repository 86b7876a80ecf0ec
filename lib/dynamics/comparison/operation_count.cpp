#include "operation_count.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../../ground/base/error.h"
#include "../../robot/model/denavit_hartenberg.h"

namespace invdyn {

std::vector<OperationLedger::Item> count_operations(const LinkTorques& links, std::size_t dof) {
  const std::vector<Counted> q(dof), dq(dof), ddq(dof);
  std::vector<Counted> tau(dof);
  const auto computation = links.computation<Counted>();
  OperationLedger ledger;
  computation->torques(JointMotion<Counted>{q, dq, ddq}, tau);
  std::vector<OperationLedger::Item> items = ledger.items();
  std::erase_if(items, [](const auto& item) { return item.operations == Operations{}; });
  return items;
}

Robot counting_arm(std::size_t joints) {
  RobotDescription description;
  description.name = "counting-arm";
  std::string parent = description.base_link;
  for (std::size_t i = 1; i <= joints; ++i) {
    const auto k = static_cast<double>(i);
    const double a = 0.3 + 0.01 * k, alpha = 0.7 + 0.02 * k, d = 0.2 + 0.01 * k;
    const JointPlacement placement = standard_dh(a, alpha, d, 0.1);
    RobotDescription::JointAndLink entry;
    entry.joint.name = "joint" + std::to_string(i);
    entry.joint.type = JointType::revolute;
    entry.joint.T_parent_joint = placement.T_parent_joint;
    entry.joint.T_joint_link = placement.T_joint_link;
    entry.parent_link = parent;
    entry.link.name = parent = "link" + std::to_string(i);
    entry.link.mass_properties.mass = 1;
    entry.link.mass_properties.com = Eigen::Vector3d(a, d * std::sin(alpha), d * std::cos(alpha)) / -2;
    entry.link.mass_properties.inertia = Eigen::Vector3d(0.01, 0.02, 0.025).asDiagonal();
    description.joints.push_back(entry);
  }
  return Robot(description, [](const std::string&) {});
}

std::optional<CountPolynomial> CountPolynomial::through(const std::vector<long long>& counts) {
  if (counts.size() < 6) return std::nullopt;
  // Newton's forward differences at n = 1: difference k is multiplied by (n-1)(n-2)...(n-k) / k!.
  std::array<long long, 5> sum{};
  std::array<long long, 5> product{24, 0, 0, 0, 0};  // 24 (n-1)...(n-k) / k!
  std::vector<long long> differences = counts;
  for (std::size_t k = 0; k < 5; ++k) {
    for (std::size_t power = 0; power < 5; ++power) sum[power] += differences.front() * product[power];
    for (std::size_t i = 0; i + 1 < differences.size(); ++i)
      differences[i] = differences[i + 1] - differences[i];
    differences.pop_back();
    std::array<long long, 5> next{};
    const auto root = static_cast<long long>(k + 1);
    for (std::size_t power = 0; power < 5; ++power) {
      next[power] -= root * product[power];
      if (power + 1 < 5) next[power + 1] += product[power];
    }
    for (std::size_t power = 0; power < 5; ++power) product[power] = next[power] / root;
  }
  const CountPolynomial result(sum);
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (result.at(i + 1) != counts[i]) return std::nullopt;
  return result;
}

long long CountPolynomial::at(std::size_t n) const {
  long long value = 0;
  for (std::size_t power = c_.size(); power-- > 0;) value = value * static_cast<long long>(n) + c_[power];
  return value / 24;
}

std::string CountPolynomial::text() const {
  std::string result;
  for (std::size_t power = c_.size(); power-- > 0;) {
    if (c_[power] == 0) continue;
    const long long size = std::abs(c_[power]), divisor = std::gcd(size, 24LL);
    const long long numerator = size / divisor, denominator = 24 / divisor;
    result += result.empty() ? (c_[power] < 0 ? "-" : "") : (c_[power] < 0 ? " - " : " + ");
    if (denominator != 1)
      result += std::to_string(numerator) + "/" + std::to_string(denominator) + (power > 0 ? " " : "");
    else if (numerator != 1 || power == 0)
      result += std::to_string(numerator);
    if (power > 0) result += "n";
    if (power > 1) result += "^" + std::to_string(power);
  }
  return result.empty() ? "0" : result;
}

CountPolynomial CountPolynomial::operator+(const CountPolynomial& other) const {
  CountPolynomial sum = *this;
  for (std::size_t power = 0; power < c_.size(); ++power) sum.c_[power] += other.c_[power];
  return sum;
}

CountPolynomial CountPolynomial::operator-(const CountPolynomial& other) const {
  CountPolynomial difference = *this;
  for (std::size_t power = 0; power < c_.size(); ++power) difference.c_[power] -= other.c_[power];
  return difference;
}

std::vector<ItemPolynomials> item_polynomials(const Formulation& formulation) {
  constexpr std::size_t sampled_joints = 8;
  std::vector<std::vector<OperationLedger::Item>> counts;
  for (std::size_t n = 1; n <= sampled_joints; ++n) {
    const Robot arm = counting_arm(n);
    counts.push_back(count_operations(*formulation.prepare(arm, {arm.gravity()}), n));
  }
  std::vector<ItemPolynomials> result;
  for (const OperationLedger::Item& item : counts.back()) {
    // Costs of this item by n. A small arm may not have the item.
    const auto polynomial = [&](long long Operations::*kind) {
      std::vector<long long> by_n;
      for (const auto& items : counts) {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const auto& i) { return i.name == item.name; });
        by_n.push_back(found == items.end() ? 0 : found->operations.*kind);
      }
      const auto fitted = CountPolynomial::through(by_n);
      if (!fitted)
        throw Error(
            std::string(formulation.name),
            "the cost of \"" + item.name + "\" is not a polynomial of degree 4 in the number of joints");
      return *fitted;
    };
    result.push_back({item.name, polynomial(&Operations::multiplications), polynomial(&Operations::additions),
                      polynomial(&Operations::trigonometric)});
  }
  return result;
}

ItemPolynomials total(const std::vector<ItemPolynomials>& items) {
  const CountPolynomial none({0, 0, 0, 0, 0});
  ItemPolynomials sum{"total", none, none, none};
  for (const ItemPolynomials& item : items) {
    sum.multiplications = sum.multiplications + item.multiplications;
    sum.additions = sum.additions + item.additions;
    sum.trigonometric = sum.trigonometric + item.trigonometric;
  }
  return sum;
}

}  // namespace invdyn
