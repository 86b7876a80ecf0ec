#pragma once

#include "../../dynamics/comparison/published_counts.h"
#include "../../ground/output_files/table.h"
#include "claim.h"

namespace invdyn {

/// A published table of costs with our costs in each row, the reason of each difference, and the totals for
/// six joints.
Table table_of(const CountComparison& comparison);

/// Costs of a sample.
struct Costs {
  long long multiplications, additions;

  bool operator==(const Costs&) const = default;
};
/// The totals for six joints, of the table and of our code.
Costs published_costs(const CountComparison& comparison);
Costs our_costs(const CountComparison& comparison);

/// Whether our code needs the printed costs: yes if both are equal, in part if both differ by at most 10 %.
Claim cost_claim(const std::string& claim, const Costs& ours, const Costs& published);

/// Whether Table 7.4 is Table 7.3 for n = 6.
Claim six_joints_claim();

/// Angeles' Table 7.3, costs as polynomials in the number n of joints, with a row for each of our
/// formulations.
Table costs_by_method();
/// Angeles' Table 7.4, the same for six joints.
Table costs_by_method_for_six();

}  // namespace invdyn
