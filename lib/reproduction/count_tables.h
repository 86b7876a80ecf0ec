#pragma once

#include "../comparison/published_counts.h"
#include "../output/table.h"

namespace invdyn {

/// A published table of costs with our costs in each row, the reason of each difference, and the totals for
/// six joints.
Table table_of(const CountComparison& comparison);

/// Angeles' Table 7.3, costs as polynomials in the number n of joints, with a row for each of our
/// formulations.
Table costs_by_method();
/// Angeles' Table 7.4, the same for six joints.
Table costs_by_method_for_six();

}  // namespace invdyn
