#pragma once

namespace invdyn {

/// The 97.5 % quantile of Student's t distribution: 95 % of the values lie within plus and minus this.
/// freedom: >= 1.
double student_95(double freedom);

}  // namespace invdyn
