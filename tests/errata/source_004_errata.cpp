#include "errata/angeles.h"
#include "errata/erratum.h"

namespace invdyn::test::errata {
namespace {

Erratum erratum(const std::string& name, const Case& on, const std::string& error, Angeles misprint) {
  const auto with = [](Angeles line) {
    return [line](const Case& c) { return angeles(dh_arm_of(c.robot), c.motion, line); };
  };
  return torque_erratum(name, on, error, with(Angeles::none), with(misprint));
}

// Rows that do not add up to their total.
Erratum sum_erratum(const std::string& name, const std::string& error, int total, int corrected, int printed,
                    const std::string& unit) {
  const auto deviation = [=] {
    return Deviation{static_cast<double>(std::abs(total - corrected)),
                     static_cast<double>(std::abs(total - printed)), static_cast<double>(total), unit};
  };
  return {name, "n = 6", error, deviation};
}

}  // namespace

std::vector<Erratum> source_004_errata() {
  constexpr int n = 6;
  return {
      erratum("eq_7_24a_last_column", puma(), "24.5 N m", Angeles::eq_7_24a),
      erratum("outward_sliding_u", mixed_arm(), "16.7 N", Angeles::sliding_u),
      erratum("outward_sliding_w", mixed_arm(), "44 N m", Angeles::sliding_w),
      erratum("outward_sliding_acceleration", mixed_arm(), "27.7 N m", Angeles::sliding_acceleration),
      erratum("outward_sliding_rho", mixed_arm(), "35 N m", Angeles::sliding_rho),
      erratum("inward_link_n", skew_arm(), "2.03 N m", Angeles::inward_last),
      erratum("inward_frames", puma(), "32.5 N m", Angeles::inward_frames),
      erratum("inward_moving_arm", mixed_arm(), "26.2 N m", Angeles::inward_slide),
      // Q, omega, dc/dt, domega/dt, ddc/dt; the row of c is missing
      sum_erratum("table_7_1_multiplications", "48 multiplications", 82 * n, (4 + 8 + 20 + 10 + 32 + 8) * n,
                  (4 + 8 + 20 + 10 + 32) * n, "multiplications"),
      sum_erratum("table_7_1_additions", "60 additions", 66 * n, (0 + 5 + 16 + 7 + 28 + 10) * n,
                  (0 + 5 + 16 + 7 + 28) * n, "additions"),
      sum_erratum("table_7_4_balafoutis_patel", "1 addition", 81 * n - 65, 421, 420, "addition"),
  };
}

}  // namespace invdyn::test::errata
