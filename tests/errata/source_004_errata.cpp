#include <cmath>

#include "dynamics/comparison/published_counts.h"
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
// For a table's printed total at n = 6: the sum of all its rows, and the sum without the omitted row.
Erratum table_erratum(const std::string& name, const std::string& error, bool multiplications) {
  const auto deviation = [=] {
    for (const PublishedTable& table : published_tables()) {
      if (table.name != "Angeles, Table 7.1") continue;
      long long corrected = 0, printed = 0;
      for (const PublishedRow& row : table.rows) {
        const long long cost = (multiplications ? row.multiplications : row.additions).at(6);
        corrected += cost;
        if (!row.item.starts_with("c_i")) printed += cost;
      }
      const long long total = (multiplications ? 82 : 66) * 6;  // the line under the rows: 82n, 66n
      return Deviation{static_cast<double>(std::abs(total - corrected)),
                       static_cast<double>(std::abs(total - printed)), static_cast<double>(total),
                       multiplications ? "multiplications" : "additions"};
    }
    throw std::logic_error("Table 7.1 is gone");
  };
  return {name, "n = 6", error, deviation};
}

// Table 7.4 compared with the polynomial in Table 7.3.
Erratum six_joints_erratum(const std::string& name, const std::string& error, const std::string& author) {
  const auto deviation = [=] {
    for (const PublishedMethod& method : published_methods()) {
      if (method.author != author) continue;
      const long long by_formula = method.additions->at(6);
      return Deviation{static_cast<double>(std::abs(by_formula - (81 * 6 - 65))),
                       static_cast<double>(std::abs(by_formula - method.additions_6)),
                       static_cast<double>(by_formula), "addition"};
    }
    throw std::logic_error(author + " is gone");
  };
  return {name, "n = 6", error, deviation};
}

}  // namespace

std::vector<Erratum> source_004_errata() {
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
      table_erratum("table_7_1_multiplications", "48 multiplications", true),
      table_erratum("table_7_1_additions", "60 additions", false),
      six_joints_erratum("table_7_4_balafoutis_patel", "1 addition", "Balafoutis & Patel (1991)"),
  };
}

}  // namespace invdyn::test::errata
